package equity

import "tablabot/engine/ai/net"

// Decision is what is right about the cube before a roll, for both players. Equities
// are those of the player about to roll, normalised to the cube before a double.
type Decision struct {
	NoDouble   float32 // the cube stays, for this roll
	DoubleTake float32
	DoubleDrop float32 // always 1

	Double     bool // the player doubles
	TooGood    bool // he does not, as he has more to hope for than a drop
	Take       bool // the opponent takes, if doubled
	Beaver     bool // he also redoubles at once
	TakeBeaver bool // the player accepts a beaver, right or wrong
	Raccoon    bool // and redoubles at once himself
}

// Equity returns the equity if both do what is right.
func (d *Decision) Equity() float32 {
	switch {
	case !d.Double:
		return d.NoDouble
	case d.Beaver:
		return 2 * d.DoubleTake
	case d.Take:
		return d.DoubleTake
	}
	return d.DoubleDrop
}

// Decide returns what is right about the cube in a position, as the player about to
// roll sees its chances. Whoever answers a double asks the doubler's stakes.
func (s *Stakes) Decide(c *net.Chances, efficiency float32) Decision {
	stays, taken := s.equities(c, efficiency)
	return s.Weigh(stays, taken)
}

// Weigh returns the decision that follows from the equities of the cube staying and of
// a double taken, however they were found. A double that is not possible, or by which
// nothing can be gained, is not right; its other fields mean nothing.
//
// A beaver doubles what the game is played for and leaves the cube where it lies, so
// that it is taken to double the equity: in unlimited play that is exact, but for the
// limit of the cube.
func (s *Stakes) Weigh(noDouble, doubleTake float32) Decision {
	d := Decision{NoDouble: noDouble, DoubleTake: doubleTake, DoubleDrop: 1}
	if !s.CanDouble() {
		return d
	}
	d.Take = doubleTake <= d.DoubleDrop
	d.Beaver = doubleTake < 0 && s.canBeaver()
	d.TakeBeaver = doubleTake >= -1 // a beaver dropped loses the doubled cube
	d.Raccoon = doubleTake > 0 && s.canRaccoon()
	d.Double = s.answered(doubleTake) >= noDouble-tie
	d.TooGood = !d.Double && noDouble > d.DoubleDrop
	return d
}

// tie is a difference of equities that comes from rounding.
const tie = 1e-5

// canBeaver reports whether a double may be answered by a beaver.
func (s *Stakes) canBeaver() bool { return s.state.Beavers && s.canRise(4) }

// canRaccoon reports whether a beaver may be answered by a raccoon.
func (s *Stakes) canRaccoon() bool { return s.state.Raccoons && s.canRise(8) }

// canRise reports whether the cube may reach so many times its value, outside matches.
func (s *Stakes) canRise(times int) bool {
	limit := s.state.MaxCube
	return s.state.Length == 0 && (limit == 0 || times*s.state.Cube <= limit)
}
