package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine"
)

const backgammonStart = "backgammon:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"

// decision is what a test reads of an answer.
type decision struct {
	Play, End            string
	Remaining            []int
	Equity, Win, Gammon  *float64
	Draw                 *float64
	Double, Take, Beaver *bool
	NoDouble             *float64 `json:"no_double"`
	DoubleTake           *float64 `json:"double_take"`
	LoseGammon           *float64 `json:"lose_gammon"`
	LoseBackgammon       *float64 `json:"lose_backgammon"`
	Reason, Error        string
	Seat, Level          *int
	Dice                 []int
	Backgammon           *float64
}

// decide asks the program one thing.
func decide(t *testing.T, line string) decision {
	t.Helper()
	_, stdout, stderr := run(t, line, nil, "decide")
	var d decision
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatalf("%s is answered %q, %q: %v", line, stdout, stderr, err)
	}
	return d
}

// TestPlays holds plays that every player would make.
func TestPlays(t *testing.T) {
	tests := []struct{ name, line, play, end string }{
		{"the best opening roll", `{"position":"` + backgammonStart + `","dice":[3,1],"level":5}`,
			"8/5 6/5", "backgammon:-2,,,,2,4,,2,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"},
		{"the same for seat 1", `{"position":"` + backgammonStart + `","seat":1,"dice":[3,1],"level":5}`,
			"8/5 6/5", "backgammon:-2,,,,,5,,3,,,,-5,5,,,,-2,,-4,-2,,,,2|0,0|0,0"},
		{"a position ID", `{"position":"4HPwATDgc/ABMA","dice":[1,3],"level":5}`,
			"8/5 6/5", "backgammon:-2,,,,2,4,,2,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"},
		{"an XGID in small letters", `{"position":"xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10","level":5}`,
			"8/5 6/5", "backgammon:-2,,,,2,4,,2,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"},
		{"an XGID with the other on roll", `{"position":"XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10","level":5}`,
			"8/5 6/5", "backgammon:-2,,,,2,4,,2,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"},
		{"dice beside an ID with dice", `{"position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10","dice":[3,1],"level":5}`,
			"8/5 6/5", "backgammon:-2,,,,2,4,,2,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"},
		{"bearing off, though the opponent may cash", `{"position":"backgammon:1,1,1,,1,,,,,,,,,,,,,,-1,,,,,|0,0|11,14","dice":[6,4]}`,
			"5/off 3/off", "backgammon:1,1,,,,,,,,,,,,,,,,,-1,,,,,|0,0|13,14"},
		{"one checker off rather than none, likewise", `{"position":"backgammon:1,,,1,1,,,,,,,,,,,,,,-1,,,,,|0,0|12,14","dice":[3,2]}`,
			"5/off", "backgammon:1,,,1,,,,,,,,,,,,,,,-1,,,,,|0,0|13,14"},
		{"two checkers off before one's own cash", `{"position":"backgammon:,,1,1,,1,,,,,,,,,,,,,,,-2,,-1,|0,0|12,12","dice":[5,6]}`,
			"6/off 4/off", "backgammon:,,1,,,,,,,,,,,,,,,,,,-2,,-1,|0,0|14,12"},
		{"the last checkers, at every level", `{"position":"backgammon:2,,,,,,,,,,,,,,,,,,,,,,,-2|0,0|13,13","dice":[2,1],"level":1}`,
			"1/off(2)", "backgammon:,,,,,,,,,,,,,,,,,,,,,,,-2|0,0|15,13"},
		{"nothing can move", `{"position":"backgammon:,,,,,,,,,,,,,,,,,,-2,-2,-2,-3,-3,-3|1,0|14,0","dice":[2,1]}`,
			"", "backgammon:,,,,,,,,,,,,,,,,,,-2,-2,-2,-3,-3,-3|1,0|14,0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if d := decide(t, test.line); d.Play != test.play || d.End != test.end || d.Equity == nil {
				t.Errorf("%s:\n got %+v\nwant %s, %s", test.line, d, test.play, test.end)
			}
		})
	}
}

