package engine_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

// endCodes returns the stage's ends as sorted position codes.
func endCodes(s engine.Stage, buf *engine.Buffer) (codes []string, playable int) {
	ends, playable := s.Ends(buf)
	return sortedCodes(s.Rules, ends), playable
}

func sortedCodes(rules *engine.Rules, ends []engine.Position) []string {
	codes := make([]string, len(ends))
	for i, end := range ends {
		codes[i] = rules.FormatPosition(end)
	}
	slices.Sort(codes)
	return codes
}

// TestStepsKeepTheBoardValid plays random steps of random stages.
func TestStepsKeepTheBoardValid(t *testing.T) {
	inEveryGame(t, func(t *rapid.T, stage engine.Stage) {
		if err := stage.Rules.Validate(stage.Position); err != nil {
			t.Fatalf("the stage itself: %v", err)
		}
		var buf engine.Buffer
		ends, playable := stage.Ends(&buf)
		if playable < 0 || playable > stage.Dice.Len() || len(ends) == 0 {
			t.Fatalf("%d dice playable, %d ends", playable, len(ends))
		}
		for _, end := range ends {
			if err := stage.Rules.Validate(end); err != nil {
				t.Fatalf("%s %s: %v", stage.Rules.FormatPosition(stage.Position), stage.Dice, err)
			}
		}
	})
}

// TestOneOrderFindsWhatEveryOrderFinds compares the quick ways of common stages
// with the search that needs none.
func TestOneOrderFindsWhatEveryOrderFinds(t *testing.T) {
	inEveryGame(t, func(t *rapid.T, stage engine.Stage) {
		var buf engine.Buffer
		for _, dice := range append(rolls(), stage.Dice) {
			stage.Dice = dice
			ends, playable := stage.Ends(&buf)
			got := slices.Clone(ends)
			want, wantPlayable := stage.EndsInEveryOrder(&buf)
			if playable != wantPlayable || len(got) != len(want) || !maps.Equal(counts(got), counts(want)) {
				t.Fatalf("%s seat %d %s: playable %d, want %d; ends (-every order +Ends):\n%s",
					stage.Rules.FormatPosition(stage.Position), stage.Mover, stage.Dice, playable, wantPlayable,
					cmp.Diff(sortedCodes(stage.Rules, want), sortedCodes(stage.Rules, got)))
			}
		}
	})
}

func TestEndsAllocateNothing(t *testing.T) {
	for _, key := range engine.Variants() {
		rules, _ := engine.Variant(key)
		var buf engine.Buffer
		stages, all := played(&rules, 200), rolls()
		endsOfAll := func() {
			for _, stage := range stages {
				for _, dice := range all {
					stage.Dice = dice
					stage.Ends(&buf)
				}
			}
		}
		endsOfAll() // the buffer grows
		if allocations := testing.AllocsPerRun(1, endsOfAll); allocations != 0 {
			t.Errorf("%s: %v allocations with a grown buffer, want none", key, allocations)
		}
	}
}
