package bearoff

// distribution is how many rolls a side may need to reach its goal. The first number
// is a number of rolls; the others are the chances of needing at most so many, at
// most one more, and so on, in parts of [certain]. What comes after counts as certain;
// where doubles escalate that is at most 0.04 per cent too much, else nothing.
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

// beats returns the chance that a side reaches its goal while the other, which has
// had so many rolls less by then, has not reached its own.
func (d *distribution) beats(other *distribution, less int) float32 {
	var sum, before uint64
	for rolls := int(d[0]); before < certain; rolls++ {
		now, late := d.within(rolls), certain-other.within(rolls-less)
		if late == 0 {
			break
		}
		sum += (now - before) * late
		before = now
	}
	return float32(sum) / (certain * certain)
}
