package engine

import "math/bits"

// mask is a set of places of one player: bit p stands for place p.
type mask uint32

const (
	allPoints mask = 1<<25 - 2    // points 1 to 24
	barBit    mask = 1 << Bar     // the bar alone
	outside   mask = 1<<26 - 64*2 // everything that is not home: 7 to 24 and the bar
)

// span returns the points from low to high.
func span(low, high int) mask { return 1<<(high+1) - 1<<low }

// has reports whether the place is in the set.
func (m mask) has(place int) bool { return m>>place&1 != 0 }

// highest returns the highest place of a set that is not empty.
func (m mask) highest() int { return 31 - bits.LeadingZeros32(uint32(m)) }

// rest returns the set without its highest place.
func (m mask) rest() mask { return m &^ (1 << m.highest()) }

// six reports whether the set holds six consecutive points.
func (m mask) six() bool {
	two := m & (m >> 1)
	return two&(two>>2)&(two>>4) != 0
}

// mirror renumbers a set of points for the other player.
func (g Geometry) mirror(m mask) mask {
	m &= allPoints
	if g == Parallel {
		return (m<<12 | m>>12) & allPoints
	}
	return mask(bits.Reverse32(uint32(m)) >> 6)
}

// occupied returns the places 1 to 25 with at least one checker.
func (s *Side) occupied() mask {
	return s.gather(func(x uint64) uint64 { return x | x>>1 | x>>2 | x>>3 }) &^ 1
}

// held returns the places 1 to 25 with at least two checkers.
func (s *Side) held() mask {
	return s.gather(func(x uint64) uint64 { return x>>1 | x>>2 | x>>3 }) &^ 1
}

// gather tests each place's four bits; test leaves its answer in the lowest.
func (s *Side) gather(test func(uint64) uint64) mask {
	return everyFourth(test(s.low)) | everyFourth(test(s.high&(1<<40-1)))<<16
}

// pins returns the points on which a checker of the side is pinned.
func (s *Side) pins() mask { return mask(s.high>>pinShift) &^ 1 }

// everyFourth collects the bits 0, 4, 8, … 60.
func everyFourth(x uint64) mask {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return mask((x | x>>24) & 0xffff)
}
