package engine_test

import (
	"errors"
	"testing"

	"tablabot/engine"
)

func TestAfter(t *testing.T) {
	tests := []struct {
		name, position string
		seat           engine.Seat
		steps, want    string
		err            error
	}{
		{"no step", start("tabla"), 0, "", start("tabla"), nil},
		{"hit and run on", "tabla:,,,,,,,,-1,,,1,,,,,,,,,,,,|0,0|14,14", 0, "12.3 9.2",
			"tabla:,,,,,,1,,,,,,,,,,,,,,,,,|0,1|14,14", nil},
		{"seat 1 hits", "tabla:,,,,,,,,-1,,,1,,,,,,,,,,,,|0,0|14,14", 1, "16.3",
			"tabla:,,,,,,,,,,,-1,,,,,,,,,,,,|1,0|14,14", nil},
		{"entering", "tabla:,,,,,,,,,,,,,,,,,,,,-1,,,|1,0|14,14", 0, "25.4",
			"tabla:,,,,,,,,,,,,,,,,,,,,1,,,|0,1|14,14", nil},
		{"pinning", "tapa:,,,,,,,,-1,,,1,,,,,,,,,,,,|0,0|14,14", 0, "12.3",
			"tapa:,,,,,,,,1*,,,,,,,,,,,,,,,|0,0|14,14", nil},
		{"releasing", "tapa:,,,,,,,,1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "9.3",
			"tapa:,,,,,1,,,-1,,,1,,,,,,,,,,,,|0,0|13,14", nil},
		{"two pinners, one leaves", "tapa:,,,,,,,,2*,,,,,,,,,,,,,,,|0,0|13,14", 0, "9.3",
			"tapa:,,,,,1,,,1*,,,,,,,,,,,,,,,|0,0|13,14", nil},
		{"off", "tabla:,,,1,,,,,,,,,,,,,,,,,,,,-1|0,0|14,14", 0, "4.6",
			"tabla:,,,,,,,,,,,,,,,,,,,,,,,-1|0,0|15,14", nil},
		{"what the rules forbid but the board allows", start("nardy"), 0, "24.2 24.1",
			"nardy:,,,,,,,,,,,-15,,,,,,,,,,1,1,13|0,0|0,0", nil},

		{"no checker there", start("tabla"), 0, "24.1 24.1 24.1", "", engine.NoChecker},
		{"nobody on the bar", start("tabla"), 0, "25.1", "", engine.NoChecker},
		{"closed point", start("tabla"), 0, "24.5", "", engine.Blocked},
		{"one enemy closes", "nardy:,,,,,,,,-1,,,1,,,,,,,,,,,,|0,0|14,14", 0, "12.3", "", engine.Blocked},
		{"pinner closes", "tapa:,,,,,,,,-1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "12.3", "", engine.Blocked},
		{"pinned", "tapa:,,,,,,,,-1*,,,1,,,,,,,,,,,,|0,0|13,14", 0, "9.3", "", engine.Pinned},
	}
	for _, test := range tests {
		stage := stageOf(t, test.position, test.seat, "11")
		steps, err := engine.ParseSteps(test.steps)
		if err != nil {
			t.Fatal(err)
		}
		got, err := stage.After(steps)
		if !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", test.name, err, test.err)
			continue
		}
		if want := test.want; err == nil && stage.Rules.FormatPosition(got) != want {
			t.Errorf("%s: %s, want %s", test.name, stage.Rules.FormatPosition(got), want)
		}
		if err != nil && got != stage.Position {
			t.Errorf("%s: the position has changed beside an error", test.name)
		}
	}
}

// TestAfterTakesAnySteps plays nonsense: numbers that no text form lets through.
func TestAfterTakesAnySteps(t *testing.T) {
	stage := stageOf(t, start("tabla"), 0, "11")
	for from := range 256 {
		for die := range 256 {
			_, err := stage.After([]engine.Step{{From: uint8(from), Die: uint8(die)}})
			if possible := from >= 1 && from <= 25 && die >= 1 && die <= 6; err == nil && !possible {
				t.Fatalf("%d.%d is played", from, die)
			}
		}
	}
}

func TestEnding(t *testing.T) {
	tests := []struct {
		position string
		mover    engine.Seat
		want     engine.Ending
	}{
		{start("tabla"), 0, engine.NotOver},
		{"tabla:-12,,,,,,,,,,,,,,,,,,,,,,,|0,0|15,3", 0, engine.BorneOff},
		{"tabla:-12,,,,,,,,,,,,,,,,,,,,,,,|0,0|15,3", 1, engine.NotOver},
		{"tapa:1*,,,,,,,,,,,,,,,,,,,,,,,|0,0|14,14", 0, engine.MotherPinned},
		{"tapa:1*,,,,,,,,,,,,,,,,,,,,,,,1|0,0|13,14", 0, engine.NotOver},
		{"tapa:1*,,,,,,,,,,,,,,,,,,,,,,,-1*|0,0|13,13", 0, engine.BothMothersPinned},
		{"tapa:1*,,,,,,,,,,,,,,,,,,,,,,,-1*|0,0|13,13", 1, engine.BothMothersPinned},
		{"tapa:,,,,,,,,,,,,,,,,,,,,,,,-1*|0,0|14,14", 0, engine.NotOver},
		{"tapa:,,,,,,,,,,,,,,,,,,,,,,,-1*|0,0|14,14", 1, engine.MotherPinned},
		{"tapa:,1*,,,,,,,,,,,,,,,,,,,,,,|0,0|14,14", 0, engine.NotOver},
	}
	for _, test := range tests {
		rules, position, err := engine.ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := rules.Ending(position, test.mover); got != test.want {
			t.Errorf("%s after seat %d: %v, want %v", test.position, test.mover, got, test.want)
		}
	}
}

func TestSide(t *testing.T) {
	for from := range 26 {
		for n := 1; n <= 15; n++ {
			var side engine.Side
			side.Set(from, n)
			for place := range 26 {
				if want := map[bool]int{true: n}[place == from]; side.At(place) != want {
					t.Fatalf("%d checkers on %d: %d on %d", n, from, side.At(place), place)
				}
			}
			if side.Checkers() != n || side.Pips() != n*from || side.Highest() != from {
				t.Fatalf("%d checkers on %d: %d checkers, %d pips, highest %d", n, from, side.Checkers(), side.Pips(), side.Highest())
			}
			if want := from <= 6; side.AllHome() != want {
				t.Fatalf("%d checkers on %d: all home %t, want %t", n, from, !want, want)
			}
		}
	}
}
