package engine

// Stage is a position in which a player must play some dice: a whole turn, or
// one group of equal dice of an escalating double. Rules that look back within
// the turn (head, hit-and-run) look back to Position, the stage's start.
type Stage struct {
	Rules    *Rules
	Position Position
	Mover    Seat
	Dice     Dice
}
