package analysis

import (
	"context"
	"fmt"

	"tablabot/engine"
)

// nearly is how near to right a double must be for a roll without it to be counted as a
// decision.
const nearly = 0.16

// Match follows the log of a match, finished or not, and judges every decision. Progress,
// unless nil, is told how many of the log's lines are done. It ends with the context's
// error if that is done first.
func (a *Analyst) Match(ctx context.Context, terms engine.Terms, log []string, progress func(done, of int)) (*Report, error) {
	f := follower{Analyst: a, report: &Report{Terms: terms.String(), Plies: a.plies}}
	m, err := engine.Follow(terms, log, func(before *engine.Match, action engine.Action) error {
		if progress != nil {
			progress(f.line, len(log))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		err := f.visit(before, action)
		f.line++
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("analyse the match: %w", err)
	}
	if progress != nil {
		progress(len(log), len(log))
	}
	f.report.Games, f.report.Score = m.Number, m.Score
	return f.report, nil
}

// Line judges what one line of a match's log did, from 0, just as Match does; of a line
// that decided nothing, and of one that is not there, the report has no decisions.
func (a *Analyst) Line(terms engine.Terms, log []string, line int) (*Report, error) {
	f := follower{Analyst: a, report: &Report{Terms: terms.String(), Plies: a.plies}}
	m, err := engine.Follow(terms, log[:min(max(line+1, 0), len(log))], func(before *engine.Match, action engine.Action) error {
		var err error
		if f.line == line {
			err = f.visit(before, action)
		}
		f.line++
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("analyse line %d of the match: %w", line, err)
	}
	f.report.Games, f.report.Score = m.Number, m.Score
	return f.report, nil
}

// follower looks at every action of a match before it is carried out.
type follower struct {
	*Analyst
	report *Report
	line   int
	game   int // the number of the game that is prepared for
}

func (f *follower) visit(m *engine.Match, a engine.Action) error {
	if a.Verb != engine.Start && f.game != m.Number {
		f.begin(m.Rules())
		f.game = m.Number
	}
	if m.Clone().Apply(a) != nil {
		return nil // the log is wrong, or tells a play that was legal once
	}
	switch a.Verb {
	case engine.OpeningPair:
		return f.opening(m, a)
	case engine.Throw:
		return f.throw(m, a)
	case engine.Double:
		return f.double(m, a)
	case engine.Take, engine.Drop, engine.Beaver, engine.Raccoon:
		return f.answered(m, a)
	case engine.Play, engine.Remainder:
		return f.play(m, a)
	}
	return nil
}

// opening judges the luck of the opening pair; a tie is nobody's.
func (f *follower) opening(m *engine.Match, a engine.Action) error {
	if a.Dice[0] == a.Dice[1] {
		return nil
	}
	seat, gain, err := f.openingLuck(m, a.Dice)
	if err == nil {
		f.report.addRoll(Roll{Seat: seat, Game: m.Number, Roll: 1, Line: f.line, Dice: a.Dice, Luck: gain})
	}
	return err
}

// throw judges the luck of a roll and, where a double was possible, that none came.
func (f *follower) throw(m *engine.Match, a engine.Action) error {
	if m.CanDouble(a.Seat) == nil {
		advice, err := f.cube(m, a.Seat)
		if err != nil {
			return err
		}
		if near(advice) {
			f.judge(m, advice, a.Verb)
		}
	}
	q, adviser, err := f.ask(m, a.Seat)
	if err != nil {
		return err
	}
	f.report.addRoll(Roll{Seat: a.Seat, Game: m.Number, Roll: rolls(m) + 1, Line: f.line, Dice: a.Dice,
		Luck: luck(adviser, &q.Spot, a.Dice)})
	return nil
}

// near reports whether a double is right, or so nearly right that a roll without it was
// a decision.
func near(a *Advice) bool {
	best, other := &a.Options[0], &a.Options[1]
	return !a.Cube.Pointless && (best.Action.Verb == engine.Double || best.Equity-other.Equity < nearly)
}

func (f *follower) double(m *engine.Match, a engine.Action) error {
	advice, err := f.cube(m, a.Seat)
	if err == nil {
		f.judge(m, advice, a.Verb)
	}
	return err
}

func (f *follower) answered(m *engine.Match, a engine.Action) error {
	advice, err := f.answer(m, a.Seat)
	if err == nil {
		f.judge(m, advice, a.Verb)
	}
	return err
}

// judge adds a decision about the cube.
func (f *follower) judge(m *engine.Match, advice *Advice, verb engine.Verb) {
	made := *advice.Best()
	for _, o := range advice.Options {
		if o.Action.Verb == verb {
			made = o
		}
	}
	f.add(m, advice, rolls(m)+1, *advice.Best(), made)
}

// play judges how dice were played.
func (f *follower) play(m *engine.Match, a engine.Action) error {
	p, err := f.turn(m, a.Seat)
	if err != nil {
		return err
	}
	if len(p.choices) > 1 {
		best, made := p.judge(a.Steps)
		f.add(m, f.newAdvice(Checkers, m, a.Seat), rolls(m), best, made)
	}
	return nil
}

func (f *follower) add(m *engine.Match, advice *Advice, roll int, best, made Option) {
	f.report.add(Decision{
		Kind: advice.Kind, Seat: advice.Seat, Game: m.Number, Roll: roll, Line: f.line, Score: m.Score,
		Position: advice.Position, Stages: advice.Stages, Stake: advice.Stake, Cube: advice.Cube,
		Best: best, Made: made, Lost: max(best.Equity-made.Equity, 0),
	})
}

// rolls returns how many rolls the game has had.
func rolls(m *engine.Match) int { return m.Game.Rolls[0] + m.Game.Rolls[1] }
