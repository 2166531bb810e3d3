package measure

import (
	"fmt"
	"io"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
)

// Cube is a decision about the cube before a roll. Equities are those of the player
// about to roll, normalised to the cube before a double.
type Cube struct {
	Position   engine.Position
	State      equity.State
	Answer     bool // it was asked whether to take
	NoDouble   float32
	DoubleTake float32
	DoubleDrop float32
	Proper     string // the proper action in words: "No double, take"
}

// ReadCubes reads rows of position ID, match ID, depth of the search, the equities of
// no double, of double and take, of double and drop, and the proper action with the
// percentage at which the opponent would have to err.
func ReadCubes(r io.Reader) (cubes []Cube, err error) {
	err = eachRow(r, func(fields []string) error {
		if len(fields) < 7 {
			return errShort
		}
		c, err := parseCube(fields)
		cubes = append(cubes, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading cube decisions: %w", err)
	}
	return cubes, nil
}

func parseCube(fields []string) (c Cube, err error) {
	c.Position, c.State, c.Answer, err = parseSetting(fields[0], fields[1])
	if err != nil {
		return c, err
	}
	for i, to := range []*float32{&c.NoDouble, &c.DoubleTake, &c.DoubleDrop} {
		if *to, err = parseEquity(fields[3+i]); err != nil {
			return c, err
		}
		if c.Answer { // the equities are those of who was asked
			*to = -*to
		}
	}
	c.Proper, _, _ = strings.Cut(fields[6], " (")
	return c, nil
}

// Right reports whether both players would do the proper thing. An optional double may
// be offered or not.
func (c *Cube) Right(d *equity.Decision) bool {
	action, answer, _ := strings.Cut(strings.ToLower(c.Proper), ", ")
	doubles := action == "double" || action == "redouble"
	optional := strings.HasPrefix(action, "optional")
	return (optional || d.Double == doubles) && d.Take == (answer == "take")
}

// Lost returns the equity that the player about to roll loses by what he does, and if
// he was doubled, or would be now, the opponent by his answer.
func (c *Cube) Lost(d *equity.Decision) (double, answer float32) {
	answered := min(c.DoubleTake, c.DoubleDrop)
	double = max(c.NoDouble, answered)
	if d.Double {
		double -= answered
	} else {
		double -= c.NoDouble
	}
	if d.Take {
		return double, c.DoubleTake - answered
	}
	return double, c.DoubleDrop - answered
}
