package notation

import (
	"errors"
	"fmt"
	"math/bits"

	"tablabot/engine"
)

// Situation is everything about a game of the backgammon kind that the identifiers
// of GNU Backgammon and eXtreme Gammon can tell, in one plain value. No identifier
// tells all of it; each writer says what it leaves out.
//
// On both programs' boards seat 0 sits below: it is GNU Backgammon's player 1 and
// the bottom player of an XGID.
type Situation struct {
	Position  engine.Position
	OnRoll    engine.Seat // who is to roll, or has rolled
	Turn      engine.Seat // who must decide: not OnRoll where an offer waits for the other
	Dice      [2]int      // zeros before the roll
	Cube      int         // its value, 1 at the start; while an offer is open the value before it
	CubeOwner Owner       // likewise before the offer
	Offer     Offer
	Resigned  int // 0, or the level that Turn's opponent offers to lose: 1, 2 or 3
	State     State
	Length    int    // of the match, in points; 0 is unlimited play
	Score     [2]int // by seat
	Crawford  bool   // this is the Crawford game
	Jacoby    bool   // unlimited play only
	Beavers   bool   // unlimited play only
	MaxCube   int    // the cube's highest value, 0 where it is not told
}

// Owner is on whose side the cube lies.
type Owner uint8

const (
	Centre Owner = iota
	OwnerZero
	OwnerOne
)

// OwnedBy returns the owner that stands for a seat.
func OwnedBy(seat engine.Seat) Owner { return OwnerZero + Owner(seat) }

// Offer is a double that waits for its answer.
type Offer uint8

const (
	NoOffer   Offer = iota
	Doubled         // OnRoll has doubled, the other answers
	Beavered        // the other has redoubled at once, OnRoll answers
	Raccooned       // OnRoll has redoubled once more, the other answers
)

// State is how far a game has come, by the numbers of the match ID.
type State uint8

const (
	NotStarted State = iota
	Playing
	Over
	Resigned
	Dropped
)

// start returns what identifiers take for granted: a game being played, the cube
// in the middle.
func start() Situation { return Situation{Cube: 1, State: Playing} }

// Validate reports what makes the situation impossible to write, as a sentence.
func (s *Situation) Validate() error {
	if bits.OnesCount(uint(max(s.Cube, 0))) != 1 {
		return fmt.Errorf("the cube shows a power of two, not %d", s.Cube)
	}
	if bits.OnesCount(uint(max(s.MaxCube, 0))) > 1 || s.MaxCube < 0 {
		return fmt.Errorf("the cube's limit is a power of two, not %d", s.MaxCube)
	}
	if !validDice(s.Dice) {
		return fmt.Errorf("%d and %d are no dice", s.Dice[0], s.Dice[1])
	}
	for _, n := range [...]int{s.Length, s.Score[0], s.Score[1]} {
		if n < 0 || n > maxPoints {
			return fmt.Errorf("a length or a score is 0 to %d points, not %d", maxPoints, n)
		}
	}
	if s.OnRoll > 1 || s.Turn > 1 || s.CubeOwner > OwnerOne || s.Offer > Raccooned || s.State > Dropped || s.Resigned < 0 || s.Resigned > 3 {
		return errors.New("a seat, an owner, an offer, a resignation or a state is out of range")
	}
	return s.validOffer()
}

// validOffer checks that whoever must answer an offer has the turn.
func (s *Situation) validOffer() error {
	if s.Offer == NoOffer {
		if s.Resigned == 0 && s.Turn != s.OnRoll {
			return errors.New("without an offer the turn is his who is on roll")
		}
		return nil
	}
	if s.Dice != [2]int{} {
		return errors.New("a double is offered before the roll")
	}
	if s.Resigned != 0 {
		return errors.New("a double and a resignation cannot both be open")
	}
	if s.Turn != s.answers() {
		return errors.New("an offer is answered by the player it was made to")
	}
	if s.CubeOwner == OwnedBy(s.OnRoll.Other()) {
		return errors.New("the cube is the opponent's and cannot be offered")
	}
	return nil
}

// answers returns the seat that must answer the offer, OnRoll if there is none.
func (s *Situation) answers() engine.Seat {
	if s.Offer == Doubled || s.Offer == Raccooned {
		return s.OnRoll.Other()
	}
	return s.OnRoll
}

// validDice accepts two dice, or none.
func validDice(dice [2]int) bool {
	a, b := dice[0], dice[1]
	return a == 0 && b == 0 || a >= 1 && a <= 6 && b >= 1 && b <= 6
}

// power returns the logarithm of a power of two.
func power(value int) int { return bits.TrailingZeros(uint(value)) }

// complete puts the checkers that are not on the board off it, and checks that two
// sides of that many checkers can stand so in a contrary game.
func complete(p *engine.Position, checkers int) error {
	for seat := range p.Sides {
		side := &p.Sides[seat]
		n := side.Checkers()
		if n > checkers {
			return fmt.Errorf("a side has %d checkers, there are %d", n, checkers)
		}
		side.Set(engine.Off, checkers-n)
	}
	for point := 1; point <= 24; point++ {
		if p.Sides[0].At(point) > 0 && p.Sides[1].At(25-point) > 0 {
			return fmt.Errorf("checkers of both sides stand on point %d", point)
		}
	}
	return nil
}
