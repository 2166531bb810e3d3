package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"tablabot/engine/ai"
)

// TestDoubles holds that the doubles which stand for all count as much as all, that a
// thrown one is among them, and that in the long run none counts more than another.
func TestDoubles(t *testing.T) {
	for _, name := range []string{"gulbara", "chelebi", "tapa"} {
		g, err := findGame(name)
		if err != nil {
			t.Fatal(err)
		}
		a := &actor{game: g, eval: ai.Forgetful(&g.rules), random: rand.New(rand.NewPCG(1, 2))}
		const turns = 60_000
		var sums [7]float64
		for range turns {
			first, second := 1+a.random.IntN(6), 1+a.random.IntN(6)
			all, pips := 0.0, 0.0
			for d, weight := range a.doubles(first, second) {
				sums[d] += float64(weight)
				all += float64(weight)
				pips += float64(weight) * float64(d)
			}
			if math.Abs(pips-21./36) > 1e-6 {
				t.Fatalf("%s: high and low doubles are not in balance: %v", name, pips)
			}
			if math.Abs(all-6./36) > 1e-6 {
				t.Fatalf("%s: the doubles count %v together, not a sixth", name, all)
			}
			if first == second && a.doubles(first, second)[first] == 0 {
				t.Fatalf("%s: a thrown %d-%d counts nothing", name, first, first)
			}
		}
		for d := 1; d <= 6; d++ {
			if mean := sums[d] / turns; math.Abs(mean-1./36) > 0.001 {
				t.Errorf("%s: %d-%d counts %.4f in the mean, not 1/36", name, d, d, mean)
			}
		}
	}
}
