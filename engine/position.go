package engine

// Position is where all checkers of both players stand, each side in its own
// numbering. It is a comparable value of 32 bytes; what a rule must know of the
// turn is derived from the position at the turn's start, never stored here.
type Position struct {
	Sides [2]Side
}

// Mirror returns the position as the other player would see it as seat 0.
func (p Position) Mirror() Position {
	p.Sides[0], p.Sides[1] = p.Sides[1], p.Sides[0]
	return p
}
