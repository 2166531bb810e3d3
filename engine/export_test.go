package engine

// EndsInEveryOrder finds what [Stage.Ends] does by the search alone.
func (s *Stage) EndsInEveryOrder(buf *Buffer) (ends []Position, playable int) {
	var start node
	buf.outlook, start = s.begin()
	buf.dice = s.Dice
	playable = buf.everyOrder(&start)
	return buf.ends, playable
}

// ChainEndsWithin is [Rules.ChainEnds] with another limit.
func (r *Rules) ChainEndsWithin(limit int, p Position, mover Seat, double int, buf *Buffer) ([]ChainEnd, error) {
	return r.chainEnds(p, mover, double, limit, buf)
}
