package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"tablabot/engine"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

type movesCommand struct{}

// Run answers every line of standard input by one of standard output: the stage
// that was asked for with all its legal ends, or an error.
func (movesCommand) Run(ctx context.Context, m *Main) error {
	in, out := bufio.NewReaderSize(m.Stdin, 64<<10), bufio.NewWriter(m.Stdout)
	var lister lister
	for ctx.Err() == nil {
		line, err := readLine(in)
		if err == io.EOF {
			break
		}
		var answer any
		if err == nil {
			answer, err = lister.list(line)
		} else if !errors.Is(err, errLongLine) {
			return fmt.Errorf("read positions: %w", err)
		}
		if err != nil {
			answer = refusal{err.Error()}
		}
		if err := writeLine(out, answer, in.Buffered() == 0); err != nil {
			return fmt.Errorf("write plays: %w", err)
		}
	}
	return out.Flush()
}

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// readLine returns the next line without its end, or errLongLine, having skipped
// the line, or io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for long := false; ; {
		part, err := in.ReadSlice('\n')
		long = long || len(line)+len(part) > maxLine
		if !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(part) == 0 && len(line) == 0 && !long:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case long:
			return nil, errLongLine
		}
		return line, nil
	}
}

// writeLine writes a value as a line of JSON, and flushes where nobody may be
// left waiting for it.
func writeLine(out *bufio.Writer, value any, flush bool) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	if flush {
		return out.Flush()
	}
	return nil
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

type refusal struct {
	Error string `json:"error"`
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
	if q.Chain {
		return nil, errors.New("chains cannot be listed yet: ask for one stage, without \"chain\"")
	}
	stage := engine.Stage{Rules: rules, Position: position, Mover: engine.Seat(q.Seat)}
	if stage.Dice, err = engine.NewDice(q.Dice...); err != nil {
		return nil, err
	}
	ends, playable := stage.Ends(&l.buffer)
	return plays{q, playable, formatAll(rules, ends)}, nil
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

// explainJSON says what is wrong with a line without naming types of this program.
func explainJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("the field %q cannot hold a JSON %s", wrong.Field, wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Errorf("the line must be a JSON object, not a JSON %s", wrong.Value)
	}
	return fmt.Errorf("the line is not JSON: %w", err)
}
