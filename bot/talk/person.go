package talk

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"

	"tablabot/bot"
)

// The longest name shown, in graphemes and, as one of them may be made of many, in
// runes.
const (
	maxName  = 40
	maxRunes = 60
)

// cleanName strips controls and direction marks, joins white space and cuts the
// name to what is shown.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == 0x200D: // joins the parts of an emoji
			return r
		case invisible(r), unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	name = strings.Join(strings.Fields(name), " ")
	var b strings.Builder
	graphemes := uniseg.NewGraphemes(name)
	for n, runes := 0, 0; n < maxName && graphemes.Next(); n++ {
		if runes += len(graphemes.Runes()); runes > maxRunes {
			break
		}
		b.WriteString(graphemes.Str())
	}
	return strings.TrimSpace(b.String())
}

// invisible reports whether a rune counts as a letter or symbol and shows nothing.
func invisible(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0:
		return true
	}
	return false
}

// shownName is a person's name, or his key's last part if he has none.
func shownName(person bot.Person) string {
	if person.Name != "" {
		return person.Name
	}
	key := string(person.Key)
	return key[strings.IndexByte(key, ':')+1:]
}

// fits reports whether an invitation names the person. The name that he shows does
// not count: anybody may show any.
func (i *Invite) fits(person bot.Person) bool {
	if i.Person != "" {
		return i.Person == person.Key
	}
	return strings.EqualFold(i.Handle, person.Handle)
}

// name is how the invitation names him.
func (i *Invite) name() string {
	switch {
	case i.Name != "":
		return i.Name
	case i.Handle != "":
		return "@" + i.Handle
	}
	key := string(i.Person)
	return key[strings.IndexByte(key, ':')+1:]
}
