package engine

// Buffer holds what [Stage.Ends] works with. The zero value is ready; used again
// and again, it costs no allocation once it has grown.
type Buffer struct {
	turn
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
	buf.turn, start = s.begin()
	buf.dice = s.Dice
	buf.ends = buf.ends[:0]
	playable = buf.everyOrder(start)
	return buf.ends, playable
}
