package bearoff

import "slices"

// choice is a set of placements of which the roller may choose one, and how many of
// the 36 throws offer it.
type choice struct {
	throws int32
	ranks  []uint16 // rising
}

// allChoices returns what the throws offer in each placement of a rank below n. Who
// can bear off his last checker is offered nothing else.
func allChoices(n int, doubles Doubles) [][]choice {
	steps := make(stepTable, n)
	var p placement
	for rank := 1; rank < n; rank++ {
		p.next()
		for die := 1; die <= 6; die++ {
			steps[rank][die] = p.steps(uint16(rank), die, nil)
		}
	}
	all := make([][]choice, n)
	for rank := 1; rank < n; rank++ {
		start := []uint16{uint16(rank)}
		for a := 1; a <= 6; a++ {
			all[rank] = offer(all[rank], 1, steps.double(start, a, doubles))
			for b := a + 1; b <= 6; b++ {
				both := append(steps.die(steps.die(start, a), b), steps.die(steps.die(start, b), a)...)
				all[rank] = offer(all[rank], 2, distinct(both))
			}
		}
	}
	return all
}

// offer adds a choice to others; equal ones become one.
func offer(choices []choice, throws int32, ranks []uint16) []choice {
	for i := range choices {
		if slices.Equal(choices[i].ranks, ranks) {
			choices[i].throws += throws
			return choices
		}
	}
	return append(choices, choice{throws, ranks})
}

// stepTable holds where one die leads to, by rank and die.
type stepTable [][7][]uint16

// die returns the placements that one die leads to from any of the given ones.
func (s stepTable) die(from []uint16, die int) []uint16 {
	if from[0] == 0 {
		return from
	}
	var to []uint16
	for _, rank := range from {
		to = append(to, s[rank][die]...)
	}
	return distinct(to)
}

// double returns the placements that a double leads to.
func (s stepTable) double(from []uint16, die int, doubles Doubles) []uint16 {
	for ; die <= 6; die++ {
		for range 4 {
			from = s.die(from, die)
		}
		if doubles == Fourfold {
			break
		}
	}
	return from
}

// distinct sorts the ranks and leaves each of them once; if the last checker can go
// off, nothing but that.
func distinct(ranks []uint16) []uint16 {
	slices.Sort(ranks)
	if ranks[0] == 0 {
		return ranks[:1]
	}
	return slices.Compact(ranks)
}
