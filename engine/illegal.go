package engine

// Illegal is an action that the rules do not allow now; nothing changed. It is
// an error; its text is for logs, the sentence for people is made from the value.
type Illegal uint8

const (
	NotNow        Illegal = iota + 1 // the match is in another phase
	NotYourTurn                      // the other player is to act
	NoCubeHere                       // the game is played without the cube
	CrawfordGame                     // the cube rests in the Crawford game
	NotYourCube                      // the opponent owns the cube
	CubeAtCap                        // the cube shows its highest value
	StarterFirst                     // the starter may not double on his first turn
	NeedsOnePoint                    // a player who needs one point may not double
	NoOffer                          // there is no double to answer
	NotAgreed                        // beavers or raccoons were not agreed on
	AnswerFirst                      // a double or a resignation waits for its answer
	NoResignation                    // there is no resignation to answer
	LevelTooHigh                     // the game can no longer be lost by so much
	TurnNotOver                      // dice are left that can be played
	MatchIsOver                      // the match has ended
	BadDice                          // a die shows 1 to 6
)

var illegals = [...]string{
	NotNow:        "this cannot be done now",
	NotYourTurn:   "the other player is to act",
	NoCubeHere:    "this game is played without the cube",
	CrawfordGame:  "the Crawford game is played without the cube",
	NotYourCube:   "the cube is the opponent's",
	CubeAtCap:     "the cube has reached its highest value",
	StarterFirst:  "the starter may not double on his first turn",
	NeedsOnePoint: "a player who needs one point may not double",
	NoOffer:       "there is no double to answer",
	NotAgreed:     "that answer to a double was not agreed on",
	AnswerFirst:   "an offer waits for its answer",
	NoResignation: "there is no resignation to answer",
	LevelTooHigh:  "the game can no longer be lost by that much",
	TurnNotOver:   "dice are left that can be played",
	MatchIsOver:   "the match is over",
	BadDice:       "a die shows 1 to 6",
}

// Error names the rule.
func (i Illegal) Error() string {
	if int(i) < len(illegals) && i > 0 {
		return illegals[i]
	}
	return "unknown rule"
}
