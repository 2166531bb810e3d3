package analysis

import (
	"slices"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/notation"
)

// play is a turn whose dice lie on the board: what can be made of them.
type play struct {
	analyst *Analyst
	match   *engine.Match
	seat    engine.Seat
	turn    engine.Turn // as the player sees it, who is seat 0
	*ai.Question
	adviser *ai.Adviser
	choices []ai.Choice // best first
}

// turn returns the plays of the dice before a seat.
func (a *Analyst) turn(m *engine.Match, seat engine.Seat) (*play, error) {
	q, adviser, err := a.ask(m, seat)
	if err != nil {
		return nil, err
	}
	p := &play{analyst: a, match: m, seat: seat, turn: *m.Game.Turn, Question: q, adviser: adviser}
	p.turn.Start = q.Spot.Position
	p.choices = adviser.Turn(&q.Spot, &p.turn)
	return p, nil
}

// end returns where steps lead, and what they leave of a chain.
func (p *play) end(steps [][]engine.Step) (end engine.Position, rest engine.Rest) {
	end = p.turn.Start
	for i, dice := range p.turn.Stages {
		var played []engine.Step
		if i < len(steps) {
			played = steps[i]
		}
		stage := engine.Stage{Rules: p.Rules, Position: end, Dice: dice}
		end, _ = stage.After(played) // the steps are legal
		left := dice.Len() - len(played)
		switch {
		case p.Rules.Ending(end, 0) != engine.NotOver:
			return end, rest
		case p.turn.Chain && left > 0:
			return end, p.Rules.Remaining(int(p.turn.Stages[0][0]), int(dice[0]), left)
		}
	}
	return end, rest
}

// advice returns the n best plays.
func (p *play) advice(n int) *Advice {
	advice := p.analyst.newAdvice(Checkers, p.match, p.seat)
	advice.Known = len(p.choices)
	for i := range p.choices[:min(n, len(p.choices))] {
		advice.Options = append(advice.Options, p.option(&p.choices[i]))
	}
	return advice
}

// option describes one of the choices.
func (p *play) option(c *ai.Choice) Option {
	return p.played(c, c.Steps(p.Rules, p.turn.Start, p.turn.Stages))
}

// played describes steps that lead to a choice.
func (p *play) played(c *ai.Choice, steps [][]engine.Step) Option {
	verb := engine.Play
	if p.turn.Remainder() {
		verb = engine.Remainder
	}
	turn := p.turn
	turn.Draft = steps
	return Option{
		Action:  engine.Action{Verb: verb, Seat: p.seat, Steps: steps},
		Text:    notation.FormatTurn(p.Rules, &turn, 0),
		Equity:  c.Equity,
		Chances: c.Chances,
	}
}

// judge returns the best play and the one that was made, judged equally deep.
func (p *play) judge(steps [][]engine.Step) (best, made Option) {
	first, c := p.compare(p.end(steps))
	best, made = p.option(&first), p.played(&c, steps)
	if made.Equity >= best.Equity {
		best = made
	}
	return best, made
}

// compare returns the best choice and the one with the given end. Of a chain, only a
// part of all ends is among the choices.
func (p *play) compare(end engine.Position, rest engine.Rest) (first, made ai.Choice) {
	first = p.choices[0]
	i := slices.IndexFunc(p.choices, func(c ai.Choice) bool { return c.End == end && c.Rest == rest })
	switch {
	case i == 0:
		return first, first
	case i > 0:
		made = p.choices[i]
	default:
		made = p.judged(end, rest)
	}
	p.deepen(&first)
	p.deepen(&made)
	return first, made
}

// deepen judges a choice as deep as the analyst looks, if the search has not.
func (p *play) deepen(c *ai.Choice) {
	if plies := p.analyst.plies; !c.Over && c.Plies < plies {
		judged := p.judged(c.End, c.Rest)
		c.Equity, c.Chances, c.Plies = judged.Equity, judged.Chances, plies
	}
}

// judged judges where the turn may end, as deep as the analyst looks.
func (p *play) judged(end engine.Position, rest engine.Rest) ai.Choice {
	if p.turn.Remainder() {
		return p.adviser.JudgedRemainder(&p.Spot, end)
	}
	return p.adviser.Judged(&p.Spot, end, rest)
}
