package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tablabot/engine"
)

type movesCommand struct{}

// Help is shown by --help below the summary.
func (movesCommand) Help() string {
	return `A line of input is a JSON object:

  position   a position code, which /position tells
  seat       who plays, 0 or 1 (0)
  dice       one stage: two different dice, [6,1], or one to four equal ones: [6,6] is two sixes, and a double that was
             rolled is [6,6,6,6]
  chain      true: the dice are a rolled double that escalates, [3,3], for 3-3 to 6-6; in gulbara and chelebi

The answer is the line with

  playable   how many of the dice must be played
  ends       the code of every position that they can lead to, sorted

or, for a chain, with every distinct pair of an end and the dice that the opponent gets to play:

  chain      [["position code",[5,5,6,6,6,6]],…], sorted

A line that makes no sense is answered by {"error":"…"}.`
}

// Run answers every line of standard input by one of standard output: the stage
// that was asked for with all its legal ends, or an error.
func (movesCommand) Run(ctx context.Context, m *Main) error {
	return m.answerLines(ctx, new(lister).list)
}

// question is a line of input; other fields than these are not looked at.
type question struct {
	Position string `json:"position"`
	Seat     int    `json:"seat"`
	Dice     []int  `json:"dice"`
	Chain    bool   `json:"chain,omitempty"`
}

// plays is the answer to a question: all ends of one stage.
type plays struct {
	question
	Playable int      `json:"playable"`
	Ends     []string `json:"ends"`
}

// chain is the answer to a question about an escalating double: every distinct
// pair of the roller's end and the dice that the opponent gets, by code, then dice.
type chain struct {
	question
	ends []chainEnd
}

type chainEnd struct {
	code      string
	remainder engine.Rest
}

// passed returns the remaining dice, from low to high.
func (e chainEnd) passed() []uint8 {
	dice := []uint8{}
	for _, stage := range e.remainder.Stages() {
		dice = append(dice, stage[:stage.Len()]...)
	}
	return dice
}

// writeJSON writes the question with the ends, ["end position",[remaining dice]],
// in the place of its true. There may be millions, so none is kept as text.
func (c chain) writeJSON(out *bufio.Writer) error {
	line, err := json.Marshal(c.question)
	if err != nil {
		return err
	}
	line = append(bytes.TrimSuffix(line, []byte("true}")), '[')
	for i, end := range c.ends {
		if i > 0 {
			line = append(line, ',')
		}
		line = strconv.AppendQuote(append(line, '['), end.code)
		line = append(line, ",["...)
		for i, die := range end.passed() {
			if i > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendInt(line, int64(die), 10)
		}
		line = append(line, "]]"...)
		if _, err := out.Write(line); err != nil {
			return err
		}
		line = line[:0]
	}
	_, err = out.WriteString("]}\n")
	return err
}

func compareChainEnds(a, b chainEnd) int {
	return cmp.Or(strings.Compare(a.code, b.code), slices.Compare(a.passed(), b.passed()))
}

// lister answers questions. The zero value is ready; it must not be shared.
type lister struct{ buffer engine.Buffer }

func (l *lister) list(line []byte) (any, error) {
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, explainJSON(err)
	}
	rules, position, err := engine.ParsePosition(q.Position)
	if err != nil {
		return nil, err
	}
	if q.Seat != 0 && q.Seat != 1 {
		return nil, fmt.Errorf("the seat is 0 or 1, not %d", q.Seat)
	}
	dice, err := engine.NewDice(q.Dice...)
	if err != nil {
		return nil, err
	}
	if q.Chain {
		ends, err := l.chain(rules, position, q)
		return chain{q, ends}, err
	}
	stage := engine.Stage{Rules: rules, Position: position, Mover: engine.Seat(q.Seat), Dice: dice}
	ends, playable := stage.Ends(&l.buffer)
	return plays{q, playable, formatAll(rules, ends)}, nil
}

// chain returns the ends of the escalating double that the question asks for.
func (l *lister) chain(rules *engine.Rules, position engine.Position, q question) ([]chainEnd, error) {
	if !rules.Escalates {
		return nil, fmt.Errorf("%s has no escalating doubles: ask for one stage, without \"chain\"", rules.Key)
	}
	if len(q.Dice) != 2 || q.Dice[0] != q.Dice[1] {
		return nil, fmt.Errorf("a chain begins with two equal dice, such as [3,3], not %v", q.Dice)
	}
	ends, err := rules.ChainEnds(position, engine.Seat(q.Seat), q.Dice[0], &l.buffer)
	if err != nil {
		return nil, err
	}
	listed := make([]chainEnd, len(ends))
	for i, end := range ends {
		listed[i] = chainEnd{rules.FormatPosition(end.End), end.Remainder}
	}
	slices.SortFunc(listed, compareChainEnds)
	return listed, nil
}

// formatAll returns the codes of the positions, sorted.
func formatAll(rules *engine.Rules, positions []engine.Position) []string {
	codes := make([]string, len(positions))
	for i, position := range positions {
		codes[i] = rules.FormatPosition(position)
	}
	slices.Sort(codes)
	return codes
}
