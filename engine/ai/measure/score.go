package measure

import "fmt"

// Score sums decisions up. The zero value is ready.
type Score struct {
	Decisions int
	Right     int
	Lost      float64 // equity, normalised to the cube
}

// Add adds a decision and what it cost.
func (s *Score) Add(lost float32, right bool) {
	s.Decisions++
	s.Lost += float64(lost)
	if right {
		s.Right++
	}
}

// PR returns the error rate: 500 times the mean loss.
func (s *Score) PR() float64 { return 500 * s.Lost / float64(max(s.Decisions, 1)) }

// String returns "5579 decisions, PR 2.20, 71.3 % right".
func (s *Score) String() string {
	return fmt.Sprintf("%d decisions, PR %.2f, %.1f %% right", s.Decisions, s.PR(), 100*float64(s.Right)/float64(max(s.Decisions, 1)))
}
