package engine

// Game is one game of a match.
type Game struct {
	Position Position // as of the last finished play
	Starter  Seat
	OnRoll   Seat // whose turn it is
	Rolls    [2]int
	Cube     CubeState
	Crawford bool         // this is the Crawford game
	Ties     int          // tied opening pairs so far
	Turn     *Turn        // the dice to play; nil before a roll
	Offer    *Offer       // the double to answer
	Giving   *Resignation // the resignation to answer
	Idle     int          // rolls in a row that moved nothing
}

// stuckAfter is how many rolls in a row may move nothing before the game ends
// without a winner.
const stuckAfter = 100

// newGame returns a game before its first roll.
func newGame(r *Rules) Game {
	return Game{Position: r.StartPosition(), Cube: CubeState{Value: 1}}
}

// stages returns what a player's roll must be played as: one stage, or the chain
// of an escalating double from d-d to 6-6 (rules, section 6).
func (r *Rules) stages(a, b uint8, rolls int) (stages []Dice, chain bool) {
	if a != b || !r.Escalates || rolls < r.EscalateFrom {
		return []Dice{Roll(int(a), int(b))}, false
	}
	for die := int(a); die <= 6; die++ {
		stages = append(stages, Equal(die, 4))
	}
	return stages, true
}
