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
	if m.Phase == MatchEnded {
		return MatchIsOver
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

// start begins the next game: the rules may change with its number, and the
// starter is known unless an opening roll decides.
func (m *Match) start() error {
	if m.Phase != ToStart {
		return NotNow
	}
	m.Number++
	m.rules = m.Terms.Rules(m.Number)
	previous := m.Game
	m.Game = newGame(&m.rules)
	m.Game.Crawford = m.crawford()
	m.Crawford = m.Crawford || m.Game.Crawford
	last := m.Last
	m.Last = nil
	switch {
	case last == nil || last.Draw || m.rules.NextStarter == OpeningRoll:
		m.Phase = ToOpen
	case m.rules.NextStarter == Alternate:
		m.begin(previous.Starter.Other())
	default:
		m.begin(last.Winner)
	}
	return nil
}

// crawford reports whether the game now beginning is the Crawford game.
func (m *Match) crawford() bool {
	if m.Crawford || m.Terms.Length < 2 || !m.rules.Cube.On || !m.rules.Cube.Crawford {
		return false
	}
	return max(m.Score[0], m.Score[1]) == m.Terms.Length-1
}

// begin makes the seat the starter and lets it roll.
func (m *Match) begin(starter Seat) {
	m.Game.Starter, m.Game.OnRoll = starter, starter
	m.toRoll()
}

// toRoll opens the next decision to roll.
func (m *Match) toRoll() {
	m.Phase = ToRoll
	m.Game.Turn = nil
	m.Turns++
}

// open takes an opening pair: the higher die starts, a tie is thrown again.
func (m *Match) open(dice [2]uint8) error {
	if m.Phase != ToOpen {
		return NotNow
	}
	if !validDie(dice[0]) || !validDie(dice[1]) {
		return BadDice
	}
	m.Thrown++
	if dice[0] == dice[1] {
		if m.Game.Ties++; m.Game.Ties <= m.rules.Cube.AutoDoubles {
			m.Game.Cube.Value *= 2
		}
		return nil
	}
	starter := Seat(0)
	if dice[1] > dice[0] {
		starter = 1
	}
	m.begin(starter)
	if m.rules.Opening == PlayOpeningDice {
		m.deal(dice)
	}
	return nil
}

// throw takes the roll of the player on roll.
func (m *Match) throw(seat Seat, dice [2]uint8) error {
	if m.Phase != ToRoll || seat != m.Game.OnRoll {
		return m.notNow(seat, ToRoll)
	}
	if !validDie(dice[0]) || !validDie(dice[1]) {
		return BadDice
	}
	m.Thrown++
	m.deal(dice)
	return nil
}

// deal puts the dice before the player on roll.
func (m *Match) deal(dice [2]uint8) {
	g := &m.Game
	g.Rolls[g.OnRoll]++
	stages, chain := m.rules.stages(dice[0], dice[1], g.Rolls[g.OnRoll])
	g.Turn = &Turn{Roll: dice, Chain: chain, Start: g.Position, Stages: stages}
	m.Phase = ToPlay
}

// play ends a turn: the steps must be a whole legal turn unless they are trusted.
func (m *Match) play(a Action, trusted bool) error {
	g := &m.Game
	if m.Phase != ToPlay || a.Seat != g.OnRoll {
		return m.notNow(a.Seat, ToPlay)
	}
	turn := g.Turn
	if (a.Verb == Remainder) != turn.Remainder() || len(a.Steps) > len(turn.Stages) {
		return NotNow
	}
	turn.Draft = a.Steps
	if !trusted {
		progress, err := turn.Progress(&m.rules, a.Seat)
		if err != nil {
			return err
		}
		if !progress.Over || len(a.Steps) > progress.Index+1 {
			return TurnNotOver
		}
	}
	position, ending, err := turn.outcome(&m.rules, a.Seat)
	if err != nil {
		return err
	}
	g.Position = position
	m.afterPlay(turn, ending)
	return nil
}

// afterPlay goes on to whatever follows a finished play.
func (m *Match) afterPlay(turn *Turn, ending Ending) {
	g := &m.Game
	moved := turn.Steps() > 0
	switch {
	case moved:
		g.Idle = 0
	case !turn.Remainder():
		g.Idle++
	}
	left := turn.left()
	switch {
	case ending != NotOver:
		m.endByPlay(ending)
	case g.Idle >= stuckAfter:
		m.endGame(Result{Draw: true, Method: ByStuck})
	case turn.Remainder(): // his own roll follows
		m.toRoll()
	case len(left) > 0 && !m.rules.RemainderLost:
		g.OnRoll = g.OnRoll.Other()
		m.toRoll()
		g.Turn = &Turn{Start: g.Position, Stages: left}
		m.Phase = ToPlay
	default:
		g.OnRoll = g.OnRoll.Other()
		m.toRoll()
	}
}

// endByPlay counts a game that the player on roll has ended by his play.
func (m *Match) endByPlay(ending Ending) {
	winner := m.Game.OnRoll
	switch ending {
	case BothMothersPinned:
		points := 1
		if m.rules.MothersVoid {
			points = 0
		}
		m.endGame(Result{Draw: true, Points: points, Method: ByBothMothers})
	case MotherPinned:
		m.endGame(m.counted(winner, 2, ByMother))
	default:
		m.endGame(m.counted(winner, m.rules.Level(m.Game.Position, winner), ByBearingOff))
	}
}

// counted multiplies a level with the cube; under Jacoby's rule only a turned cube
// lets it count more than once.
func (m *Match) counted(winner Seat, level int, method Method) Result {
	if m.jacobyHolds() {
		level = 1
	}
	cube := m.Game.Cube.Value
	return Result{Winner: winner, Points: level * cube, Level: level, Cube: cube, Method: method}
}

// jacobyHolds reports whether only single games count now. Without the cube, and
// in the Crawford game, every level counts.
func (m *Match) jacobyHolds() bool {
	cube := &m.rules.Cube
	return cube.On && cube.Jacoby && !m.Game.Crawford && !m.Game.Cube.Turned
}

// endGame adds a result to the score and ends the match if it is decided: a
// player has reached the length and leads.
func (m *Match) endGame(result Result) {
	m.Game.Giving, m.Game.Offer, m.Game.Turn = nil, nil, nil
	m.Last = &result
	m.Phase = ToStart
	if result.Draw {
		m.Score[0] += result.Points
		m.Score[1] += result.Points
	} else {
		m.Score[result.Winner] += result.Points
	}
	if m.Terms.Length == 0 || m.Score[0] == m.Score[1] || max(m.Score[0], m.Score[1]) < m.Terms.Length {
		return
	}
	winner := Seat(0)
	if m.Score[1] > m.Score[0] {
		winner = 1
	}
	m.Winner = &winner
	m.Phase = MatchEnded
}

// HighestResignation returns the highest level at which the seat may resign now;
// the opponent need not be asked for it.
func (m *Match) HighestResignation(seat Seat) int {
	if m.jacobyHolds() {
		return 1
	}
	return m.rules.HighestLevel(m.Game.Position, seat)
}

func (m *Match) resign(seat Seat, level int) error {
	switch m.Phase {
	case ToStart, ToOpen, MatchEnded:
		return NotNow
	}
	highest := m.HighestResignation(seat)
	if level < 1 || level > highest {
		return LevelTooHigh
	}
	if level == highest {
		m.endGame(m.counted(seat.Other(), level, ByResignation))
		return nil
	}
	m.Game.Giving = &Resignation{From: seat, Level: level}
	return nil
}

func (m *Match) answerResignation(seat Seat, accept bool) error {
	offer := m.Game.Giving
	if offer == nil || offer.From == seat {
		return NoResignation
	}
	m.Game.Giving = nil
	if accept {
		m.endGame(m.counted(seat, offer.Level, ByResignation))
	}
	return nil
}

// timeOut ends the match against the seat that stayed away. In unlimited play
// the running game counts once as the cube stands.
func (m *Match) timeOut(loser Seat) error {
	if m.Number == 0 {
		return NotNow
	}
	winner := loser.Other()
	result := Result{Winner: winner, Method: OnTime}
	if m.Terms.Length == 0 && m.Phase != ToStart {
		result.Points, result.Cube = m.Game.Cube.Value, m.Game.Cube.Value
		m.Score[winner] += result.Points
	}
	m.Game.Giving, m.Game.Offer, m.Game.Turn = nil, nil, nil
	m.Last, m.Winner, m.Phase = &result, &winner, MatchEnded
	return nil
}
