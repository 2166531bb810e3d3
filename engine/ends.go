package engine

// Buffer holds what [Stage.Ends] works with. The zero value is ready; used again
// and again, it costs no allocation once it has grown.
type Buffer struct {
	outlook
	dice Dice
	ends []Position
	search
}

// Ends returns every distinct position that a legal play of the stage leads to,
// once each, and how many dice every legal play uses; a play that ends the game
// counts as all of them. If nothing can be played, the one end is the position
// itself. The ends are valid until the next use of buf.
func (s *Stage) Ends(buf *Buffer) (ends []Position, playable int) {
	var start node
	buf.outlook, start = s.begin()
	buf.dice = s.Dice
	playable, exact := buf.oneOrder(&start)
	if !exact {
		playable = buf.everyOrder(&start)
	}
	return buf.ends, playable
}

// oneOrder finds the ends by playing every set of steps in one order only. If the
// order may matter in this stage, exact is false and what was found is void.
func (b *Buffer) oneOrder(start *node) (playable int, exact bool) {
	b.ends = b.ends[:0]
	switch {
	case b.rules.Runner && !start.released(), b.rules.Mother && b.motherAtStake(start):
		return 0, false
	case b.dice.Double():
		playable, exact = b.equalDice(start)
	case start.occupied&barBit != 0 || b.mayBearOff(start):
		playable, exact = b.bothOrders(start)
	default:
		playable, exact = b.twoDice(start)
	}
	if exact && playable == 0 {
		b.ends = append(b.ends, b.position(start))
	}
	b.freeTrapped()
	return playable, exact
}

// motherAtStake reports whether the game might end by a mother with dice left to
// play: the opponent has a mother and too few checkers keep the mover's start.
func (b *Buffer) motherAtStake(n *node) bool {
	return n.opponent.At(headPoint) == 1 && n.own.At(headPoint) < b.dice.Len()
}

// mayBearOff reports whether two dice may suffice to bear off a checker.
func (b *Buffer) mayBearOff(n *node) bool {
	away := n.occupied & outside
	return b.stuck == 0 && (away == 0 || away&(away-1) == 0 && n.own.At(away.highest()) == 1)
}

// end adds the node to the ends; false if the play would hold the quadrant, so that
// a shorter one may have to do.
func (b *Buffer) end(n *node) bool {
	b.ends = append(b.ends, b.position(n))
	return !b.quadrantHeld(n)
}
