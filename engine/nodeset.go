package engine

// nodeSet is a set of nodes that are kept elsewhere, in the order of their adding.
// It is emptied in no time: what was added in an earlier round does not count.
type nodeSet struct {
	slots []slot // a power of two
	round uint32
	used  int
}

type slot struct{ round, index uint32 }

// clear empties the set.
func (s *nodeSet) clear() {
	s.used = 0
	s.round++
	if s.round == 0 { // after 2³² rounds old slots would come to life
		clear(s.slots)
		s.round = 1
	}
}

// add reports whether the node is new. The caller appends a new node to nodes,
// where all nodes of the set stand.
func (s *nodeSet) add(n *node, nodes []node) bool {
	if s.used*2 >= len(s.slots) {
		s.enlarge(nodes)
	}
	at := s.find(n, nodes)
	if s.slots[at].round == s.round {
		return false
	}
	s.slots[at] = slot{s.round, uint32(len(nodes))}
	s.used++
	return true
}

// find returns the slot where the node stands or would stand.
func (s *nodeSet) find(n *node, nodes []node) int {
	last := len(s.slots) - 1
	at := int(n.hash()) & last
	for s.slots[at].round == s.round {
		if known := &nodes[s.slots[at].index]; known.own == n.own && known.opponent == n.opponent {
			break
		}
		at = (at + 1) & last
	}
	return at
}

// enlarge doubles the number of slots.
func (s *nodeSet) enlarge(nodes []node) {
	old := s.slots
	s.slots = make([]slot, max(256, 2*len(old)))
	for _, x := range old {
		if x.round == s.round {
			s.slots[s.find(&nodes[x.index], nodes)] = x
		}
	}
}

// hash mixes the four words of a node's sides.
func (n *node) hash() uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := n.own.low * odd
	h = (h ^ h>>29 ^ n.own.high) * odd
	h = (h ^ h>>31 ^ n.opponent.low) * odd
	h = (h ^ h>>30 ^ n.opponent.high) * odd
	return h ^ h>>32
}
