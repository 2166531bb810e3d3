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

// illegals are the key and the text of each kind.
var illegals = [...]struct{ key, text string }{
	NotNow:        {"not-now", "this cannot be done now"},
	NotYourTurn:   {"not-your-turn", "the other player is to act"},
	NoCubeHere:    {"no-cube-here", "this game is played without the cube"},
	CrawfordGame:  {"crawford-game", "the Crawford game is played without the cube"},
	NotYourCube:   {"not-your-cube", "the cube is the opponent's"},
	CubeAtCap:     {"cube-at-cap", "the cube has reached its highest value"},
	StarterFirst:  {"starter-first", "the starter may not double on his first turn"},
	NeedsOnePoint: {"needs-one-point", "a player who needs one point may not double"},
	NoOffer:       {"no-offer", "there is no double to answer"},
	NotAgreed:     {"not-agreed", "that answer to a double was not agreed on"},
	AnswerFirst:   {"answer-first", "an offer waits for its answer"},
	NoResignation: {"no-resignation", "there is no resignation to answer"},
	LevelTooHigh:  {"level-too-high", "the game can no longer be lost by that much"},
	TurnNotOver:   {"turn-not-over", "dice are left that can be played"},
	MatchIsOver:   {"match-is-over", "the match is over"},
	BadDice:       {"bad-dice", "a die shows 1 to 6"},
}

// Key returns a short name, such as "not-your-turn".
func (i Illegal) Key() string { return i.entry().key }

// Error tells the rule.
func (i Illegal) Error() string { return i.entry().text }

func (i Illegal) entry() struct{ key, text string } {
	if int(i) < len(illegals) {
		return illegals[i]
	}
	return illegals[0]
}
