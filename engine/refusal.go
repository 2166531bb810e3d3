package engine

// Refusal is the rule that refuses a step. It is an error; its text is for logs,
// the sentence for people is made from the value.
type Refusal uint8

const (
	BarFirst      Refusal = iota + 1 // a checker on the bar must enter first
	Blocked                          // the target point is closed by the opponent
	NoChecker                        // no checker of the mover stands there
	NoDie                            // that die is not left to play
	BothDice                         // the step would leave a die unplayed that can be played
	LargerDie                        // only one die can be played, and it must be the larger
	NotHome                          // bearing off before every checker is home
	HigherChecker                    // bearing off with a larger die while a higher checker can move
	HitAndRun                        // a checker that hit in its home stays there this turn
	Head                             // no further checker may leave the head this turn
	Block                            // six points in a row with no enemy past them
	Runner                           // another checker must pass to 12 first
	Quadrant                         // all points of the starting quadrant would be held
	Trap                             // the opponent's last stack would be locked in
	Pinned                           // the checker, or one that must be free for bearing off, is pinned
	GameIsOver                       // the steps before have ended the game
)

// Error names the rule.
func (r Refusal) Error() string {
	names := [...]string{"", "bar first", "blocked", "no checker", "no such die", "both dice", "larger die",
		"not home", "higher checker", "hit-and-run", "head", "six-block", "runner", "quadrant", "trap", "pinned", "game is over"}
	if int(r) < len(names) && r > 0 {
		return names[r]
	}
	return "unknown rule"
}
