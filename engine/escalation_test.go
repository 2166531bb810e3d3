package engine_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
)

const (
	// Nobody can move: everybody has checkers on the bar before a closed home.
	stuckBoard = "chelebi:2,2,2,2,2,2,,,,,,,,,,,,,-2,-2,-2,-2,-2,-2|3,3|0,0"
	// Seat 0 enters with a 3, plays another, and no more.
	enteringBoard = "chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7"
)

// TestWhenDoublesEscalate looks at the first rolls of a player, each a 4-4 from the
// start of the game.
func TestWhenDoublesEscalate(t *testing.T) {
	tests := []struct {
		terms string
		want  string // per roll: . for an ordinary double, x for a chain
	}{
		{"gulbara 1", "...xxx"},
		{"chelebi 1", "...xxx"},
		{"gulbara 1 escalation=3", "..xxxx"},
		{"chelebi 1 escalation=1", "xxxxxx"},
		{"gulbara 1 opening=play", "..xxxx"}, // the two opening dice are the starter's first roll
		{"tapa 1", "......"},
	}
	for _, test := range tests {
		m := replay(t, test.terms, "start", "opening 6 5")
		playOut(t, m)
		var got strings.Builder
		for range test.want {
			for m.Game.OnRoll == 1 { // the other's rolls do not count
				apply(t, m, "roll 1 2 1")
				playOut(t, m)
			}
			m.Game.Position = m.Rules().StartPosition()
			apply(t, m, "roll 0 4 4")
			got.WriteString(map[bool]string{true: "x", false: "."}[m.Game.Turn.Chain])
			playOut(t, m)
		}
		if got.String() != test.want {
			t.Errorf("%s: %s, want %s", test.terms, got.String(), test.want)
		}
	}
}

// TestPassesCountAsRollsAndRemaindersDoNot fills a player's count in both ways.
func TestPassesCountAsRollsAndRemaindersDoNot(t *testing.T) {
	m := replay(t, "chelebi 1", "start", "opening 6 5")
	m.Game.Position = position(t, stuckBoard)
	for range 3 {
		apply(t, m, "roll 0 1 1", "play 0", "roll 1 1 1", "play 1")
	}
	m.Game.Position = position(t, enteringBoard)
	apply(t, m, "roll 0 3 3", "play 0 25.3 6.3")
	if got := m.Game.Rolls; got != [2]int{4, 3} || !m.Game.Turn.Remainder() {
		t.Fatalf("rolls %v, remainder %t", got, m.Game.Turn.Remainder())
	}
	playOut(t, m)
	if got := m.Game.Rolls; got != [2]int{4, 3} {
		t.Errorf("after the remainder: rolls %v", got)
	}
}

func TestRollsAreCountedAnewEachGame(t *testing.T) {
	m := replay(t, "gulbara 5", "start", "opening 6 5")
	for range 4 {
		apply(t, m, "roll 0 2 1")
		playOut(t, m)
		apply(t, m, "roll 1 2 1")
		playOut(t, m)
	}
	apply(t, m, "resign 1 2", "start", "roll 0 4 4")
	if m.Game.Turn.Chain {
		t.Error("the first roll of the second game escalates")
	}
}

// TestWhoPlaysTheRemainder follows a 3-3 of which seat 0 plays two dice.
func TestWhoPlaysTheRemainder(t *testing.T) {
	chain := func(terms, board, play string) *engine.Match {
		m := replay(t, terms+" escalation=1", "start", "opening 6 5")
		m.Game.Position = position(t, board)
		apply(t, m, "roll 0 3 3", play)
		return m
	}
	t.Run("the opponent, stage by stage, before his own roll", func(t *testing.T) {
		m := chain("chelebi 1", enteringBoard, "play 0 25.3 6.3")
		want := []engine.Dice{engine.Equal(3, 2), engine.Equal(4, 4), engine.Equal(5, 4), engine.Equal(6, 4)}
		if diff := cmp.Diff(want, m.Game.Turn.Stages); diff != "" || m.Game.OnRoll != 1 || m.Phase != engine.ToPlay {
			t.Fatalf("seat %d is to act; stages (-want +got):\n%s", m.Game.OnRoll, diff)
		}
		playOut(t, m)
		if m.Phase != engine.ToRoll || m.Game.OnRoll != 1 {
			t.Errorf("phase %d, seat %d is to act: his own roll is missing", m.Phase, m.Game.OnRoll)
		}
	})
	t.Run("what he cannot play in a stage is lost, and he goes on with the next", func(t *testing.T) {
		m := chain("chelebi 1", "chelebi:,-1,,,,1,,,,,,,,,,,-2,-1,-2,-2,-2,,,|1,0|13,5", "play 0 25.3 6.3")
		playOut(t, m)
		if m.Phase != engine.ToRoll || m.Game.OnRoll != 1 {
			t.Errorf("phase %d, seat %d is to act: something came back", m.Phase, m.Game.OnRoll)
		}
	})
	t.Run("nobody, if it is lost", func(t *testing.T) {
		m := chain("chelebi 1 remainder=lost", enteringBoard, "play 0 25.3 6.3")
		if m.Phase != engine.ToRoll || m.Game.OnRoll != 1 {
			t.Errorf("phase %d, seat %d is to act", m.Phase, m.Game.OnRoll)
		}
	})
	t.Run("nobody, if not one die was played", func(t *testing.T) {
		m := chain("chelebi 1", stuckBoard, "play 0")
		if m.Phase != engine.ToRoll || m.Game.OnRoll != 1 {
			t.Errorf("phase %d, seat %d is to act", m.Phase, m.Game.OnRoll)
		}
	})
	t.Run("it can end the game", func(t *testing.T) {
		m := chain("chelebi 1", "chelebi:,,,,,1,,,,,,,,,,,,,-2,-2,-2,,,-1|1,0|13,8", "play 0 25.3 6.3")
		playOut(t, m)
		if last := m.Last; last == nil || last.Winner != 1 || last.Method != engine.ByBearingOff {
			t.Errorf("the last result is %+v", last)
		}
	})
}

// position returns the position of a code.
func position(t *testing.T, code string) engine.Position {
	t.Helper()
	_, p, err := engine.ParsePosition(code)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// apply carries out actions as the log writes them.
func apply(t *testing.T, m *engine.Match, lines ...string) {
	t.Helper()
	for _, line := range lines {
		a, err := engine.ParseAction(line)
		if err == nil {
			err = m.Apply(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// playOut plays whatever dice are on the board, always the first step offered.
func playOut(t *testing.T, m *engine.Match) {
	t.Helper()
	for m.Phase == engine.ToPlay {
		progress, err := m.Progress()
		if err != nil {
			t.Fatal(err)
		}
		if progress.Over {
			a, err := m.Drafted()
			if err != nil {
				t.Fatal(err)
			}
			apply(t, m, a.String())
			continue
		}
		if err := m.AddSteps(m.Game.OnRoll, progress.Plan.Next(progress.Draft)[0]); err != nil {
			t.Fatal(err)
		}
	}
}
