package engine

// Ending is how a game can end by a step.
type Ending uint8

const (
	NotOver           Ending = iota
	BorneOff                 // the mover's last checker is off
	MotherPinned             // the mover has won by the opponent's mother
	BothMothersPinned        // nobody can win any more
)

// String returns the ending in words.
func (e Ending) String() string {
	return [...]string{"not over", "borne off", "mother pinned", "both mothers pinned"}[e&3]
}

const headPoint = 24 // where a player's longest way starts: head, mother

// Ending tells whether the mover's last step has ended the game, in the order of
// section 7: last checker off, both mothers pinned, mother.
func (r *Rules) Ending(p Position, mover Seat) Ending {
	own, opponent := &p.Sides[mover], &p.Sides[mover.Other()]
	switch {
	case own.At(Off) == r.Checkers:
		return BorneOff
	case !r.Mother || !opponent.Pinned(headPoint):
		return NotOver
	case own.Pinned(headPoint):
		return BothMothersPinned
	case own.At(headPoint) == 0:
		return MotherPinned
	}
	return NotOver
}
