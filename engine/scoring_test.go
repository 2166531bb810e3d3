package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
)

// TestVariantsAreThoseOfTheTable holds how each game starts and counts (section 7).
func TestVariantsAreThoseOfTheTable(t *testing.T) {
	const table = `
tabla       contrary hit  reroll previous 12  no       3
table       contrary hit  reroll roll     123 optional 3
tavla       contrary hit  reroll previous 12  no       5
sheshbesh   contrary hit  reroll previous 123 no       3
gulbara     parallel race reroll previous 12  no       3
tapa        contrary pin  reroll previous 12  no       3
chelebi     contrary hit  reroll previous 12  no       3
backgammon  contrary hit  play   roll     123 usual    3
nackgammon  contrary hit  play   roll     123 usual    3
hypergammon contrary hit  play   roll     123 usual    3
longgammon  contrary hit  play   roll     123 usual    3
nardy       parallel race reroll previous 12  no       3
shortnardy  contrary hit  play   roll     123 usual    3
fevga       parallel race reroll previous 12  no       5`
	var want, got []string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	for _, key := range engine.Variants() {
		r, _ := engine.Variant(key)
		levels := "12"
		if r.Third != engine.NoThird {
			levels = "123"
		}
		got = append(got, fmt.Sprint(key, " ", [...]string{"contrary", "parallel"}[r.Geometry], " ", [...]string{"hit", "pin", "race"}[r.Family],
			" ", [...]string{"reroll", "play"}[r.Opening], " ", [...]string{"previous", "roll", "alternate"}[r.NextStarter], " ", levels,
			" ", [...]string{"no", "optional", "usual"}[r.Cube.Use], " ", r.Lengths[0]))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("variants (-want +got):\n%s", diff)
	}
}

// TestLevels counts games that seat 0 has won by bearing off (section 5).
func TestLevels(t *testing.T) {
	const (
		away     = ",,,,,,,,-15,,,,,,,,,,,,,,,|0,0|15,0"   // seat 1 is on his 16, or on 21 in parallel games
		oneOff   = "-13,,,,,,,,,,,,,,,,,,,,,,,|0,1|15,1"   // on the bar and in seat 0's home
		bar      = ",,,,,,,,-14,,,,,,,,,,,,,,,|0,1|15,0"   //
		home     = ",,,-1,,,,,-14,,,,,,,,,,,,,,,|0,0|15,0" // in seat 0's home
		outfield = ",,,,,,,,,,,,,,,,,,,-15,,,,|0,0|15,0"   // on his 5, or on 8 in parallel games
		quarter  = ",,,,,,,,,,,-1,,,,,,,,-14,,,,|0,0|15,0" // in parallel games one on his 24
	)
	tests := []struct {
		terms, board string
		want         int
	}{
		{"tabla 3", away, 2}, {"tabla 3", oneOff, 1}, {"tabla 3", bar, 2}, {"tabla 3", home, 2},
		{"tavla 3", bar, 2}, {"chelebi 3", bar, 2}, {"chelebi 3", home, 2}, {"chelebi 3", oneOff, 1},
		{"table 3", away, 2}, {"table 3", oneOff, 1}, {"table 3", bar, 3}, {"table 3", home, 3},
		{"sheshbesh 3", away, 2}, {"sheshbesh 3", oneOff, 1}, {"sheshbesh 3", bar, 3}, {"sheshbesh 3", home, 2},
		{"shortnardy 3", bar, 3}, {"shortnardy 3", home, 3}, {"backgammon 3", home, 3}, {"longgammon 3", home, 3}, {"nackgammon 3", bar, 3},
		{"gulbara 3", home, 2}, {"gulbara 3", away, 2}, {"fevga 3", home, 2}, {"fevga 3", away, 2}, {"tapa 3", home, 2}, {"tapa 3", away, 2},
		{"nardy 3", home, 2}, {"nardy 3", away, 2}, {"nardy 3", outfield, 2}, {"nardy 3", quarter, 2},
		{"nardy 3 koks=winner_home", home, 3}, {"nardy 3 koks=winner_home", away, 2}, {"nardy 3 koks=winner_home", quarter, 2},
		{"nardy 3 koks=first_quarter", quarter, 3}, {"nardy 3 koks=first_quarter", away, 3}, {"nardy 3 koks=first_quarter", outfield, 2},
		{"nardy 3 koks=first_quarter", ",,,-1,,,,,,,,,,,,,,,,-14,,,,|0,0|15,0", 2}, // his 16 is in seat 0's home
		{"nardy 3 koks=winner_home", ",,,-1,,,,,,,,,,,,,,,,-13,,,,|0,0|15,1", 1},   // one off: single
	}
	for _, test := range tests {
		terms, err := engine.ParseTerms(test.terms)
		if err != nil {
			t.Fatal(err)
		}
		rules := terms.Rules(1)
		if got := rules.Level(position(t, rules.Key+":"+test.board), 0); got != test.want {
			t.Errorf("%s, %s: level %d, want %d", test.terms, test.board, got, test.want)
		}
	}
}

