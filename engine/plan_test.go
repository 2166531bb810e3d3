package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

// TestPlanAgreesWithEnds walks through plans.
func TestPlanAgreesWithEnds(t *testing.T) {
	inEveryGame(t, func(t *rapid.T, stage engine.Stage) {
		plan := stage.Plan()
		var buf engine.Buffer
		want, _ := endCodes(stage, &buf)
		if diff := cmp.Diff(want, sortedCodes(stage.Rules, plan.Ends(nil))); diff != "" {
			t.Fatalf("ends (-Ends +Plan):\n%s", diff)
		}

		var draft []engine.Step
		for next := plan.Next(nil); len(next) > 0; next = plan.Next(draft) {
			step := rapid.SampledFrom(next).Draw(t, "step")
			if err := plan.Check(draft, step); err != nil {
				t.Fatalf("%s after %s is offered and refused: %v", step, engine.FormatSteps(draft), err)
			}
			draft = append(draft, step)
		}
		end, err := stage.After(draft)
		if err != nil || !plan.Complete(draft) {
			t.Fatalf("walk %s: complete %t, error %v", engine.FormatSteps(draft), plan.Complete(draft), err)
		}
		if code := stage.Rules.FormatPosition(end); !slices.Contains(want, code) {
			t.Fatalf("walk %s ends in %s, which is no end", engine.FormatSteps(draft), code)
		}
	})
}

func TestPlanHasOnePlayForEveryEnd(t *testing.T) {
	inEveryGame(t, func(t *rapid.T, stage engine.Stage) {
		plan := stage.Plan()
		var ends []engine.Position
		for _, play := range plan.Plays() {
			end, err := stage.After(play.Steps)
			if err != nil || end != play.End || !plan.Complete(play.Steps) {
				t.Fatalf("%s: complete %t, error %v, ends in %s, want %s", engine.FormatSteps(play.Steps),
					plan.Complete(play.Steps), err, stage.Rules.FormatPosition(end), stage.Rules.FormatPosition(play.End))
			}
			ends = append(ends, play.End)
		}
		var buf engine.Buffer
		want, _ := endCodes(stage, &buf)
		if diff := cmp.Diff(want, sortedCodes(stage.Rules, ends)); diff != "" {
			t.Fatalf("ends (-Ends +Plays):\n%s", diff)
		}
	})
}

// TestPlanRefusesWithOneRule asks for every step, offered or not.
func TestPlanRefusesWithOneRule(t *testing.T) {
	inEveryGame(t, func(t *rapid.T, stage engine.Stage) {
		plan := stage.Plan()
		var draft []engine.Step
		for next := plan.Next(nil); ; next = plan.Next(draft) {
			for from := range uint8(28) {
				for die := range uint8(9) {
					step := engine.Step{From: from, Die: die}
					err := plan.Check(draft, step)
					var refusal engine.Refusal
					if offered := slices.Contains(next, step); offered != (err == nil) {
						t.Fatalf("%s: offered %t, error %v", step, offered, err)
					} else if err != nil && (!errors.As(err, &refusal) || refusal == 0) {
						t.Fatalf("%s: the error %v is no refusal", step, err)
					}
				}
			}
			if len(next) == 0 {
				return
			}
			draft = append(draft, rapid.SampledFrom(next).Draw(t, "step"))
		}
	})
}

// BenchmarkPlan makes the plan of a roll, of all rolls and of the widest double.
func BenchmarkPlan(b *testing.B) {
	rules, _ := engine.Variant("backgammon")
	stages := played(&rules, 1000)
	all := rolls()
	b.Run("all rolls", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			stage := stages[n/len(all)%len(stages)]
			stage.Dice = all[n%len(all)]
			stage.Plan()
		}
	})
	b.Run("fifteen places", func(b *testing.B) {
		_, wide, err := engine.ParsePosition("backgammon:,,,,,,,,,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1|0,15|0,0")
		if err != nil {
			b.Fatal(err)
		}
		stage := engine.Stage{Rules: &rules, Position: wide, Dice: engine.Roll(1, 1)}
		for b.Loop() {
			stage.Plan()
		}
		b.ReportMetric(float64(len(stage.Plan().Ends(nil))), "ends")
	})
}
