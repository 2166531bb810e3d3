package engine

// Seat is one of the two players of a match, 0 or 1.
type Seat uint8

// Other returns the opponent's seat.
func (s Seat) Other() Seat { return s ^ 1 }
