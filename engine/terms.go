package engine

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxLength is the longest match, in points.
const MaxLength = 25

// Terms is what the players of a match agree on before it starts. The zero
// Options are the game's usual ones.
type Terms struct {
	Game    string            `json:"game"`             // a variant's or a rotation's key
	Length  int               `json:"length,omitempty"` // in points; 0 is unlimited play
	Options map[string]string `json:"options,omitempty"`
}

// DefaultTerms returns the usual terms of a game: its first length.
func DefaultTerms(game string) (Terms, error) {
	r, ok := rotation(game)
	if !ok {
		return Terms{}, fmt.Errorf("there is no game called %q", game)
	}
	return Terms{Game: game, Length: r.Lengths[0]}, nil
}

// Lengths returns the lengths that a table of the game offers first.
func (t Terms) Lengths() []int {
	r, _ := rotation(t.Game)
	return r.Lengths
}

// Validate reports what is wrong with the terms, as a sentence.
func (t Terms) Validate() error {
	if _, ok := rotation(t.Game); !ok {
		return fmt.Errorf("there is no game called %q", t.Game)
	}
	if t.Length < 0 || t.Length > MaxLength {
		return fmt.Errorf("a match goes to 1 up to %d points, not %d", MaxLength, t.Length)
	}
	for key, value := range t.Options {
		o, ok := option(key)
		if !ok {
			return fmt.Errorf("there is no option called %q", key)
		}
		if !slices.Contains(o.Values, value) {
			return fmt.Errorf("option %s is one of %s, not %q", key, strings.Join(o.Values, ", "), value)
		}
	}
	return nil
}

// Rules returns the rules of the match's n-th game, counted from 1. The terms
// must be valid.
func (t Terms) Rules(n int) Rules {
	r, ok := rotation(t.Game)
	if !ok {
		return Rules{}
	}
	rules, _ := Variant(r.Games[(max(n, 1)-1)%len(r.Games)])
	if t.Length > 0 && rules.Cube.Use == UsualCube {
		rules.Cube.Jacoby = false // hypergammon plays it in unlimited play only
	}
	if r.adjust != nil {
		r.adjust(&rules)
	}
	for i := range options {
		o := &options[i]
		if value, ok := t.Options[o.Key]; ok && r.asks(o, &rules, t.Length) {
			o.set(&rules, value)
		}
	}
	t.settle(&rules)
	return rules
}

// settle switches off what has no meaning at this length.
func (t Terms) settle(r *Rules) {
	if !r.Cube.On {
		r.Cube = Cube{Use: r.Cube.Use}
		return
	}
	if t.Length == 0 {
		r.Cube.Crawford = false
		return
	}
	r.Cube.Beavers, r.Cube.Raccoons, r.Cube.AutoDoubles = false, false, 0
}

// Chosen is an option that applies, with its value.
type Chosen struct {
	Option
	Value   string
	Default bool
}

// Choices returns the options that apply to any game of the match, in a fixed
// order, with the values now chosen.
func (t Terms) Choices() []Chosen {
	r, _ := rotation(t.Game)
	var chosen []Chosen
	for i := range options {
		o := &options[i]
		for n := range r.Games {
			rules := t.Rules(n + 1)
			if !r.asks(o, &rules, t.Length) {
				continue
			}
			usual := t.without(o.Key).Rules(n + 1)
			value := o.get(&rules)
			chosen = append(chosen, Chosen{*o, value, value == o.get(&usual)})
			break
		}
	}
	return chosen
}

// without returns the terms with one option as the game usually has it.
func (t Terms) without(key string) Terms {
	t.Options = maps.Clone(t.Options)
	delete(t.Options, key)
	return t
}

// With returns the terms with one option set.
func (t Terms) With(key, value string) Terms {
	t.Options = maps.Clone(t.Options)
	if t.Options == nil {
		t.Options = make(map[string]string)
	}
	t.Options[key] = value
	return t
}

// String returns the terms as one line: "backgammon 5 jacoby=on"; unlimited play
// is "money".
func (t Terms) String() string {
	var b strings.Builder
	b.WriteString(t.Game)
	if t.Length == 0 {
		b.WriteString(" money")
	} else {
		fmt.Fprintf(&b, " %d", t.Length)
	}
	for _, key := range slices.Sorted(maps.Keys(t.Options)) {
		fmt.Fprintf(&b, " %s=%s", key, t.Options[key])
	}
	return b.String()
}

// ParseTerms reads what String writes and validates it.
func ParseTerms(line string) (Terms, error) {
	words := strings.Fields(line)
	if len(words) < 2 {
		return Terms{}, fmt.Errorf("%q is no game and length", line)
	}
	t := Terms{Game: words[0]}
	if words[1] != "money" {
		length, err := strconv.Atoi(words[1])
		if err != nil || length < 1 {
			return Terms{}, fmt.Errorf("%q is no length", words[1])
		}
		t.Length = length
	}
	for _, word := range words[2:] {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			return Terms{}, fmt.Errorf("%q is no option", word)
		}
		t = t.With(key, value)
	}
	return t, t.Validate()
}