// TestNothingMovesForAHundredRolls: the hundredth ends the game without a winner, a
// step before it begins the count anew, and a remainder counts as movement.
func TestNothingMovesForAHundredRolls(t *testing.T) {
	m := replay(t, "chelebi 3 escalation=1", "start", "opening 6 5")
	m.Game.Position = position(t, stuckBoard)
	idle := func(rolls int) {
		for range rolls {
			seat := m.Game.OnRoll
			apply(t, m, fmt.Sprintf("roll %d 6 5", seat), fmt.Sprintf("play %d", seat))
		}
	}
	idle(98)
	m.Game.Position = position(t, enteringBoard)
	apply(t, m, "roll 0 3 3", "play 0 25.3 6.3")
	if playOut(t, m); m.Game.Idle != 0 {
		t.Errorf("%d idle rolls after a remainder", m.Game.Idle)
	}
	m.Game.Position = position(t, stuckBoard)
	if idle(99); m.Last != nil || m.Game.Idle != 99 {
		t.Fatalf("after 99 rolls: %d idle, result %+v", m.Game.Idle, m.Last)
	}
	idle(1)
	if diff := cmp.Diff(&engine.Result{Draw: true, Method: engine.ByStuck}, m.Last); diff != "" || m.Score != [2]int{} {
		t.Errorf("at %v, result (-want +got):\n%s", m.Score, diff)
	}
	if apply(t, m, "start"); m.Phase != engine.ToOpen {
		t.Errorf("phase %d after a game without a winner, want an opening roll", m.Phase)
	}
}

// bothMothers is tapa where seat 0, with a 1, pins the other's mother while his own
// is pinned.
const bothMothers = "tapa:-1,1,,,1,,,,,,,,,,,,,,,,,,-13,-1*|0,0|12,0"

// TestRotatingMatches plays games by resignation and by a draw.
func TestRotatingMatches(t *testing.T) {
	for terms, games := range map[string][]string{"sreshta 5": {"tabla", "gulbara", "tapa", "tabla"}, "tavli 7": {"portes", "plakoto", "fevga", "portes"}} {
		m := replay(t, terms, "start", "opening 6 5")
		for i, want := range games {
			if m.Rules().Name != want {
				t.Fatalf("%s: game %d is %s, want %s", terms, i+1, m.Rules().Name, want)
			}
			draw := m.Rules().Mother
			if draw {
				drawByMothers(t, m)
			} else {
				m.Game.Position.Sides[1].Set(engine.Off, 1) // so that a resignation counts once
				apply(t, m, "resign 1 1")
			}
			apply(t, m, "start")
			if phase := map[bool]engine.Phase{true: engine.ToOpen, false: engine.ToRoll}[draw]; m.Phase != phase {
				t.Fatalf("%s: phase %d after game %d, want %d", terms, m.Phase, i+1, phase)
			}
			if draw {
				apply(t, m, "opening 6 5")
			} else if m.Game.Starter != 0 {
				t.Errorf("%s: seat %d starts after seat 0 has won", terms, m.Game.Starter)
			}
		}
	}
}

// drawByMothers ends a game of tapa by both mothers; seat 0 is on roll.
func drawByMothers(t *testing.T, m *engine.Match) {
	t.Helper()
	m.Game.Position = position(t, bothMothers)
	apply(t, m, "roll 0 2 1", "play 0 2.1")
}

