package engine_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

// TestStagesAreThoseOfTheRules compares what people and computers are offered in a
// random stage with the legal plays of the generator that reads like the rules.
// The flag -rapid.checks=100000 makes it as many stages of every game.
func TestStagesAreThoseOfTheRules(t *testing.T) {
	inEveryGame(t, stageIsThatOfTheRules)
}

func FuzzStage(f *testing.F) { f.Fuzz(fuzzed(stageIsThatOfTheRules)) }

func stageIsThatOfTheRules(t *rapid.T, stage engine.Stage) {
	plays, playable := slowLegalPlays(stage)
	want := distinctEnds(stage, plays)
	var buf engine.Buffer
	for range 2 { // the second time the buffer has been used
		ends, got := stage.Ends(&buf)
		sameEnds(t, stage, "Ends", want, ends)
		sameNumber(t, stage, "Ends", playable, got)
	}
	plan := stage.Plan()
	sameNumber(t, stage, "Plan", playable, plan.Playable())
	sameEnds(t, stage, "Plan", want, plan.Ends(nil))
	if len(plays) == 0 {
		if !plan.Complete(nil) || plan.Next(nil) != nil {
			t.Fatalf("%s: a plan where nothing can be played", nameOf(stage))
		}
		return
	}
	planOffersTheSteps(t, stage, plan, plays)
	planKnowsTheEnds(t, stage, plan, plays, rapid.SampledFrom(plays).Draw(t, "play").steps)
}

// distinctEnds returns what legal plays lead to, the stage's own position if there
// are none.
func distinctEnds(stage engine.Stage, plays []slowPlay) map[engine.Position]bool {
	if len(plays) == 0 {
		return map[engine.Position]bool{stage.Position: true}
	}
	ends := map[engine.Position]bool{}
	for i := range plays {
		ends[plays[i].end.position()] = true
	}
	return ends
}

// beginning is the first steps of a play; no step has the zero value.
type beginning [4]engine.Step

// planOffersTheSteps compares what every beginning of a legal play is followed by.
func planOffersTheSteps(t *rapid.T, stage engine.Stage, plan *engine.Plan, plays []slowPlay) {
	follow := map[beginning][]engine.Step{}
	for _, play := range plays {
		var begun beginning
		for i, step := range play.steps {
			if !slices.Contains(follow[begun], step) {
				follow[begun] = append(follow[begun], step)
			}
			begun[i] = step
		}
		follow[begun] = nil
	}
	for begun, want := range follow {
		steps := begun[:slices.Index(append(begun[:], engine.Step{}), engine.Step{})]
		slices.SortFunc(want, largerDieThenHigherPoint)
		if got := plan.Next(steps); !slices.Equal(got, want) || plan.Complete(steps) != (want == nil) {
			t.Fatalf("%s, after %q: offers %v, complete %t; want %v",
				nameOf(stage), engine.FormatSteps(steps), got, plan.Complete(steps), want)
		}
	}
}

func largerDieThenHigherPoint(a, b engine.Step) int {
	return 100*(int(b.Die)-int(a.Die)) + int(b.From) - int(a.From)
}

// planKnowsTheEnds follows one legal play and compares what can be reached at every
// step of it.
func planKnowsTheEnds(t *rapid.T, stage engine.Stage, plan *engine.Plan, plays []slowPlay, steps []engine.Step) {
	for n := range len(steps) + 1 {
		goingOn := keep(plays, func(p *slowPlay) bool { return slices.Equal(p.steps[:min(n, len(p.steps))], steps[:n]) })
		sameEnds(t, stage, "Plan after "+engine.FormatSteps(steps[:n]), distinctEnds(stage, goingOn), plan.Ends(steps[:n]))
	}
	end, err := stage.After(steps)
	if want := distinctEnds(stage, keep(plays, func(p *slowPlay) bool { return slices.Equal(p.steps, steps) })); !want[end] || err != nil {
		t.Fatalf("%s: %s leads to %s, error %v", nameOf(stage), engine.FormatSteps(steps), stage.Rules.FormatPosition(end), err)
	}
}

// sameEnds compares positions, each to be listed once.
func sameEnds(t *rapid.T, stage engine.Stage, way string, want map[engine.Position]bool, got []engine.Position) {
	t.Helper()
	different := len(got) != len(want)
	for _, end := range got {
		different = different || !want[end]
	}
	if different {
		t.Fatalf("%s, %s: ends (-want +got):\n%s", nameOf(stage), way,
			cmp.Diff(sortedCodes(stage.Rules, slices.Collect(maps.Keys(want))), sortedCodes(stage.Rules, got)))
	}
}

func sameNumber(t *rapid.T, stage engine.Stage, way string, want, got int) {
	t.Helper()
	if got != want {
		t.Fatalf("%s, %s: %d dice can be played, want %d", nameOf(stage), way, got, want)
	}
}

// nameOf returns what identifies a stage to a reader.
func nameOf(s engine.Stage) string {
	name := s.Rules.FormatPosition(s.Position) + " seat " + string('0'+rune(s.Mover)) + " " + s.Dice.String()
	if s.Rules.HitAndRun {
		name += " with hit-and-run"
	}
	return name
}
