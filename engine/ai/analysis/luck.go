package analysis

import (
	"tablabot/engine"
	"tablabot/engine/ai"
)

// mean returns the equity of a player about to roll as the mean over all rolls, each
// played as is best without search; doubles are left out if an opening cannot be one.
func mean(adviser *ai.Adviser, s *ai.Spot, doubles bool) float32 {
	var sum, weight float32
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			w := float32(2)
			switch {
			case low < high:
			case !doubles:
				continue
			default:
				w = 1
			}
			c := adviser.Play(s, high, low)
			sum += w * c.Equity
			weight += w
		}
	}
	return sum / weight
}

// luck returns what a roll gained over the mean of all.
func luck(adviser *ai.Adviser, s *ai.Spot, dice [2]uint8) float32 {
	c := adviser.Play(s, int(dice[0]), int(dice[1]))
	return c.Equity - mean(adviser, s, true)
}

// openingLuck returns what the opening pair has gained for the starter: that he starts
// and, where the dice are played, what they are. The match is before the pair.
func (a *Analyst) openingLuck(m *engine.Match, dice [2]uint8) (starter engine.Seat, gain float32, err error) {
	if dice[1] > dice[0] {
		starter = 1
	}
	q, adviser, err := a.ask(m, starter)
	if err != nil {
		return starter, 0, err
	}
	other, opponent, err := a.ask(m, starter.Other())
	if err != nil {
		return starter, 0, err
	}
	played := a.rules.Opening == engine.PlayOpeningDice
	starts := mean(adviser, &q.Spot, !played)
	before := (starts - mean(opponent, &other.Spot, !played)) / 2
	if played {
		c := adviser.Play(&q.Spot, int(dice[0]), int(dice[1]))
		return starter, c.Equity - before, nil
	}
	return starter, starts - before, nil
}
