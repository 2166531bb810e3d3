package engine_test

import (
	"math/rand/v2"
	"testing"

	"tablabot/engine"
)

// rolls are the 21 different rolls.
func rolls() (dice []engine.Dice) {
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			dice = append(dice, engine.Roll(high, low))
		}
	}
	return dice
}

// played returns positions from games of a game's rules played at random, every
// position with the seat on roll.
func played(rules *engine.Rules, n int) (positions []engine.Stage) {
	random := rand.New(rand.NewPCG(1, 2))
	var buf engine.Buffer
	for len(positions) < n {
		position, mover := rules.StartPosition(), engine.Seat(0)
		for len(positions) < n {
			positions = append(positions, engine.Stage{Rules: rules, Position: position, Mover: mover})
			position = randomEnd(random, rules, position, mover, &buf)
			if rules.Ending(position, mover) != engine.NotOver {
				break
			}
			mover = mover.Other()
		}
	}
	return positions
}

// BenchmarkEnds reports the mean time of one roll, over all 21 rolls from each
// position of random games.
func BenchmarkEnds(b *testing.B) {
	for _, key := range engine.Variants() {
		rules, _ := engine.Variant(key)
		b.Run(key, func(b *testing.B) { benchmarkEnds(b, played(&rules, 1000)) })
	}
}

func benchmarkEnds(b *testing.B, stages []engine.Stage) {
	all := rolls()
	var buf engine.Buffer
	ends, n := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		stage := stages[n/len(all)%len(stages)]
		stage.Dice = all[n%len(all)]
		found, _ := stage.Ends(&buf)
		ends += len(found)
		n++
	}
	b.ReportMetric(float64(ends)/float64(n), "ends/op")
}
