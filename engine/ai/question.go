package ai

import (
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai/bearoff"
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

// Turn returns the plays of a turn's dice, or of what the opponent left of a chain, after
// which seat 0 himself rolls; best first. Steps that are drafted do not count.
func (a *Adviser) Turn(s *Spot, turn *engine.Turn) []Choice {
	if turn.Remainder() {
		return a.Remainders(s, turn.Stages)
	}
	return a.Plays(s, int(turn.Roll[0]), int(turn.Roll[1]))
}

// Remainders returns the plays of what the opponent left of a chain, best first; after
// each seat 0 himself rolls.
func (a *Adviser) Remainders(s *Spot, stages []engine.Dice) []Choice {
	return a.rank(a.strength, func() []Choice { return a.remainders(s, stages) })
}

// JudgedRemainder returns the end of a remainder that seat 0 has played, judged as deep as
// the best are, whether it is legal or not.
func (a *Adviser) JudgedRemainder(s *Spot, end engine.Position) Choice {
	c := a.again(s, &end)
	a.deepen(&c, len(a.strength.Depth.Plies))
	return c
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
func (a *Adviser) Cube(s *Spot) Cube { return a.Evaluator.Cube(s, a.strength) }

// Cube returns what a player of some strength holds for right about the cube for seat 0,
// who is about to roll; the equities are not his errors'. He looks at least one roll ahead,
// since what a cube is worth in the last rolls cannot be told from chances alone.
func (e *Evaluator) Cube(s *Spot, strength Strength) Cube {
	plies := max(1, len(strength.Depth.Plies))
	v := e.look(s, plies)
	c := Cube{Decision: v.Decision, Chances: v.chances}
	if exact, ok := e.bearoff(s); ok {
		c.Decision = e.goal.mine.stakes.Weigh(exact.NoDouble, exact.Take)
	} else if taken, ok := e.ifDoubled(s, plies); ok {
		c.Decision = e.goal.mine.stakes.Weigh(v.NoDouble, taken)
	}
	if e.goal.live {
		e.pointless(&c, s)
	}
	if strength.Blur > 0 && e.goal.mine.doubled != nil {
		c.blur(&s.Position, strength.Blur)
	}
	return c
}

// ifDoubled returns what the spot is worth if seat 0 doubles and the opponent takes, as
// far as a search of that game sees, in units of the cube before that; only if a double
// can gain anything, and a redouble of that cube can still be valued.
func (e *Evaluator) ifDoubled(s *Spot, plies int) (taken float32, ok bool) {
	before := e.goal
	if before.mine.doubled == nil {
		return 0, false
	}
	stakes := before.mine.stakes
	doubled, err := playFor(stakes.State().Doubled(), nil)
	if err != nil { // the cube shows nearly its highest value
		return 0, false
	}
	e.goal = doubled
	v := e.look(s, plies)
	e.goal = before
	return stakes.Equity(doubled.mine.stakes.Chance(v.NoDouble)), true
}

// bearoff returns the exact worth of the cube actions in unlimited play, where so few
// checkers are left that it is known and no limit of the cube is near.
func (e *Evaluator) bearoff(s *Spot) (d bearoff.Doubling, ok bool) {
	state := e.goal.mine.stakes.State()
	if !e.goal.live || e.goal.mine.doubled == nil && state.Owner != equity.His {
		return d, false
	}
	if state.Length > 0 || state.Beavers || state.MaxCube > 0 && state.MaxCube < 16*state.Cube {
		return d, false
	}
	tables := bearoff.For(e.Rules, s.Rolls)
	if tables == nil || !s.Position.Sides[0].AllHome() || !s.Position.Sides[1].AllHome() {
		return d, false
	}
	cube := [...]bearoff.Cube{equity.Centre: bearoff.Centred, equity.Mine: bearoff.Owned, equity.His: bearoff.Unavailable}
	return tables.Doubling(&s.Position, cube[state.Owner])
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
	cube := a.Evaluator.Cube(s, Strength{Depth: a.strength.Depth})
	return cube.Equity()
}

// Sure returns the equity of a game won at a level, or lost at it if it is negative.
func (a *Adviser) Sure(level int) float32 {
	if level < 0 {
		return a.goal.worth[net.Lost(-level)]
	}
	return a.goal.worth[net.Won(level)]
}
