package discord

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/rivo/uniseg"

	"tablabot/bot"
)

// maxContent is how many characters a message's text may have.
const maxContent = 2000

// markdown writes a text in the platform's markup, within limit characters. A
// text that is too long ends with an ellipsis, between two spans if it can.
func markdown(text bot.Text, limit int) string {
	w := writer{limit: limit, lineStart: true}
	for _, span := range joined(text) {
		if !w.span(span) {
			w.b.WriteString(ellipsis)
			break
		}
	}
	return w.b.String()
}

const ellipsis = "…"

// writer collects marked text and keeps count of its length.
type writer struct {
	b         strings.Builder
	n         int // characters written
	limit     int
	lineStart bool
}

// span writes one span, or as much of it as fits and returns false.
func (w *writer) span(span bot.Span) bool {
	before, after := marks(span)
	switch span.Kind {
	case bot.Mention:
		if id, ok := idOf(string(span.Person)); ok {
			return w.whole("<@" + id + ">")
		}
	case bot.Instant:
		if !span.Time.IsZero() {
			return w.whole(fmt.Sprintf("<t:%d:R>", span.Time.Unix()))
		}
	case bot.Code:
		return w.cut(before, span.Text, after, func(s string, _ bool) string { return s })
	case bot.Link:
		if target, ok := linkTarget(span.URL); ok {
			return w.whole("[" + escape(span.Text, false) + "](<" + target + ">)")
		}
	}
	return w.cut(before, span.Text, after, escape)
}

// whole writes a piece that cannot be cut.
func (w *writer) whole(piece string) bool {
	if w.n+length(piece) > w.limit-length(ellipsis) {
		return false
	}
	w.write(piece)
	return true
}

// cut writes as many characters of the text as fit between the marks.
func (w *writer) cut(before, text, after string, as func(string, bool) string) bool {
	room := w.limit - length(ellipsis) - w.n - length(before) - length(after)
	piece := as(text, w.lineStart)
	if length(piece) <= room {
		w.write(before + piece + after)
		w.lineStart = strings.HasSuffix(text, "\n") || (text == "" && w.lineStart)
		return true
	}
	kept := ""
	for rest, state := text, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if length(as(kept+cluster, w.lineStart)) > room {
			break
		}
		kept += cluster
	}
	if kept != "" {
		w.write(before + as(kept, w.lineStart) + after)
	}
	return false
}

func (w *writer) write(piece string) {
	w.b.WriteString(piece)
	w.n += length(piece)
	w.lineStart = false
}

// marks returns what stands around a span's text.
func marks(span bot.Span) (before, after string) {
	switch span.Kind {
	case bot.Bold:
		return "**", "**"
	case bot.Code:
		return fence(span.Text)
	}
	return "", ""
}

// fence returns the shortest mark of code that the text does not hold.
func fence(text string) (before, after string) {
	switch {
	case strings.Contains(text, "\n"):
		return "```\n", "\n```"
	case strings.Contains(text, "`"):
		return "`` ", " ``"
	}
	return "`", "`"
}

// joined merges neighbours with the same mark, which would otherwise read as
// another mark ("**a****b**"), drops empty spans, and takes from code what would end it.
func joined(text bot.Text) bot.Text {
	var out bot.Text
	for _, span := range text {
		if span.Text == "" && span.Kind != bot.Mention && span.Kind != bot.Instant {
			continue
		}
		if span.Kind == bot.Code {
			span.Text = strings.ReplaceAll(span.Text, "``", "`\u200b`")
		}
		if n := len(out); n > 0 && out[n-1].Kind == span.Kind && (span.Kind == bot.Bold || span.Kind == bot.Code) {
			out[n-1].Text += span.Text
			continue
		}
		out = append(out, span)
	}
	return out
}

// escape makes every character of a text stand for itself. A backslash takes the
// meaning from any punctuation; what marks lists, quotes and headings does so only
// where a line begins.
func escape(text string, lineStart bool) string {
	var b strings.Builder
	number := lineStart // digits alone since the line began
	for i, r := range text {
		switch {
		case strings.ContainsRune("\\*_~`|<>[]@", r),
			lineStart && strings.ContainsRune("#-+", r),
			number && !lineStart && (r == '.' || r == ')'),
			r == ':' && emojiName(text[i+1:]):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		indent := lineStart && r == ' '
		number = r == '\n' || indent || (number && r >= '0' && r <= '9')
		lineStart = r == '\n' || indent
	}
	return b.String()
}

// emojiName reports whether what follows a colon reads "name:".
func emojiName(rest string) bool {
	end := strings.IndexFunc(rest, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' && r != '+'
	})
	return end > 0 && rest[end] == ':'
}

// linkTarget returns the address in a form that cannot end the link early.
func linkTarget(text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", false
	}
	return strings.NewReplacer("<", "%3C", ">", "%3E", " ", "%20", "(", "%28", ")", "%29", "\n", "").Replace(u.String()), true
}

// length is how many characters the platform counts: those outside the basic
// plane twice, to be on the safe side.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// clip cuts a text to at most n characters, between two that belong together.
func clip(text string, n int) string {
	if length(text) <= n {
		return text
	}
	kept := 0
	used := length(ellipsis)
	for rest, state := text, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		used += length(cluster)
		if used > n {
			break
		}
		kept += len(cluster)
	}
	return text[:kept] + ellipsis
}
