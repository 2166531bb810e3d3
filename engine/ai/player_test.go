package ai_test

import (
	"math/rand/v2"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// TestMatches lets the computer play whole matches of every game against itself:
// whatever it does must be legal, and the same match must give the same action.
func TestMatches(t *testing.T) {
	var library ai.Library
	for _, key := range engine.Variants() {
		t.Run(key, func(t *testing.T) {
			terms := engine.Terms{Game: key, Length: 3}
			if err := terms.Validate(); err != nil {
				t.Fatal(err)
			}
			if _, err := library.For(ptr(terms.Rules(1))); err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(2) {
				play(t, &library, terms, seed)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// play plays one match, seat 0 at level 4 and seat 1 at level 2.
func play(t *testing.T, library *ai.Library, terms engine.Terms, seed uint64) {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 7))
	pair := func() [2]uint8 { return [2]uint8{uint8(1 + dice.IntN(6)), uint8(1 + dice.IntN(6))} }
	m, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	var verbs []string
	for m.Phase != engine.MatchEnded {
		var a engine.Action
		if m.Phase == engine.ToOpen {
			a = engine.Action{Verb: engine.OpeningPair, Dice: pair()}
		} else {
			level := ai.Level(4)
			if seat, ok := m.Actor(); ok && seat == 1 {
				level = 2
			}
			if a, err = library.Act(m, level.Strength()); err != nil {
				t.Fatal(err)
			}
			if again, _ := library.Act(m, level.Strength()); again.String() != a.String() {
				t.Fatalf("first %s, then %s", a, again)
			}
			if a.Verb == engine.Throw {
				a.Dice = pair()
			}
		}
		verbs = append(verbs, a.String())
		if err := m.Apply(a); err != nil {
			t.Fatalf("%s after %v: %v", a, verbs[max(0, len(verbs)-6):], err)
		}
	}
	t.Logf("%s: %d actions, %d to %d", terms.Game, len(verbs), m.Score[0], m.Score[1])
}

// TestLevels holds that no game promises a level of winning that it does not have.
func TestLevels(t *testing.T) {
	var library ai.Library
	for _, key := range engine.Variants() {
		rules, _ := engine.Variant(key)
		nets, err := library.For(&rules)
		if err != nil {
			t.Fatal(err)
		}
		start := ai.Start(&rules)
		c := ai.NewEvaluator(&rules, nets).Judge(&start)
		var sum float32
		for _, chance := range c {
			sum += chance
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("%s: chances add up to %f", key, sum)
		}
		if rules.Third == engine.NoThird && c[net.Win3]+c[net.Lose3] > 0 {
			t.Errorf("%s: %v has a third level", key, c)
		}
		if !rules.Mother && c[net.Draw] > 0 {
			t.Errorf("%s: %v has draws", key, c)
		}
	}
}
