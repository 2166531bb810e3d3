package telegramtest

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// tags are those of https://core.telegram.org/bots/api#html-style, with the
// entity each makes.
var tags = map[string]string{
	"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
	"s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "tg-spoiler": "spoiler", "span": "spoiler",
	"a": "text_link", "code": "code", "pre": "pre", "blockquote": "blockquote", "tg-emoji": "custom_emoji",
}

// parseHTML reads a text in the parse mode HTML. It is as strict as the server:
// every "<" begins a tag, every tag is known and closed.
func parseHTML(source string, userOf func(int64) *User) (string, []Entity, error) {
	p := &htmlParser{source: source, userOf: userOf}
	if !utf8.ValidString(source) {
		return "", nil, fmt.Errorf("strings must be encoded in UTF-8")
	}
	for p.pos < len(source) {
		var err error
		switch source[p.pos] {
		case '<':
			err = p.tag()
		case '&':
			p.reference()
		default:
			_, size := utf8.DecodeRuneInString(source[p.pos:])
			p.write(source[p.pos : p.pos+size])
			p.pos += size
		}
		if err != nil {
			return "", nil, err
		}
	}
	if n := len(p.open); n > 0 {
		return "", nil, fmt.Errorf("can't parse entities: Can't find end tag corresponding to start tag %q", p.open[n-1].name)
	}
	return p.text.String(), p.entities, nil
}

type htmlParser struct {
	source   string
	pos      int
	text     strings.Builder
	units    int // of the text, UTF-16
	open     []openTag
	entities []Entity
	userOf   func(int64) *User
}

type openTag struct {
	name, value string
	offset      int
}

func (p *htmlParser) write(s string) {
	p.text.WriteString(s)
	p.units += utf16Length(s)
}

func (p *htmlParser) tag() error {
	begin := p.pos
	end := strings.IndexByte(p.source[begin:], '>')
	if strings.HasPrefix(p.source[begin:], "</") {
		if end < 0 {
			return fmt.Errorf("can't parse entities: Unclosed end tag at byte offset %d", begin)
		}
		p.pos = begin + end + 1
		return p.closeTag(strings.TrimSpace(p.source[begin+2:begin+end]), begin)
	}
	name := p.source[begin+1:]
	if i := strings.IndexFunc(name, func(r rune) bool { return r == ' ' || r == '>' || r == '\n' || r == '/' }); i >= 0 {
		name = name[:i]
	}
	name = strings.ToLower(name)
	if _, known := tags[name]; !known {
		return fmt.Errorf("can't parse entities: Unsupported start tag %q at byte offset %d", name, begin)
	}
	if end < 0 {
		return fmt.Errorf("can't parse entities: Unclosed start tag at byte offset %d", begin)
	}
	value, err := attribute(name, p.source[begin+1+len(name):begin+end])
	if err != nil {
		return fmt.Errorf("can't parse entities: %w at byte offset %d", err, begin)
	}
	p.pos = begin + end + 1
	p.open = append(p.open, openTag{name, value, p.units})
	return nil
}

// attribute returns the value that a tag's entity needs.
func attribute(tag, rest string) (string, error) {
	rest = strings.TrimSpace(rest)
	if rest == "" {
		return "", nil
	}
	key, value, ok := strings.Cut(rest, "=")
	value = strings.TrimSpace(value)
	if !ok || len(value) < 2 || (value[0] != '"' && value[0] != '\'') || value[len(value)-1] != value[0] {
		return "", fmt.Errorf("expected an attribute value in quotes in the tag %q", tag)
	}
	if tag == "a" && key != "href" {
		return "", nil
	}
	return unescape(value[1 : len(value)-1]), nil
}

func (p *htmlParser) closeTag(name string, begin int) error {
	n := len(p.open)
	if n == 0 {
		return fmt.Errorf("can't parse entities: Unexpected end tag at byte offset %d", begin)
	}
	tag := p.open[n-1]
	if name != "" && !strings.EqualFold(name, tag.name) {
		return fmt.Errorf("can't parse entities: Unmatched end tag at byte offset %d, expected \"</%s>\", found \"</%s>\"", begin, tag.name, name)
	}
	p.open = p.open[:n-1]
	e := Entity{Type: tags[tag.name], Offset: tag.offset, Length: p.units - tag.offset}
	if e.Length == 0 {
		return nil
	}
	if tag.name == "a" {
		if !p.link(&e, tag.value) {
			return nil
		}
	}
	p.entities = append(p.entities, e)
	return nil
}

// link completes an entity that leads somewhere; false: it is dropped.
func (p *htmlParser) link(e *Entity, target string) bool {
	if target == "" {
		target = utf16Text(utf16.Encode([]rune(p.text.String()))[e.Offset:])
	}
	if id, ok := strings.CutPrefix(target, "tg://user?id="); ok {
		n, _ := strconv.ParseInt(id, 10, 64)
		e.Type, e.User = "text_mention", p.userOf(n)
		return e.User != nil
	}
	e.URL = target
	return strings.Contains(target, ".") || strings.HasPrefix(target, "tg://")
}

func (p *htmlParser) reference() {
	end := strings.IndexByte(p.source[p.pos:], ';')
	if end > 0 && end < 12 {
		if r, ok := reference(p.source[p.pos+1 : p.pos+end]); ok {
			p.write(string(r))
			p.pos += end + 1
			return
		}
	}
	p.write("&")
	p.pos++
}

func reference(name string) (rune, bool) {
	switch name {
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "amp":
		return '&', true
	case "quot":
		return '"', true
	}
	number, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(strings.ToLower(number), "x"); ok {
		number, base = hex, 16
	}
	n, err := strconv.ParseUint(number, base, 21)
	return rune(n), err == nil && n > 0 && utf8.ValidRune(rune(n))
}

func unescape(s string) string {
	p := &htmlParser{source: s}
	for p.pos < len(s) {
		if s[p.pos] == '&' {
			p.reference()
			continue
		}
		p.text.WriteByte(s[p.pos])
		p.pos++
	}
	return p.text.String()
}

// clean drops what the server drops from a text: control characters and white
// space around it. Entities move along.
func clean(text string, entities []Entity) (string, []Entity) {
	text = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' {
			return ' '
		}
		return r
	}, text)
	trimmed := strings.TrimLeft(text, " \n")
	cut := utf16Length(text) - utf16Length(trimmed)
	trimmed = strings.TrimRight(trimmed, " \n")
	length := utf16Length(trimmed)
	var kept []Entity
	for _, e := range entities {
		begin, end := max(e.Offset-cut, 0), min(e.Offset+e.Length-cut, length)
		if begin < end {
			e.Offset, e.Length = begin, end-begin
			kept = append(kept, e)
		}
	}
	return trimmed, kept
}
