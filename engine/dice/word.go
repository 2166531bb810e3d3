package dice

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxWord is the greatest length of a player's word, in characters (code points
// after normalisation).
const MaxWord = 40

// CheckWord returns a player's word as it enters the dice: in Unicode normalisation
// form C and without blanks around it. The error says in a sentence why the text
// cannot be a word. The empty word is one.
func CheckWord(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", errors.New("the word is not valid text")
	}
	word := strings.TrimSpace(norm.NFC.String(text))
	if n := utf8.RuneCountInString(word); n > MaxWord {
		return "", fmt.Errorf("the word has %d characters, %d are allowed", n, MaxWord)
	}
	for _, r := range word {
		switch {
		case r == '|':
			return "", errors.New("the word may not contain the sign |")
		case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control):
			return "", fmt.Errorf("the word may not contain the control character %U", r)
		}
	}
	return word, nil
}
