package ai

import (
	"math/rand/v2"

	"tablabot/engine"
)

// blur misjudges plays as a player of some strength would: always in the same way
// in the same position. Nobody takes a play for the best that is behind it by more than
// worstMistake deviations.
func blur(choices []Choice, deviation float32) []Choice {
	if deviation == 0 || len(choices) < 2 {
		return choices
	}
	least := choices[0].Equity - worstMistake*deviation
	plausible := 0
	for ; plausible < len(choices) && choices[plausible].Equity >= least; plausible++ {
		choices[plausible].Equity += deviation * misjudged(&choices[plausible].End)
	}
	sort(choices[:plausible])
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
