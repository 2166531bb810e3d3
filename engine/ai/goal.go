package ai

import (
	"fmt"

	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// goal is what both players play for: each sees it his way. With no stakes it is
// points, without a cube.
type goal struct {
	mine, his   *equity.Stakes // seat 0's before he rolls, his opponent's before that one rolls
	worth       net.Worth      // of the outcomes to seat 0
	cubeMatters bool
}

// points is the goal of a single game of unlimited play without a cube.
func points() goal { return goal{worth: net.Money} }

// playFor returns the goal of the player whose stakes they are.
func playFor(state equity.State, table *equity.Table) (goal, error) {
	mine, err := equity.New(state, table)
	if err != nil {
		return goal{}, err
	}
	his, err := equity.New(state.Flip(), table)
	if err != nil {
		return goal{}, fmt.Errorf("seen from the other side: %w", err)
	}
	return goal{mine: mine, his: his, worth: mine.Worth(), cubeMatters: state.Cube > 0 && !state.Crawford}, nil
}

// flip returns the goal as the opponent sees it.
func (g *goal) flip() goal {
	return goal{mine: g.his, his: g.mine, worth: g.worth.Flip(), cubeMatters: g.cubeMatters}
}

// after returns what a play is worth to seat 0 who made it; the chances are his, and
// the opponent is about to roll in next.
func (e *Evaluator) after(c *net.Chances, next *Spot) float32 {
	if !e.goal.cubeMatters {
		return e.goal.worth.Of(c)
	}
	his := c.Flip()
	return -e.goal.his.Cubeful(&his, e.efficiency(next))
}

// before returns what the spot is worth to seat 0, who is about to roll.
func (e *Evaluator) before(c *net.Chances, s *Spot) float32 {
	if !e.goal.cubeMatters {
		return e.goal.worth.Of(c)
	}
	return e.goal.mine.Cubeful(c, e.efficiency(s))
}

// efficiency returns how much a live cube is worth in a position.
func (e *Evaluator) efficiency(s *Spot) float32 {
	class := net.ClassOf(e.Rules, &s.Position)
	if class == net.Contact {
		return equity.Efficiency(class, 0)
	}
	return equity.Efficiency(class, s.Position.Sides[0].Pips())
}
