package ai_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tablabot/engine"
	"tablabot/engine/ai"
)

// spots returns positions of a few games between equal players.
func spots(b testing.TB, library *ai.Library, rules *engine.Rules) []ai.Spot {
	nets, err := library.For(rules)
	if err != nil {
		b.Fatal(err)
	}
	e := ai.NewEvaluator(rules, nets)
	dice := rand.New(rand.NewPCG(1, 1))
	var spots []ai.Spot
	for s := ai.Start(rules); len(spots) < 300; {
		spots = append(spots, s)
		c := e.Play(&s, 1+dice.IntN(6), 1+dice.IntN(6))
		if s = c.Next; c.Over {
			s = ai.Start(rules)
		}
	}
	return spots
}

// BenchmarkEvaluations prints how many positions are judged a second: every end of a
// roll's plays, with its generation.
func BenchmarkEvaluations(b *testing.B) {
	var library ai.Library
	rules, _ := engine.Variant("backgammon")
	spots := spots(b, &library, &rules)
	nets, _ := library.For(&rules)
	e := ai.Forgetful(&rules)
	e.Nets = nets
	dice := rand.New(rand.NewPCG(2, 2))
	for i := 0; b.Loop(); i++ {
		e.Play(&spots[i%len(spots)], 1+dice.IntN(6), 1+dice.IntN(6))
	}
	b.ReportMetric(float64(e.Count)/b.Elapsed().Seconds(), "evaluations/s")
}

// BenchmarkMove prints how long a whole move takes at each depth, in the middle and in
// the worst hundredth.
func BenchmarkMove(b *testing.B) {
	var library ai.Library
	for _, name := range []string{"backgammon", "tapa", "gulbara", "chelebi", "nardy", "fevga"} {
		rules, _ := engine.Variant(name)
		spots := spots(b, &library, &rules)
		nets, _ := library.For(&rules)
		for plies, depth := range []string{"static", "one ply", "full"} {
			b.Run(name+"/"+depth, func(b *testing.B) {
				e := ai.NewEvaluator(&rules, nets)
				dice := rand.New(rand.NewPCG(2, 2))
				var times []time.Duration
				var counts []int
				for i := 0; b.Loop(); i++ {
					began, before := time.Now(), e.Count
					e.Rank(&spots[i%len(spots)], 1+dice.IntN(6), 1+dice.IntN(6), ai.Plies(plies))
					times, counts = append(times, time.Since(began)), append(counts, e.Count-before)
				}
				slices.Sort(times)
				slices.Sort(counts)
				b.ReportMetric(float64(e.Count)/float64(b.N), "evaluations/op")
				b.ReportMetric(float64(counts[len(counts)*99/100]), "evaluations-worst-1%")
				b.ReportMetric(times[len(times)/2].Seconds()*1000, "ms-middle")
				b.ReportMetric(times[len(times)*99/100].Seconds()*1000, "ms-worst-1%")
			})
		}
	}
}
