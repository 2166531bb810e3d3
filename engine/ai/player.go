package ai

import (
	"errors"
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// Act returns what the computer does in a match in which it is to decide: a play of
// its dice, [engine.Throw] without dice if it wants to roll, a double or the answer to
// one, the answer to a resignation, [engine.Start] between games.
//
// The same match and level give the same action.
func (l *Library) Act(m *engine.Match, level Level) (engine.Action, error) {
	seat, ok := m.Actor()
	if !ok {
		if m.Phase == engine.ToStart {
			return engine.Action{Verb: engine.Start}, nil
		}
		return engine.Action{}, errors.New("decide for the computer: nobody is to decide now")
	}
	p, err := l.seat(m, seat, level)
	if err != nil {
		return engine.Action{}, fmt.Errorf("decide for the computer: %w", err)
	}
	action := p.act()
	action.Seat = seat
	return action, nil
}

// player is the computer in one moment of a match.
type player struct {
	*Evaluator
	match    *engine.Match
	seat     engine.Seat
	state    equity.State
	table    *equity.Table
	strength strength
}

// seat prepares an evaluator for one player of a match.
func (l *Library) seat(m *engine.Match, seat engine.Seat, level Level) (*player, error) {
	rules := m.Rules()
	nets, err := l.For(rules)
	if err != nil {
		return nil, err
	}
	p := &player{Evaluator: NewEvaluator(rules, nets), match: m, seat: seat, strength: level.strength()}
	p.state = stateOf(m, seat)
	if !rules.Cube.On && p.state.Length > 0 {
		p.table = l.table(p.Evaluator)
	}
	if err := p.PlayFor(p.state, p.table); err != nil {
		return nil, err
	}
	return p, nil
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

// spot returns the match's position with the player as seat 0.
func (p *player) spot(position engine.Position) Spot {
	rolls := p.match.Game.Rolls
	if p.seat == 1 {
		position = position.Mirror()
		rolls[0], rolls[1] = rolls[1], rolls[0]
	}
	return Spot{Position: position, Rolls: [2]uint8{uint8(min(rolls[0], 255)), uint8(min(rolls[1], 255))}}
}

func (p *player) act() engine.Action {
	switch g := &p.match.Game; {
	case g.Giving != nil:
		return engine.Action{Verb: p.toResignation(g.Giving.Level)}
	case g.Offer != nil:
		return engine.Action{Verb: p.toOffer(g.Offer)}
	case g.Turn != nil:
		return p.play(g.Turn)
	default:
		return engine.Action{Verb: p.toRoll()}
	}
}

// toRoll doubles or rolls.
func (p *player) toRoll() engine.Verb {
	if p.match.CanDouble(p.seat) != nil {
		return engine.Throw
	}
	s := p.spot(p.match.Game.Position)
	if d := p.decide(&s, p.goal.mine); d.Double {
		return engine.Double
	}
	return engine.Throw
}

// decide returns what is right about the cube, as far as the level looks.
func (p *player) decide(s *Spot, stakes *equity.Stakes) equity.Decision {
	chances := p.look(s, len(p.strength.depth.Plies))
	return stakes.Decide(&chances, p.efficiency(s))
}

// toOffer answers a double, a beaver or a raccoon.
func (p *player) toOffer(offer *engine.Offer) engine.Verb {
	// The decision is seen from the first offer of the exchange on, by the player who
	// was on roll then.
	roller := p.match.Game.OnRoll
	mine := roller == p.seat
	s := p.spot(p.match.Game.Position)
	stakes := p.goal.mine
	if !mine {
		s = s.passed(s.Position) // as the roller sees it; nobody has rolled
		s.Rolls[1]--
		stakes = p.goal.his
		mineGoal := p.goal
		p.goal = mineGoal.flip()
		defer func() { p.goal = mineGoal }()
	}
	d := p.decide(&s, stakes)
	switch {
	case offer.Verb == engine.Double && d.Beaver && p.match.CanBeaver(p.seat) == nil:
		return engine.Beaver
	case offer.Verb == engine.Double && d.Take, offer.Verb == engine.Raccoon && d.DoubleTake <= 1:
		return engine.Take
	case offer.Verb == engine.Beaver && d.Raccoon && p.match.CanBeaver(p.seat) == nil:
		return engine.Raccoon
	case offer.Verb == engine.Beaver && d.TakeBeaver:
		return engine.Take
	}
	return engine.Drop
}

// toResignation accepts a resignation if playing on promises no more.
func (p *player) toResignation(level int) engine.Verb {
	s := p.spot(p.match.Game.Position)
	var hope float32
	if turn := p.match.Game.Turn; p.match.Game.OnRoll != p.seat && turn == nil {
		next := s.passed(s.Position)
		next.Rolls[1]--
		mine := p.goal
		p.goal = mine.flip()
		his := p.look(&next, len(p.strength.depth.Plies))
		hope = -p.before(&his, &next)
		p.goal = mine
	} else {
		chances := p.look(&s, len(p.strength.depth.Plies))
		hope = p.before(&chances, &s)
	}
	var sure net.Chances
	sure[net.Won(level)] = 1
	if p.goal.worth.Of(&sure) >= hope {
		return engine.Accept
	}
	return engine.Decline
}

// play returns the best play of the turn's dice.
func (p *player) play(turn *engine.Turn) engine.Action {
	start := p.spot(turn.Start)
	rules := p.match.Rules()
	if turn.Remainder() {
		return engine.Action{Verb: engine.Remainder, Steps: p.playRest(&start, turn)}
	}
	// The roll has been counted already.
	start.Rolls[0]--
	choices := p.Rank(&start, int(turn.Roll[0]), int(turn.Roll[1]), p.strength.depth)
	choices = p.blur(choices, p.strength.blur)
	return engine.Action{Verb: engine.Play, Steps: choices[0].steps(rules, turn, start.Position)}
}

// playRest plays what the opponent left, stage by stage; the player rolls after it.
func (p *player) playRest(s *Spot, turn *engine.Turn) [][]engine.Step {
	from := *s
	var ends []engine.Position
	for _, dice := range turn.Stages {
		c := Choice{Next: from}
		p.restStage(&c, dice)
		ends = append(ends, c.Next.Position)
		from.Position = c.Next.Position
		if c.Over {
			break
		}
	}
	return route(p.match.Rules(), turn.Stages, s.Position, ends)
}
