package talk

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
)

// TestRandomTaps plays every game by tapping whatever buttons are shown, each of them
// twice, with a restart now and then: with its usual options and with others, in a
// match and without length. The shortest game is played to the match's end, the others
// for a while; now and then somebody resigns, so that rotating matches get on.
func TestRandomTaps(t *testing.T) {
	var met encounters
	t.Cleanup(func() { met.check(t) })
	for _, game := range Games() {
		for _, length := range []int{3, 0} {
			usual := engine.Terms{Game: game, Length: length}
			for _, terms := range []engine.Terms{usual, anyOptions(usual), usual.With("escalation", "1")} {
				escalates := terms.Rules(1).EscalateFrom == 1
				if terms.Options["escalation"] != "" && !escalates {
					continue // no doubles that could escalate at once
				}
				met.matches++
				t.Run(terms.String(), func(t *testing.T) {
					t.Parallel()
					most := 60
					switch {
					case game == "hypergammon" && length > 0:
						most = 4000
					case escalates:
						most = 150
					}
					playRandomly(t, terms, most, &met)
				})
			}
		}
	}
}

// playRandomly taps so many times at most, if the match does not end before.
func playRandomly(t *testing.T, terms engine.Terms, most int, met *encounters) {
	t.Helper()
	r := newRig(t)
	r.twice = true
	r.begin(terms.String())
	random := seeded(t.Name())
	taps := 0
	for ; taps < most && r.table().Stage == Playing && r.table().Match.Number < 5; taps++ {
		if random.IntN(50) == 0 {
			r.restart()
		}
		if rotation(terms) != nil && random.IntN(25) == 0 {
			r.giveUp()
		}
		if r.table().Stage == Playing {
			r.randomTap(random)
		}
		met.note(r.table())
		r.invariants(taps%20 == 0)
	}
	met.mu.Lock()
	met.played++
	met.mu.Unlock()
	if taps == 4000 {
		t.Fatalf("the match does not end:\n%s", shown(r.screen()))
	}
}

// anyOptions returns the terms with some value of every option that applies, but for
// when doubles escalate.
func anyOptions(terms engine.Terms) engine.Terms {
	random := seeded(terms.String())
	for _, key := range engine.Options() {
		if key == "escalation" {
			continue
		}
		i := slices.IndexFunc(terms.Choices(), func(c engine.Chosen) bool { return c.Key == key })
		if i < 0 {
			continue
		}
		values := terms.Choices()[i].Values
		terms = terms.With(key, values[random.IntN(len(values))])
	}
	return terms
}

// encounters counts what random taps have come across, lest they prove nothing.
type encounters struct {
	matches int // that there are
	mu      sync.Mutex
	played  int // of them
	chains  int
	rests   int
	ended   int
	later   int // games after the first of a rotating match
}

func (e *encounters) note(t *Table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	m := t.Match
	if turn := m.Game.Turn; turn != nil && turn.Remainder() {
		e.rests++
	} else if turn != nil && turn.Chain {
		e.chains++
	}
	if m.Phase == engine.ToStart || m.Phase == engine.MatchEnded {
		e.ended++
	}
	if m.Number > 1 && rotation(m.Terms) != nil {
		e.later++
	}
}

func (e *encounters) check(t *testing.T) {
	t.Helper()
	t.Logf("met %d boards of chains, %d of rests, %d ends of games, %d boards of later games of rotating matches", e.chains, e.rests, e.ended, e.later)
	if e.played == e.matches && min(e.chains, e.rests, e.ended, e.later) == 0 { // not if only some were asked for
		t.Error("random taps have not met everything")
	}
}

// giveUp lets whoever is to act resign as much as can be lost.
func (r *rig) giveUp() {
	r.Helper()
	table := r.table()
	seat, waits := table.actor()
	if !waits || table.Match.Phase == engine.ToAnswer || table.Match.Game.Giving != nil {
		return
	}
	twice := r.twice
	r.twice = false
	defer func() { r.twice = twice }()
	name := table.Seats[seat].Name
	answer := r.command(name, "resign", "")
	buttons := answer.Note.Groups[0].Buttons
	r.tapNoteTwice(name, answer, buttons[len(buttons)-2].Label)
}

// invariants holds what is true of every match after every action: all checkers are
// somewhere, and if wanted that the log, replayed, gives the same match.
func (r *rig) invariants(replayed bool) {
	r.Helper()
	match, m := r.match(), r.table().Match
	for seat := range engine.Seat(2) {
		if n := m.Game.Position.Sides[seat].Checkers(); n != m.Rules().Checkers {
			r.Fatalf("seat %d has %d checkers, not %d:\n%s", seat, n, m.Rules().Checkers, shown(r.screen()))
		}
	}
	if !replayed {
		return
	}
	log, err := r.store.Log(context.Background(), match.ID)
	if err != nil {
		r.Fatal(err)
	}
	if err := Check(match, log); err != nil {
		r.Fatal(err)
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
