package notation

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

func TestWriteMat(t *testing.T) {
	log := strings.Split(strings.TrimSpace(`
start
opening 3 1
play 0 8.3 6.1
roll 1 6 4
play 1 24.6 18.4
double 0
take 1
roll 0 5 5
play 0 8.5 8.5 6.5 6.5
double 1
drop 0
start
opening 2 6
play 1 24.6 13.2
roll 0 1 1
resign 0 1
accept 1
start
opening 1 2
`), "\n")
	var got strings.Builder
	if err := WriteMat(&got, engine.Terms{Game: "backgammon", Length: 7}, [2]string{"Ana\n", "Борис  II"}, log); err != nil {
		t.Fatal(err)
	}
	want := `; [Variation "Backgammon"]
; [Terms "backgammon 7"]
; [Crawford "On"]
; [Jacoby "Off"]
; [Beaver "Off"]
; [CubeLimit "64"]

 7 point match

 Game 1
 Ana : 0                         Борис II : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Takes
  3) 55: 8/3(2) 6/1*(2)           Doubles => 4
  4)  Drops                       Wins 2 points

 Game 2
 Ana : 0                         Борис II : 2
  1)                             62: 24/18 13/11
  2) 11: ????                     Wins 1 point

 Game 3
 Ana : 0                         Борис II : 3
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWriteMatRefuses(t *testing.T) {
	for _, game := range []string{"gulbara", "tapa", "chelebi", "nardy", "fevga", "sreshta", "tavli", "chess"} {
		if err := WriteMat(&bytes.Buffer{}, engine.Terms{Game: game, Length: 3}, [2]string{"A", "B"}, nil); err == nil {
			t.Errorf("%s was written", game)
		}
	}
	if err := WriteMat(&bytes.Buffer{}, engine.Terms{Game: "tabla", Length: 3}, [2]string{"A", "B"}, []string{"start", "nonsense"}); err == nil {
		t.Error("a log with nonsense was written")
	}
}

// TestMatRoundTrip plays random matches of the games that the form can hold.
func TestMatRoundTrip(t *testing.T) {
	games := []string{"tabla", "table", "tavla", "sheshbesh", "backgammon", "nackgammon", "hypergammon", "longgammon", "shortnardy"}
	rapid.Check(t, func(t *rapid.T) {
		terms := engine.Terms{Game: rapid.SampledFrom(games).Draw(t, "game"), Length: rapid.SampledFrom([]int{0, 1, 3, 5}).Draw(t, "length")}
		if terms.Length == 0 {
			terms = terms.With("beavers", "on").With("raccoons", "on")
		}
		checkRoundTrip(t, terms, randomLog(t, terms))
	})
}

// checkRoundTrip asks that a written match is read back with the same log.
func checkRoundTrip(t rapid.TB, terms engine.Terms, log []string) {
	t.Helper()
	var text bytes.Buffer
	if err := WriteMat(&text, terms, [2]string{"Alpha", "Beta"}, log); err != nil {
		t.Fatal(err)
	}
	file, err := ParseMat(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	match, got, err := Replay(file)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text.String())
	}
	if diff := cmp.Diff(courseOf(t, terms, log), courseOf(t, match.Terms, got)); diff != "" {
		t.Fatalf("log (-want +got):\n%s%s", diff, text.String())
	}
	if match.Terms.String() != terms.String() {
		t.Fatalf("terms %s, want %s", match.Terms, terms)
	}
}

// courseOf returns the log with the position after each play in place of its steps,
// whose order does not matter.
func courseOf(t rapid.TB, terms engine.Terms, log []string) []string {
	t.Helper()
	var course []string
	_, err := engine.Follow(terms, log, func(m *engine.Match, a engine.Action) error {
		line := a.String()
		if a.Verb == engine.Play {
			stage := engine.Stage{Rules: m.Rules(), Position: m.Game.Position, Mover: a.Seat}
			end, err := stage.After(a.Steps[0])
			if err != nil {
				return err
			}
			line = m.Rules().FormatPosition(end)
		}
		course = append(course, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return course
}

// randomLog plays up to three games by random actions, of the kinds that a .mat text
// can tell, up to the end of the last of them.
func randomLog(t *rapid.T, terms engine.Terms) []string {
	match, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	for match.Phase != engine.MatchEnded && (match.Number < 3 || match.Phase != engine.ToStart) {
		for _, a := range randomActions(t, match) {
			if err := match.Apply(a); err == nil {
				log = append(log, a.String())
				break
			}
		}
	}
	return log
}

// randomActions returns actions to try one after another; the last is legal.
func randomActions(t *rapid.T, match *engine.Match) []engine.Action {
	luck := rapid.IntRange(0, 99).Draw(t, "luck")
	die := rapid.IntRange(1, 6)
	high, low := uint8(die.Draw(t, "a")), uint8(die.Draw(t, "b"))
	high, low = max(high, low), min(high, low)
	seat, _ := match.Actor()
	var actions []engine.Action
	try := func(a engine.Action) { actions = append(actions, a) }
	switch match.Phase {
	case engine.ToStart:
		try(engine.Action{Verb: engine.Start})
	case engine.ToOpen:
		if high == low || match.Rules().Opening == engine.Reroll {
			high, low = 2, 1
		}
		if luck%2 == 0 {
			high, low = low, high
		}
		try(engine.Action{Verb: engine.OpeningPair, Dice: [2]uint8{high, low}})
	case engine.ToRoll:
		if luck < 10 {
			try(engine.Action{Verb: engine.Double, Seat: seat})
		}
		if luck == 99 && match.Game.Rolls != [2]int{} {
			try(engine.Action{Verb: engine.Resign, Seat: engine.Seat(low % 2), Level: match.HighestResignation(engine.Seat(low % 2))})
		}
		try(engine.Action{Verb: engine.Throw, Seat: seat, Dice: [2]uint8{high, low}})
	case engine.ToAnswer:
		verb := [...]engine.Verb{engine.Take, engine.Take, engine.Drop, engine.Beaver, engine.Raccoon}[luck%5]
		try(engine.Action{Verb: verb, Seat: seat})
		try(engine.Action{Verb: engine.Take, Seat: seat})
	case engine.ToPlay:
		if luck == 99 {
			try(engine.Action{Verb: engine.Resign, Seat: seat, Level: match.HighestResignation(seat)})
		}
		turn := match.Game.Turn
		stage := engine.Stage{Rules: match.Rules(), Position: turn.Start, Mover: seat, Dice: turn.Stages[0]}
		plays := stage.Plan().Plays()
		steps := plays[rapid.IntRange(0, len(plays)-1).Draw(t, "play")].Steps
		try(engine.Action{Verb: engine.Play, Seat: seat, Steps: [][]engine.Step{steps}})
	}
	return actions
}
