package bearoff

import "math"

// one is certainty, a whole roll or a point in fixed point. Everything is built from
// integers, so that every machine has the same tables and plays the same.
const one = 1 << 24

// throws is the number of ways two dice can fall.
const throws = 36

// perThrow divides a sum over all throws by their number.
func perThrow[T int32 | uint32 | int64](sum T) T { return (sum + throws/2) / throws }

// goal is what a side alone on the board plays for, in as few rolls as it can.
type goal uint8

const (
	allOff   goal = iota // to bear off its last checker
	firstOff             // to bear off one checker, so as not to lose a gammon
)

// plan is how a side alone on the board plays every roll so that it needs the fewest
// rolls on average. Ranks are those of placements; a reached goal is rank 0.
type plan struct {
	doubles Doubles
	goal    goal
	mean    []int32        // rolls needed on average, by rank
	single  [][6]uint16    // where one die leads to, by rank and die
	equal   [][6][4]uint16 // where one to four equal dice, and what follows them, lead to
}

func newPlan(doubles Doubles, goal goal) *plan {
	return &plan{
		doubles: doubles,
		goal:    goal,
		mean:    make([]int32, placements),
		single:  make([][6]uint16, placements),
		equal:   make([][6][4]uint16, placements),
	}
}

// replies are the placements a side goes to: with each double, and with two different
// dice, which fall twice as often.
type replies struct {
	doubles [6]uint16
	others  [15]uint16
}

// add plans for the placement of the next rank.
func (pl *plan) add(p *placement, rank uint16) (r replies) {
	var room [6][points]uint16
	var steps [6][]uint16
	for die := range steps {
		steps[die] = p.steps(rank, die+1, room[die][:0])
		if pl.goal == firstOff {
			p.stopOff(steps[die])
		}
		pl.addDie(rank, die, steps[die])
	}
	var mean int64
	for die, equal := range pl.equal[rank] {
		r.doubles[die] = equal[3]
		mean += int64(pl.mean[equal[3]])
	}
	others := r.others[:0]
	for a := range steps {
		for b := a + 1; b < len(steps); b++ {
			best := leastOf{means: pl.mean, mean: math.MaxInt32}
			for _, to := range steps[a] {
				best.take(pl.single[to][b])
			}
			for _, to := range steps[b] {
				best.take(pl.single[to][a])
			}
			others = append(others, best.rank)
			mean += 2 * int64(best.mean)
		}
	}
	pl.mean[rank] = one + int32(perThrow(mean))
	return r
}

// addDie plans for one die and for equal dice.
func (pl *plan) addDie(rank uint16, die int, steps []uint16) {
	best := leastOf{means: pl.mean, mean: math.MaxInt32}
	for _, to := range steps {
		best.take(to)
	}
	pl.single[rank][die] = best.rank
	for i := range pl.equal[rank][die] {
		best.mean = math.MaxInt32
		for _, to := range steps {
			best.take(pl.after(to, die, i))
		}
		pl.equal[rank][die][i] = best.rank
	}
}

// after returns where a side goes that still has so many equal dice to play.
func (pl *plan) after(rank uint16, die, dice int) uint16 {
	switch {
	case dice > 0:
		return pl.equal[rank][die][dice-1]
	case pl.doubles == Escalating && die < 5:
		return pl.equal[rank][die+1][3]
	}
	return rank
}

// leastOf finds the rank with the least mean, the first of equals.
type leastOf struct {
	means []int32
	mean  int32
	rank  uint16
}

func (l *leastOf) take(rank uint16) {
	if mean := l.means[rank]; mean < l.mean {
		l.mean, l.rank = mean, rank
	}
}
