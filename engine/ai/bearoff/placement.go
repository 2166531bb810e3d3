package bearoff

import "tablabot/engine"

const (
	points     = 6     // of the home board
	most       = 15    // checkers of a side
	placements = 54264 // ways to place 0 to 15 checkers on six points: 21 over 6
)

// ways is Pascal's triangle on its side: ways[i][n] is how many placements of fewer
// than n checkers there are on i points, and so the rank that n checkers on or
// above the i-th point from the top contribute. ways[0] closes the recurrence
// ways[i][n] - ways[i][n-1] = ways[i-1][n].
var ways = [points + 1][most + 1]uint16{
	{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120},
	{0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455, 560, 680},
	{0, 1, 5, 15, 35, 70, 126, 210, 330, 495, 715, 1001, 1365, 1820, 2380, 3060},
	{0, 1, 6, 21, 56, 126, 252, 462, 792, 1287, 2002, 3003, 4368, 6188, 8568, 11628},
	{0, 1, 7, 28, 84, 210, 462, 924, 1716, 3003, 5005, 8008, 12376, 18564, 27132, 38760},
}

// placement is how the checkers of a side stand on its home board: for each point,
// from 6 down to 1, how many stand there or higher. Every step makes at least one of
// these numbers smaller and none larger, so a step always leads to a lower rank.
type placement [points]uint8

// placed returns how the side's checkers stand; all of them must be home.
func placed(s *engine.Side) (p placement) {
	n := uint8(0)
	for i := range p {
		n += uint8(s.At(points - i))
		p[i] = n
	}
	return p
}

// rank numbers the placements: first by checkers, so that those with at most n come
// before all others, then by how many stand on the higher points.
func (p *placement) rank() uint16 {
	rank := uint16(0)
	for i, n := range p {
		rank += ways[i+1][n]
	}
	return rank
}

// next goes on to the placement of the next rank.
func (p *placement) next() {
	for i := range p {
		if i == points-1 || p[i] < p[i+1] {
			p[i]++
			clear(p[:i])
			return
		}
	}
}

// checkers returns how many checkers stand on the i-th point from the top.
func (p *placement) checkers(i int) uint8 {
	if i == 0 {
		return p[0]
	}
	return p[i] - p[i-1]
}

// whole reports whether these are all checkers of a side: 15, and in hypergammon 3.
func (p *placement) whole() bool { return p[points-1] == most || p[points-1] == 3 }

// steps appends the ranks that one die leads to from the placement of the given
// rank: rules, section 4. With a checker left, there is always such a step.
func (p *placement) steps(rank uint16, die int, ranks []uint16) []uint16 {
	highest := true
	for i := range p {
		point := points - i
		if p.checkers(i) == 0 {
			continue
		}
		if point < die && !highest {
			break
		}
		highest = false
		to := rank
		for j := i; j < min(i+die, points); j++ {
			to -= ways[j][p[j]]
		}
		ranks = append(ranks, to)
	}
	return ranks
}

// stopOff turns every step that bears a checker off into rank 0.
func (p *placement) stopOff(ranks []uint16) {
	for i, rank := range ranks {
		if rank < ways[points][p[points-1]] {
			ranks[i] = 0
		}
	}
}
