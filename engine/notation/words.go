package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tablabot/engine"
)

// UnknownWordError is a word of a typed play that is not understood.
type UnknownWordError struct{ Word string }

// Error names the word.
func (e *UnknownWordError) Error() string {
	if e.Word == "" {
		return "no play was written"
	}
	return fmt.Sprintf("%q is not understood; a play is written like 24/18 13/11, bar/20 or 6/off", e.Word)
}

// way is one checker's journey as somebody wrote it: the places it is seen at, and
// which of them are marked as hits.
type way struct {
	word   string
	places []int
	marks  []int
}

// separators turns the signs that people put between places and plays into one each; a
// number of times has none.
var separators = strings.NewReplacer("(-", "(-", "-", "/", "–", "/", "—", "/", "→", "/", ">", "/", "\\", "/", ",", " ", ";", " ")

// maxPlayText is far above the longest play that anybody can write.
const maxPlayText = 200

// parseWays reads a play as words. It returns an [UnknownWordError].
func parseWays(text string) ([]way, error) {
	if len(text) > maxPlayText {
		return nil, &UnknownWordError{strings.ToValidUTF8(text[:20], "") + "…"}
	}
	var ways []way
	var open *way // a lone place, "bar", whose next place is the next word
	for _, word := range splitWords(text) {
		w, times, err := parseWay(word)
		if err != nil {
			return nil, err
		}
		if open != nil {
			w = way{open.word + " " + w.word, append(open.places, w.places...), append(open.marks, w.marks...)}
			open = nil
		}
		if !descends(w.places) || len(w.places) == 1 && times > 1 {
			return nil, &UnknownWordError{w.word}
		}
		if len(w.places) == 1 {
			open = &w
			continue
		}
		for range times {
			ways = append(ways, w)
		}
	}
	switch {
	case open != nil:
		return nil, &UnknownWordError{open.word}
	case len(ways) == 0:
		return nil, &UnknownWordError{}
	}
	return ways, nil
}

// splitWords brings the spellings of a play to one: small letters, one slash between
// places, a blank between words, a number of times at its word.
func splitWords(text string) []string {
	text = separators.Replace(strings.ToLower(text))
	var words []string
	for word := range strings.FieldsSeq(text) {
		last := len(words) - 1
		if last >= 0 && (strings.HasPrefix(word, "(") || strings.HasPrefix(word, "/") || strings.HasSuffix(words[last], "/")) {
			words[last] += word
			continue
		}
		words = append(words, word)
	}
	return words
}

// parseWay reads a word such as "24/18*/14(2)" and how many times it is meant.
func parseWay(word string) (w way, times int, err error) {
	w.word, times = word, 1
	body := strings.TrimSuffix(word, "*")
	starred := body != word
	if head, count, ok := strings.Cut(body, "("); ok {
		body = head
		digit, closed := strings.CutSuffix(count, ")")
		if times, err = strconv.Atoi(digit); err != nil || !closed || times < 1 || times > 4 {
			return w, 0, &UnknownWordError{word}
		}
	}
	if starred {
		body += "*"
	}
	for part := range strings.SplitSeq(body, "/") {
		name := strings.TrimSuffix(part, "*")
		place, ok := parsePlace(name)
		if !ok {
			return w, 0, &UnknownWordError{word}
		}
		w.places = append(w.places, place)
		if name != part {
			w.marks = append(w.marks, place)
		}
	}
	return w, times, nil
}

// parsePlace reads a point, the bar or off.
func parsePlace(name string) (place int, ok bool) {
	switch name {
	case "bar", "b":
		return engine.Bar, true
	case "off", "o", "out":
		return engine.Off, true
	}
	place, err := strconv.Atoi(name)
	return place, err == nil && place >= engine.Off && place <= engine.Bar && name == strconv.Itoa(place)
}

// descends reports whether a way leads from higher to lower places.
func descends(places []int) bool {
	return slices.IsSortedFunc(places, func(a, b int) int { return b - a }) &&
		len(slices.Compact(slices.Clone(places))) == len(places) && places[0] != engine.Off
}
