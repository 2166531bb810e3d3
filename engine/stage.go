package engine

import "fmt"

// Stage is a position in which a player must play some dice: a whole turn, or
// one group of equal dice of an escalating double. Rules that look back within
// the turn (head, hit-and-run) look back to Position, the stage's start.
type Stage struct {
	Rules    *Rules
	Position Position
	Mover    Seat
	Dice     Dice
}

// Apply returns the position after a legal step of the mover: what it hits is on
// the bar, what it pins is pinned, what it leaves is released. Whether the step
// is legal is not asked.
func (r *Rules) Apply(p Position, mover Seat, step Step) Position {
	stage := Stage{Rules: r, Position: p, Mover: mover}
	outlook, n := stage.begin()
	n = outlook.step(&n, int(step.From), int(step.Die))
	return outlook.position(&n)
}

// After returns the position after the steps, played as they stand. It asks only
// whether they can be made at all on a board: a step from where no free checker
// stands, or to a point that is closed, is an error. Dice, and all other rules,
// are not looked at.
func (s *Stage) After(steps []Step) (Position, error) {
	outlook, n := s.begin()
	for _, step := range steps {
		from, die := int(step.From), int(step.Die)
		switch {
		case from < 1 || from > Bar || !n.occupied.has(from):
			return s.Position, fmt.Errorf("play %s: %w", step, NoChecker)
		case outlook.stuck.has(from):
			return s.Position, fmt.Errorf("play %s: %w", step, Pinned)
		case die < 1 || die > 6:
			return s.Position, fmt.Errorf("play %s: %w", step, NoDie)
		case from > die && !outlook.open.has(from-die):
			return s.Position, fmt.Errorf("play %s: %w", step, Blocked)
		}
		n = outlook.step(&n, from, die)
	}
	return outlook.position(&n), nil
}