// TestCubeDecisions holds what cannot be otherwise, and what a seat may not do.
func TestCubeDecisions(t *testing.T) {
	const (
		won   = `"position":"backgammon:1,,,,,,,,,,,,,,,,,,,,,-3,-3,-3|0,0|14,6"` // seat 0 has one checker left
		last  = `"position":"backgammon:,,,,1,1,,,,,,,,,,,,,,,,,,-2|0,0|13,13"`   // two checkers on 6 and 5, seat 1 bears off next
		drops = `"take":false`
	)
	tests := []struct{ name, line, want string }{
		{"certain to win", `{` + won + `}`, drops},
		{"a chance of one in six: doubled last, taken", `{` + last + `,"length":0}`, `"double":false,"no_double":-0.66667,"take":true`},
		{"beavers", `{` + last + `,"beavers":true}`, `"beaver":true`},
		{"he owns it", `{` + won + `,"owner":1,"cube":2}`, `"double":false,"reason":"the cube is the opponent's","no_double":1,`},
		{"Crawford", `{` + won + `,"length":3,"score":[2,0],"crawford":true}`, `"double":false,"reason":"the Crawford game is played without the cube"`},
		{"one point is enough", `{` + won + `,"length":3,"score":[2,0]}`, `"reason":"a player who needs one point may not double"`},
		{"at its highest", `{` + won + `,"cube":64}`, `"reason":"the cube has reached its highest value"`},
		{"at the highest there is", `{"position":"4HPwATDgc/ABMA","cube":1048576,"owner":0}`, `"reason":"the cube has reached its highest value"`},
		{"without a cube", `{` + won + `,"cube":0}`, `"reason":"this game is played without the cube"`},
		{"nothing is gained, and dropped it would be lost", `{` + last + `,"length":5,"score":[3,0],"cube":2,"owner":0}`, `"take":true`},
		{"no dice beside an ID with dice", `{"position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10","dice":[],"level":4}`, `"dice":[],"level":4,"double":false,"no_double":`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, stdout, _ := run(t, test.line, nil, "decide")
			if !strings.Contains(stdout, test.want) {
				t.Errorf("%s:\n got %swant a part %s", test.line, stdout, test.want)
			}
		})
	}
}

// TestChancesUnderALiveCube holds that a search of small bear-offs, in which the cube makes
// many plays worth the same, goes on from those that win most: the chances are the exact ones.
func TestChancesUnderALiveCube(t *testing.T) {
	for line, exact := range map[string]float64{
		`{"position":"backgammon:1,1,2,,,,,,,,,,,,,,,,,-1,,,,|0,0|11,14"}`:                              0.21817,
		`{"position":"backgammon:,1,1,,,1,,,,,,,,,,,,,-1,,-1,-2,,|0,0|12,11","length":2,"score":[0,0]}`: 0.92736,
		`{"position":"backgammon:1,1,1,1,1,1,,,,,,,,,,,,,-1,-1,-1,-1,-1,-1|0,0|9,9"}`:                   0.70057,
	} {
		if d := decide(t, line); math.Abs(*d.Win-exact) > 1e-4 {
			t.Errorf("%s: wins %v, exactly %v", line, *d.Win, exact)
		}
	}
}

