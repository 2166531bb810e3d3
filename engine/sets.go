package engine

// Occupied returns the set of the side's places 1 to 25 that hold at least one
// checker: bit p stands for place p.
func (s *Side) Occupied() uint32 { return uint32(s.occupied()) }

// Held returns the set of the side's places 1 to 25 that hold at least two checkers.
func (s *Side) Held() uint32 { return uint32(s.held()) }

// Pins returns the set of the side's points on which a checker of it is pinned.
func (s *Side) Pins() uint32 { return uint32(s.pins()) }

// Mirror renumbers a set of points (1 to 24) for the other player.
func (g Geometry) Mirror(points uint32) uint32 { return uint32(g.mirror(mask(points))) }
