package engine

// Check tells whether some legal play begins with the draft and the step: nil, or
// the [Refusal] that says best why not. A draft that is itself no beginning of a
// legal play gives the refusal of its first wrong step.
func (p *Plan) Check(draft []Step, step Step) error {
	n, steps, ok := p.at(draft)
	if !ok {
		step = draft[steps]
	}
	if refusal := p.refuse(n, step); refusal != 0 {
		return refusal
	}
	next := p.follow(n, step)
	switch {
	case next == nil: // every rule about single steps was asked
		return Blocked
	case next.leads&toEnd != 0:
		return nil
	case p.played(next) > p.playable:
		return Quadrant
	case next.leads&toLength == 0:
		return BothDice
	case next.leads&toOpen == 0:
		return Quadrant
	case next.leads&toLarger == 0:
		return LargerDie
	}
	return Trap
}

// refuse returns the rule that forbids a single step, 0 if none does.
func (p *Plan) refuse(n *planNode, step Step) Refusal {
	from, die := int(step.From), int(step.Die)
	_, left := n.rest.Without(die)
	switch {
	case n.over:
		return GameIsOver
	case n.occupied&barBit != 0 && from != Bar:
		return BarFirst
	case from < 1 || from > Bar || !n.occupied.has(from):
		return NoChecker
	case p.stuck.has(from):
		return Pinned
	case !left:
		return NoDie
	case from > die && !p.open.has(from-die):
		return Blocked
	case from <= die:
		if refusal := p.refuseOff(n, from, die); refusal != 0 {
			return refusal
		}
	}
	return p.refuseVariant(n, from, die)
}

// refuseOff returns the rule that forbids to bear off.
func (p *Plan) refuseOff(n *planNode, from, die int) Refusal {
	switch {
	case n.occupied&outside != 0:
		return NotHome
	case p.stuck != 0:
		return Pinned
	case from < die && n.occupied.highest() > from:
		return HigherChecker
	}
	return 0
}

// refuseVariant returns the rule of the variant that forbids a step.
func (p *Plan) refuseVariant(n *planNode, from, die int) Refusal {
	next := p.step(&n.node, from, die)
	switch {
	case from == headPoint && n.own.At(headPoint) <= p.minHead:
		return Head
	case p.walled(&next):
		return Block
	case p.restrict(&n.node, 1<<from) != 0:
		return 0
	case p.stay.has(from):
		return HitAndRun
	}
	return Runner
}
