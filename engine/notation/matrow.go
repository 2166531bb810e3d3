package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tablabot/engine"
)

var (
	matNumber = regexp.MustCompile(`^\s*\d+\)`)
	matCell   = regexp.MustCompile(`(?i)\b(?:([1-6])([1-6]):|(doubles|beavers|raccoons|takes|drops|wins|losses)\b)`)
	matSecond = regexp.MustCompile(`\s\d+\)(?:\s|$)`) // a row that goes on in the line of the one before
	matPoints = regexp.MustCompile(`(?i)^(\d+) points?(?: and the match)?\.?$`)
	matRaised = regexp.MustCompile(`^(?:(?:=>|to)\s*\d+)?$`)
)

// Where a lone cell stands in the left column: so many places after the row's number,
// or after the line's beginning.
const (
	leftAfterNumber = 6
	leftOfLine      = 16
)

// parseLine reads the line of a row, rarely of two.
func (p *matParser) parseLine(line string) error {
	start := len(matNumber.FindString(line))
	if at := matSecond.FindStringIndex(line[start:]); at != nil {
		if err := p.parseRow(line[:start+at[0]]); err != nil {
			return err
		}
		return p.parseLine(line[start+at[0]:])
	}
	return p.parseRow(line)
}

// parseRow reads a row of a game: a number, and a cell in either column or in both.
func (p *matParser) parseRow(line string) error {
	number := len(matNumber.FindString(line))
	row, left := line[number:], leftOfLine
	if number > 0 {
		left = leftAfterNumber
	}
	cells := matCell.FindAllStringSubmatchIndex(row, -1)
	switch {
	case len(cells) == 0 && strings.TrimSpace(row) == "":
		return nil
	case len(cells) == 0:
		return fmt.Errorf("%q is no play and no other action", strings.TrimSpace(row))
	case strings.TrimSpace(row[:cells[0][0]]) != "":
		return fmt.Errorf("%q is not understood", clipped(strings.TrimSpace(row[:cells[0][0]])))
	case len(cells) > 2:
		return fmt.Errorf("there are %d actions in one row", len(cells))
	}
	column := 0
	if len(cells) == 1 && cells[0][0] >= left {
		column = 1
	}
	for i, cell := range cells {
		end := len(row)
		if i+1 < len(cells) {
			end = cells[i+1][0]
		}
		entry, err := parseCell(row, cell, row[cell[1]:end])
		if err != nil {
			return err
		}
		entry.Line, entry.Seat = p.line, engine.Seat(column+i)
		game := &p.file.Games[len(p.file.Games)-1]
		game.Entries = append(game.Entries, entry)
	}
	return nil
}

// parseCell reads a cell: its beginning as found in the row, and the rest of it.
func parseCell(row string, at []int, rest string) (MatEntry, error) {
	rest = strings.TrimSpace(rest)
	if at[2] >= 0 {
		entry := MatEntry{Verb: MatPlay, Dice: [2]int{int(row[at[2]] - '0'), int(row[at[4]] - '0')}, Text: rest}
		switch {
		case strings.EqualFold(rest, "cannot move"):
			entry.Text = ""
		case rest == "????":
			entry.Verb, entry.Text = MatGiveUp, ""
		}
		return entry, nil
	}
	word := strings.ToLower(row[at[6]:at[7]])
	entry := MatEntry{Verb: matVerbs[word]}
	switch entry.Verb {
	case MatWin, MatGiveUp:
		m := matPoints.FindStringSubmatch(rest)
		if m == nil {
			return entry, fmt.Errorf("%q is not a number of points", rest)
		}
		points, err := strconv.Atoi(m[1])
		if err != nil || points > maxPoints {
			return entry, fmt.Errorf("nobody wins or loses %s points", m[1])
		}
		entry.Points = points
	default:
		if !matRaised.MatchString(rest) {
			return entry, fmt.Errorf("%q is not understood after %q", rest, word)
		}
	}
	return entry, nil
}

// matVerbs are the words that cells begin with; it is never written to.
var matVerbs = map[string]MatVerb{"doubles": MatDouble, "beavers": MatDouble, "raccoons": MatDouble,
	"takes": MatTake, "drops": MatDrop, "wins": MatWin, "losses": MatGiveUp}
