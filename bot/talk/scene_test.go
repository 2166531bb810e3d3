package talk

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/render"
)

// boardOf returns a board on which a seat has dice to play.
func boardOf(t *testing.T, game, position string, seat engine.Seat, turn engine.Turn) *board {
	t.Helper()
	terms, err := engine.ParseTerms(game + " 3")
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	if _, m.Game.Position, err = engine.ParsePosition(position); err != nil {
		t.Fatal(err)
	}
	turn.Start = m.Game.Position
	m.Number, m.Phase, m.Game.OnRoll, m.Game.Turn = 1, engine.ToPlay, seat, &turn
	if _, err := m.Progress(); err != nil {
		t.Fatal(err)
	}
	return newBoard(View{Table: &Table{Stage: Playing, Match: m}}, m)
}

// alike returns n equal dice.
func alike(n int, die render.Die) (all []render.Die) {
	for range n {
		all = append(all, die)
	}
	return all
}

func flat(groups ...[]render.Die) (all []render.Die) {
	for _, group := range groups {
		all = append(all, group...)
	}
	return all
}

func TestDiceOfAChain(t *testing.T) {
	chain := []engine.Dice{engine.Equal(5, 4), engine.Equal(6, 4)}
	step := func(from, die uint8) engine.Step { return engine.Step{From: from, Die: die} }
	const (
		start = "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0"
		// Two fives bring both checkers of seat 0 to 19, where they cannot go on.
		halted = "gulbara:,,,,,,,,,,,-13,-1,-1,,,,,,,,,,2|0,0|13,0"
		// Nothing can leave 24.
		walled = "gulbara:,,,,,,,,,,,-14,,,,,,,-1,,,,,15|0,0|0,0"
	)
	for _, test := range []struct {
		name     string
		position string
		turn     engine.Turn
		want     []render.Die
	}{
		{"its first stage, half of it used", start,
			engine.Turn{Roll: [2]uint8{5, 5}, Chain: true, Stages: chain, Draft: [][]engine.Step{{step(24, 5), step(24, 5)}}},
			flat(alike(2, render.Die{Value: 5, Used: true}), alike(2, render.Die{Value: 5}), alike(4, render.Die{Value: 6, Later: true}))},
		{"its last stage: what is done is gone", start,
			engine.Turn{Roll: [2]uint8{5, 5}, Chain: true, Stages: chain,
				Draft: [][]engine.Step{{step(24, 5), step(24, 5), step(24, 5), step(24, 5)}, {step(24, 6)}}},
			flat(alike(1, render.Die{Value: 6, Used: true}), alike(3, render.Die{Value: 6}))},
		{"a remainder is in the other's colour", start,
			engine.Turn{Stages: []engine.Dice{engine.Equal(5, 2), engine.Equal(6, 4)}, Draft: [][]engine.Step{{step(24, 5)}}},
			flat(alike(1, render.Die{Value: 5, Used: true, Rest: true}), alike(1, render.Die{Value: 5, Rest: true}),
				alike(4, render.Die{Value: 6, Later: true, Rest: true}))},
		{"what cannot be played is already the opponent's", halted,
			engine.Turn{Roll: [2]uint8{5, 5}, Chain: true, Stages: chain, Draft: [][]engine.Step{{step(24, 5), step(24, 5)}}},
			flat(alike(2, render.Die{Value: 5, Used: true}), alike(2, render.Die{Value: 5, Seat: 1, Later: true, Rest: true}),
				alike(4, render.Die{Value: 6, Seat: 1, Later: true, Rest: true}))},
		{"nothing passes where nothing could be played", walled,
			engine.Turn{Roll: [2]uint8{5, 5}, Chain: true, Stages: chain}, alike(4, render.Die{Value: 5})},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := boardOf(t, "gulbara", test.position, 0, test.turn)
			if diff := cmp.Diff(test.want, b.scene().Dice); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Where both go the same way, seat 1's numbers begin across the board.
func TestStartScenes(t *testing.T) {
	for _, test := range []struct {
		game         string
		first, other render.Place // where seat 0 and seat 1 have most checkers
		label        uint8        // of seat 1's place, in seat 0's numbers
		homes        [2]render.Home
		cube         bool
	}{
		{"nardy", 24, 12, 12, [2]render.Home{{Last: 1, First: 24}, {Last: 13, First: 12}}, false},
		{"tapa", 24, 1, 1, [2]render.Home{{Last: 1, First: 24}, {Last: 24, First: 1}}, false},
		{"longgammon", 24, 1, 1, [2]render.Home{{Last: 1, First: 24}, {Last: 24, First: 1}}, true},
	} {
		rules, ok := engine.Variant(test.game)
		if !ok {
			t.Fatalf("there is no game %s", test.game)
		}
		s := startScene(&rules, "dark")
		if got, want := s.Points[test.first-1], (render.Point{Count: 15}); got != want {
			t.Errorf("%s: on seat 0's head stand %+v, want %+v", test.game, got, want)
		}
		if got, want := s.Points[test.other-1], (render.Point{Count: 15, Seat: 1}); got != want {
			t.Errorf("%s: on seat 1's head stand %+v, want %+v", test.game, got, want)
		}
		if got := s.Labels[test.other-1]; got != test.label {
			t.Errorf("%s: seat 1's head has the numeral %d, want %d", test.game, got, test.label)
		}
		if s.Homes != test.homes || s.Cube != nil != test.cube || s.Theme != "dark" {
			t.Errorf("%s: homes %v, cube %v, theme %s", test.game, s.Homes, s.Cube, s.Theme)
		}
	}
}

// A pinned checker lies under whoever stands on it, seen from both seats.
func TestPinsInAScene(t *testing.T) {
	rules, position, err := engine.ParsePosition("tapa:-2*,,,,,3*,,,,,,,,,,,,-12,,,,,,11|0,0|0,0")
	if err != nil {
		t.Fatal(err)
	}
	s := BoardScene(rules, &position, 1)
	for at, want := range map[render.Place]render.Point{
		1:  {Count: 2, Seat: 1, Pinned: true},
		6:  {Count: 3, Pinned: true},
		18: {Count: 12, Seat: 1},
		24: {Count: 11},
	} {
		if got := s.Points[at-1]; got != want {
			t.Errorf("on point %d stand %+v, want %+v", at, got, want)
		}
	}
	if s.Labels[0] != 24 || s.Labels[23] != 1 {
		t.Errorf("the numerals begin with %d and end with %d, want 24 and 1", s.Labels[0], s.Labels[23])
	}
}
