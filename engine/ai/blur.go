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
		plausible = append(plausible, impression{*c, c.Equity + deviation*misjudged(&c.End, aPlay)})
	}
	slices.SortStableFunc(plausible, func(a, b impression) int { return cmp.Compare(b.felt, a.felt) })
	for i := range plausible {
		choices[i] = plausible[i].Choice
	}
	return choices
}

const worstMistake = 2

// blur lets a player misjudge the cube in the same way, by half as much as a play: whether
// to double, and whether to take.
func (c *Cube) blur(p *engine.Position, deviation float32) {
	doubled := c.Decision
	doubled.Double = true
	c.Double = misled(doubled.Equity()-c.NoDouble, deviation/2, misjudged(p, aDouble))
	c.TooGood = !c.Double && c.NoDouble > c.DoubleDrop
	c.Take = misled(c.DoubleDrop-c.DoubleTake, deviation/2, misjudged(p, aTake))
}

// misled reports whether a player does what gains so much, if he sees so many deviations
// more in it; nobody is misled by more than worstMistake.
func misled(gain, deviation, more float32) bool {
	if gain > worstMistake*deviation || gain < -worstMistake*deviation {
		return gain > 0
	}
	return gain+deviation*more >= 0
}

// What is misjudged in a position, each independently.
const (
	aPlay = iota + 1
	aDouble
	aTake
)

// misjudged returns a number with mean 0 and deviation 1 that belongs to a position and to
// what is asked about it. Which checkers are pinned makes no difference.
func misjudged(p *engine.Position, what uint64) float32 {
	hash := uint64(14695981039346656037)
	for seat := range p.Sides {
		for place := range engine.Bar + 1 {
			hash = (hash ^ uint64(p.Sides[seat].At(place))) * 1099511628211
		}
	}
	return float32(rand.New(rand.NewPCG(hash, what)).NormFloat64())
}
