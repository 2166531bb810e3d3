package ai

import (
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// goal is what both players play for, each as he sees it. With no stakes it is
// points, without a cube.
type goal struct {
	worth     net.Worth // of the outcomes to seat 0, with the cube as it lies
	mine, his party
	live      bool // the cube may still be turned
}

// party is one player's part: his stakes before he rolls, and those of the game that
// begins if he doubles and the opponent, who then owns the cube, takes.
type party struct {
	stakes  *equity.Stakes
	doubled *doubled // nil if he cannot double or gain by it
}

// doubled is a game after a double that was taken, as both sides see it.
type doubled struct{ mine, his *equity.Stakes }

// points is the goal of a single game of unlimited play without a cube.
func points() goal { return goal{worth: net.Money} }

// playFor returns the goal of the player whose state it is.
func playFor(state equity.State, table *equity.Table) (g goal, err error) {
	if g.mine, err = partyOf(state, table); err != nil {
		return g, err
	}
	if g.his, err = partyOf(state.Flip(), table); err != nil {
		return g, err
	}
	g.worth = g.mine.stakes.Worth()
	g.live = state.Cube > 0 && !state.Crawford
	return g, nil
}

func partyOf(state equity.State, table *equity.Table) (p party, err error) {
	if p.stakes, err = equity.New(state, table); err != nil || !p.stakes.CanDouble() {
		return p, err
	}
	p.doubled = new(doubled)
	if p.doubled.mine, err = equity.New(state.Doubled(), table); err != nil {
		return p, err
	}
	p.doubled.his, err = equity.New(state.Doubled().Flip(), table)
	return p, err
}

// flip returns the goal as the opponent sees it.
func (g *goal) flip() goal {
	return goal{worth: g.worth.Flip(), mine: g.his, his: g.mine, live: g.live}
}

// after returns what a play is worth to seat 0 who made it; the chances are his, and
// the opponent is about to roll in next.
func (e *Evaluator) after(c *net.Chances, next *Spot) float32 {
	if !e.goal.live {
		return e.goal.worth.Of(c)
	}
	his := c.Flip()
	return -e.goal.his.stakes.Cubeful(&his, e.efficiency(next))
}

// afterDouble returns what a choice would be worth had seat 0 doubled before his
// roll and the opponent taken, in units of the cube before that. It asks for a party
// that can double.
func (e *Evaluator) afterDouble(c *Choice) float32 {
	d := e.goal.mine.doubled
	worth := d.mine.Worth()
	equity := worth.Of(&c.Chances)
	if !c.Over {
		his := c.Chances.Flip()
		equity = -d.his.Cubeful(&his, e.efficiency(&c.Next))
	}
	return e.goal.mine.stakes.Equity(d.mine.Chance(equity))
}

// before returns what the spot is worth to seat 0, who is about to roll.
func (e *Evaluator) before(c *net.Chances, s *Spot) float32 {
	if !e.goal.live {
		return e.goal.worth.Of(c)
	}
	return e.goal.mine.stakes.Cubeful(c, e.efficiency(s))
}

// efficiency returns how much a live cube is worth in a position.
func (e *Evaluator) efficiency(s *Spot) float32 {
	class := net.ClassOf(e.Rules, &s.Position)
	if class == net.Contact {
		return equity.Efficiency(class, 0)
	}
	return equity.Efficiency(class, s.Position.Sides[0].Pips())
}
