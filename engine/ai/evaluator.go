package ai

import (
	"tablabot/engine"
	"tablabot/engine/ai/net"
)

// Nets are the networks of a game, one for each class of positions.
type Nets [net.Classes]*net.Net

// Evaluator judges positions of one game. It owns working memory and serves one
// goroutine.
type Evaluator struct {
	Rules *engine.Rules
	Nets  *Nets
	Worth net.Worth // what the player who chooses a play wants
	Count int       // positions judged so far

	inputs net.Inputs
	sums   net.Sums
	buffer engine.Buffer
	ends   []engine.Position
}

// Judge returns the chances of seat 0, who is about to roll, without any search.
func (e *Evaluator) Judge(s *Spot) net.Chances {
	e.Count++
	e.inputs.Read(e.Rules, &s.Position, s.Rolls)
	return e.Nets[net.ClassOf(e.Rules, &s.Position)].Judge(&e.inputs, &e.sums)
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
	Chances net.Chances // of the player who chose
	Next    Spot        // the opponent to roll, as seat 0; nothing if Over
	Over    bool
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
	worth := float32(-1e9)
	for i := range ends {
		choice := e.end(s, &ends[i])
		if w := e.Worth.Of(&choice.Chances); w > worth {
			best, worth = choice, w
		}
	}
	return best, playable
}

// end judges one end of a play.
func (e *Evaluator) end(s *Spot, p *engine.Position) (c Choice) {
	if c.Chances, c.Over = e.over(p); c.Over {
		return c
	}
	c.Next = s.passed(*p)
	chances := e.Judge(&c.Next)
	c.Chances = chances.Flip()
	return c
}

// chain plays an escalating double, the best end of each stage, and lets the
// opponent play what is left of it.
func (e *Evaluator) chain(s *Spot, double int) (c Choice) {
	p := s.Position
	for die := double; die <= 6; die++ {
		var playable int
		c, playable = e.stage(s, p, engine.Equal(die, 4))
		switch {
		case c.Over:
			return c
		case playable == 4:
			p = c.Next.Position.Mirror()
			continue
		case e.Rules.RemainderLost || die == double && playable == 0:
			return c
		}
		rest := engine.Rest{Die: uint8(die), Dice: uint8(4 - playable)}
		return e.remainder(c, rest)
	}
	return c
}

// remainder lets the opponent, who is seat 0 of c.Next, play the rest of a chain.
func (e *Evaluator) remainder(c Choice, rest engine.Rest) Choice {
	for die, n := int(rest.Die), int(rest.Dice); die <= 6; die, n = die+1, 4 {
		// He stays on roll: only the position changes.
		p, chances, over := e.restStage(&c.Next, engine.Equal(die, n))
		c.Chances = chances.Flip()
		if over {
			return Choice{Chances: c.Chances, Over: true}
		}
		c.Next.Position = p
	}
	return c
}

// restStage returns the best end of a stage after which the same player rolls.
func (e *Evaluator) restStage(s *Spot, dice engine.Dice) (best engine.Position, c net.Chances, over bool) {
	stage := engine.Stage{Rules: e.Rules, Position: s.Position, Dice: dice}
	ends, _ := stage.Ends(&e.buffer)
	worth := float32(-1e9)
	for i := range ends {
		chances, ended := e.over(&ends[i])
		if !ended {
			chances = e.Judge(&Spot{Position: ends[i], Rolls: s.Rolls})
		}
		if w := e.Worth.Of(&chances); w > worth {
			best, c, over, worth = ends[i], chances, ended, w
		}
	}
	return best, c, over
}
