package dice

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestCheckWord(t *testing.T) {
	for _, c := range []struct{ text, word, err string }{
		{"", "", ""},
		{"  мир \t", "мир", ""},
		{"s\u0327ans", "şans", ""},
		{"две думи", "две думи", ""},
		{"👩\u200d👧", "👩\u200d👧", ""},
		{strings.Repeat("я", 40), strings.Repeat("я", 40), ""},
		{strings.Repeat("i\u0301", 40), strings.Repeat("í", 40), ""},
		{strings.Repeat("я", 41), "", "the word has 41 characters, 40 are allowed"},
		{"a|b", "", "the word may not contain the sign |"},
		{"a\nb", "", "the word may not contain the control character U+000A"},
		{"a\u202eb", "", "the word may not contain the control character U+202E"},
		{"a\u2028b", "", "the word may not contain the control character U+2028"},
		{"\xff", "", "the word is not valid text"},
	} {
		word, err := CheckWord(c.text)
		if word != c.word || sentence(err) != c.err {
			t.Errorf("CheckWord(%q) = %q, %q\nwant %q, %q", c.text, word, sentence(err), c.word, c.err)
		}
	}
}

func FuzzCheckWord(f *testing.F) {
	for _, text := range []string{"", " мир ", "s\u0327ans", "a|b", "\u0338=", "\xff", "\u202e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		word, err := CheckWord(text)
		if err != nil {
			return
		}
		if again, err := CheckWord(word); err != nil || again != word {
			t.Errorf("CheckWord(%q) = %q, of which it makes %q, %v", text, word, again, err)
		}
		if !norm.NFC.IsNormalString(word) || utf8.RuneCountInString(word) > MaxWord || strings.ContainsAny(word, "|\n\x00") {
			t.Errorf("CheckWord(%q) lets %q pass", text, word)
		}
	})
}

// sentence returns an error's text, "" for none.
func sentence(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
