package equity

import (
	"fmt"
	"math/bits"
)

// HighestCube is the greatest value that a cube can show here.
const HighestCube = 1 << (maxLevels - 1)

// Owner is on whose side the cube lies, as the player who decides sees it.
type Owner uint8

const (
	Centre Owner = iota
	Mine
	His
)

// State is what a game is played for, as the player who is about to roll sees it. The
// zero value is unlimited play without a cube.
type State struct {
	Length     int   // of the match, in points; 0 is unlimited play
	Mine, His  int   // the points that the player and his opponent have won so far
	Cube       int   // its value, a power of two; 0 is a game without a cube
	Owner      Owner // of the cube
	Crawford   bool  // this is the Crawford game
	NoCrawford bool  // the match is played without the Crawford rule
	Jacoby     bool  // gammons count only once the cube has been turned
	Beavers    bool  // unlimited play only
	Raccoons   bool  // likewise
	MaxCube    int   // the highest value that the cube can show; 0 if there is none
}

// Flip returns the state as the opponent sees it.
func (s State) Flip() State {
	s.Mine, s.His = s.His, s.Mine
	s.Owner = [...]Owner{Centre, His, Mine}[s.Owner]
	return s
}

// Doubled returns the state after the opponent has taken a double.
func (s State) Doubled() State {
	s.Cube, s.Owner = 2*s.Cube, His
	return s
}

// Validate reports what makes the state impossible, as a sentence.
func (s *State) Validate() error {
	over := max(s.Mine, s.His) >= s.Length && s.Mine != s.His // who has enough must lead
	switch {
	case s.Length < 0 || s.Length > MaxLength:
		return fmt.Errorf("a match goes to 1 up to %d points, not %d", MaxLength, s.Length)
	case s.Mine < 0 || s.His < 0:
		return fmt.Errorf("no score is %d to %d", s.Mine, s.His)
	case s.Length > 0 && over:
		return fmt.Errorf("a match to %d is over at %d to %d", s.Length, s.Mine, s.His)
	case s.Cube < 0 || bits.OnesCount(uint(s.Cube)) > 1:
		return fmt.Errorf("the cube shows a power of two, not %d", s.Cube)
	case s.Cube > HighestCube:
		return fmt.Errorf("the cube goes up to %d at most, not to %d", HighestCube, s.Cube)
	case s.Owner > His:
		return fmt.Errorf("there is no owner of the cube numbered %d", s.Owner)
	case s.MaxCube < 0 || s.MaxCube > HighestCube:
		return fmt.Errorf("the cube goes up to %d at most, not to %d", HighestCube, s.MaxCube)
	}
	return nil
}

// need returns the points that both players still need.
func (s *State) need() (mine, his int) { return s.Length - s.Mine, s.Length - s.His }

// after reports whether no Crawford game follows the present game.
func (s *State) after() bool {
	mine, his := s.need()
	return s.NoCrawford || s.Crawford || mine == 1 || his == 1
}

// live reports whether the player, who needs so many points, can ever gain by turning
// a cube of this value. In a match he cannot if a single game wins it already.
func (s *State) live(value, needed int) bool {
	switch {
	case s.Cube == 0 || s.Crawford:
		return false
	case value >= HighestCube || s.MaxCube > 0 && value >= s.MaxCube:
		return false
	}
	return s.Length == 0 || value < needed
}

// jacoby reports whether gammons count as single games while the cube lies as it does.
func (s *State) jacoby() bool {
	return s.Jacoby && s.Cube > 0 && s.Owner == Centre && !s.Crawford
}

// worth returns what it is worth if the player and his opponent score so many points
// more.
func (s *State) worth(t *Table, mine, his int) float64 {
	if s.Length == 0 {
		return float64(mine - his)
	}
	needMine, needHis := s.need()
	return t.Win(needMine-mine, needHis-his, s.after())
}
