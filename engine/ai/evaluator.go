package ai

import (
	"tablabot/engine"
	"tablabot/engine/ai/bearoff"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// Nets are the networks of a game, one for each class of positions.
type Nets [net.Classes]*net.Net

// Evaluator judges positions of one game. It owns working memory and serves one
// goroutine.
type Evaluator struct {
	Rules *engine.Rules
	Nets  *Nets
	Count int // positions judged so far

	// Opinion, where it is set, judges in place of the networks.
	Opinion func(*engine.Rules, *Spot) net.Chances

	asked  int  // how often a judgement was asked for, known or not
	goal   goal // of seat 0 of the spot that is played from
	inputs net.Inputs
	sums   net.Sums
	buffer engine.Buffer
	memory *memory
}

// Judge returns the chances of seat 0, who is about to roll, without any search.
func (e *Evaluator) Judge(s *Spot) net.Chances {
	e.asked++
	if e.memory == nil {
		return e.judge(s)
	}
	at := e.memory.at(s)
	if !at.known || at.spot != *s {
		*at = entry{*s, true, e.judge(s)}
	}
	return at.chances
}

func (e *Evaluator) judge(s *Spot) net.Chances {
	e.Count++
	if e.Opinion != nil {
		return e.Opinion(e.Rules, s)
	}
	if c, ok := bearoff.Judge(e.Rules, &s.Position, s.Rolls); ok {
		return c
	}
	e.inputs.Read(e.Rules, &s.Position, s.Rolls)
	c := e.Nets[net.ClassOf(e.Rules, &s.Position)].Judge(&e.inputs, &e.sums)
	e.settle(&c, s)
	return c
}

// over returns the chances of seat 0 if his play has ended the game.
func (e *Evaluator) over(p *engine.Position) (c net.Chances, over bool) {
	switch e.Rules.Ending(*p, 0) {
	case engine.NotOver:
		return c, false
	case engine.BothMothersPinned:
		c[net.Draw] = 1
	case engine.MotherPinned:
		c[net.Won(2)] = 1
	default:
		c[net.Won(e.Rules.Level(*p, 0))] = 1
	}
	return c, true
}

// Choice is a play of seat 0 as it ends: the chances it leaves him, and where the
// game stands.
type Choice struct {
	End     engine.Position // after the play, as seat 0 sees it
	Rest    engine.Rest     // what the opponent gets to play of a chain
	Chances net.Chances     // of seat 0
	Equity  float32         // what the chances are worth to him
	Dead    float32         // the same if nobody turned the cube any more
	Next    Spot            // the opponent to roll, as seat 0; nothing if Over
	Again   bool            // seat 0 himself rolls in Next: this was the rest of the opponent's chain
	Over    bool
	Plies   int     // how deep the search has looked
	Earlier *Choice // in a chain, how the stage before ended; nil in the first
}

// Play returns the best play of a roll by looking at the resulting positions alone.
func (e *Evaluator) Play(s *Spot, a, b int) Choice {
	if s.chained(e.Rules, a, b) {
		return e.chain(s, a)
	}
	best, _ := e.stage(s, s.Position, engine.Roll(a, b))
	return best
}

// stage returns the best end of a stage that starts from p, and how many dice every
// legal play uses.
func (e *Evaluator) stage(s *Spot, p engine.Position, dice engine.Dice) (best Choice, playable int) {
	stage := engine.Stage{Rules: e.Rules, Position: p, Dice: dice}
	ends, playable := stage.Ends(&e.buffer)
	best.Equity = worst
	for i := range ends {
		if choice := e.end(s, &ends[i]); choice.better(&best) {
			best = choice
		}
	}
	return best, playable
}

const worst = float32(-1e9) // less than anything is worth

// end judges one end of a play.
func (e *Evaluator) end(s *Spot, p *engine.Position) (c Choice) {
	c.End = *p
	if c.Chances, c.Over = e.over(p); !c.Over {
		c.Next = s.passed(*p)
		chances := e.Judge(&c.Next)
		c.Chances = chances.Flip()
	}
	e.weigh(&c)
	return c
}

// weigh sets what a choice is worth by its chances.
func (e *Evaluator) weigh(c *Choice) {
	c.Dead = e.goal.worth.Of(&c.Chances)
	switch {
	case c.Over || !e.goal.live:
		c.Equity = c.Dead
	case c.Again:
		c.Equity = e.before(&c.Chances, &c.Next)
	default:
		c.Equity = e.after(&c.Chances, &c.Next)
	}
}

// better reports whether a choice is to be preferred. Where all plays are worth the same,
// as when the opponent cashes after any of them, he may yet fail to: the game goes on.
func (c *Choice) better(than *Choice) bool {
	if c.Equity != than.Equity {
		return c.Equity > than.Equity
	}
	return c.Dead > than.Dead
}

// NewEvaluator returns an evaluator of a game that remembers what it has judged.
func NewEvaluator(r *engine.Rules, nets *Nets) *Evaluator {
	return &Evaluator{Rules: r, Nets: nets, goal: points(), memory: newMemory()}
}

// Forgetful returns an evaluator that remembers nothing, for networks that change.
func Forgetful(r *engine.Rules) *Evaluator { return &Evaluator{Rules: r, goal: points()} }

// PlayFor lets the evaluator choose for the player about to roll, who plays for the
// stakes described; the table is that of the match, the usual one if it is nil.
func (e *Evaluator) PlayFor(state equity.State, table *equity.Table) (err error) {
	e.goal, err = playFor(state, table)
	return err
}
