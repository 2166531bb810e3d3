package engine

// equalDice finds the ends of a stage of equal dice. A play is then a set of
// origins: the order does not change what it leads to, every legal set can be
// played from the highest origin down, and different sets lead to different
// positions. So going down finds every end once, without looking for doubles.
func (b *Buffer) equalDice(start *node) (playable int, exact bool) {
	d := descent{Buffer: b, die: int(b.dice[0]), dice: b.dice.Len(), exact: true}
	d.path[0] = *start
	d.down(0, barBit|allPoints)
	return d.most, d.exact
}

// descent is one walk of equalDice.
type descent struct {
	*Buffer
	die, dice int
	path      [len(Dice{}) + 1]node // the present way down
	most      int                   // dice used by the plays in ends, the most so far
	exact     bool                  // no rule was met that depends on the order
}

// down plays one more die from each of the allowed origins.
func (d *descent) down(played int, allowed mask) {
	n, next := &d.path[played], &d.path[played+1]
	for from := d.origins(n, d.die) & allowed; from != 0 && d.exact; from = from.rest() {
		*next = d.step(n, from.highest(), d.die)
		if d.walled(next) {
			d.exact = false
			return
		}
		d.reach(next, played+1)
		if played+1 < d.dice {
			d.down(played+1, span(0, from.highest()))
		}
	}
}

// reach notes a node as an end unless longer plays are known.
func (d *descent) reach(n *node, played int) {
	if n.occupied == 0 {
		played = d.dice // with the last checker off, the play is complete
	}
	if played > d.most {
		d.most = played
		d.ends = d.ends[:0]
	}
	if played == d.most && !d.end(n) {
		d.exact = false
	}
}
