package bearoff

const (
	few      = 6   // checkers a side in the two-sided table
	fewRanks = 924 // placements of 0 to few checkers: 12 over 6
)

// pairs holds what every two placements of few checkers are worth to a side that has
// just played to the one, with the other side about to roll.
type pairs []worths

// row returns what a placement is worth to have played to, by the other's rank.
func (p pairs) row(played uint16) []worths { return p[int(played)*fewRanks:][:fewRanks] }

// solve returns the worths if both sides play and double as well as can be.
//
// The higher rank of a pair rises by one at a time: what either side may then play to
// is solved already.
func solve(choices [][]choice) pairs {
	p := make(pairs, fewRanks*fewRanks)
	for other := range p.row(0) {
		p.row(0)[other] = sure
	}
	var buffers [2][fewRanks]worths
	for rank := uint16(1); rank < fewRanks; rank++ {
		// The side of that rank rolls; each lower one waits.
		waiting := buffers[0][:rank]
		p.roll(choices[rank], waiting, buffers[1][:rank])
		waiting[0] = sure
		for other := uint16(1); other < rank; other++ {
			waiting[other] = waiting[other].turned()
			p.row(other)[rank] = waiting[other]
		}
		// Each lower one rolls, and one of the same rank.
		row := p.row(rank)
		for other := uint16(1); other <= rank; other++ {
			row[other] = beforeRoll(choices[other], waiting).mayDouble().turned()
		}
	}
	return p
}

// roll sets what it is worth to be about to roll with these choices, against each
// other side; best is room of the same length.
func (p pairs) roll(choices []choice, worth, best []worths) {
	clear(worth)
	for i := range choices {
		ranks := choices[i].ranks
		copy(best, p.row(ranks[0]))
		for _, rank := range ranks[1:] {
			row := p.row(rank)[:len(best)]
			for other := range best {
				best[other].raise(&row[other])
			}
		}
		for other := range worth {
			worth[other].add(&best[other], choices[i].throws)
		}
	}
	for other := range worth {
		worth[other] = worth[other].perThrow().mayDouble()
	}
}

// beforeRoll returns what it is worth to be about to roll with these choices, if one
// does not double; played holds what each placement is worth to have played to.
func beforeRoll(choices []choice, played []worths) worths {
	var sum worths
	for i := range choices {
		best := played[choices[i].ranks[0]]
		for _, rank := range choices[i].ranks[1:] {
			best.raise(&played[rank])
		}
		sum.add(&best, choices[i].throws)
	}
	return sum.perThrow()
}
