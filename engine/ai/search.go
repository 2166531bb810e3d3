package ai

import (
	"cmp"
	"slices"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// Depth is how far a search looks, and what it leaves out. The zero value judges
// every play by the position it ends in.
type Depth struct {
	Plies  []Width // of each ply of search, in order
	Budget int     // positions to be judged for a move, about; 0 = no limit
}

// Width is which plays a ply of search looks at: at most so many, and none that
// is behind the best by more than Margin.
type Width struct {
	Plays  int
	Margin float32
}

// First returns the search of the first plies only.
func (d Depth) First(plies int) Depth {
	d.Plies = d.Plies[:plies]
	return d
}

// Full returns the deepest search.
func Full() Depth {
	return Depth{Plies: []Width{{Plays: 8, Margin: 0.16}, {Plays: 3, Margin: 0.06}}, Budget: 48_000}
}

// branching is about how many times as much a play costs when it is looked at one ply
// deeper: 21 rolls, each with its plays.
const branching = 21

// fits returns how many of n plays can be looked at in what is left of the budget, if
// each costs so much.
func (d *Depth) fits(n, spent, cost int) int {
	if d.Budget == 0 || cost == 0 {
		return n
	}
	return min(n, max(0, d.Budget-spent)/cost)
}

// Rank returns the plays of a roll, those first that a player of some strength takes for
// the best.
func (e *Evaluator) Rank(s *Spot, a, b int, strength Strength) []Choice {
	return e.rank(strength, func() []Choice { return e.Plays(s, a, b) })
}

// rank returns choices in the order in which a player of some strength prefers them.
func (e *Evaluator) rank(strength Strength, list func() []Choice) []Choice {
	start := e.asked
	choices := list()
	e.search(choices, strength.Depth, start)
	return blur(choices, strength.Blur)
}

// search looks deeper at the best of some choices, which stand in order, and puts those
// that it has looked at deeper before the others. The budget counts from a start.
func (e *Evaluator) search(choices []Choice, depth Depth, start int) {
	cost := 0 // of a play, one ply deeper
	for i, width := range depth.Plies {
		n := depth.fits(width.of(choices), e.asked-start, cost)
		if n < 2 {
			break
		}
		least := 1
		if i == 0 { // the first ply looks at two plays whatever they cost
			least = 2
		}
		best, done, dearest := choices[0], 0, 0
		for done < n && (done < least || depth.fits(1, e.asked-start, dearest) > 0) {
			before := e.asked
			e.deepen(&choices[done], i+1)
			dearest = max(dearest, e.asked-before)
			done++
		}
		if done == 1 { // dearer than it seemed: one alone is compared with nothing
			choices[0] = best
			break
		}
		sort(choices[:done])
		cost = branching * dearest
	}
}

// of returns how many of the plays, best first, are to be looked at.
func (w Width) of(choices []Choice) int {
	n := 0
	for n < len(choices) && n < w.Plays && choices[n].Equity >= choices[0].Equity-w.Margin {
		n++
	}
	return n
}

func sort(choices []Choice) {
	slices.SortStableFunc(choices, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Equity, a.Equity), cmp.Compare(b.Dead, a.Dead), compare(&a.End, &b.End))
	})
}

// compare orders positions, so that equal plays always stand in the same order.
func compare(a, b *engine.Position) int {
	for seat := range a.Sides {
		for place := range engine.Bar + 1 {
			if c := cmp.Compare(a.Sides[seat].At(place), b.Sides[seat].At(place)); c != 0 {
				return c
			}
		}
	}
	return 0
}

// Plays returns every play of a roll as its end is judged, best first.
func (e *Evaluator) Plays(s *Spot, a, b int) []Choice {
	var choices []Choice
	if s.chained(e.Rules, a, b) {
		choices = e.chains(s, a)
	} else {
		stage := engine.Stage{Rules: e.Rules, Position: s.Position, Dice: engine.Roll(a, b)}
		ends, _ := stage.Ends(&e.buffer)
		choices = make([]Choice, len(ends))
		for i := range ends {
			choices[i] = e.end(s, &ends[i])
		}
	}
	sort(choices)
	return choices
}

// deepen judges a play by all rolls that may follow, so many plies deep.
func (e *Evaluator) deepen(c *Choice, plies int) {
	switch {
	case c.Over:
		return
	case c.Again:
		view := e.look(&c.Next, plies)
		c.Chances, c.Equity = view.chances, view.Equity()
	default:
		mine := e.goal
		e.goal = mine.flip()
		view := e.look(&c.Next, plies)
		e.goal = mine
		c.Chances, c.Equity = view.chances.Flip(), -view.Equity()
	}
	c.Dead = e.goal.worth.Of(&c.Chances)
	c.Plies = plies
}

// view is how a spot looks to seat 0, who is about to roll: his chances, and what
// is right about the cube. Without a cube its equity is that of no double.
type view struct {
	chances net.Chances
	equity.Decision
}

// look returns the view of a spot as the mean over its 21 rolls, each followed so many
// plies deep; with no plies, as it is judged.
func (e *Evaluator) look(s *Spot, plies int) (v view) {
	if plies == 0 {
		v.chances = e.Judge(s)
		return e.viewed(v, s)
	}
	var stays, taken float32
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			c := e.Play(s, high, low)
			if plies > 1 {
				e.deepen(&c, plies-1)
			}
			weight := chance(high, low)
			v.chances.Add(&c.Chances, weight)
			stays += weight * c.Equity
			if e.goal.mine.doubled != nil {
				taken += weight * e.afterDouble(&c)
			}
		}
	}
	v.NoDouble = stays
	if e.goal.live {
		v.Decision = e.goal.mine.stakes.Weigh(stays, taken)
	}
	return v
}

// viewed adds what the chances alone say about the cube.
func (e *Evaluator) viewed(v view, s *Spot) view {
	v.NoDouble = e.goal.worth.Of(&v.chances)
	if e.goal.live {
		v.Decision = e.goal.mine.stakes.Decide(&v.chances, e.efficiency(s))
	}
	return v
}

// chance returns how probable a roll is.
func chance(a, b int) float32 {
	if a == b {
		return 1.0 / 36
	}
	return 2.0 / 36
}
