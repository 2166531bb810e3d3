package render

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// maxGraphemes bounds the part of a name that is looked at.
const maxGraphemes = 64

const ellipsis = "…"

// name makes a player's name ready to be set: without what the font cannot draw,
// cut to a width in pixels, in the order in which the eye meets it. It is empty if
// nothing is left.
func (l *lettering) name(name string, size, width int) string {
	left := l.drawable(name)
	if text := l.visual(left); l.width(text, size) <= width {
		return text
	}
	for n := len(left) - 1; n > 0; n-- {
		cut := strings.TrimRight(strings.Join(left[:n], ""), " ")
		if text := l.visual([]string{cut, ellipsis}); l.width(text, size) <= width {
			return text
		}
	}
	return ""
}

// drawable splits a name into graphemes and drops those the font lacks. A name
// without a letter, a digit or a symbol counts as nothing.
func (l *lettering) drawable(name string) []string {
	if len(name) > 64*maxGraphemes {
		name = name[:64*maxGraphemes]
	}
	var kept []string
	says := false
	rest := norm.NFC.String(strings.ToValidUTF8(name, ""))
	for state := -1; rest != "" && len(kept) < maxGraphemes; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		g := l.grapheme(cluster)
		if g == "" || g == " " && (len(kept) == 0 || kept[len(kept)-1] == " ") {
			continue
		}
		kept = append(kept, g)
		says = says || strings.ContainsFunc(g, func(r rune) bool {
			return unicode.In(r, unicode.L, unicode.N, unicode.S)
		})
	}
	if !says {
		return nil
	}
	if kept[len(kept)-1] == " " {
		kept = kept[:len(kept)-1]
	}
	return kept
}

// grapheme is a cluster without what is not seen, or "" if the font lacks a part.
func (l *lettering) grapheme(cluster string) string {
	var b strings.Builder
	for _, r := range cluster {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case unicode.In(r, unicode.C, unicode.Variation_Selector):
			continue
		case unicode.Is(unicode.Mn, r) && rightToLeft(first(b.String())):
			continue // vowel signs, which names do without
		}
		if !l.has(r) {
			return ""
		}
		b.WriteRune(r)
	}
	return b.String()
}

// rightToLeft tells whether a letter belongs to a script that runs to the left.
func rightToLeft(letter rune) bool {
	p, _ := bidi.LookupRune(letter)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

// first is the first letter of a text, 0 if it has none.
func first(text string) rune {
	for _, r := range text {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return 0
}

// visual puts graphemes into the order of the screen, from left to right, with
// Arabic letters joined.
func (l *lettering) visual(graphemes []string) string {
	text := strings.Join(graphemes, "")
	if !strings.ContainsFunc(text, rightToLeft) {
		return text
	}
	text = l.arabic.join(text, l.has)
	var p bidi.Paragraph
	if _, err := p.SetString(text); err != nil {
		return text
	}
	order, err := p.Order()
	if err != nil {
		return text
	}
	var runs []string
	for i := range order.NumRuns() {
		run := order.Run(i)
		if run.Direction() == bidi.RightToLeft {
			runs = append(runs, mirrored(run.String()))
		} else {
			runs = append(runs, run.String())
		}
	}
	if rightToLeft(first(text)) {
		slices.Reverse(runs)
	}
	return strings.Join(runs, "")
}

// mirrored is a text written from right to left, its brackets turned.
func mirrored(s string) string {
	var parts []string
	for state := -1; s != ""; {
		var g string
		g, s, _, state = uniseg.FirstGraphemeClusterInString(s, state)
		if len([]rune(g)) == 1 {
			g = bidi.ReverseString(g)
		}
		parts = append(parts, g)
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

// joining holds the shapes of the Arabic letters, by letter: alone, at a word's
// end, at its start, inside. Letters that join only to the letter before them have
// the first two. The ligatures of lam and alef are found by both letters.
type joining map[string][]rune

// newJoining reads the shapes from Unicode's compatibility characters, which stand
// in this order for each letter.
func newJoining() joining {
	j := make(joining)
	add := func(from, to rune) {
		for r := from; r <= to; r++ {
			letters := norm.NFKC.String(string(r))
			if n := len([]rune(letters)); letters != string(r) && (n == 1 || n == 2 && r >= 0xFEF5) {
				j[letters] = append(j[letters], r)
			}
		}
	}
	add(0xFE80, 0xFEFC) // Arabic Presentation Forms-B
	add(0xFB50, 0xFBFF) // Arabic Presentation Forms-A: Persian, Urdu and others
	const tatweel = 'ـ'
	j[string(tatweel)] = []rune{tatweel, tatweel, tatweel, tatweel}
	return j
}

// join replaces Arabic letters by the shapes they have beside their neighbours.
func (j joining) join(text string, has func(rune) bool) string {
	letters := []rune(text)
	var b strings.Builder
	before := false // the letter before reaches out to this one
	for i := 0; i < len(letters); i++ {
		key := string(letters[i])
		if i+1 < len(letters) {
			if pair := key + string(letters[i+1]); j[pair] != nil {
				key = pair
				i++
			}
		}
		shapes := j[key]
		if len(shapes) < 2 {
			b.WriteString(key)
			before = false
			continue
		}
		after := len(shapes) == 4 && i+1 < len(letters) && len(j[string(letters[i+1])]) >= 2
		form := 0
		if before {
			form++
		}
		if after {
			form += 2
		}
		if has(shapes[form]) {
			b.WriteRune(shapes[form])
		} else {
			b.WriteString(key)
		}
		before = len(shapes) == 4
	}
	return b.String()
}