// TestEquityWithoutACube holds that where nobody can double, at any level, the equity is
// what the chances beside it add up to.
func TestEquityWithoutACube(t *testing.T) {
	for _, position := range []string{
		`"position":"gulbara:3,1,2,1,-2,,-1,,,,2,,-3,-2,1,,5,-1,-2,-1,-1,,-1,-1|0,0|0,0","rolls":[30,31]`,
		`"position":"backgammon:2,,5,2,,,,,,1,,,1,,-1,,-1,,-5,-2,-2,-1,4,-3|0,0|0,0","cube":0`,
	} {
		for level := 1; level <= 6; level++ {
			d := decide(t, fmt.Sprintf(`{%s,"level":%d}`, position, level))
			sum := 2**d.Win - 1 + *d.Gammon - *d.LoseGammon + *d.Backgammon - *d.LoseBackgammon
			if math.Abs(*d.Equity-sum) > 1e-4 || math.Abs(*d.NoDouble-sum) > 1e-4 {
				t.Errorf("level %d: equity %v, no double %v, but the chances add up to %v", level, *d.Equity, *d.NoDouble, sum)
			}
		}
	}
}

// TestAnIDWithDiceAsksForBoth.
func TestAnIDWithDiceAsksForBoth(t *testing.T) {
	d := decide(t, `{"position":"zO4NBASwDQR4Vg:cAmpAAAAAAAE","level":4}`)
	if d.Double == nil || d.NoDouble == nil || d.Play == "" {
		t.Errorf("answer %+v", d)
	}
}

// TestEscalatingDoubles plays chains and what is left of them; an end must be one that
// the rules know, with the dice that they pass on.
func TestEscalatingDoubles(t *testing.T) {
	const (
		entering = "chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7"
		spread   = "gulbara:,,,,,,-2,-2,-2,-2,-3,-4,,,2,,,3,2,,2,,2,4|0,0|0,0"
	)
	for _, test := range []struct {
		game, position string
		seat, double   int
	}{
		{"chelebi", entering, 0, 3}, {"gulbara", gulbaraStart, 1, 5}, {"gulbara", gulbaraStart, 0, 4}, {"gulbara", spread, 0, 3},
	} {
		t.Run(fmt.Sprint(test.position, test.double), func(t *testing.T) {
			d := decide(t, fmt.Sprintf(`{"position":%q,"seat":%d,"dice":[%d,%d],"rolls":[3,3],"level":4}`,
				test.position, test.seat, test.double, test.double))
			rules, position, _ := engine.ParsePosition(test.position)
			ends, err := rules.ChainEnds(position, engine.Seat(test.seat), test.double, new(engine.Buffer))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(ends, func(e engine.ChainEnd) bool {
				return rules.FormatPosition(e.End) == d.End && slices.Equal(listed(e.Remainder.Stages()), d.Remaining)
			}) {
				t.Errorf("%s is no end of the chain: %+v", d.End, d)
			}
		})
	}
	t.Run("the rest of a chain", func(t *testing.T) {
		d := decide(t, `{"position":"`+spread+`","rest":[5,5,6,6,6,6],"rolls":[4,4],"level":4}`)
		rules, position, _ := engine.ParsePosition(spread)
		ends, err := rules.RemainderEnds(position, 0, engine.Rest{Die: 5, Dice: 2}, new(engine.Buffer))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(ends, func(p engine.Position) bool { return rules.FormatPosition(p) == d.End }) {
			t.Errorf("%+v is no end", d)
		}
	})
	t.Run("the third roll does not escalate", func(t *testing.T) {
		if d := decide(t, `{"position":"`+gulbaraStart+`","dice":[5,5],"rolls":[2,9],"level":4}`); strings.Contains(d.Play, "|") {
			t.Errorf("played %s", d.Play)
		}
	})
}

