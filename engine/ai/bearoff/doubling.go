package bearoff

import "tablabot/engine"

// Cube is whose the cube is, as the side about to roll sees it.
type Cube uint8

const (
	Centred     Cube = iota // anybody's
	Owned                   // his: he may double
	Unavailable             // the opponent's
)

// Doubling is what a cube decision is worth in money play, in points for the side
// about to roll, the cube's present value being 1.
type Doubling struct {
	NoDouble float32 // he rolls
	Take     float32 // he doubles and the opponent takes
	Drop     float32 // he doubles and the opponent drops: 1
}

// Doubling returns the worth of each cube action of seat 0, who is about to roll, if
// both sides have at most six checkers, all of them home, and a gammon is out of
// reach. With a cube that he may not turn, only NoDouble means something.
func (t *Tables) Doubling(p *engine.Position, cube Cube) (d Doubling, ok bool) {
	own, other, ok := t.pair(p)
	if !ok {
		return d, false
	}
	var played [fewRanks]worths
	for rank := range own {
		played[rank] = t.pairs.row(rank)[other]
	}
	w := beforeRoll(t.choices[own], played[:])
	return Doubling{
		NoDouble: w.equities().of(cube),
		Take:     2 * w.equities().Unavailable,
		Drop:     1,
	}, true
}

// Equities is what a position is worth to the side about to roll, in points, if a win
// counts one: without a cube, and in money play for each place of the cube, whose
// present value is the unit. Both sides double, take and drop as well as can be.
type Equities struct {
	Cubeless, Centred, Owned, Unavailable float32
}

// of returns the equity for a place of the cube.
func (e Equities) of(cube Cube) float32 {
	return [...]float32{e.Centred, e.Owned, e.Unavailable}[cube]
}

// Equities returns the equities of seat 0, who is about to roll, if both sides have at
// most six checkers, all of them home, and a gammon is out of reach.
func (t *Tables) Equities(p *engine.Position) (e Equities, ok bool) {
	own, other, ok := t.pair(p)
	if !ok {
		return e, false
	}
	return t.pairs.row(other)[own].turned().equities(), true
}

// pair returns the ranks of a pair in the two-sided table whose game counts one.
func (t *Tables) pair(p *engine.Position) (own, other uint16, ok bool) {
	own, other, ok = ranks(p)
	gammon := p.Sides[0].At(engine.Off) == 0 || p.Sides[1].At(engine.Off) == 0
	return own, other, ok && max(own, other) < fewRanks && !gammon
}

// equities returns the worths in points.
func (w worths) equities() Equities {
	return Equities{
		Cubeless:    float32(w.cubeless) / one,
		Centred:     float32(w.centred) / one,
		Owned:       float32(w.owned) / one,
		Unavailable: float32(w.unavailable) / one,
	}
}
