package measure

import (
	"fmt"
	"io"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/notation"
)

// Move is a decision how to play a roll.
type Move struct {
	Position   engine.Position
	State      equity.State
	Dice       [2]int
	Candidates []Candidate // best first, at least one
}

// Candidate is a play that was looked at.
type Candidate struct {
	Play   string
	End    engine.Position // seat 0 has played
	Equity float32         // of seat 0
}

// ReadMoves reads rows of position ID, match ID, dice and candidates as
// "4:13/11 6/5=-0.825": the depth of the search, the play and its equity.
func ReadMoves(r io.Reader, rules *engine.Rules) (moves []Move, err error) {
	err = eachRow(r, func(fields []string) error {
		if len(fields) < 4 {
			return errShort
		}
		m, err := parseMove(fields, rules)
		moves = append(moves, m)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading moves: %w", err)
	}
	return moves, nil
}

func parseMove(fields []string, rules *engine.Rules) (m Move, err error) {
	m.Position, m.State, _, err = parseSetting(fields[0], fields[1])
	if err != nil {
		return m, err
	}
	if _, err := fmt.Sscanf(fields[2], "%1d%1d", &m.Dice[0], &m.Dice[1]); err != nil {
		return m, fmt.Errorf("%q are no dice", fields[2])
	}
	stage := engine.Stage{Rules: rules, Position: m.Position, Dice: engine.Roll(m.Dice[0], m.Dice[1])}
	for _, field := range fields[3:] {
		c, err := parseCandidate(field, &stage)
		if err != nil {
			return m, err
		}
		m.Candidates = append(m.Candidates, c)
	}
	return m, nil
}

func parseCandidate(field string, stage *engine.Stage) (c Candidate, err error) {
	_, play, ok := strings.Cut(field, ":")
	play, value, equal := strings.Cut(play, "=")
	if !ok || !equal {
		return c, fmt.Errorf("%q is no candidate", field)
	}
	c.Play = play
	if c.Equity, err = parseEquity(value); err != nil {
		return c, err
	}
	readings, err := notation.ParsePlay(stage, play)
	if err != nil {
		return c, err
	}
	c.End, err = stage.After(readings[0])
	return c, err
}

// Lost returns the equity that seat 0 loses if his play ends in a position. A play that
// is no candidate costs as much as the worst that is. The first candidate is right even
// if one that was searched less deep has a higher number.
func (m *Move) Lost(end engine.Position) float32 {
	best := m.Candidates[0].Equity
	worst := best
	for i := range m.Candidates {
		c := &m.Candidates[i]
		if c.End == end {
			return max(best-c.Equity, 0)
		}
		worst = min(worst, c.Equity)
	}
	return best - worst
}
