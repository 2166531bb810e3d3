package engine

// search finds the ends of a stage by trying every order of the dice, one layer of
// nodes for every number of dice played. It knows every rule of every game.
type search struct {
	nodes    []node // the layers one after another
	finished []node // nodes with which the game is over
	set      nodeSet
}

// layer is a run of nodes of a search.
type layer struct{ from, to int }

// everyOrder fills b.ends by the search and returns how many dice are played.
func (b *Buffer) everyOrder(start *node) (playable int) {
	b.ends = b.ends[:0]
	b.nodes = append(b.nodes[:0], *start)
	b.finished = b.finished[:0]
	root := layer{0, 1}
	dice := b.dice.Len()
	if dice == 2 && !b.dice.Double() {
		larger, smaller := int(b.dice[0]), int(b.dice[1])
		b.set.clear()
		one := b.grow(root, larger)
		b.set.clear()
		other := b.grow(root, smaller)
		b.set.clear()
		both := layer{b.grow(one, smaller).from, b.grow(other, larger).to}
		switch {
		case b.collect(both, true):
			return 2
		case b.collect(one, false), b.collect(other, false):
			return 1
		}
	} else {
		layers := [5]layer{root}
		for i := range dice {
			b.set.clear()
			layers[i+1] = b.grow(layers[i], int(b.dice[0]))
		}
		for played := dice; played > 0; played-- {
			if b.collect(layers[played], played == dice) {
				return played
			}
		}
	}
	b.ends = append(b.ends, b.position(start))
	return 0
}

// grow plays one die from every node of a layer. The new nodes that are not yet in
// b.set become a layer of their own.
func (b *Buffer) grow(l layer, die int) layer {
	grown := layer{len(b.nodes), len(b.nodes)}
	for i := l.from; i < l.to; i++ {
		from := b.origins(&b.nodes[i], die)
		for ; from != 0; from = from.rest() {
			n := b.step(&b.nodes[i], from.highest(), die)
			switch {
			case b.walled(&n):
			case b.over(&n):
				b.finished = append(b.finished, n)
			case b.set.add(&n, b.nodes):
				b.nodes = append(b.nodes, n)
			}
		}
	}
	grown.to = len(b.nodes)
	return grown
}

// collect makes the layer's nodes the ends, unless a rule about whole plays leaves
// none of them. Whole says that no dice are left, so that the nodes with which the
// game is over belong to them.
func (b *Buffer) collect(l layer, whole bool) bool {
	for i := l.from; i < l.to; i++ {
		if n := &b.nodes[i]; !b.quadrantHeld(n) {
			b.ends = append(b.ends, b.position(n))
		}
	}
	if whole && len(b.finished) > 0 {
		b.set.clear()
		for i := range b.finished {
			if n := &b.finished[i]; b.set.add(n, b.nodes) {
				b.nodes = append(b.nodes, *n)
				b.ends = append(b.ends, b.position(n))
			}
		}
	}
	b.freeTrapped()
	return len(b.ends) > 0
}

// freeTrapped removes the ends that lock in the opponent's last stack, unless
// every end does.
func (b *Buffer) freeTrapped() {
	if b.trap == 0 {
		return
	}
	free := 0
	for i, end := range b.ends {
		side := &end.Sides[b.mover&1]
		if n := (node{own: *side, occupied: side.occupied()}); !b.trapped(&n) {
			b.ends[free], b.ends[i] = b.ends[i], b.ends[free]
			free++
		}
	}
	if free > 0 {
		b.ends = b.ends[:free]
	}
}
