package ai

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"tablabot/engine"
)

// blur orders plays as a player of some strength would who misjudges them: always in the
// same way in the same position. Their equities stay as they are. Nobody takes a play for
// the best that is behind it by more than worstMistake deviations.
func blur(choices []Choice, deviation float32) []Choice {
	if deviation == 0 || len(choices) < 2 {
		return choices
	}
	type impression struct {
		Choice
		felt float32
	}
	var plausible []impression
	for least := choices[0].Equity - worstMistake*deviation; len(plausible) < len(choices); {
		c := &choices[len(plausible)]
		if c.Equity < least {
			break
		}
		plausible = append(plausible, impression{*c, c.Equity + deviation*misjudged(&c.End)})
	}
	slices.SortStableFunc(plausible, func(a, b impression) int { return cmp.Compare(b.felt, a.felt) })
	for i := range plausible {
		choices[i] = plausible[i].Choice
	}
	return choices
}

const worstMistake = 2

// misjudged returns a number with mean 0 and deviation 1 that belongs to a position.
func misjudged(p *engine.Position) float32 {
	hash := uint64(14695981039346656037)
	for seat := range p.Sides {
		for place := range engine.Bar + 1 {
			hash = (hash ^ uint64(p.Sides[seat].At(place))) * 1099511628211
		}
	}
	return float32(rand.New(rand.NewPCG(hash, 1)).NormFloat64())
}
