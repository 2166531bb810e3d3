package engine_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tablabot/engine"
)

func TestPositionCode(t *testing.T) {
	codes := []string{
		"tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0",
		"gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0",
		"hypergammon:-1,-1,,,,,,,,,,,,,,,,,,,,,1,1|1,0|0,1",
		"tapa:1*,,,,,,,,,,,,5,,-3,-1,-1,,,,,-1,,1|0,0|8,8",
		"tapa:-14*,,,,,,,,,,,,,,,,,,,,,,,|0,0|14,1",
	}
	for _, code := range codes {
		rules, position, err := engine.ParsePosition(code)
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		if got := rules.FormatPosition(position); got != code {
			t.Errorf("%s is written as %s", code, got)
		}
	}
}

func TestStartPositions(t *testing.T) {
	for key, want := range map[string]string{
		"tabla":       "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0",
		"gulbara":     "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0",
		"tapa":        "tapa:-15,,,,,,,,,,,,,,,,,,,,,,,15|0,0|0,0",
		"nackgammon":  "nackgammon:-2,-2,,,,4,,3,,,,-4,4,,,,-3,,-4,,,,2,2|0,0|0,0",
		"hypergammon": "hypergammon:-1,-1,-1,,,,,,,,,,,,,,,,,,,1,1,1|0,0|0,0",
	} {
		if got := start(key); got != want {
			t.Errorf("%s starts from %s, want %s", key, got, want)
		}
	}
}

func TestGreekNamesInPositionCodes(t *testing.T) {
	for greek, key := range map[string]string{"portes": "tabla", "plakoto": "tapa"} {
		code := start(key)
		rules, position, err := engine.ParsePosition(strings.Replace(code, key, greek, 1))
		if err != nil || rules.FormatPosition(position) != code {
			t.Errorf("%s: error %v", greek, err)
		}
	}
}

func TestBadPositionCodes(t *testing.T) {
	tests := []struct{ code, want string }{
		{"", "does not begin with the name of a game"},
		{"tabla", "does not begin with the name of a game"},
		{"x" + strings.Repeat("гюл", 40), "юлг…\" does not begin with the name of a game"}, // cut between letters
		{"chess:,|0,0|0,0", "does not begin with the name of a game"},
		{"tabla:,,|0,0|0,0", "has 3 points, not 24"},
		{"tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0", "has 2 parts"},
		{"tabla:-2,,,,,4,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", "seat 0 has 14 checkers, not 15"},
		{"tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,1", "seat 1 has 16 checkers, not 15"},
		{"tabla:-2,,,,,05,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", `point 6: "05" is no number`},
		{"tabla:-2,,,,,+5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", `point 6: "+5" is no number`},
		{"tabla:--2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", `point 1: "--2" is no number`},
		{"tabla:-2,,,,,16,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", `point 6: "16" is no number`},
		{"tabla:-2,0,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", `point 2: "0" is no number`},
		{"tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0|0,0", `the bar: "0" is not two numbers`},
		{"tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,-1", `borne off: "0,-1" is not two numbers`},
		{"tabla:-2*,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,1|0,0|0,0", "a checker is pinned, and tabla knows no pins"},
		{"tapa:-15,,,,,,,,,,,,,,,,,,,,,,,14|1,0|0,0", "seat 0 has a checker on the bar, and tapa knows no bar"},
		{"gulbara:,,,,,,,,,,,-14,,,,,,,,,,,,15|0,1|0,0", "seat 1 has a checker on the bar, and gulbara knows no bar"},
		{"tapa:-14,*,,,,,,,,,,,,,,,,,,,,,,15|0,0|0,0", `point 2: "*" is no number`},
	}
	for _, test := range tests {
		rules, position, err := engine.ParsePosition(test.code)
		if err == nil || !utf8.ValidString(err.Error()) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.code, err, test.want)
		}
		if rules != nil || position != (engine.Position{}) {
			t.Errorf("%s: a position beside the error", test.code)
		}
	}
}

func TestValidateRefusesWhatCannotStand(t *testing.T) {
	tabla, _ := engine.Variant("tabla")
	shared := tabla.StartPosition()
	shared.Sides[0].Set(13, 4)
	shared.Sides[0].Set(1, 1) // where two enemies stand
	tapa, _ := engine.Variant("tapa")
	alone, pair, both := tapa.StartPosition(), tapa.StartPosition(), tapa.StartPosition()
	alone.Sides[0].Set(24, 14)
	alone.Sides[0].Set(3, 1)
	alone.Sides[0].SetPinned(3, true) // under nobody
	pair.Sides[1].Set(24, 13)
	pair.Sides[1].Set(3, 2)
	pair.Sides[1].SetPinned(3, true)
	pair.Sides[0].Set(24, 14)
	pair.Sides[0].Set(22, 1) // on two
	for seat := range both.Sides {
		both.Sides[seat].Set(24, 14)
		both.Sides[seat].Set(3+19*seat, 1)
		both.Sides[seat].SetPinned(3+19*seat, true) // one under the other
	}
	tests := []struct {
		rules    *engine.Rules
		position engine.Position
		want     string
	}{
		{&tabla, shared, "both players stand on point 1, and neither is pinned"},
		{&tapa, alone, "the pin on point 3 is not one checker under some"},
		{&tapa, pair, "the pin on point 22 is not one checker under some"},
		{&tapa, both, "the pin on point 3 is not one checker under some"},
	}
	for _, test := range tests {
		if err := test.rules.Validate(test.position); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}

func TestPositionCodeReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, _ := engine.Variant(rapid.SampledFrom(engine.Variants()).Draw(t, "game"))
		want := anyPosition(t, &rules)
		code := rules.FormatPosition(want)
		read, got, err := engine.ParsePosition(code)
		if err != nil || got != want || read.Key != rules.Key {
			t.Fatalf("%s: error %v", code, err)
		}
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, key := range engine.Variants() {
		f.Add(start(key))
	}
	f.Add("tapa:1*,,,,,,,,,,,,5,,-3,-1,-1,,,,,-1,,1|0,0|8,8")
	f.Fuzz(func(t *testing.T, code string) {
		rules, position, err := engine.ParsePosition(code)
		if err != nil {
			return
		}
		canonical := rules.FormatPosition(position)
		if _, again, err := engine.ParsePosition(canonical); err != nil || again != position {
			t.Fatalf("%s is written as %s, which does not read back: %v", code, canonical, err)
		}
	})
}
