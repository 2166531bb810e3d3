package bearoff_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine"
	"tablabot/engine/ai/bearoff"
	"tablabot/engine/ai/net"
)

// TestJudge holds positions whose chances can be told by counting throws.
func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name       string
		game       string
		own, other [6]int
		want       net.Chances
	}{
		{"the last checker goes off", "tabla", [6]int{1}, [6]int{1}, net.Chances{net.Win1: 1}},
		{"and the other has none off", "tabla", [6]int{1}, [6]int{5, 5, 5}, net.Chances{net.Win2: 1}},
		{"27 throws take a checker off point 6", "tabla", [6]int{5: 1}, [6]int{1},
			net.Chances{net.Win1: 27. / 36, net.Lose1: 9. / 36}},
		{"with escalating doubles 1-1 does it too", "gulbara", [6]int{5: 1}, [6]int{1},
			net.Chances{net.Win1: 28. / 36, net.Lose1: 8. / 36}},
		{"a 6 saves the gammon, as do 5-1, 4-2, 3-3, 2-2", "tabla", [6]int{5: 15}, [6]int{1},
			net.Chances{net.Lose1: 17. / 36, net.Lose2: 19. / 36}},
		{"with escalating doubles every double does", "gulbara", [6]int{5: 15}, [6]int{1},
			net.Chances{net.Lose1: 20. / 36, net.Lose2: 16. / 36}},
		{"with three checkers 5-5 and 4-4 save it too, and 6-6 wins", "hypergammon", [6]int{5: 3}, [6]int{1},
			net.Chances{net.Win1: 1. / 36, net.Lose1: 18. / 36, net.Lose2: 17. / 36}},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules := variant(t, test.game)
			p := position(rules, test.own, test.other)
			got, ok := bearoff.Judge(rules, &p, [2]uint8{9, 9})
			if !ok {
				t.Fatal("not known")
			}
			for outcome, want := range test.want {
				if math.Abs(float64(got[outcome]-want)) > 2e-5 {
					t.Fatalf("chances %v, want %v", got, test.want)
				}
			}
		})
	}
}

// TestNotKnown holds positions and games that the tables say nothing about.
func TestNotKnown(t *testing.T) {
	away := [6]int{2, 2, 2, 2, 2, 2}
	rules := variant(t, "tabla")
	outside := position(rules, away, away)
	outside.Sides[1].Set(engine.Off, 2)
	outside.Sides[1].Set(7, 1)
	onBar := outside.Mirror()
	onBar.Sides[0].Set(7, 0)
	onBar.Sides[0].Set(engine.Bar, 1)
	for _, test := range []struct {
		name  string
		game  string
		p     engine.Position
		rolls [2]uint8
		want  bool
	}{
		{"all home", "tabla", position(rules, away, away), [2]uint8{}, true},
		{"a checker on 7", "tabla", outside, [2]uint8{9, 9}, false},
		{"a checker on the bar", "tabla", onBar, [2]uint8{9, 9}, false},
		{"nothing left", "tabla", position(rules, [6]int{}, away), [2]uint8{9, 9}, false},
		{"all doubles from now on escalate", "chelebi", position(rules, away, away), [2]uint8{3, 3}, true},
		{"the next does not", "chelebi", position(rules, away, away), [2]uint8{2, 3}, false},
		{"the opponent's next does not", "chelebi", position(rules, away, away), [2]uint8{3, 2}, false},
	} {
		if c, ok := bearoff.Judge(variant(t, test.game), &test.p, test.rolls); ok != test.want {
			t.Errorf("%s: %v, %v, want %v", test.name, c, ok, test.want)
		}
	}
}

