package engine

// Rest is what the roller of an escalating double could not play: so many
// dice of one number, then four of every higher one. The zero value is nothing.
type Rest struct{ Die, Dice uint8 }

// Stages returns the remainder's dice, one stage after another.
func (r Rest) Stages() []Dice {
	if r.Dice == 0 {
		return nil
	}
	stages := []Dice{Equal(int(r.Die), int(r.Dice))}
	for die := int(r.Die) + 1; die <= 6; die++ {
		stages = append(stages, Equal(die, 4))
	}
	return stages
}

// Len returns the number of dice.
func (r Rest) Len() int {
	if r.Dice == 0 {
		return 0
	}
	return int(r.Dice) + 4*(6-int(r.Die))
}

// ChainEnd is one way an escalating double can end for the roller: his position
// and what the opponent gets to play.
type ChainEnd struct {
	End       Position
	Remainder Rest
}

// ChainEnds returns every distinct pair of position and remainder to which the
// roll double-double leads when it escalates (section 6), each stage played in
// every legal way. Their number grows steeply with the stages: from the start of
// gulbara 4-4 has 1,601, 3-3 has 42,675 and 2-2 has 469,490, for which one waits
// seconds; who must answer at once plays the stages one by one.
func (r *Rules) ChainEnds(p Position, mover Seat, double int, buf *Buffer) []ChainEnd {
	var ends []ChainEnd
	seen := map[ChainEnd]bool{}
	finish := func(end ChainEnd) {
		if !seen[end] {
			seen[end] = true
			ends = append(ends, end)
		}
	}
	positions := []Position{p}
	for die := double; die <= 6; die++ {
		var next []Position
		known := map[Position]bool{}
		for _, start := range positions {
			stage := Stage{Rules: r, Position: start, Mover: mover, Dice: Equal(die, 4)}
			reached, playable := stage.Ends(buf)
			for _, end := range reached {
				switch {
				case r.Ending(end, mover) != NotOver:
					finish(ChainEnd{End: end})
				case playable < 4:
					finish(ChainEnd{end, r.remainder(double, die, 4-playable)})
				case !known[end]:
					known[end] = true
					next = append(next, end)
				}
			}
		}
		positions = next
	}
	for _, end := range positions {
		finish(ChainEnd{End: end})
	}
	return ends
}

// remainder returns what passes to the opponent if so many dice of a stage were
// left unplayed.
func (r *Rules) remainder(double, die, left int) Rest {
	if r.RemainderLost || die == double && left == 4 {
		return Rest{}
	}
	return Rest{uint8(die), uint8(left)}
}

// RemainderEnds returns every distinct position after the seat has played a
// remainder, stage by stage; what it cannot play in a stage is lost.
func (r *Rules) RemainderEnds(p Position, seat Seat, rest Rest, buf *Buffer) []Position {
	positions := []Position{p}
	for _, dice := range rest.Stages() {
		var next []Position
		known := map[Position]bool{}
		for _, start := range positions {
			stage := Stage{Rules: r, Position: start, Mover: seat, Dice: dice}
			reached := []Position{start}
			if r.Ending(start, seat) == NotOver {
				reached, _ = stage.Ends(buf)
			}
			for _, end := range reached {
				if !known[end] {
					known[end] = true
					next = append(next, end)
				}
			}
		}
		positions = next
	}
	return positions
}
