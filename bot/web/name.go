package web

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"tablabot/bot"
)

const (
	maxNameGraphemes = 40
	maxNameBytes     = 256 // a grapheme may carry any number of accents
	maxKeyBytes      = 512 // what a store takes; a few letters stand for whole words
)

// cleanName returns the name as the page shows it, or a sentence that says why it
// cannot be one.
func cleanName(raw string) (name string, problem string) {
	name = strings.Join(strings.Fields(norm.NFC.String(cleanText(raw))), " ")
	switch {
	case foldName(name) == "":
		return "", sayNameBlank
	case len(name) > maxNameBytes || len(personKey(name)) > maxKeyBytes || uniseg.GraphemeClusterCount(name) > maxNameGraphemes:
		return "", sayNameLong
	}
	return name, ""
}

// personKey returns the key of whoever has the name: equal for names that only
// differ in case, width, spacing or invisible marks.
func personKey(name string) bot.PersonKey {
	return bot.PersonKey(doorName + ":" + foldName(name))
}

func foldName(name string) string {
	folded := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(name)))
	folded = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || isBlankLetter(r) {
			return -1
		}
		return r
	}, folded)
	return strings.Join(strings.Fields(folded), " ")
}

// cleanText drops what would disturb the text around it: controls except line
// breaks, marks and overrides of direction, and characters of no width.
func cleanText(raw string) string {
	raw = strings.ReplaceAll(strings.ToValidUTF8(raw, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case unicode.IsControl(r), isDirectionMark(r), isZeroWidth(r):
			return -1
		}
		return r
	}, raw)
}

func isDirectionMark(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' ||
		r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// isZeroWidth leaves the two joiners alone, which scripts and emoji need.
func isZeroWidth(r rune) bool {
	return r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff'
}

// isBlankLetter reports letters that are drawn as nothing.
func isBlankLetter(r rune) bool {
	return r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0' || r == '\u2800'
}
