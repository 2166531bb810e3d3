package net

// attack is what one side may do with its next roll, all in its own numbering.
type attack struct {
	from   uint32 // places with a checker that may move
	open   uint32 // points it may land on
	target uint32 // lone enemies
	bar    int    // checkers on the bar
}

// shots returns how many of the 36 rolls hit (or pin) an enemy.
func (a *attack) shots() int {
	if a.target == 0 {
		return 0
	}
	if a.bar > 0 {
		return a.fromBar()
	}
	var reach [7]uint32
	hits := uint32(0) // dice that hit alone
	for die := 1; die <= 6; die++ {
		reach[die] = a.from >> die
		if reach[die]&a.target != 0 {
			hits |= 1 << die
		}
		reach[die] &= a.open
	}
	n := 0
	for die := 1; die <= 6; die++ {
		if hits>>die&1 != 0 || a.again(reach[die], die) {
			n++
		}
		for low := 1; low < die; low++ {
			if hits>>die&1|hits>>low&1 != 0 || (reach[die]>>low|reach[low]>>die)&a.target != 0 {
				n += 2
			}
		}
	}
	return n
}

// again reports whether a double hits with its second, third or fourth step.
func (a *attack) again(reached uint32, die int) bool {
	for range 3 {
		reached >>= die
		if reached&a.target != 0 {
			return true
		}
		reached &= a.open
	}
	return false
}

// fromBar counts for a side that must enter first.
func (a *attack) fromBar() int {
	n := 0
	for die := 1; die <= 6; die++ {
		for other := die; other <= 6; other++ {
			if a.enters(die, other) || a.enters(other, die) {
				n++
				if die != other {
					n++
				}
			}
		}
	}
	return n
}

// enters reports whether entering with a die, then using the other, hits.
func (a *attack) enters(die, then int) bool {
	entered := uint32(1) << (25 - die)
	if entered&a.open == 0 {
		return false
	}
	if entered&a.target != 0 {
		return true
	}
	if a.bar > 1 {
		return a.bar == 2 && die == then && a.again(a.from&^(1<<25)|entered, die)
	}
	return (a.from&^(1<<25)|entered)>>then&a.target != 0
}
