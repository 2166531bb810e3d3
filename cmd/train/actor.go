package main

import (
	"math/rand/v2"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// actor plays games against itself and writes down what a network should learn.
type actor struct {
	game    *game
	eval    *ai.Evaluator
	random  *rand.Rand
	buffer  engine.Buffer
	inputs  net.Inputs
	samples [net.Classes][]sample

	spot   ai.Spot // the running game
	plies  int
	inGame bool
}

const longestGame = 600 // turns; a game that runs longer is given up

// play adds samples until there are n new ones.
func (a *actor) play(n int, lookahead bool, lambda float32) {
	have := func() int { return len(a.samples[0]) + len(a.samples[1]) }
	for target := have() + n; have() < target; {
		if lookahead {
			a.turn()
		} else {
			a.wholeGame(lambda)
		}
	}
}

// sample writes down the spot with what it should be judged as.
func (a *actor) sample(s *ai.Spot, target net.Chances) {
	a.inputs.Read(a.eval.Rules, &s.Position, s.Rolls)
	class := net.ClassOf(a.eval.Rules, &s.Position)
	rows := append([]uint16(nil), a.inputs.Rows()...)
	a.samples[class] = append(a.samples[class], sample{rows, target})
}

// turn judges the running game's spot by all 21 rolls and plays one of them.
func (a *actor) turn() {
	if !a.inGame || a.plies > longestGame {
		a.spot, a.plies, a.inGame = a.start(), 0, true
	}
	var target net.Chances
	var played ai.Choice
	first, second := 1+a.random.IntN(6), 1+a.random.IntN(6)
	doubles := a.doubles(first, second)
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			weight := float32(2) / 36
			if high == low {
				if weight = doubles[high]; weight == 0 {
					continue
				}
			}
			choice := a.eval.Play(&a.spot, high, low)
			target.Add(&choice.Chances, weight)
			if high == max(first, second) && low == min(first, second) {
				played = choice
			}
		}
	}
	a.sample(&a.spot, target)
	a.spot, a.inGame = played.Next, !played.Over
	a.plies++
}

// doubles returns how much each double weighs in a mean over all rolls. Where they
// escalate they cost more than all other rolls together, so that two of them stand for
// all: a low and a high one that add up to seven, because a low one is worth so much more
// that any two would differ. A double that was thrown is one of them.
func (a *actor) doubles(first, second int) (weights [7]float32) {
	if !a.eval.Rules.Escalates {
		return [7]float32{0, 1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36}
	}
	one := first
	if first != second {
		one = 1 + a.random.IntN(6)
	}
	weights[one], weights[7-one] = 3./36, 3./36
	return weights
}

// wholeGame plays one game and lets every position learn from those after it and
// from the result (TD(λ)).
func (a *actor) wholeGame(lambda float32) {
	spots := []ai.Spot{a.start()}
	var judged []net.Chances
	var last ai.Choice
	for {
		s := &spots[len(spots)-1]
		last = a.eval.Play(s, 1+a.random.IntN(6), 1+a.random.IntN(6))
		judged = append(judged, last.Chances)
		if last.Over || len(spots) > longestGame {
			break
		}
		spots = append(spots, last.Next)
	}
	target := last.Chances
	for i := len(spots) - 1; i >= 0; i-- {
		if i < len(spots)-1 {
			later := target.Flip()
			target = net.Chances{}
			target.Add(&later, lambda)
			target.Add(&judged[i], 1-lambda)
		}
		a.sample(&spots[i], target)
	}
}

// start returns where a game begins: mostly a start of the game, sometimes what
// random plays have made of it, so that odd positions are learned too.
func (a *actor) start() ai.Spot {
	starts := a.game.starts
	s := ai.Start(&starts[0])
	if len(starts) > 1 && a.random.IntN(6) == 0 {
		s = ai.Start(&starts[1+a.random.IntN(len(starts)-1)])
	}
	if a.random.IntN(10) < 3 {
		a.disturb(&s, 2+a.random.IntN(24))
	}
	return s
}

// disturb plays some turns at random.
func (a *actor) disturb(s *ai.Spot, turns int) {
	for range turns {
		stage := engine.Stage{Rules: a.eval.Rules, Position: s.Position, Dice: engine.Roll(1+a.random.IntN(6), 1+a.random.IntN(6))}
		ends, _ := stage.Ends(&a.buffer)
		end := ends[a.random.IntN(len(ends))]
		if a.eval.Rules.Ending(end, 0) != engine.NotOver {
			return
		}
		s.Position = end.Mirror()
		s.Rolls[0], s.Rolls[1] = s.Rolls[1], s.Rolls[0]+1
	}
}
