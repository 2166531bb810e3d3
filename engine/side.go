package engine

// Off and Bar are the places beside the 24 points, in every player's numbering.
const (
	Off = 0
	Bar = 25
)

// Side is where one player's checkers stand, in his own numbering: [Off], the
// points 1 to 24, and [Bar]. The zero value is a side without checkers.
//
// Four bits a place keep a side in two words, so that a position is compared
// and hashed as four words; the upper 24 bits tell which points hold a checker
// of this side pinned under an enemy (games of the pin family only).
type Side struct {
	low, high uint64 // places 0–15; places 16–25, then pinned points 1–24
}

const pinShift = 39 // bit 40 of high stands for point 1

// At returns how many checkers stand on a place (0 to 25), a pinned one included.
func (s *Side) At(place int) int {
	low, high := shifts(place)
	return int((s.low>>low | s.high>>high) & 15)
}

// shifts returns where a place's four bits begin in each word. In the word that
// does not hold the place the shift is 64 or more and shifts everything out.
func shifts(place int) (low, high uint) {
	return uint(place) * 4, uint(place-16) * 4
}

// Pinned reports whether the checker on the point is pinned by an enemy.
func (s *Side) Pinned(point int) bool {
	return s.high>>(pinShift+uint(point))&1 != 0
}

// AnyPinned reports whether any checker of the side is pinned.
func (s *Side) AnyPinned() bool { return s.high>>(pinShift+1) != 0 }

// Set puts n checkers (0 to 15) on a place, whatever stood there.
func (s *Side) Set(place, n int) {
	if place < 16 {
		shift := uint(place) * 4
		s.low = s.low&^(15<<shift) | uint64(n)<<shift
		return
	}
	shift := uint(place-16) * 4
	s.high = s.high&^(15<<shift) | uint64(n)<<shift
}

// SetPinned says whether the checker on the point is pinned.
func (s *Side) SetPinned(point int, pinned bool) {
	bit := uint64(1) << (pinShift + uint(point))
	s.high &^= bit
	if pinned {
		s.high |= bit
	}
}

// move takes a checker from one place to another.
func (s *Side) move(from, to int) {
	fromLow, fromHigh := shifts(from)
	toLow, toHigh := shifts(to)
	s.low += 1<<toLow - 1<<fromLow
	s.high += 1<<toHigh - 1<<fromHigh
}

// Pips returns the sum of the distances that the side's checkers have to go.
func (s *Side) Pips() int {
	pips := 0
	for place := 1; place <= Bar; place++ {
		pips += place * s.At(place)
	}
	return pips
}

// Checkers returns how many checkers the side has, those borne off included.
func (s *Side) Checkers() int {
	n := 0
	for place := Off; place <= Bar; place++ {
		n += s.At(place)
	}
	return n
}

// Highest returns the highest occupied place, [Off] if every checker is off.
func (s *Side) Highest() int {
	for place := Bar; place > Off; place-- {
		if s.At(place) > 0 {
			return place
		}
	}
	return Off
}

// AllHome reports whether every checker in play stands on the points 6 to 1.
func (s *Side) AllHome() bool { return s.high&(1<<40-1) == 0 && s.low>>28 == 0 }
