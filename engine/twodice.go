package engine

// twoDice finds the ends of a stage of two different dice in which nobody is on
// the bar and nothing can be borne off.
//
// One checker plays the larger die and one, perhaps the same, the smaller. Played
// the larger first, every such pair leads to its own position, but for one kind:
// from x by way of x-larger and by way of x-smaller to the same point. These differ
// only if a checker is hit on the way. Smaller first adds nothing but the way by
// x-smaller where nobody stood.
func (b *Buffer) twoDice(start *node) (playable int, exact bool) {
	larger, smaller := int(b.dice[0]), int(b.dice[1])
	var hits mask
	if b.rules.Family == Hit {
		hits = b.lone
	}
	quiet := b.open &^ hits // points to pass without a trace

	for from := b.origins(start, larger); from != 0; {
		origin := from.highest()
		from &^= 1 << origin
		next := b.step(start, origin, larger)
		if b.walled(&next) {
			return 0, false
		}
		second := b.origins(&next, smaller)
		if above := mask(1) << (origin + smaller); quiet<<larger&above != 0 {
			second &^= above // the same as above by way of above-larger
		}
		if !b.playEach(&next, second, smaller) {
			return 0, false
		}
	}

	passing := b.origins(start, smaller) & (b.open << (larger + smaller))
	passing &^= start.occupied<<smaller | b.stay<<smaller // found above; no hit-and-run
	passing &^= quiet << larger & (quiet << smaller)
	for ; passing != 0; passing = passing.rest() {
		origin := passing.highest()
		next := b.step(start, origin, smaller)
		if b.walled(&next) || !b.playEach(&next, 1<<(origin-smaller), larger) {
			return 0, false
		}
	}
	if len(b.ends) > 0 {
		return 2, true
	}
	return b.oneDie(start)
}

// oneDie finds the ends where only one of two different dice can be played: the
// larger if it can be.
func (b *Buffer) oneDie(start *node) (playable int, exact bool) {
	for _, die := range b.dice[:2] {
		exact = b.playEach(start, b.origins(start, int(die)), int(die))
		if !exact || len(b.ends) > 0 {
			return 1, exact
		}
	}
	return 0, true
}

// playEach adds the ends of playing a last die from each of the origins; false if a
// rule is met that depends on the order.
func (b *Buffer) playEach(n *node, from mask, die int) bool {
	for ; from != 0; from = from.rest() {
		next := b.step(n, from.highest(), die)
		if b.walled(&next) || !b.end(&next) {
			return false
		}
	}
	return true
}

// bothOrders finds the ends of two different dice where it matters which is played
// first: entering from the bar, bearing off. There are few, so that a look at all
// of them tells whether one is new.
func (b *Buffer) bothOrders(start *node) (playable int, exact bool) {
	first, second := int(b.dice[0]), int(b.dice[1])
	for range 2 {
		for from := b.origins(start, first); from != 0; from = from.rest() {
			next := b.step(start, from.highest(), first)
			if b.walled(&next) {
				return 0, false
			}
			known := len(b.ends)
			if next.occupied == 0 {
				b.end(&next) // the last checker is off: complete
			} else if !b.playEach(&next, b.origins(&next, second), second) {
				return 0, false
			}
			b.dropKnown(known)
		}
		first, second = second, first
	}
	if len(b.ends) > 0 {
		return 2, true
	}
	return b.oneDie(start)
}

// dropKnown removes from the ends those after the first known ones that are among
// the known ones.
func (b *Buffer) dropKnown(known int) {
	kept := b.ends[:known]
next:
	for _, end := range b.ends[known:] {
		for i := range b.ends[:known] {
			if b.ends[i] == end {
				continue next
			}
		}
		kept = append(kept, end)
	}
	b.ends = kept
}
