package bearoff

// longest is the number of rolls after which the goal counts as reached; a need of
// more is less likely than one in 2^24.
const longest = 32

// spread is the chances of needing exactly so many rolls, in parts of one.
type spread struct {
	chances   [longest]uint32
	low, high uint8 // the chances outside are 0
}

// oneSided returns how many rolls each placement needs to reach the goal, and how
// many on average, in parts of one.
//
// Nothing is told about a first checker off where one is off already.
func oneSided(doubles Doubles, goal goal) ([]distribution, []int32) {
	pl := newPlan(doubles, goal)
	spreads := make([]spread, placements)
	packed := make([]distribution, placements)
	spreads[0] = spread{chances: [longest]uint32{one}}
	packed[0] = spreads[0].pack()
	var p placement
	for rank := 1; rank < placements; rank++ {
		p.next()
		if goal == firstOff && !p.whole() {
			continue // it has borne off a checker
		}
		replies := pl.add(&p, uint16(rank))
		spreads[rank].mix(spreads, &replies)
		packed[rank] = spreads[rank].pack()
	}
	return packed, pl.mean
}

// mix makes the spread of a placement from those of its replies.
func (s *spread) mix(spreads []spread, r *replies) {
	s.low = longest
	for _, rank := range r.doubles {
		s.add(&spreads[rank], 1)
	}
	for _, rank := range r.others {
		s.add(&spreads[rank], 2)
	}
	for i := s.low; i <= s.high; i++ {
		s.chances[i] = perThrow(s.chances[i])
	}
}

// add adds what is needed after one roll, once for each throw.
func (s *spread) add(after *spread, throws uint32) {
	for i := after.low; i <= after.high && i < longest-1; i++ {
		s.chances[i+1] += throws * after.chances[i]
	}
	s.low = min(s.low, after.low+1)
	s.high = max(s.high, min(after.high+1, longest-1))
}

// pack rounds the spread to a distribution.
func (s *spread) pack() (d distribution) {
	first, sum := int(s.low), uint32(0)
	round := func(sum uint32) uint16 { return uint16((uint64(sum)*certain + one/2) / one) }
	for ; round(sum+s.chances[first]) == 0; first++ {
		sum += s.chances[first]
	}
	d[0] = uint16(first)
	for i := 1; i < len(d); i++ {
		if rolls := first + i - 1; rolls < longest {
			sum += s.chances[rolls]
		}
		d[i] = round(min(sum, one))
	}
	return d
}
