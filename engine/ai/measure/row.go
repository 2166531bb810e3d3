package measure

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/notation"
)

// checkers is how many a side has: the decisions are of backgammon.
const checkers = 15

// eachRow calls read with the fields of every line that is no comment.
func eachRow(r io.Reader, read func(fields []string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if line := lines.Text(); line != "" && line[0] != '#' {
			if err := read(strings.Split(line, "\t")); err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	return lines.Err()
}

// parseSetting reads a position ID and a match ID, in which the player about to roll
// becomes seat 0. Answer tells that the question is the opponent's, whether he takes.
func parseSetting(positionID, matchID string) (p engine.Position, s equity.State, answer bool, err error) {
	m, err := notation.ParseMatchID(matchID)
	if err != nil {
		return p, s, false, err
	}
	me := m.OnRoll
	s = equity.State{Length: m.Length, Mine: m.Score[me], His: m.Score[me.Other()],
		Cube: m.Cube, Crawford: m.Crawford, Jacoby: m.Jacoby}
	switch m.CubeOwner {
	case notation.OwnedBy(me):
		s.Owner = equity.Mine
	case notation.OwnedBy(me.Other()):
		s.Owner = equity.His
	}
	p, err = notation.ParsePositionID(positionID, 0, checkers)
	return p, s, m.Offer != notation.NoOffer, err
}

// parseEquity reads a number like "+0.640".
func parseEquity(text string) (float32, error) {
	value, err := strconv.ParseFloat(text, 32)
	if err != nil {
		return 0, fmt.Errorf("%q is no equity", text)
	}
	return float32(value), nil
}

var errShort = errors.New("columns are missing")