// TestSenselessLines: a sentence in the place of an answer.
func TestSenselessLines(t *testing.T) {
	tests := []struct{ line, want string }{
		{`{`, "the line is not JSON: unexpected end of JSON input"},
		{`7`, "the line must be a JSON object, not a JSON number"},
		{`{"position":"` + backgammonStart + `","dice":[3]}`, "a roll is two dice, not 1"},
		{`{"position":"` + backgammonStart + `","dice":[3,0]}`, "a die shows 1 to 6, not 0"},
		{`{"position":"` + backgammonStart + `","dice":"31"}`, `the field "dice" cannot hold a JSON string`},
		{`{"position":"` + backgammonStart + `","seat":2}`, "the seat is 0 or 1, not 2"},
		{`{"position":"` + backgammonStart + `","level":0}`, "the level is 1 up to 6, not 0"},
		{`{"position":"` + backgammonStart + `","owner":0}`, "a cube that shows 1 belongs to nobody"},
		{`{"position":"` + backgammonStart + `","cube":128}`, "the cube goes up to 64 here, not to 128"},
		{`{"position":"` + backgammonStart + `","length":3,"score":[2,0],"crawford":true,"cube":2,"owner":0}`, "in the Crawford game nobody has doubled"},
		{`{"position":"` + backgammonStart + `","length":3,"score":[3,3]}`, "a match to 3 is over at 3 to 3"},
		{`{"position":"` + backgammonStart + `","plies":3}`, "the search is 0 to 2 plies deep, not 3"},
		{`{"position":"` + backgammonStart + `","plies":0,"level":6}`, "either a level or plies of search, not both"},
		{`{"position":"` + backgammonStart + `","owner":2}`, "the cube's owner is 0 or 1, or null if it lies in the middle, not 2"},
		{`{"position":"` + backgammonStart + `","cube":3}`, "the cube shows a power of two, not 3"},
		{`{"position":"` + backgammonStart + `","length":26}`, "a match goes to 1 up to 25 points, not 26"},
		{`{"position":"` + backgammonStart + `","length":5,"score":[5,2]}`, "a match to 5 is over at 5 to 2"},
		{`{"position":"` + backgammonStart + `","length":5,"score":[5]}`, "the score is two numbers, seat 0's first, not [5]"},
		{`{"position":"` + backgammonStart + `","score":[1,0]}`, "a score is that of a match: tell its length too"},
		{`{"position":"` + backgammonStart + `","length":5,"crawford":true}`, "the Crawford game is that of a match in which a player needs one point"},
		{`{"position":"` + backgammonStart + `","rolls":[1]}`, "the rolls are two numbers, seat 0's first, not [1]"},
		{`{"position":"` + backgammonStart + `","rest":[5,5]}`, "backgammon has no escalating doubles, of which something could be left"},
		{`{"position":"` + gulbaraStart + `","rest":[5,5]}`, "what is left of an escalating double is one to four equal dice and four of every higher number, such as [5,5,6,6,6,6], not [5 5]"},
		{`{"position":"` + gulbaraStart + `","rest":[6],"dice":[1,2]}`, `a line has "dice" or "rest", not both`},
		{`{"position":"` + tablaStart + `","cube":2}`, "tabla is played without the cube"},
		{`{"position":"` + strings.Replace(tablaStart, "tabla", "table", 1) + `","cube":1}`, "table is played with the cube in matches only"},
		{`{"position":"` + backgammonStart + `","length":7,"score":[6,3],"cube":0,"crawford":true}`, "a game without the cube is no Crawford game"},
		{`{"position":"backgammon:,,,,,,,,,,,,,,,,,,,,,,,-2|0,0|15,13","dice":[1,2]}`, "the game is over in this position"},
		{`{"position":"backgammon:,,,,,,,,,,,,,,,,,,,,,,,-2|0,0|14,13","dice":[1,2]}`, `position code "backgammon:,,,,,,,,,,,,,,,,,,,,,,,-2|0,0|14,13": seat 0 has 14 checkers, not 15`},
		{`{"position":"tapa:,,,,,,,,,,,,,,,,,,-13,,,,1,-2*|0,0|13,0","dice":[6,5]}`, "the game is over in this position"},
		{`{"position":"4HPwATDgc/ABMA","seat":1}`, "with an ID, the player on roll is seat 0"},
		{`{"position":"AAAAAAAAAAAAAA"}`, "the game is over in this position"},
		{`{"position":""}`, `position code "" does not begin with the name of a game and a colon`},
	}
	var input, want []string
	for _, test := range tests {
		text, _ := json.Marshal(refusal{test.want})
		input, want = append(input, test.line), append(want, string(text))
	}
	code, stdout, stderr := run(t, strings.Join(input, "\n"), nil, "decide")
	if code != 0 || stderr != "" {
		t.Errorf("code %d, %q", code, stderr)
	}
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	for i := range tests {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("%s:\n got %s\nwant %s", input[i], got[min(i, len(got)-1)], want[i])
		}
	}
}

