package main

import (
	"math"
	"math/bits"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// baseline is the opinion of a careful player who counts: pips first, then what is
// blocked, exposed, pinned and held back. The networks are measured against it in
// games that have no other referee.
func baseline(r *engine.Rules, s *ai.Spot) net.Chances {
	var sides [2]assessed
	for i := range sides {
		sides[i].assess(r, &s.Position.Sides[i], &s.Position.Sides[1-i])
	}
	mine, his := &sides[0], &sides[1]
	// A roll is worth about eight pips, half of which the player about to roll is ahead.
	lead := his.cost - mine.cost + 4
	deviation := 4 + 0.8*math.Sqrt(mine.pips+his.pips)
	win := 1 / (1 + math.Exp(-1.7*lead/deviation))
	return levels(win, mine, his)
}

// assessed is one side as the baseline sees it.
type assessed struct {
	pips float64
	cost float64 // pips, and what else will cost about as much
	off  int
}

// assess counts a side.
func (a *assessed) assess(r *engine.Rules, own, enemy *engine.Side) {
	a.pips, a.off = float64(own.Pips()), own.At(engine.Off)
	a.cost = a.pips
	occupied, held := own.Occupied(), own.Held()
	wall := held
	if r.Family == engine.Race {
		wall = occupied
	}
	// Ahead of the enemy's checkers, in this side's numbers.
	reach := uint32(0)
	for place := range engine.Bar {
		if n := enemy.At(place + 1); n > 0 {
			reach |= ahead(r, place+1)
		}
	}
	a.cost -= 2.5 * float64(longest(wall&reach)*longest(wall&reach)) / 2
	a.cost -= 1.0 * float64(bits.OnesCount32(wall&reach))
	a.cost += wasted(own)
	switch r.Family {
	case engine.Hit:
		a.cost += exposed(r, own, enemy, func(point int) float64 { return float64(25-point) / 2.2 })
		a.cost += 9 * float64(own.At(engine.Bar)) * float64(bits.OnesCount32(enemy.Held()&(1<<7-2))) / 3
	case engine.Pin:
		a.cost += exposed(r, own, enemy, func(point int) float64 { return 2 + float64(point) })
		for rest := own.Pins(); rest != 0; rest &= rest - 1 {
			a.cost += 4 + 1.6*float64(bits.TrailingZeros32(rest))
		}
	}
}

// ahead returns the points that an enemy checker on a place of his still has to pass,
// in this side's numbers.
func ahead(r *engine.Rules, place int) uint32 {
	return r.Geometry.Mirror(1<<min(place, 25) - 1)
}

// longest returns how many points in a row are held.
func longest(wall uint32) int {
	n := 0
	for ; wall != 0; n++ {
		wall &= wall >> 1
	}
	return min(n, 6)
}

// wasted returns the pips lost by checkers piled up or deep in the home.
func wasted(s *engine.Side) float64 {
	sum := 0.0
	for point := 1; point <= 24; point++ {
		if n := s.At(point); n > 4 && point < 24 {
			sum += 1.2 * float64(n-4)
		}
	}
	return sum + 0.8*float64(s.At(1)+s.At(2))
}

// exposed returns what lone checkers are likely to lose to the enemy's next roll.
func exposed(r *engine.Rules, own, enemy *engine.Side, price func(point int) float64) float64 {
	attackers := enemy.Occupied() &^ enemy.Pins()
	sum := 0.0
	for blots := own.Occupied() &^ own.Held() &^ own.Pins() &^ (1 << engine.Bar); blots != 0; blots &= blots - 1 {
		point := bits.TrailingZeros32(blots)
		sum += price(point) * hitChance(attackers, r.Geometry.Other(point))
	}
	return sum
}

// hitChance returns how likely one of the attackers reaches a point of theirs, by its
// distance alone.
func hitChance(attackers uint32, point int) float64 {
	direct := [...]float64{0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3}
	missed := 1.0
	for distance := 1; distance <= 12 && point+distance <= engine.Bar; distance++ {
		if attackers>>(point+distance)&1 != 0 {
			missed *= 1 - direct[distance]/36
		}
	}
	return 1 - missed
}

// levels shares out winning and losing between the levels: a side that is far from
// bearing off when the other is close loses double.
func levels(win float64, mine, his *assessed) (c net.Chances) {
	double := func(loser, winner *assessed) float64 {
		if loser.off > 0 {
			return 0
		}
		return 1 / (1 + math.Exp(-(loser.cost-winner.cost-55)/14))
	}
	twice := double(his, mine)
	c[net.Win2], c[net.Win1] = float32(win*twice), float32(win*(1-twice))
	twice = double(mine, his)
	c[net.Lose2], c[net.Lose1] = float32((1-win)*twice), float32((1-win)*(1-twice))
	return c
}
