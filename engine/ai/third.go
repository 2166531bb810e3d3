package ai

import (
	"math"

	"tablabot/engine"
	"tablabot/engine/ai/net"
)

// settle mends the chances a network gives by what the rules say about levels: networks
// serve games that differ in the third level, and know only about what is impossible.
func (e *Evaluator) settle(c *net.Chances, s *Spot) {
	for _, winner := range [2]engine.Seat{0, 1} {
		outcome := net.Won
		if winner == 1 {
			outcome = net.Lost
		}
		if s.Position.Sides[winner.Other()].At(engine.Off) > 0 { // who has borne off loses a single game
			move(c, outcome(3), outcome(1), 1)
			move(c, outcome(2), outcome(1), 1)
			continue
		}
		move(c, outcome(3), outcome(2), 1-e.kept(s, winner))
		move(c, outcome(2), outcome(3), e.koks(s, winner))
	}
}

// move gives a share of one outcome's chance to another.
func move(c *net.Chances, from, to net.Outcome, share float32) {
	part := share * c[from]
	c[from] -= part
	c[to] += part
}

// onBar is how many of the games that count three times by [engine.BarOrHome], which is
// what the networks have learned, do so by [engine.OnBar]: 519 of 6,432 positions before
// the end of such games in self-play.
const onBar = 0.08

// kept returns how much of a network's third level a game has.
func (e *Evaluator) kept(s *Spot, winner engine.Seat) float32 {
	race := net.ClassOf(e.Rules, &s.Position) == net.Race
	switch e.Rules.Third {
	case engine.BarOrHome:
		if race && s.Position.Sides[winner.Other()].Highest() <= 18 {
			return 0 // no checker is in the winner's home any more, nor will be
		}
		return 1
	case engine.OnBar:
		if race {
			return 0
		}
		return onBar
	}
	return 0
}

// straggling is how likely a loser of a double game has a checker on the points that make
// it three: a share at least while the end is far, more as it comes near.
type straggling struct {
	low           int // the lowest of the points
	least, most   float64
	middle, slope float64
}

// koks is fitted to 12,000 games of nardy in self-play, 2,571 of which were double.
var koks = [...]straggling{
	engine.WinnerHome:   {low: 13, least: 0.65, most: 0.95, middle: 0.6, slope: 1.5},
	engine.FirstQuarter: {low: 19, least: 0.27, most: 0.97, middle: 0, slope: 4},
}

// koks returns how much of a double game's chance is that of koks, which the networks of
// nardy have not learned.
func (e *Evaluator) koks(s *Spot, winner engine.Seat) float32 {
	k := &koks[e.Rules.Third]
	if k.low == 0 || net.ClassOf(e.Rules, &s.Position) == net.Race {
		return 0
	}
	const pips, deviation = 8.17, 4.3                                        // of a roll
	rolls := float64(s.Position.Sides[winner].Pips())/pips + float64(winner) // the loser's, until the winner is off
	loser := &s.Position.Sides[winner.Other()]
	way := 0 // until the loser's last checker has left the points
	for point := k.low; point <= 24; point++ {
		way += loser.At(point) * (point - k.low + 1)
	}
	late := (float64(way) - pips*rolls) / (deviation * math.Sqrt(rolls+0.5))
	return float32(k.least + (k.most-k.least)/(1+math.Exp(-k.slope*(late-k.middle))))
}
