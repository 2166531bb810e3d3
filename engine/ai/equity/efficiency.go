package equity

import "tablabot/engine/ai/net"

// curve is how efficiency grows with the length of the race: a straight line between
// two bounds.
type curve struct{ base, perPip, low, high float32 }

// efficiencies says how much of a live cube's advantage a cube has, by the class of
// the position. Janowski finds 0.6 to 0.7 for most positions; the numbers here are
// those with which GNU Backgammon plays, as its manual and its settings name them.
var efficiencies = [net.Classes]curve{
	net.Contact: {base: 0.68, low: 0.68, high: 0.68},
	net.Race:    {base: 0.55, perPip: 0.00125, low: 0.6, high: 0.7},
}

// Efficiency returns the cube's efficiency in a position of a class, in which the
// player about to roll needs so many pips: 1 is a fully live cube, which is always
// turned exactly where the opponent does not mind whether he takes; 0 is a dead one,
// which nobody turns any more after this roll.
func Efficiency(class net.Class, pips int) float32 {
	c := efficiencies[class]
	return min(max(c.base+c.perPip*float32(pips), c.low), c.high)
}
