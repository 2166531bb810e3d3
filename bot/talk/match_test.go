package talk

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
)

// TestRandomTaps plays every game by tapping whatever buttons are shown, each of them
// twice, with a restart now and then. The shortest game is played to the match's end,
// the others for a while.
func TestRandomTaps(t *testing.T) {
	for _, game := range Games() {
		for _, length := range []string{"3", "money"} {
			t.Run(game+"/"+length, func(t *testing.T) {
				t.Parallel()
				r := newRig(t)
				r.twice = true
				r.begin(game + " " + length)
				random := seeded(t.Name())
				most := 100
				if game == "hypergammon" {
					most = 4000
				}
				taps := 0
				for ; taps < most && r.table().Stage == Playing && r.table().Match.Number < 5; taps++ {
					if random.IntN(50) == 0 {
						r.restart()
					}
					r.randomTap(random)
				}
				if taps == 4000 {
					t.Fatalf("the match does not end:\n%s", shown(r.screen()))
				}
			})
		}
	}
}

// randomTap taps one of the buttons shown, as the one who is to act.
func (r *rig) randomTap(random *rand.Rand) {
	r.Helper()
	screen := r.screen()
	var buttons []bot.Button
	for _, group := range screen.Groups {
		for _, button := range group.Buttons {
			if button.Prompt == nil {
				buttons = append(buttons, button)
			}
		}
	}
	button := buttons[random.IntN(len(buttons))]
	if strings.HasPrefix(button.Label, "↩") { // less often, or no game gets anywhere
		button = buttons[random.IntN(len(buttons))]
	}
	name := ana
	if seat, ok := r.table().actor(); ok {
		name = r.table().Seats[seat].Name
	}
	answer := r.tapData(name, button.Data)
	if b, _ := parseTap(button.Data); verbs[b.verb].twice && random.IntN(3) == 0 {
		r.clock.Advance(2 * time.Second)
		answer = r.tapData(name, button.Data)
	}
	harmless := strings.HasPrefix(button.Label, "✔") || strings.HasPrefix(button.Label, "↩")
	if answer.Kind == bot.Refusal && !harmless {
		r.Fatalf("button %q is refused: %s\n%s", button.Label, answer.Text, shown(screen))
	}
}

// TestKeyboardReachesEveryEnd taps, for random rolls of every game, through all
// buttons and finds every legal end.
func TestKeyboardReachesEveryEnd(t *testing.T) {
	for _, game := range engine.Variants() {
		t.Run(game, func(t *testing.T) {
			rules, _ := engine.Variant(game)
			random := seeded(t.Name())
			position := rules.StartPosition()
			var buffer engine.Buffer
			for turn := range 60 {
				stage := engine.Stage{Rules: &rules, Position: position, Mover: engine.Seat(turn % 2),
					Dice: engine.Roll(random.IntN(6)+1, random.IntN(6)+1)}
				ends, _ := stage.Ends(&buffer)
				ends = append([]engine.Position(nil), ends...)
				if len(ends) < 80 {
					reachable(t, &stage, ends)
				}
				if position = ends[random.IntN(len(ends))]; rules.Ending(position, stage.Mover) != engine.NotOver {
					position = rules.StartPosition()
				}
			}
		})
	}
}

// reachable follows the buttons of a stage from draft to draft.
func reachable(t *testing.T, stage *engine.Stage, ends []engine.Position) {
	t.Helper()
	found := make(map[engine.Position]bool)
	visited := make(map[string]bool)
	plan := stage.Plan()
	todo := [][]engine.Step{nil}
	for len(todo) > 0 {
		draft := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if key := engine.FormatSteps(draft); visited[key] {
			continue
		} else {
			visited[key] = true
		}
		position, err := stage.After(draft)
		if err != nil {
			t.Fatal(err)
		}
		k := &moves{Progress: engine.Progress{Stage: *stage, Plan: plan, Draft: draft, Position: position, Over: plan.Complete(draft)}}
		if k.Over {
			found[position] = true
			continue
		}
		for _, group := range k.groups() {
			for _, button := range group.Buttons {
				b, _ := parseTap(button.Data)
				want, ok := parseTarget(b.arg)
				if !ok {
					t.Fatalf("button %q has data %q", button.Label, button.Data)
				}
				todo = append(todo, join(draft, want.missing(draft)...))
			}
		}
	}
	for _, end := range ends {
		if !found[end] {
			t.Errorf("%s %v, seat %d: no buttons lead to %s", stage.Rules.FormatPosition(stage.Position), stage.Dice, stage.Mover,
				stage.Rules.FormatPosition(end))
		}
	}
}
