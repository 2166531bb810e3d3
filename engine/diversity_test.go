package engine_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine"
)

// TestRandomStagesMeetEveryRule holds that the stages which the properties of this
// package are tested with are not all alike: two thousand of every game meet each
// rule of the game, each end, and the crowded and the empty boards.
func TestRandomStagesMeetEveryRule(t *testing.T) {
	const stages, enough = 2000, 2
	for _, key := range engine.Variants() {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			stage := rapid.Custom(func(t *rapid.T) engine.Stage { return anyStage(t, key) })
			met := meetings{}
			for seed := range stages {
				met.add(stage.Example(seed))
			}
			rules, _ := engine.Variant(key)
			for _, what := range toBeMet(&rules) {
				if met[what] < enough {
					t.Errorf("%q is met %d times in %d stages, want %d", what, met[what], stages, enough)
				}
			}
		})
	}
}

// toBeMet returns what can happen in a game.
func toBeMet(rules *engine.Rules) []string {
	all := []string{"no die can be played", "one of two dice", "some of four dice", "the last checker", "one checker against one",
		"1 equal", "2 equal", "3 equal", "4 equal",
		engine.Blocked.Error(), engine.NoChecker.Error(), engine.NoDie.Error(), engine.BothDice.Error(), engine.LargerDie.Error(),
		engine.NotHome.Error(), engine.HigherChecker.Error(), engine.GameIsOver.Error(), engine.BorneOff.String()}
	add := func(ofTheGame bool, names ...string) {
		if ofTheGame {
			all = append(all, names...)
		}
	}
	add(rules.Family == engine.Hit, "on the bar", "a hit", engine.BarFirst.Error())
	add(rules.Family == engine.Hit && rules.Checkers == 15, "a crowded bar")
	add(rules.Family == engine.Pin, "three pins", "a pin more", "a pin less", engine.Pinned.Error())
	add(rules.Mother, engine.MotherPinned.String(), engine.BothMothersPinned.String())
	add(rules.StayAfterHit, "hit-and-run", engine.HitAndRun.Error())
	add(rules.HeadRule, "two from the head", engine.Head.Error())
	add(rules.SixBlock, "a six-block stands", engine.Block.Error())
	add(rules.Runner, engine.Runner.Error())
	add(rules.OpenQuadrant, engine.Quadrant.Error())
	add(rules.NoTrap, engine.Trap.Error(), "a trap that no play avoids")
	for _, rule := range ofVariants {
		add(*rule.flag(rules), "fewer ends by the "+rule.name)
		add(*rule.flag(rules) && !rule.endsOnly, "fewer dice by the "+rule.name)
	}
	return all
}

// ofVariants are the rules of single games; endsOnly ones never shorten a play.
var ofVariants = []struct {
	name     string
	flag     func(*engine.Rules) *bool
	endsOnly bool
}{
	{"hit-and-run", func(r *engine.Rules) *bool { return &r.StayAfterHit }, false},
	{"head", func(r *engine.Rules) *bool { return &r.HeadRule }, false},
	{"six-block", func(r *engine.Rules) *bool { return &r.SixBlock }, false},
	{"runner", func(r *engine.Rules) *bool { return &r.Runner }, false},
	{"quadrant", func(r *engine.Rules) *bool { return &r.OpenQuadrant }, false},
	{"trap", func(r *engine.Rules) *bool { return &r.NoTrap }, true},
}

// meetings counts in how many stages something has happened.
type meetings map[string]int

func (m meetings) add(s engine.Stage) {
	own, opponent := &s.Position.Sides[s.Mover], &s.Position.Sides[s.Mover.Other()]
	plan := s.Plan()
	dice, playable := s.Dice.Len(), plan.Playable()
	here := map[string]bool{
		"no die can be played":    playable == 0,
		"one of two dice":         dice == 2 && playable == 1,
		"some of four dice":       dice == 4 && playable > 0 && playable < 4,
		"the last checker":        inPlay(own) == 1,
		"one checker against one": inPlay(own) == 1 && inPlay(opponent) == 1,
		"on the bar":              own.At(engine.Bar) > 0,
		"a crowded bar":           own.At(engine.Bar) > s.Dice.Len(),
		"three pins":              pins(own) >= 3,
		"a six-block stands":      s.Rules.SixBlock && longestRow(own) >= 6,
		"hit-and-run":             s.Rules.HitAndRun,
	}
	if s.Dice.Double() {
		here[string('0'+rune(dice))+" equal"] = true
	}
	ends := plan.Ends(nil)
	for _, end := range ends {
		if playable > 0 {
			here[s.Rules.Ending(end, s.Mover).String()] = true
		}
		after, his := &end.Sides[s.Mover], &end.Sides[s.Mover.Other()]
		here["a hit"] = here["a hit"] || his.At(engine.Bar) > opponent.At(engine.Bar)
		here["a pin more"] = here["a pin more"] || pins(his) > pins(opponent)
		here["a pin less"] = here["a pin less"] || pins(his) < pins(opponent)
		here["two from the head"] = here["two from the head"] || s.Rules.HeadRule && own.At(24)-after.At(24) == 2
	}
	here["a trap that no play avoids"] = playable > 0 && s.Rules.NoTrap && trapped(&s, ends)
	for _, rule := range ofVariants {
		if !*rule.flag(s.Rules) {
			continue
		}
		rules := *s.Rules
		*rule.flag(&rules) = false
		without := (&engine.Stage{Rules: &rules, Position: s.Position, Mover: s.Mover, Dice: s.Dice}).Plan()
		here["fewer dice by the "+rule.name] = playable < without.Playable()
		here["fewer ends by the "+rule.name] = playable == without.Playable() && len(ends) < len(without.Ends(nil))
	}
	m.refusals(plan, here)
	for what, is := range here {
		if is {
			m[what]++
		}
	}
}

// refusals asks for every step after each of a play's steps.
func (m meetings) refusals(plan *engine.Plan, here map[string]bool) {
	play := plan.Plays()[0].Steps
	for n := range len(play) + 1 {
		for from := uint8(1); from <= engine.Bar; from++ {
			for die := uint8(1); die <= 6; die++ {
				var refusal engine.Refusal
				if errors.As(plan.Check(play[:n], engine.Step{From: from, Die: die}), &refusal) {
					here[refusal.Error()] = true
				}
			}
		}
	}
}

// trapped reports whether every end locks in the opponent's last stack.
func trapped(s *engine.Stage, ends []engine.Position) bool {
	for _, end := range ends {
		b := newSlowBoard(engine.Stage{Rules: s.Rules, Position: end, Mover: s.Mover})
		if !b.locksIn() {
			return false
		}
	}
	return true
}

func inPlay(side *engine.Side) int { return side.Checkers() - side.At(engine.Off) }

func pins(side *engine.Side) (n int) {
	for point := 1; point <= 24; point++ {
		if side.Pinned(point) {
			n++
		}
	}
	return n
}

func longestRow(side *engine.Side) (longest int) {
	row := 0
	for point := 1; point <= 24; point++ {
		if row++; side.At(point) == 0 {
			row = 0
		}
		longest = max(longest, row)
	}
	return longest
}
