package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
	"tablabot/engine/notation"
)

type analyseCommand struct {
	File  string `arg:"" help:"The match as .mat text, or as a log: a line of its terms, such as \"tapa 3\", and one for every action. - is standard input."`
	Plies int    `default:"1" placeholder:"N" help:"How many rolls ahead to look: 0 judges positions as they stand, 2 is as far as the computer looks at its best."`
	Worst int    `default:"5" placeholder:"N" help:"How many mistakes of each player to list."`
	JSON  bool   `help:"Print everything, every decision and roll, as JSON."`
	Quiet bool   `short:"q" help:"Do not tell how far it is."`
}

// record is a match to analyse.
type record struct {
	players [2]string
	terms   engine.Terms
	log     []string
}

// Run analyses a match and prints a report.
func (c *analyseCommand) Run(ctx context.Context, m *Main) error {
	analyst, err := analysis.New(new(ai.Library), c.Plies)
	if err != nil {
		return err
	}
	text, err := m.readFile(ctx, c.File)
	if err != nil {
		return fmt.Errorf("read the match: %w", err)
	}
	match, err := parseRecord(bytes.TrimPrefix(text, []byte(byteOrderMark)))
	if err != nil {
		return err
	}
	report, err := analyst.Match(ctx, match.terms, match.log, c.progress(m.Stderr))
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(m.Stdout)
		out.SetEscapeHTML(false)
		return out.Encode(struct {
			Names [2]string `json:"names"`
			*analysis.Report
		}{match.players, report})
	}
	_, err = io.WriteString(m.Stdout, c.describe(match, report))
	return err
}

// parseRecord reads a log, which begins with the terms of the match, or else a .mat text.
// Whatever it returns can be played.
func parseRecord(text []byte) (*record, error) {
	first, rest, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if terms, err := engine.ParseTerms(strings.TrimSpace(first)); err == nil {
		match := &record{players: [2]string{"seat 0", "seat 1"}, terms: terms}
		for line := range strings.Lines(rest) {
			if line = strings.TrimSpace(line); line != "" {
				match.log = append(match.log, line)
			}
		}
		return match, match.check()
	}
	file, err := notation.ParseMat(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read the match: %w", err)
	}
	match, log, err := notation.Replay(file)
	if err != nil {
		return nil, err
	}
	return &record{[2]string{printable(file.Players[0]), printable(file.Players[1])}, match.Terms, log}, nil
}

// check plays a log by the rules.
func (r *record) check() error {
	m, err := engine.NewMatch(r.terms)
	if err != nil {
		return err
	}
	for i, line := range r.log {
		action, err := engine.ParseAction(line)
		if err == nil {
			err = m.Apply(action)
		}
		if err != nil {
			return fmt.Errorf("analyse the match: log line %d, %q: %w", i+1, line, err)
		}
	}
	return nil
}

// printable leaves out of a name what would not be seen but acts on a terminal.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name)
}

// progress returns what tells how far the analysis is, each tenth of it.
func (c *analyseCommand) progress(out io.Writer) func(done, of int) {
	if c.Quiet {
		return nil
	}
	tenth := 0
	return func(done, of int) {
		if now := 10 * done / max(of, 1); now > tenth {
			tenth = now
			fmt.Fprintf(out, "%d %% analysed\n", 10*now)
		}
	}
}