// TestChancesAddUp draws positions at home and adds up their chances.
func TestChancesAddUp(t *testing.T) {
	games := []string{"tabla", "gulbara", "hypergammon"}
	rapid.Check(t, func(t *rapid.T) {
		rules, _ := engine.Variant(rapid.SampledFrom(games).Draw(t, "game"))
		p := engine.Position{Sides: [2]engine.Side{drawHome(t, &rules, "own"), drawHome(t, &rules, "other")}}
		c, ok := bearoff.Judge(&rules, &p, [2]uint8{9, 9})
		sum := float32(0)
		for outcome, chance := range c {
			sum += chance
			if chance < 0 || chance > 1 {
				t.Errorf("outcome %d has the chance %g", outcome, chance)
			}
		}
		if !ok || math.Abs(float64(sum-1)) > 1e-6 {
			t.Errorf("%v: chances %v (%v), want a sum of 1", p, c, ok)
		}
		for seat, outcome := range map[int]net.Outcome{0: net.Lose2, 1: net.Win2} {
			if p.Sides[seat].At(engine.Off) > 0 && c[outcome] > 0 {
				t.Errorf("%v: chance of a gammon %g against one who has a checker off", p, c[outcome])
			}
		}
	})
}

// drawHome draws a side with at least one checker left, all of them home.
func drawHome(t *rapid.T, r *engine.Rules, label string) (s engine.Side) {
	left := rapid.IntRange(1, r.Checkers).Draw(t, label)
	s.Set(engine.Off, r.Checkers-left)
	for range left {
		point := rapid.IntRange(1, 6).Draw(t, "point")
		s.Set(point, s.At(point)+1)
	}
	return s
}

// TestDoubling compares the equities of positions with those of their best cube
// action.
func TestDoubling(t *testing.T) {
	tables := bearoff.For(variant(t, "backgammon"), [2]uint8{})
	rapid.Check(t, func(t *rapid.T) {
		six := &engine.Rules{Checkers: 6}
		p := engine.Position{Sides: [2]engine.Side{drawHome(t, six, "own"), drawHome(t, six, "other")}}
		for i := range p.Sides {
			p.Sides[i].Set(engine.Off, p.Sides[i].At(engine.Off)+9)
		}
		e, _ := tables.Equities(&p)
		for cube, want := range []float32{e.Centred, e.Owned} {
			d, ok := tables.Doubling(&p, bearoff.Cube(cube))
			if got := max(d.NoDouble, min(d.Take, d.Drop)); !ok || got != want {
				t.Errorf("cube %d: the best of %+v is %g (%v), want %g", cube, d, got, ok, want)
			}
		}
		c, _ := tables.Judge(&p)
		if got := net.Money.Of(&c); math.Abs(float64(got-e.Cubeless)) > 1e-6 {
			t.Errorf("the chances %v are worth %g, want %g", c, got, e.Cubeless)
		}
	})
	hyper := variant(t, "hypergammon")
	p := position(hyper, [6]int{1, 1, 1}, [6]int{1, 1})
	if d, ok := tables.Doubling(&p, bearoff.Centred); ok {
		t.Errorf("with a gammon possible, a double is worth %+v, want no answer", d)
	}
}

// TestNoAllocations judges and decides without allocating.
func TestNoAllocations(t *testing.T) {
	rules := variant(t, "backgammon")
	for _, p := range benchPositions(rules) {
		tables := bearoff.For(rules, [2]uint8{})
		allocations := testing.AllocsPerRun(100, func() {
			bearoff.Judge(rules, &p, [2]uint8{})
			tables.Doubling(&p, bearoff.Centred)
		})
		if allocations != 0 {
			t.Errorf("%v allocations, want none", allocations)
		}
	}
}

// position returns a position in which the sides have these checkers on their points
// 1 to 6.
func position(r *engine.Rules, own, other [6]int) engine.Position {
	return engine.Position{Sides: [2]engine.Side{home(own, r.Checkers), home(other, r.Checkers)}}
}

// benchPositions returns one position for each way of judging.
func benchPositions(r *engine.Rules) map[string]engine.Position {
	return map[string]engine.Position{
		"few":    position(r, [6]int{1, 1, 1, 1}, [6]int{2, 0, 1, 0, 1}),
		"many":   position(r, [6]int{2, 2, 2, 1, 2, 1}, [6]int{3, 2, 2, 1}),
		"gammon": position(r, [6]int{2, 3, 3, 2, 2, 3}, [6]int{3, 2, 2, 1}),
	}
}

func BenchmarkJudge(b *testing.B) {
	rules := variant(b, "backgammon")
	for name, p := range benchPositions(rules) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				bearoff.Judge(rules, &p, [2]uint8{})
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		bearoff.New(bearoff.Fourfold)
	}
}
