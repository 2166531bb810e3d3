package bearoff

import "testing"

// TestWinningByRolls measures, over pairs of at most six checkers a side, how far the
// chance of winning that is taken from the rolls each side needs lies from the exact
// one, and what a roll loses on average if plays are chosen by that chance, or by the
// fewest rolls.
func TestWinningByRolls(t *testing.T) {
	for _, game := range []struct {
		name   string
		tables *Tables
	}{{"fourfold", fourfold()}, {"escalating", escalating()}} {
		tables := game.tables
		var chance, byChance, byMean errors
		for other := uint16(1); other < fewRanks; other += 23 {
			exact, estimate := tables.afterPlay(other)
			for rank := 1; rank < fewRanks; rank++ {
				chance.add(estimate[rank] - exact[rank])
				var lostByChance, lostByMean float32
				for _, c := range tables.choices[rank] {
					best, likely, quick := c.ranks[0], c.ranks[0], c.ranks[0]
					for _, to := range c.ranks {
						if exact[to] > exact[best] {
							best = to
						}
						if estimate[to] > estimate[likely] {
							likely = to
						}
						if tables.mean[to] < tables.mean[quick] {
							quick = to
						}
					}
					lostByChance += float32(c.throws) * (exact[best] - exact[likely]) / throws
					lostByMean += float32(c.throws) * (exact[best] - exact[quick]) / throws
				}
				byChance.add(lostByChance)
				byMean.add(lostByMean)
			}
		}
		chance.report(t, game.name+": chance of winning", 2e-3, 0.02)
		byChance.report(t, game.name+": loss by playing for that chance", 2e-5, 0.005)
		byMean.report(t, game.name+": loss by playing for the fewest rolls", 5e-4, 0.02)
	}
}

// afterPlay returns the chances of winning of one who has just played to each
// placement of few checkers: exactly, and by the rolls each side needs.
func (t *Tables) afterPlay(other uint16) (exact, estimate [fewRanks]float32) {
	exact[0], estimate[0] = 1, 1
	for rank := uint16(1); rank < fewRanks; rank++ {
		exact[rank] = 1 - t.win(other, rank)
		estimate[rank] = 1 - t.rolls[other].beats(&t.rolls[rank], 1)
	}
	return exact, estimate
}

// errors gathers errors of chances.
type errors struct {
	n         int
	bias, sum float64
	largest   float32
}

func (e *errors) add(x float32) {
	e.n++
	e.bias += float64(x)
	x = max(x, -x)
	e.sum += float64(x)
	e.largest = max(e.largest, x)
}

func (e *errors) report(t *testing.T, of string, mean float64, largest float32) {
	t.Helper()
	n := float64(e.n)
	t.Logf("%s: %d pairs, bias %+.6f, mean error %.6f, largest %.6f", of, e.n, e.bias/n, e.sum/n, e.largest)
	if e.n == 0 || e.sum/n > mean || e.largest > largest {
		t.Errorf("%s: mean error %g, largest %g; want at most %g and %g", of, e.sum/n, e.largest, mean, largest)
	}
}

// TestWindow holds that a distribution has room for all the rolls that may be needed.
func TestWindow(t *testing.T) {
	for _, game := range []struct {
		name   string
		tables *Tables
		most   uint64
	}{{"fourfold", fourfold(), 0}, {"escalating", escalating(), certain / 2000}} {
		for rank := range game.tables.rolls {
			d := &game.tables.rolls[rank]
			last := int(d[0]) + len(d) - 2
			if left := certain - d.within(last); left > game.most {
				t.Fatalf("%s, rank %d: %d of %d need more than %d rolls, want at most %d",
					game.name, rank, left, certain, last, game.most)
			}
		}
	}
}
