package ai_test

import (
	"math/rand/v2"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
)

// spots returns positions of a few games between equal players.
func spots(b *testing.B, library *ai.Library, rules *engine.Rules) []ai.Spot {
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

// BenchmarkMove prints how long a whole move takes at each depth.
func BenchmarkMove(b *testing.B) {
	var library ai.Library
	rules, _ := engine.Variant("backgammon")
	spots := spots(b, &library, &rules)
	nets, _ := library.For(&rules)
	for plies, name := range []string{"static", "one ply", "full"} {
		b.Run(name, func(b *testing.B) {
			e := ai.NewEvaluator(&rules, nets)
			dice := rand.New(rand.NewPCG(2, 2))
			for i := 0; b.Loop(); i++ {
				e.Rank(&spots[i%len(spots)], 1+dice.IntN(6), 1+dice.IntN(6), ai.Full().First(plies))
			}
			b.ReportMetric(float64(e.Count)/float64(b.N), "evaluations/op")
		})
	}
}