// TestAnyPosition asks about positions that no game leads to, in every game: the answer
// is a legal end, or a sentence.
func TestAnyPosition(t *testing.T) {
	var decider decider
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom(engine.Variants()).Draw(t, "game")
		rules, _ := engine.Variant(key)
		position := anyPosition(&rules, rapid.Uint64().Draw(t, "seed"))
		code := rules.FormatPosition(position)
		a, b := rapid.IntRange(1, 6).Draw(t, "a"), rapid.IntRange(1, 6).Draw(t, "b")
		seat := rapid.IntRange(0, 1).Draw(t, "seat")
		line := fmt.Sprintf(`{"position":%q,"seat":%d,"dice":[%d,%d],"level":4,"length":%d}`, code, seat, a, b, rapid.IntRange(0, 3).Draw(t, "length"))
		answer, err := decider.decide([]byte(line))
		if err != nil {
			if over := rules.Ending(position, 0) | rules.Ending(position, 1); over == engine.NotOver && rules.Validate(position) == nil {
				t.Fatalf("%s: %v", line, err)
			}
			return
		}
		stage := engine.Stage{Rules: &rules, Position: position, Mover: engine.Seat(seat), Dice: engine.Roll(a, b)}
		ends, _ := stage.Ends(new(engine.Buffer))
		if end := answer.(resolution).End; !slices.Contains(formatAll(&rules, slices.Clone(ends)), end) {
			t.Fatalf("%s: %s is no end", line, end)
		}
	})
}

// anyPosition puts checkers anywhere they can stand, pins included.
func anyPosition(rules *engine.Rules, seed uint64) (p engine.Position) {
	random := rand.New(rand.NewPCG(seed, 1))
	highest := engine.Bar
	if rules.Family != engine.Hit {
		highest--
	}
	for seat := range p.Sides {
		own, other := &p.Sides[seat], &p.Sides[1-seat]
		reach := 1 + random.IntN(highest)
		for n := rules.Checkers; n > 0; {
			place := random.IntN(reach + 1)
			if point := rules.Geometry.Other(place); place > engine.Off && place < engine.Bar && other.At(point) > 0 {
				if pins := rules.Family == engine.Pin && seat == 1 && other.At(point) == 1; pins {
					other.SetPinned(point, true)
				} else {
					place = engine.Off
				}
			}
			k := min(n, 1+random.IntN(5))
			own.Set(place, min(own.At(place)+k, 15))
			n -= k
		}
	}
	return p
}

// FuzzDecide: no line brings the program down.
func FuzzDecide(f *testing.F) {
	f.Add(`{"position":"` + backgammonStart + `","dice":[3,1],"level":4}`)
	f.Add(`{"position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10","level":4}`)
	f.Add(`{"position":"zO4NBASwDQR4Vg:cAmpAAAAAAAE","dice":[],"level":4}`)
	f.Add(`{"position":"` + backgammonStart + `","length":7,"score":[2,4],"cube":2,"owner":1,"level":4}`)
	f.Add(`{"position":"` + gulbaraStart + `","rest":[6],"rolls":[3,3],"level":4}`)
	var decider decider
	f.Fuzz(func(t *testing.T, line string) {
		answer, err := decider.decide([]byte(line))
		if (answer == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", line, answer, err)
		}
	})
}
