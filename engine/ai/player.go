package ai

import (
	"errors"
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
)

// Act returns what the computer does in a match in which it is to decide: a play of
// its dice, [engine.Throw] without dice if it wants to roll, a double or the answer to
// one, the answer to a resignation, [engine.Start] between games.
//
// The same match and strength give the same action.
func (l *Library) Act(m *engine.Match, strength Strength) (engine.Action, error) {
	seat, ok := m.Actor()
	if !ok {
		if m.Phase == engine.ToStart {
			return engine.Action{Verb: engine.Start}, nil
		}
		return engine.Action{}, errors.New("decide for the computer: nobody is to decide now")
	}
	p := player{library: l, match: m, seat: seat, strength: strength}
	action, err := p.act()
	if err != nil {
		return action, fmt.Errorf("decide for the computer: %w", err)
	}
	action.Seat = seat
	return action, nil
}

// player is the computer in one moment of a match.
type player struct {
	library  *Library
	match    *engine.Match
	seat     engine.Seat
	strength Strength
}

// QuestionOf returns the question before a seat of a match: how to play, or what to
// do about the cube.
func QuestionOf(m *engine.Match, seat engine.Seat) *Question {
	q := &Question{Rules: m.Rules(), Spot: Spot{Position: m.Game.Position}, State: stateOf(m, seat)}
	rolls := m.Game.Rolls
	if turn := m.Game.Turn; turn != nil && m.Game.OnRoll == seat {
		q.Spot.Position = turn.Start
		if !turn.Remainder() {
			rolls[seat]--
		}
	}
	for i, n := range rolls {
		q.Spot.Rolls[i] = uint8(min(max(n, 0), 255))
	}
	if seat == 1 {
		q.Spot = q.Spot.mirror()
	}
	return q
}

// stateOf returns what a game of a match is played for, as a seat sees it.
func stateOf(m *engine.Match, seat engine.Seat) equity.State {
	rules, cube := m.Rules(), m.Game.Cube
	s := equity.State{Length: m.Terms.Length, Mine: m.Score[seat], His: m.Score[seat.Other()]}
	if !rules.Cube.On {
		return s
	}
	s.Cube, s.MaxCube = cube.Value, rules.Cube.Max
	s.Crawford, s.NoCrawford = m.Game.Crawford, !rules.Cube.Crawford
	s.Jacoby = rules.Cube.Jacoby && !cube.Turned
	s.Beavers, s.Raccoons = rules.Cube.Beavers, rules.Cube.Raccoons
	if cube.Owned {
		s.Owner = equity.His
		if cube.Owner == seat {
			s.Owner = equity.Mine
		}
	}
	return s
}

// adviser returns who answers a seat's question.
func (p *player) adviser(seat engine.Seat) (*Adviser, *Question, error) {
	q := QuestionOf(p.match, seat)
	a, err := p.library.Adviser(q, p.strength)
	return a, q, err
}

func (p *player) act() (a engine.Action, err error) {
	switch g := &p.match.Game; {
	case g.Giving != nil:
		a.Verb, err = p.toResignation(g.Giving.Level)
	case g.Offer != nil:
		a.Verb, err = p.toOffer(g.Offer)
	case g.Turn != nil:
		return p.play(g.Turn)
	default:
		a.Verb, err = p.toRoll()
	}
	return a, err
}

// toRoll doubles or rolls.
func (p *player) toRoll() (engine.Verb, error) {
	if p.match.CanDouble(p.seat) != nil {
		return engine.Throw, nil
	}
	adviser, q, err := p.adviser(p.seat)
	if err != nil {
		return 0, err
	}
	if adviser.Cube(&q.Spot).Double {
		return engine.Double, nil
	}
	return engine.Throw, nil
}

// toOffer answers a double, a beaver or a raccoon: as the player on roll, who has
// offered first, sees it.
func (p *player) toOffer(offer *engine.Offer) (engine.Verb, error) {
	adviser, q, err := p.adviser(p.match.Game.OnRoll)
	if err != nil {
		return 0, err
	}
	d, raise := adviser.Cube(&q.Spot), p.match.CanBeaver(p.seat) == nil
	switch {
	case offer.Verb == engine.Double && d.Beaver && raise:
		return engine.Beaver, nil
	case offer.Verb == engine.Beaver && d.Raccoon && raise:
		return engine.Raccoon, nil
	case offer.Verb == engine.Beaver && d.TakeBeaver, offer.Verb != engine.Beaver && d.Take:
		return engine.Take, nil
	}
	return engine.Drop, nil
}

// toResignation accepts a resignation if playing on promises no more, with the dice that
// lie on the board.
func (p *player) toResignation(level int) (engine.Verb, error) {
	onRoll := p.match.Game.OnRoll
	adviser, q, err := p.adviser(onRoll)
	if err != nil {
		return 0, err
	}
	hope, sure := float32(0), adviser.Sure(level)
	if turn := p.match.Game.Turn; turn != nil {
		hope = adviser.Turn(&q.Spot, turn)[0].Equity
	} else {
		hope = adviser.Hope(&q.Spot)
	}
	if onRoll != p.seat { // as the player on roll sees it, who is the one that resigns
		hope, sure = -hope, -adviser.Sure(-level)
	}
	if sure >= hope {
		return engine.Accept, nil
	}
	return engine.Decline, nil
}

// play returns the best play of the turn's dice.
func (p *player) play(turn *engine.Turn) (engine.Action, error) {
	adviser, q, err := p.adviser(p.seat)
	if err != nil {
		return engine.Action{}, err
	}
	best := adviser.Turn(&q.Spot, turn)[0]
	a := engine.Action{Verb: engine.Play, Steps: best.Steps(q.Rules, q.Spot.Position, turn.Stages)}
	if turn.Remainder() {
		a.Verb = engine.Remainder
	}
	return a, nil
}