func TestBothMothers(t *testing.T) {
	tests := []struct {
		terms string
		want  [2]int
	}{
		{"tapa 3", [2]int{1, 1}},
		{"tapa 3 mothers=0:0", [2]int{0, 0}},
	}
	for _, test := range tests {
		m := replay(t, test.terms, "start", "opening 6 5")
		drawByMothers(t, m)
		if m.Score != test.want || m.Last.Method != engine.ByBothMothers || !m.Last.Draw {
			t.Errorf("%s: %v, %+v, want %v", test.terms, m.Score, m.Last, test.want)
		}
	}
	for terms, want := range map[string][2]int{"sreshta 5": {1, 1}, "tavli 7": {0, 0}, "tavli 7 mothers=1:1": {1, 1}} {
		m := replay(t, terms, "start", "opening 6 5")
		for !m.Rules().Mother {
			m.Game.Position.Sides[1].Set(engine.Off, 1)
			apply(t, m, "resign 1 1", "start")
		}
		before := m.Score
		drawByMothers(t, m)
		if got := [2]int{m.Score[0] - before[0], m.Score[1] - before[1]}; got != want {
			t.Errorf("%s: both mothers count %v, want %v", terms, got, want)
		}
	}
}

// TestAMatchEndsOnlyWithALead: 2:2 in a match to 3 becomes 3:3, and play goes on.
func TestAMatchEndsOnlyWithALead(t *testing.T) {
	m := replay(t, "tapa 3", "start", "opening 6 5")
	for range 3 {
		drawByMothers(t, m)
		if m.Phase == engine.MatchEnded {
			t.Fatalf("the match ends at %v", m.Score)
		}
		apply(t, m, "start", "opening 6 5")
	}
	apply(t, m, "resign 1 2")
	if m.Phase != engine.MatchEnded || *m.Winner != 0 || m.Score != [2]int{5, 3} {
		t.Errorf("phase %d at %v", m.Phase, m.Score)
	}
}

// TestMother plays a step of seat 0 and looks at the game's end.
func TestMother(t *testing.T) {
	tests := []struct {
		sentence, position, steps string
		want                      engine.Ending
	}{
		{"pinning the last checker on its start, with none on one's own",
			"tapa:-1,1,,,1,,,,,,,,,,,,,,,,,-14,,|0,0|13,0", "2.1", engine.MotherPinned},
		{"not his last in play: it may be, or not", "tapa:-1,1,,,1,,,,,,,,,,,,,,,,,,,|0,0|13,14", "2.1", engine.MotherPinned},
		{"pinning elsewhere", "tapa:,-1,1,,1,,,,,,,,,,,,,,,,,-14,,|0,0|13,0", "3.1", engine.NotOver},
		{"with a checker on one's own start", "tapa:-1,1,,,,,,,,,,,,,,,,,,,,-14,,1|0,0|13,0", "2.1", engine.NotOver},
		{"the moment the last of them leaves", "tapa:1*,,,,,,,,,,,,,,,,,,,,,-14,,1|0,0|13,0", "24.1", engine.MotherPinned},
		{"not while another stays", "tapa:1*,,,,,,,,,,,,,,,,,,,,,-14,,2|0,0|12,0", "24.1", engine.NotOver},
		{"if the pin still holds", "tapa:-1,,,,1,,,,,,,,,,,,,,,,,-14,,1|0,0|13,0", "24.1", engine.NotOver},
		{"both mothers pinned", bothMothers, "2.1", engine.BothMothersPinned},
		{"one's own mother alone is pinned", "tapa:-2,1,,,1,,,,,,,,,,,,,,,,,,-12,-1*|0,0|12,0", "5.1", engine.NotOver},
		{"the last checker off comes before", "tapa:1*,,,,,,,,,,,,,,,,,,,,,-14,,|0,0|14,0", "1.1", engine.BorneOff},
	}
	for _, test := range tests {
		stage := stageOf(t, test.position, 0, "1")
		steps, err := engine.ParseSteps(test.steps)
		if err != nil {
			t.Fatal(err)
		}
		after, err := stage.After(steps)
		if err != nil {
			t.Fatalf("%s: %v", test.sentence, err)
		}
		if got := stage.Rules.Ending(after, 0); got != test.want {
			t.Errorf("%s: %v, want %v", test.sentence, got, test.want)
		}
	}
}

// TestMotherWinsTwoPoints: also where the game could no longer be lost by mars.
func TestMotherWinsTwoPoints(t *testing.T) {
	m := replay(t, "tapa 5", "start", "opening 6 5")
	m.Game.Position = position(t, "tapa:-1,1,,,1,,,,,,,,,,,,,,,,,-13,,|0,0|13,1")
	apply(t, m, "roll 0 3 1", "play 0 2.1")
	if want := [2]int{2, 0}; m.Score != want || m.Last.Method != engine.ByMother {
		t.Errorf("%v by %v, want %v by the mother", m.Score, m.Last.Method, want)
	}
}
