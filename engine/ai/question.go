package ai

import (
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// Question is a decision that a player has to make: how to play a roll, or what to
// do about the cube before one.
type Question struct {
	Rules *engine.Rules
	Spot  Spot         // the player is seat 0; Rolls does not count the roll he has to play
	State equity.State // what he plays for
}

// Adviser answers questions about one game, played for one thing. It serves one
// goroutine.
type Adviser struct {
	*Evaluator
	strength Strength
}

// Adviser returns who answers questions with some strength.
func (l *Library) Adviser(q *Question, strength Strength) (*Adviser, error) {
	nets, err := l.For(q.Rules)
	if err != nil {
		return nil, err
	}
	a := &Adviser{NewEvaluator(q.Rules, nets), strength}
	var table *equity.Table
	if q.State.Cube == 0 && q.State.Length > 0 {
		table = l.table(a.Evaluator)
	}
	if err := a.PlayFor(q.State, table); err != nil {
		return nil, fmt.Errorf("judge a position: %w", err)
	}
	return a, nil
}

// Plays returns the plays of a roll, best first. Equities are normalised: 1 is a
// single game at the present cube.
func (a *Adviser) Plays(s *Spot, first, second int) []Choice {
	return a.Rank(s, first, second, a.strength)
}

// Judged returns a play of seat 0 that ends in a position and leaves the opponent so
// much of a chain, judged as deep as the best plays are, whether it is legal or not.
func (a *Adviser) Judged(s *Spot, end engine.Position, rest engine.Rest) Choice {
	c := a.end(s, &end)
	if !c.Over {
		c = a.remainder(c, rest)
	}
	a.deepen(&c, len(a.strength.Depth.Plies))
	return c
}

// Cube is what is right about the cube before a roll, and the chances it rests on.
type Cube struct {
	equity.Decision
	Chances   net.Chances
	Pointless bool // a double is allowed and cannot gain anything
}

// Cube returns what is right about the cube for seat 0, who is about to roll.
func (a *Adviser) Cube(s *Spot) Cube { return a.Evaluator.Cube(s, a.strength.Depth) }

// Cube returns what is right about the cube for seat 0, who is about to roll.
func (e *Evaluator) Cube(s *Spot, depth Depth) Cube {
	v := e.look(s, len(depth.Plies))
	c := Cube{Decision: v.Decision, Chances: v.chances}
	if e.goal.live {
		e.pointless(&c, s)
	}
	return c
}

// pointless completes the decision about a double that is allowed and gains nothing,
// as that of a player who wins the match with the cube as it lies: it may be offered
// all the same, and must be answered.
func (e *Evaluator) pointless(c *Cube, s *Spot) {
	mine := e.goal.mine.stakes
	state := mine.State()
	if mine.CanDouble() || state.Owner == equity.His {
		return
	}
	doubled, err := equity.New(state.Doubled(), nil)
	if err != nil { // the cube shows its highest value
		return
	}
	taken := doubled.Cubeful(&c.Chances, e.efficiency(s))
	c.DoubleTake = mine.Equity(doubled.Chance(taken))
	c.Take = c.DoubleTake <= c.DoubleDrop
	c.Pointless = true
}

// Hope returns the equity of seat 0, who is about to roll.
func (a *Adviser) Hope(s *Spot) float32 {
	v := a.look(s, len(a.strength.Depth.Plies))
	return v.Equity()
}

// Sure returns the equity of a game won at a level.
func (a *Adviser) Sure(level int) float32 { return a.goal.worth[net.Won(level)] }
