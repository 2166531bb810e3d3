package engine

import "fmt"

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

// MaxChainEnds is how many ends [Rules.ChainEnds] and [Rules.RemainderEnds] follow
// in a stage. Every chain from the start of a game has fewer: 1-1 in gulbara, the
// longest, ends in 3,227,824. Where the checkers are spread over the board 3-3 may
// have more, and the memory they would take knows no bound.
const MaxChainEnds = 4_000_000

// ChainEnds returns every distinct pair of position and remainder to which the
// roll double-double leads when it escalates (section 6), each stage played in
// every legal way. Their number grows steeply with the stages: from the start of
// gulbara 4-4 has 1,601, 3-3 has 42,675 and 2-2 has 469,490, for which one waits a
// second or two; who must answer at once plays the stages one by one. More than
// [MaxChainEnds] are an error.
func (r *Rules) ChainEnds(p Position, mover Seat, double int, buf *Buffer) ([]ChainEnd, error) {
	return r.chainEnds(p, mover, double, MaxChainEnds, buf)
}

func (r *Rules) chainEnds(p Position, mover Seat, double, limit int, buf *Buffer) ([]ChainEnd, error) {
	var ends []ChainEnd
	var now, next positionSet
	seen := map[ChainEnd]bool{} // pairs at which the chain stops before its last stage is played
	next.add(&p)
	for die := double; die <= 6; die++ {
		now, next = next, now
		next.clear()
		for _, start := range now.positions {
			stage := Stage{Rules: r, Position: start, Mover: mover, Dice: Equal(die, 4)}
			reached, playable := stage.Ends(buf)
			for i := range reached {
				over := r.Ending(reached[i], mover) != NotOver
				if playable == 4 && !over {
					next.add(&reached[i])
					continue
				}
				end := ChainEnd{End: reached[i]}
				if !over {
					end.Remainder = r.Remaining(double, die, 4-playable)
				}
				if !seen[end] {
					seen[end] = true
					ends = append(ends, end)
				}
			}
			if len(next.positions)+len(ends) > limit {
				return nil, fmt.Errorf("the chain of %d-%d has more than %d ends", double, double, limit)
			}
		}
	}
	for _, position := range next.positions {
		if end := (ChainEnd{End: position}); !seen[end] {
			ends = append(ends, end)
		}
	}
	return ends, nil
}

// Remaining returns what passes to the opponent of the chain of a double if so many dice
// of a stage were left unplayed.
func (r *Rules) Remaining(double, die, left int) Rest {
	if r.RemainderLost || die == double && left == 4 {
		return Rest{}
	}
	return Rest{uint8(die), uint8(left)}
}

// RemainderEnds returns every distinct position after the seat has played a
// remainder, stage by stage; what it cannot play in a stage is lost. More than
// [MaxChainEnds] are an error.
func (r *Rules) RemainderEnds(p Position, seat Seat, rest Rest, buf *Buffer) ([]Position, error) {
	var now, next positionSet
	next.add(&p)
	for _, dice := range rest.Stages() {
		now, next = next, now
		next.clear()
		for _, start := range now.positions {
			if r.Ending(start, seat) != NotOver {
				next.add(&start)
				continue
			}
			stage := Stage{Rules: r, Position: start, Mover: seat, Dice: dice}
			reached, _ := stage.Ends(buf)
			for i := range reached {
				next.add(&reached[i])
			}
			if len(next.positions) > MaxChainEnds {
				return nil, fmt.Errorf("the remainder of %d dice has more than %d ends", rest.Len(), MaxChainEnds)
			}
		}
	}
	return next.positions, nil
}
