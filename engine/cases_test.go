package engine_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/engine/enginetest"
)

// readLines decodes a file of JSON lines.
func readLines[T any](t testing.TB, path string) (values []T) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Buffer(nil, 1<<20); lines.Scan(); {
		var value T
		if err := json.Unmarshal(lines.Bytes(), &value); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		values = append(values, value)
	}
	return values
}

// TestPeerCases holds the edge cases that a peer's engine publishes.
func TestPeerCases(t *testing.T) {
	type peerCase struct {
		Name, Position string
		Seat           engine.Seat
		Dice           []int
		PlayableDice   int
		Ends           []string
	}
	games := strings.NewReplacer("O:", "tabla:", "G:", "gulbara:", "T:", "tapa:", "C:", "chelebi:")
	cases := readLines[peerCase](t, "testdata/peer-tricky.jsonl")
	if len(cases) != 27 {
		t.Fatalf("%d cases, want 27", len(cases))
	}
	for _, c := range cases {
		dice, err := engine.NewDice(c.Dice...)
		if err != nil {
			t.Fatal(err)
		}
		stage := stageOf(t, games.Replace(c.Position), c.Seat, dice.String())
		got, playable := endCodes(stage, new(engine.Buffer))
		var want []string
		for _, end := range c.Ends {
			want = append(want, games.Replace(end))
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" || playable != c.PlayableDice {
			t.Errorf("%s: playable %d, want %d; ends (-want +got):\n%s", c.Name, playable, c.PlayableDice, diff)
		}
	}
}

// set is a position of backgammon with two dice and every position they lead to,
// in GNU Backgammon's position IDs.
type set struct {
	Pos   string
	Dice  [2]int
	After []string
}

// readID returns the position of an ID: seat 0 is on roll.
func (s set) readID(t testing.TB, id string) engine.Position {
	t.Helper()
	data, err := base64.RawStdEncoding.DecodeString(id)
	if err != nil || len(data) != 10 {
		t.Fatalf("position ID %q: %d bytes, error %v", id, len(data), err)
	}
	var p engine.Position
	bit := 0
	for _, seat := range []int{1, 0} { // the player not on roll comes first
		side := &p.Sides[seat]
		left := 15
		for place := 1; place <= engine.Bar; bit++ {
			if data[bit/8]>>(bit%8)&1 == 0 {
				place++
				continue
			}
			side.Set(place, side.At(place)+1)
			left--
		}
		side.Set(engine.Off, left)
	}
	return p
}

func TestSetsOfGNUBackgammon(t *testing.T) {
	compareSets(t, "testdata/gnubg-sets.jsonl", 200)
}

func TestSharedSetsOfGNUBackgammon(t *testing.T) {
	compareSets(t, enginetest.Shared(t, "strength/legal-moves-dev.jsonl"), 1200)
}

// compareSets compares ends with those listed. One difference is by design: where
// the last checker can go off with one die or with both, only the play of both is
// listed there.
func compareSets(t *testing.T, path string, n int) {
	rules, _ := engine.Variant("backgammon")
	sets := readLines[set](t, path)
	if len(sets) != n {
		t.Fatalf("%d sets, want %d", len(sets), n)
	}
	var buf engine.Buffer
	byDesign := 0
	for _, set := range sets {
		stage := engine.Stage{Rules: &rules, Position: set.readID(t, set.Pos), Dice: engine.Roll(set.Dice[0], set.Dice[1])}
		ends, _ := stage.Ends(&buf)
		var want []engine.Position
		for _, id := range set.After {
			want = append(want, set.readID(t, id).Mirror()) // the opponent is on roll
		}
		if extra := finishedByOneDie(&stage, ends, want); len(extra) > 0 {
			byDesign++
			want = append(want, extra...)
		}
		if diff := cmp.Diff(sortedCodes(&rules, want), sortedCodes(&rules, ends)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", set.Pos, fmt.Sprint(set.Dice), diff)
		}
	}
	t.Logf("%d sets, %d with a last checker that goes off with one die", len(sets), byDesign)
}

// finishedByOneDie returns the ends that are not listed, if each of them ends the
// game by one step.
func finishedByOneDie(stage *engine.Stage, ends, listed []engine.Position) (extra []engine.Position) {
	plan := stage.Plan()
	for _, end := range ends {
		if slices.Contains(listed, end) {
			continue
		}
		byOne := slices.ContainsFunc(plan.Plays(), func(play engine.Route) bool { return play.End == end && len(play.Steps) == 1 })
		if byOne && stage.Rules.Ending(end, stage.Mover) == engine.BorneOff {
			extra = append(extra, end)
		}
	}
	return extra
}

// BenchmarkEndsOfSets reports the mean time of one roll, over all 21 rolls from
// the positions of the sets.
func BenchmarkEndsOfSets(b *testing.B) {
	rules, _ := engine.Variant("backgammon")
	var stages []engine.Stage
	for _, set := range readLines[set](b, enginetest.Shared(b, "strength/legal-moves-dev.jsonl")) {
		stages = append(stages, engine.Stage{Rules: &rules, Position: set.readID(b, set.Pos)})
	}
	benchmarkEnds(b, stages)
}
