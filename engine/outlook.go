package engine

// outlook is what stays the same while one player plays a stage. His opponent's
// checkers do not move but for those that are hit, so which points are closed and
// where a lone enemy stands is known from the start. All sets are in the mover's
// numbering.
type outlook struct {
	rules *Rules
	mover Seat

	open  mask // points a checker may land on
	lone  mask // enemies that a landing hits or pins
	stuck mask // own pinned checkers
	stay  mask // home points where a checker that hits must stay
	wall  mask // points that count for a six-block, in the opponent's numbering
	trap  mask // points that would lock in the opponent's last stack

	minHead    int  // so many checkers must stay on the head
	restricted bool // some rule of the variant may forbid an origin
}

// node is a position within a turn, as the mover sees it.
type node struct {
	own, opponent Side
	occupied      mask // places 1 to 25 that hold checkers of the mover
}

// begin returns the stage's outlook and the node it starts from.
func (s *Stage) begin() (outlook, node) {
	r := s.Rules
	n := node{own: s.Position.Sides[s.Mover], opponent: s.Position.Sides[s.Mover.Other()]}
	n.occupied = n.own.occupied()
	t := outlook{rules: r, mover: s.Mover}

	enemies, closed := n.opponent.occupied(), n.opponent.held()
	switch r.Family {
	case Hit:
		t.lone = r.Geometry.mirror(enemies &^ closed)
	case Pin:
		t.stuck = n.own.pins()
		closed |= r.Geometry.mirror(t.stuck)
		t.lone = r.Geometry.mirror(enemies &^ closed)
	case Race:
		closed = enemies
	}
	t.open = allPoints &^ r.Geometry.mirror(closed)

	if r.StayAfterHit && !r.HitAndRun {
		t.stay = t.lone &^ outside
	}
	if r.HeadRule {
		t.minHead = n.own.At(headPoint) - s.fromHead(n.own.At(headPoint))
	}
	t.restricted = t.stay != 0 || t.minHead > 0 || r.Runner
	if r.SixBlock && n.opponent.At(Off) == 0 {
		t.wall = enemies&-enemies - 1
	}
	if r.NoTrap && enemies != 0 && enemies&(enemies-1) == 0 && enemies.highest() > 6 {
		last := enemies.highest()
		t.trap = r.Geometry.mirror(span(last-6, last-1))
	}
	return t, n
}

// fromHead returns how many of the checkers on the head may leave it (long nardy).
func (s *Stage) fromHead(head int) int {
	first := head == s.Rules.Checkers && s.Dice.Double()
	if die := s.Dice[0]; first && (die == 3 || die == 4 || die == 6) {
		return 2
	}
	return 1
}

// origins returns the places from which a checker may be moved by the die. The
// six-block alone is left to [turn.walled].
func (t *outlook) origins(n *node, die int) mask {
	from := n.occupied & (t.open << die)
	if n.occupied&barBit != 0 {
		return from & barBit
	}
	if n.occupied&outside == 0 && n.occupied != 0 && t.stuck == 0 {
		if highest := n.occupied.highest(); highest < die {
			from |= 1 << highest
		} else {
			from |= n.occupied & (1 << die)
		}
	}
	from &^= t.stuck
	if t.restricted {
		return t.restrict(n, from)
	}
	return from
}

// restrict takes away the origins that a rule of the variant forbids.
func (t *outlook) restrict(n *node, from mask) mask {
	if from.has(headPoint) && n.own.At(headPoint) <= t.minHead {
		from &^= 1 << headPoint
	}
	for hits := from & t.stay; hits != 0; hits = hits.rest() {
		if point := hits.highest(); n.own.At(point) == 1 {
			from &^= 1 << point
		}
	}
	if t.rules.Runner && !n.released() && n.occupied&runnerWay != 0 {
		from &= runnerWay
	}
	return from
}

const runnerWay = mask(1<<24 - 1<<13) // 13 to 23: between the head and the release

// released reports whether a checker has come to 12 or lower, or off (fevga).
func (n *node) released() bool {
	return n.occupied&span(1, 12) != 0 || n.own.At(Off) > 0
}

// step returns the node after a checker has moved; it judges nothing.
func (t *outlook) step(n *node, from, die int) (next node) {
	next = *n
	to := max(from-die, Off)
	next.own.move(from, to)
	if next.own.At(from) == 0 {
		next.occupied &^= 1 << from
	}
	if to != Off {
		next.occupied |= 1 << to
	}
	if t.lone&(1<<from|1<<to) != 0 {
		t.meet(&next, from, to)
	}
	return next
}

// meet hits or pins the lone enemy on the point reached, and releases the one on
// the point left.
func (t *outlook) meet(n *node, from, to int) {
	other := t.rules.Geometry.Other
	if t.rules.Family == Hit {
		if t.lone.has(to) && n.opponent.At(other(to)) > 0 {
			n.opponent.move(other(to), Bar)
		}
		return
	}
	if t.lone.has(from) && !n.occupied.has(from) {
		n.opponent.SetPinned(other(from), false)
	}
	if t.lone.has(to) {
		n.opponent.SetPinned(other(to), true)
	}
}

// walled reports a six-block with no enemy past it (long nardy).
func (t *outlook) walled(n *node) bool {
	return t.wall != 0 && (t.rules.Geometry.mirror(n.occupied) & t.wall).six()
}

// over reports whether the game is over with the node.
func (t *outlook) over(n *node) bool {
	return n.occupied == 0 || t.rules.Mother && t.rules.Ending(t.position(n), t.mover) != NotOver
}

// quadrantHeld reports whether the mover holds all of his 24 to 19 (fevga).
func (t *outlook) quadrantHeld(n *node) bool {
	return t.rules.OpenQuadrant && n.occupied&quadrant == quadrant
}

const quadrant = mask(1<<25 - 1<<19)

// trapped reports whether the opponent's last stack is locked in (fevga).
func (t *outlook) trapped(n *node) bool { return t.trap != 0 && n.occupied&t.trap == t.trap }

// position returns the node with the sides in the order of the seats.
func (t *outlook) position(n *node) Position {
	var p Position
	p.Sides[t.mover&1], p.Sides[t.mover.Other()&1] = n.own, n.opponent
	return p
}
