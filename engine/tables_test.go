package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
)

// The check values of the rules document, section 8.

func TestFirstRolls(t *testing.T) {
	const usual = "11 4/42 · 21 2/15 · 22 4/75 · 31 2/16 · 32 2/17 · 33 4/73 · 41 2/14 · 42 2/18 · 43 2/17 · 44 4/52 · 51 2/8 · " +
		"52 2/8 · 53 2/9 · 54 2/9 · 55 4/4 · 61 2/10 · 62 2/14 · 63 2/14 · 64 2/14 · 65 2/7 · 66 4/11"
	const contraryStack = "others 2/2 · 11 4/5 · 22 4/5 · 33 4/5 · 44 4/5 · 55 4/5 · 66 4/4"
	tests := map[string]string{ // roll, dice used, distinct ends
		"tabla": usual, "table": usual, "tavla": usual, "sheshbesh": usual, "chelebi": usual, "backgammon": usual, "shortnardy": usual,
		"nackgammon":  "11 4/70 · 21 2/23 · 33 4/101 · 55 4/17 · 65 2/7 · 66 4/3",
		"hypergammon": "21 2/6 · 33 4/15 · 65 2/9 · 66 4/12",
		"gulbara":     "others 2/2 · 11 4/5 · 22 4/5 · 55 4/5 · 33 4/4 · 44 4/3 · 66 4/1",
		"tapa":        contraryStack, "longgammon": contraryStack,
		"nardy": "others 2/1 · 11 4/1 · 22 4/1 · 55 4/1 · 33 4/2 · 44 4/1 · 66 2/1",
		"fevga": "others 2/1 · 11 4/1 · 22 4/1 · 33 3/1 · 44 2/1 · 55 4/2 · 66 1/1",
	}
	for key, table := range tests {
		want := map[string]string{}
		for cell := range strings.SplitSeq(table, " · ") {
			roll, value, _ := strings.Cut(cell, " ")
			want[roll] = value
		}
		rules, _ := engine.Variant(key)
		for seat := range engine.Seat(2) {
			var buf engine.Buffer
			got := map[string]string{}
			for _, dice := range rolls() {
				roll := fmt.Sprintf("%d%d", dice[0], dice[1])
				if _, listed := want[roll]; !listed && !dice.Double() && want["others"] != "" {
					roll = "others"
				} else if !listed {
					continue
				}
				stage := engine.Stage{Rules: &rules, Position: rules.StartPosition(), Mover: seat, Dice: dice}
				ends, playable := stage.Ends(&buf)
				value := fmt.Sprintf("%d/%d", playable, len(ends))
				if roll != "others" || got[roll] == "" || value != want[roll] {
					got[roll] = value
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s seat %d, first rolls (-want +got):\n%s", key, seat, diff)
			}
		}
	}
}

func TestTwoHalfMoves(t *testing.T) {
	tests := []struct {
		key          string
		first, total int // distinct positions after the first roll; ends of all second rolls
	}{
		{"tabla", 406, 183_632},
		{"tavla", 406, 181_472},
		{"nackgammon", 497, 293_444},
		{"hypergammon", 144, 28_081},
		{"longgammon", 49, 2_894},
		{"gulbara", 43, 2_242},
		{"tapa", 49, 2_884},
		{"nardy", 13, 286},
		{"fevga", 11, 240},
	}
	for _, test := range tests {
		rules, _ := engine.Variant(test.key)
		first := endsOfAllRolls(&rules, 0, rules.StartPosition())
		distinct := slices.Collect(maps.Keys(counts(first)))
		total := 0
		for _, position := range distinct {
			total += len(endsOfAllRolls(&rules, 1, position))
		}
		if len(distinct) != test.first || total != test.total {
			t.Errorf("%s: %d first positions, %d ends; want %d, %d", test.key, len(distinct), total, test.first, test.total)
		}
	}
}

// endsOfAllRolls returns the ends of each of the 21 rolls, one after another.
func endsOfAllRolls(rules *engine.Rules, seat engine.Seat, position engine.Position) (all []engine.Position) {
	var buf engine.Buffer
	for _, dice := range rolls() {
		stage := engine.Stage{Rules: rules, Position: position, Mover: seat, Dice: dice}
		ends, _ := stage.Ends(&buf)
		all = append(all, ends...)
	}
	return all
}

func counts[T comparable](values []T) map[T]int {
	n := map[T]int{}
	for _, value := range values {
		n[value]++
	}
	return n
}

// TestVariantRules counts the ends of a rare case with its rule and without; the
// first two and the quadrant are check values of the rules document.
func TestVariantRules(t *testing.T) {
	tests := []struct {
		name, position, dice string
		with, without        int // ends with the rule and without it
		drop                 func(*engine.Rules)
	}{
		{"six-block in passing", "nardy:,,,,,,2,1,1,1,1,-15,,,,,,,,,,,,9|0,0|0,0", "1111", 71, 79,
			func(r *engine.Rules) { r.SixBlock = false }},
		{"six-block with different dice", "nardy:,,,,,,1,1,1,1,1,-15,1,,,,,,,,,,,9|0,0|0,0", "52", 42, 43,
			func(r *engine.Rules) { r.SixBlock = false }},
		{"six-block in passing, larger die first", "nardy:9,,,,,,,,,,,,,1,1,1,1,1,,,-15,1,,|0,0|0,0", "31", 24, 25,
			func(r *engine.Rules) { r.SixBlock = false }},
		{"six-block in passing, smaller die first", "nardy:9,,,,,,,,,,-15,,,1,2,1,1,1,,,,,,|0,0|0,0", "42", 16, 17,
			func(r *engine.Rules) { r.SixBlock = false }},
		{"six-block in passing, coming home", "nardy:1,1,1,1,1,,-15,1,,,,,,,,,,,,,,,,|0,0|9,0", "21", 11, 13,
			func(r *engine.Rules) { r.SixBlock = false }},
		{"quadrant", "fevga:1,,,,,,,,,,,-15,,,,,,,,1,1,1,1,10|0,0|0,0", "54", 23, 24,
			func(r *engine.Rules) { r.OpenQuadrant = false }},
		{"trap that no play avoids", "fevga:3,,,,,,,,,,,,2,2,2,2,2,2,-15,,,,,|0,0|0,0", "1", 6, 6,
			func(r *engine.Rules) { r.NoTrap = false }},
	}
	for _, test := range tests {
		stage := stageOf(t, test.position, 0, test.dice)
		if got, _ := endCodes(stage, new(engine.Buffer)); len(got) != test.with {
			t.Errorf("%s: %d ends, want %d", test.name, len(got), test.with)
		}
		test.drop(stage.Rules)
		if got, _ := endCodes(stage, new(engine.Buffer)); len(got) != test.without {
			t.Errorf("%s: %d ends without the rule, want %d", test.name, len(got), test.without)
		}
	}
}

// stageOf returns the stage of a position code.
func stageOf(t testing.TB, position string, seat engine.Seat, dice string) engine.Stage {
	t.Helper()
	rules, p, err := engine.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.ParseDice(dice)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Stage{Rules: rules, Position: p, Mover: seat, Dice: d}
}
