package engine

import "fmt"

// Phase is what a match waits for.
type Phase uint8

const (
	ToStart    Phase = iota // the next game ([Start])
	ToOpen                  // an opening pair
	ToRoll                  // the player on roll throws, or doubles
	ToPlay                  // dice are to be played
	ToAnswer                // a double is to be answered
	MatchEnded              // nothing more
)

// Match is a match between two players: a state machine over actions. Make one
// with [NewMatch]; [Match.Apply] is the only way on. Its log, the actions applied,
// is the truth; the state says the same and is faster to load.
type Match struct {
	Terms    Terms
	Score    [2]int
	Number   int // of the current game, from 1; 0 before the first
	Phase    Phase
	Game     Game
	Turns    int     // counts the decisions to roll over the whole match
	Thrown   int     // rolls of the whole match, opening pairs included
	Crawford bool    // the Crawford game has begun
	Last     *Result // of the last game that ended
	Winner   *Seat   // of the match; nil while it lasts, or if it was stopped
	rules    Rules
}

// NewMatch returns a match before its first game, or what is wrong with the terms.
func NewMatch(terms Terms) (*Match, error) {
	if err := terms.Validate(); err != nil {
		return nil, err
	}
	return &Match{Terms: terms, rules: terms.Rules(1)}, nil
}

// Rules returns the rules of the current game, or of the first before it begins.
func (m *Match) Rules() *Rules { return &m.rules }

// Clone returns a match that can be changed apart from m.
func (m *Match) Clone() *Match {
	c := *m
	if m.Game.Turn != nil {
		c.Game.Turn = m.Game.Turn.clone()
	}
	return &c
}

// Actor returns who has to decide next; ok is false while nobody has to: at an
// opening roll, between games (anyone may start the next) and at the end.
func (m *Match) Actor() (seat Seat, ok bool) {
	switch {
	case m.Phase == MatchEnded: // stopped, perhaps, with a question open
		return 0, false
	case m.Game.Giving != nil:
		return m.Game.Giving.From.Other(), true
	case m.Phase == ToAnswer:
		return m.Game.Offer.From.Other(), true
	case m.Phase == ToRoll, m.Phase == ToPlay:
		return m.Game.OnRoll, true
	}
	return 0, false
}

// Apply carries an action out, or returns an error ([Illegal], or a [Refusal] of a
// step) and changes nothing.
func (m *Match) Apply(a Action) error {
	next := m.Clone()
	if err := next.apply(a, false); err != nil {
		return err
	}
	*m = *next
	return nil
}

// Replay returns the match that a log tells. Plays are taken as they stand, so
// that a rule mended later does not change a match that was played before.
func Replay(terms Terms, log []string) (*Match, error) {
	return Follow(terms, log, func(*Match, Action) error { return nil })
}

// apply changes the match even if it returns an error half-way.
func (m *Match) apply(a Action, trusted bool) error {
	switch {
	case m.Phase == MatchEnded:
		return MatchIsOver
	case a.Seat > 1:
		return NotNow
	}
	if (m.Game.Giving != nil || m.Phase == ToAnswer) && !a.Verb.answers() {
		return AnswerFirst
	}
	switch a.Verb {
	case Start:
		return m.start()
	case OpeningPair:
		return m.open(a.Dice)
	case Throw:
		return m.throw(a.Seat, a.Dice)
	case Play, Remainder:
		return m.play(a, trusted)
	case Double:
		return m.double(a.Seat)
	case Beaver, Raccoon:
		return m.beaver(a.Seat, a.Verb)
	case Take, Drop:
		return m.answer(a.Seat, a.Verb == Take)
	case Resign:
		return m.resign(a.Seat, a.Level)
	case Accept, Decline:
		return m.answerResignation(a.Seat, a.Verb == Accept)
	case TimeOut:
		return m.timeOut(a.Seat)
	case Stop:
		m.Phase = MatchEnded
		m.Last = &Result{Method: ByStopping, Draw: true}
		return nil
	}
	return fmt.Errorf("action %v: %w", a.Verb, NotNow)
}

// answers reports whether the verb is possible while an offer is open.
func (v Verb) answers() bool {
	switch v {
	case Take, Drop, Beaver, Raccoon, Accept, Decline, TimeOut, Stop:
		return true
	}
	return false
}

// notNow says why a seat cannot do what the phase asks for.
func (m *Match) notNow(seat Seat, phase Phase) error {
	if m.Phase == phase && seat != m.Game.OnRoll {
		return NotYourTurn
	}
	return NotNow
}
