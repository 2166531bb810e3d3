package engine

// positionSet is a set of positions in the order of their adding. The zero value is
// empty; emptied, it keeps its room.
type positionSet struct {
	positions []Position
	slots     []uint32 // a power of two; 0 is free, i stands for positions[i-1]
}

// clear empties the set.
func (s *positionSet) clear() {
	s.positions = s.positions[:0]
	clear(s.slots)
}

// add puts a position into the set.
func (s *positionSet) add(p *Position) {
	if len(s.positions)*2 >= len(s.slots) {
		s.enlarge()
	}
	at := s.find(p)
	if s.slots[at] == 0 {
		s.positions = append(s.positions, *p)
		s.slots[at] = uint32(len(s.positions))
	}
}

// find returns the slot where the position stands or would stand.
func (s *positionSet) find(p *Position) int {
	last := len(s.slots) - 1
	n := node{own: p.Sides[0], opponent: p.Sides[1]}
	at := int(n.hash()) & last
	for s.slots[at] != 0 {
		if known := &s.positions[s.slots[at]-1]; known.Sides[0] == p.Sides[0] && known.Sides[1] == p.Sides[1] {
			break
		}
		at = (at + 1) & last
	}
	return at
}

// enlarge doubles the number of slots.
func (s *positionSet) enlarge() {
	s.slots = make([]uint32, max(1024, 2*len(s.slots)))
	for i := range s.positions {
		s.slots[s.find(&s.positions[i])] = uint32(i + 1)
	}
}
