package bearoff

// distribution is how many rolls a side may need to reach its goal. The first number
// is a number of rolls; the others are the chances of needing at most so many, at
// most one more, and so on, in parts of [certain]. What comes after is certain.
type distribution [16]uint16

// certain is what a chance of 1 is in a distribution.
const certain = 1<<16 - 1

// within returns the chance to need no more than so many rolls.
func (d *distribution) within(rolls int) uint64 {
	switch i := rolls - int(d[0]); {
	case i < 0:
		return 0
	case i < len(d)-1:
		return uint64(d[1+i])
	}
	return certain
}

// before returns the chance that a side reaches its goal no later than the other,
// which rolls after it and has had late rolls less, reaches its own.
func (d *distribution) before(other *distribution, late int) float32 {
	var sum, last uint64
	for i := range len(d) {
		rolls := int(d[0]) + i
		now := d.within(rolls)
		sum += (now - last) * (certain - other.within(rolls-late))
		last = now
	}
	return float32(sum) / (certain * certain)
}
