package bearoff

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
)

// TestRanks goes through all placements and compares each one's place in the row with
// its rank.
func TestRanks(t *testing.T) {
	var p placement
	for want := range placements {
		if got := p.rank(); int(got) != want {
			t.Fatalf("%v has rank %d, want %d", p, got, want)
		}
		if want < placements-1 {
			p.next()
		}
	}
	if want := (placement{most, most, most, most, most, most}); p != want {
		t.Errorf("the last placement is %v, want %v", p, want)
	}
}

// TestChoices compares where the throws lead to with the plays that the engine finds.
func TestChoices(t *testing.T) {
	for key, tables := range map[string]*Tables{"backgammon": fourfold(), "gulbara": escalating()} {
		rules, _ := engine.Variant(key)
		var p placement
		var buf engine.Buffer
		for rank := 1; rank < fewRanks; rank++ {
			p.next()
			if rank%7 != 0 {
				continue // a part will do
			}
			var want []choice
			for a := 1; a <= 6; a++ {
				throws := int32(1)
				for b := a; b <= 6; b++ {
					ends := playedRanks(&rules, &p, a, b, &buf)
					want = offer(want, throws, distinct(ends))
					throws = 2
				}
			}
			if diff := cmp.Diff(want, tables.choices[rank], cmp.AllowUnexported(choice{})); diff != "" {
				t.Fatalf("%s: %v: choices differ (-engine +table):\n%s", key, p, diff)
			}
		}
	}
}

// playedRanks returns the ranks that the engine's plays of a roll lead to.
func playedRanks(r *engine.Rules, p *placement, a, b int, buf *engine.Buffer) (ranks []uint16) {
	position := engine.Position{Sides: [2]engine.Side{p.side(), (&placement{1, 1, 1, 1, 1, 1}).side()}}
	var ends []engine.Position
	if a == b && r.Escalates {
		chain, err := r.ChainEnds(position, 0, a, buf)
		if err != nil {
			panic(err)
		}
		for _, end := range chain {
			ends = append(ends, end.End)
		}
	} else {
		stage := engine.Stage{Rules: r, Position: position, Dice: engine.Roll(a, b)}
		ends, _ = stage.Ends(buf)
	}
	for i := range ends {
		end := placed(&ends[i].Sides[0])
		ranks = append(ranks, end.rank())
	}
	return ranks
}

// side returns the placement as a side of 15 checkers.
func (p *placement) side() (s engine.Side) {
	for i := range p {
		s.Set(points-i, int(p.checkers(i)))
	}
	s.Set(engine.Off, most-int(p[points-1]))
	return s
}

// TestMeans compares the average rolls of a plan with the best of all choices.
func TestMeans(t *testing.T) {
	for _, tables := range []*Tables{fourfold(), escalating()} {
		mean := tables.mean
		for rank, choices := range tables.choices {
			if rank == 0 {
				continue
			}
			sum := int64(0)
			for _, c := range choices {
				least := mean[c.ranks[0]]
				for _, to := range c.ranks {
					least = min(least, mean[to])
				}
				sum += int64(c.throws) * int64(least)
			}
			if want := one + int32(perThrow(sum)); mean[rank] != want {
				t.Fatalf("rank %d needs %d rolls on average, want %d, in parts of %d", rank, mean[rank], want, one)
			}
		}
	}
}
