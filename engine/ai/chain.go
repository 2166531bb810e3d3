package ai

import (
	"tablabot/engine"
)

// chain plays an escalating double, the best end of each stage, and lets the
// opponent play what is left of it.
func (e *Evaluator) chain(s *Spot, double int) (c Choice) {
	p := s.Position
	for die := double; die <= 6; die++ {
		var playable int
		c, playable = e.stage(s, p, engine.Equal(die, 4))
		if c.Over {
			return c
		}
		if playable < 4 {
			return e.remainder(c, e.rest(double, die, playable))
		}
		p = c.End
	}
	return c
}

// rest returns what the opponent gets to play if a stage used so many dice.
func (e *Evaluator) rest(double, die, playable int) engine.Rest {
	if e.Rules.RemainderLost || die == double && playable == 0 {
		return engine.Rest{}
	}
	return engine.Rest{Die: uint8(die), Dice: uint8(4 - playable)}
}

// remainder lets the opponent, who is seat 0 of c.Next, play the rest of a chain
// before he rolls.
func (e *Evaluator) remainder(c Choice, rest engine.Rest) Choice {
	c.Rest = rest
	if rest.Dice == 0 {
		return c
	}
	mine := e.goal
	e.goal = mine.flip()
	for die, n := int(rest.Die), int(rest.Dice); die <= 6 && !c.Over; die, n = die+1, 4 {
		e.restStage(&c, engine.Equal(die, n))
	}
	e.goal = mine
	c.Equity = e.goal.worth.Of(&c.Chances)
	if !c.Over {
		c.Equity = e.after(&c.Chances, &c.Next)
	}
	return c
}

// restStage plays a stage after which the same player goes on: seat 0 of c.Next.
func (e *Evaluator) restStage(c *Choice, dice engine.Dice) {
	stage := engine.Stage{Rules: e.Rules, Position: c.Next.Position, Dice: dice}
	ends, _ := stage.Ends(&e.buffer)
	most := worst
	for i := range ends {
		his, over := e.over(&ends[i])
		w := e.goal.worth.Of(&his)
		if !over {
			spot := Spot{Position: ends[i], Rolls: c.Next.Rolls}
			his = e.Judge(&spot)
			w = e.before(&his, &spot)
		}
		if w > most {
			most = w
			c.Chances, c.Over, c.Next.Position = his.Flip(), over, ends[i]
		}
	}
}
