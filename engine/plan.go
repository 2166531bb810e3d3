package engine

import "slices"

// Plan is every legal play of a stage as a graph: what people play step by step is
// a walk through it. It does not change once made.
type Plan struct {
	outlook
	dice     Dice
	nodes    []planNode // the first is the stage's start; steps lead to later ones
	playable int
}

// planNode is a position with the dice that are left to play in it.
type planNode struct {
	node
	rest   Dice
	over   bool
	edges  []edge // every legal step, in the order of Next
	parent int32  // where the first route comes from
	by     Step   // and its step
	leads  leads
}

// edge is a step and the node that it leads to.
type edge struct {
	step Step
	to   int32
}

// leads tells what can be reached from a node; each rule about whole plays asks
// for more than the one before.
type leads uint8

const (
	toLength leads = 1 << iota // a play of full length
	toOpen                     // … which does not end with the quadrant held
	toLarger                   // … which plays the larger die where only one can be
	toEnd                      // … and is legal: no trap either
)

// Route is one way to play a stage: the steps of a legal play, in order.
type Route struct {
	Steps []Step
	End   Position
}

// Plan returns all legal plays of the stage.
func (s *Stage) Plan() *Plan {
	p := &Plan{dice: s.Dice}
	var start node
	p.outlook, start = s.begin()
	p.nodes = []planNode{{node: start, rest: s.Dice, parent: -1}}
	p.explore()
	p.judge()
	return p
}

// explore adds every node that legal steps reach, layer by layer.
func (p *Plan) explore() {
	type key struct {
		own, opponent Side
		rest          Dice
	}
	known := map[key]int32{}
	for i := 0; i < len(p.nodes); i++ {
		if p.nodes[i].over {
			continue
		}
		var edges []edge
		for _, die := range differentDice(p.nodes[i].rest) {
			rest, _ := p.nodes[i].rest.Without(die)
			for from := p.origins(&p.nodes[i].node, die); from != 0; from = from.rest() {
				step := Step{From: uint8(from.highest()), Die: uint8(die)}
				next := p.step(&p.nodes[i].node, from.highest(), die)
				if p.walled(&next) {
					continue
				}
				k := key{next.own, next.opponent, rest}
				to, ok := known[k]
				if !ok {
					to = int32(len(p.nodes))
					known[k] = to
					p.nodes = append(p.nodes, planNode{node: next, rest: rest, over: p.over(&next), parent: int32(i), by: step})
				}
				edges = append(edges, edge{step, to})
			}
		}
		p.nodes[i].edges = edges
	}
}

// differentDice returns the dice left without repetition, larger first.
func differentDice(d Dice) []int {
	switch {
	case d.Len() == 0:
		return nil
	case d.Double():
		return []int{int(d[0])}
	}
	return []int{int(d[0]), int(d[1])}
}

// judge finds the legal ends (section 3, rules 4 and 5; fevga's quadrant and trap)
// and marks what leads to them.
func (p *Plan) judge() {
	for p.playable = p.dice.Len(); p.playable > 0; p.playable-- {
		if p.mark() {
			break
		}
	}
	if p.playable == 0 {
		p.nodes[0].leads = toLength | toOpen | toLarger | toEnd
		return
	}
	for i := len(p.nodes) - 1; i >= 0; i-- {
		for _, e := range p.nodes[i].edges {
			p.nodes[i].leads |= p.nodes[e.to].leads
		}
	}
}

// mark marks the ends of the plays with p.playable dice; false if there are none.
func (p *Plan) mark() bool {
	larger, free := false, false
	for i := range p.nodes {
		n := &p.nodes[i]
		n.leads = 0
		if p.played(n) != p.playable {
			continue
		}
		n.leads = toLength
		if !p.quadrantHeld(&n.node) {
			n.leads |= toOpen
			larger = larger || n.rest[0] != p.dice[0]
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.leads&toOpen != 0 && (!larger || p.dice.Double() || p.playable > 1 || n.rest[0] != p.dice[0]) {
			n.leads |= toLarger
			free = free || !p.trapped(&n.node)
		}
	}
	found := false
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.leads&toLarger != 0 && !(free && p.trapped(&n.node)) {
			n.leads |= toEnd
			found = true
		}
	}
	return found
}

// played returns how many dice a node stands for; one with which the game is over
// stands for all of them.
func (p *Plan) played(n *planNode) int {
	if n.over {
		return p.dice.Len()
	}
	return p.dice.Len() - n.rest.Len()
}

// Playable returns how many dice every legal play uses; a play that ends the game
// counts as all of them.
func (p *Plan) Playable() int { return p.playable }

// at returns the node that a draft leads to. If the draft is no beginning of a
// legal play, ok is false and the node is the last one on a legal way, at the given
// number of steps.
func (p *Plan) at(draft []Step) (n *planNode, steps int, ok bool) {
	n = &p.nodes[0]
	for i, step := range draft {
		next := p.follow(n, step)
		if next == nil || next.leads&toEnd == 0 {
			return n, i, false
		}
		n = next
	}
	return n, len(draft), true
}

// follow returns the node that a step leads to, nil if the step is not legal.
func (p *Plan) follow(n *planNode, step Step) *planNode {
	for _, e := range n.edges {
		if e.step == step {
			return &p.nodes[e.to]
		}
	}
	return nil
}

// isEnd reports whether a legal play ends in a node that leads to an end.
func (p *Plan) isEnd(n *planNode) bool { return p.played(n) == p.playable }

// Next returns the steps that some legal play, beginning with the draft, contains
// next: larger die first, then higher point first. It returns nil when the play is
// complete or the draft is no beginning of a legal play.
func (p *Plan) Next(draft []Step) []Step {
	n, _, ok := p.at(draft)
	if !ok {
		return nil
	}
	var steps []Step
	for _, e := range n.edges {
		if p.nodes[e.to].leads&toEnd != 0 {
			steps = append(steps, e.step)
		}
	}
	return steps
}

// Complete reports whether the draft is a whole legal play; where nothing can be
// played, the empty draft is.
func (p *Plan) Complete(draft []Step) bool {
	n, _, ok := p.at(draft)
	return ok && p.isEnd(n)
}

// Ends returns the distinct positions that legal plays beginning with the draft
// lead to, nil if there are none.
func (p *Plan) Ends(draft []Step) []Position {
	n, _, ok := p.at(draft)
	if !ok {
		return nil
	}
	var ends []Position
	for _, end := range p.ends(n) {
		ends = append(ends, p.position(&end.node))
	}
	return ends
}

// ends returns the nodes in which legal plays end that come through the given one,
// one for every distinct position.
func (p *Plan) ends(from *planNode) []*planNode {
	var ends []*planNode
	seen := map[Position]bool{}
	queue := []*planNode{from}
	queued := map[*planNode]bool{from: true}
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if p.isEnd(n) {
			if position := p.position(&n.node); !seen[position] {
				seen[position] = true
				ends = append(ends, n)
			}
			continue
		}
		for _, e := range n.edges {
			if next := &p.nodes[e.to]; next.leads&toEnd != 0 && !queued[next] {
				queued[next] = true
				queue = append(queue, next)
			}
		}
	}
	return ends
}

// Plays returns one legal play for every distinct end.
func (p *Plan) Plays() []Route {
	var plays []Route
	for _, end := range p.ends(&p.nodes[0]) {
		play := Route{End: p.position(&end.node)}
		for n := end; n.parent >= 0; n = &p.nodes[n.parent] {
			play.Steps = append(play.Steps, n.by)
		}
		slices.Reverse(play.Steps)
		plays = append(plays, play)
	}
	return plays
}
