package ai

import (
	"slices"

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
			return e.remainder(c, e.Rules.Remaining(double, die, 4-playable))
		}
		p = c.End
	}
	return c
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
	e.weigh(&c)
	return c
}

// restStage plays a stage after which the same player goes on: seat 0 of c.Next.
func (e *Evaluator) restStage(c *Choice, dice engine.Dice) {
	stage := engine.Stage{Rules: e.Rules, Position: c.Next.Position, Dice: dice}
	ends, _ := stage.Ends(&e.buffer)
	best := Choice{Equity: worst}
	for i := range ends {
		if end := e.again(&c.Next, &ends[i]); end.better(&best) {
			best = end
		}
	}
	c.Chances, c.Over, c.Next = best.Chances.Flip(), best.Over, best.Next
}

// again judges one end of a stage after which seat 0 goes on.
func (e *Evaluator) again(s *Spot, p *engine.Position) (c Choice) {
	c.End, c.Next, c.Again = *p, Spot{Position: *p, Rolls: s.Rolls}, true
	if c.Chances, c.Over = e.over(p); !c.Over {
		c.Chances = e.Judge(&c.Next)
	}
	e.weigh(&c)
	return c
}

// remainders returns ends of what the opponent left of a chain, best first, each stage
// gone on from its best ends only. What cannot be played in a stage is lost.
func (e *Evaluator) remainders(s *Spot, stages []engine.Dice) (done []Choice) {
	from := []Choice{{End: s.Position}}
	for n, dice := range stages {
		var reached []Choice
		for i := range from {
			stage := engine.Stage{Rules: e.Rules, Position: from[i].End, Dice: dice}
			found, _ := stage.Ends(&e.buffer)
			for j := range found {
				c := e.again(s, &found[j])
				c.Earlier = earlier(from, i, n > 0)
				if c.Over {
					done = append(done, c)
				} else {
					reached = append(reached, c)
				}
			}
		}
		reached = distinct(reached)
		if n < len(stages)-1 {
			reached = reached[:min(beam, len(reached))]
		}
		from = reached
	}
	return distinct(append(done, from...))
}

// beam is how many ends of a stage a chain goes on from.
const beam = 6

// chains returns ends of an escalating double, each stage gone on from its best
// ends only.
func (e *Evaluator) chains(s *Spot, double int) (done []Choice) {
	from := []Choice{{End: s.Position}}
	for die := double; die <= 6; die++ {
		var reached []Choice
		for i := range from {
			stage := engine.Stage{Rules: e.Rules, Position: from[i].End, Dice: engine.Equal(die, 4)}
			found, playable := stage.Ends(&e.buffer)
			for j := range found {
				c := e.end(s, &found[j])
				c.Earlier = earlier(from, i, die > double)
				switch {
				case c.Over:
					done = append(done, c)
				case playable < 4:
					c.Rest = e.Rules.Remaining(double, die, 4-playable)
					done = append(done, c)
				default:
					reached = append(reached, c)
				}
			}
		}
		reached = distinct(reached)
		if die < 6 {
			reached = reached[:min(beam, len(reached))]
		}
		from = reached
	}
	done = append(done, from...)
	for i := range done {
		if !done[i].Over {
			done[i] = e.remainder(done[i], done[i].Rest)
		}
	}
	return distinct(done)
}

func earlier(from []Choice, i int, any bool) *Choice {
	if !any {
		return nil
	}
	return &from[i]
}

// distinct sorts choices and drops those that are twice.
func distinct(choices []Choice) []Choice {
	sort(choices)
	return slices.CompactFunc(choices, func(a, b Choice) bool { return a.End == b.End && a.Rest == b.Rest })
}
