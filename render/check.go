package render

import "fmt"

// maxCount is the most checkers that one place may hold, and the largest label.
const maxCount = 99

// checked returns the scene with its defaults filled in, or says what cannot be
// drawn.
func (s *Scene) checked() (*Scene, error) {
	if s == nil {
		return nil, fmt.Errorf("there is no scene")
	}
	c := *s
	if c.Theme == "" {
		c.Theme = woodTheme().name
	}
	if c.Homes == ([2]Home{}) {
		c.Homes = usualHomes
	}
	for _, check := range []func() error{c.checkFrame, c.checkCheckers, c.checkDice, c.checkMarks} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return &c, nil
}

func (s *Scene) checkFrame() error {
	known := false
	for _, name := range Themes() {
		known = known || name == s.Theme
	}
	if !known {
		return fmt.Errorf("there is no theme %q", s.Theme)
	}
	if s.Bottom > 1 {
		return fmt.Errorf("seat %d cannot sit below", s.Bottom)
	}
	for seat, h := range s.Homes {
		if !h.valid() {
			return fmt.Errorf("seat %d cannot go from %d to %d", seat, h.First, h.Last)
		}
	}
	for i, n := range s.Labels {
		if n > maxCount {
			return fmt.Errorf("point %d has the label %d", i+1, n)
		}
	}
	if r := s.Result; r != nil && r.Winner > Centre {
		return fmt.Errorf("seat %d cannot win", r.Winner)
	}
	return nil
}

func (s *Scene) checkCheckers() error {
	for i, p := range s.Points {
		if p.Seat > 1 || p.Count < 0 || p.Count > maxCount {
			return fmt.Errorf("point %d has %d checkers of seat %d", i+1, p.Count, p.Seat)
		}
		if p.Pinned && p.Count == 0 {
			return fmt.Errorf("point %d has a pinned checker and none on it", i+1)
		}
	}
	for seat := range 2 {
		if n := s.Bars[seat]; n < 0 || n > maxCount {
			return fmt.Errorf("seat %d has %d checkers on the bar", seat, n)
		}
		if n := s.Off[seat]; n < 0 || n > maxCount {
			return fmt.Errorf("seat %d has borne %d checkers off", seat, n)
		}
	}
	return nil
}

func (s *Scene) checkDice() error {
	for _, d := range s.Dice {
		if d.Value < 1 || d.Value > 6 || d.Seat > 1 {
			return fmt.Errorf("seat %d cannot throw a %d", d.Seat, d.Value)
		}
	}
	if c := s.Cube; c != nil && (c.Owner > Centre || c.Offered && c.To > 1) {
		return fmt.Errorf("the cube cannot go from seat %d to seat %d", c.Owner, c.To)
	}
	return nil
}

func (s *Scene) checkMarks() error {
	for _, a := range s.Arrows {
		if a.Seat > 1 || a.From > Bar || a.To > Bar {
			return fmt.Errorf("seat %d cannot move from %d to %d", a.Seat, a.From, a.To)
		}
	}
	for _, p := range s.Movable {
		if p > Bar {
			return fmt.Errorf("there is no place %d", p)
		}
	}
	return nil
}
