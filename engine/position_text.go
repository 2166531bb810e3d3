package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// FormatPosition returns the position's code, "tabla:-2,,,,,5,…|0,0|0,0": the
// game, the points 1 to 24 in seat 0's numbering, the bars, the checkers borne off.
// A point reads n for n checkers of seat 0, -n for n of seat 1, and n* or -n* for
// so many on top of one pinned enemy.
func (r *Rules) FormatPosition(p Position) string {
	code := append(make([]byte, 0, 96), r.Key...)
	separator := byte(':')
	for point := 1; point <= 24; point++ {
		code = r.appendPoint(append(code, separator), &p, point)
		separator = ','
	}
	code = appendPair(append(code, '|'), &p, Bar)
	code = appendPair(append(code, '|'), &p, Off)
	return string(code)
}

// appendPoint appends the code of a point in seat 0's numbering.
func (r *Rules) appendPoint(code []byte, p *Position, point int) []byte {
	other := r.Geometry.Other(point)
	n := p.Sides[0].At(point)
	his, pinned := p.Sides[1].At(other), p.Sides[1].Pinned(other)
	if his > 0 && !pinned {
		n, pinned = -his, p.Sides[0].Pinned(point)
	}
	if n != 0 {
		code = strconv.AppendInt(code, int64(n), 10)
	}
	if pinned {
		code = append(code, '*')
	}
	return code
}

// appendPair appends how many checkers of either seat are on a place that is no
// point.
func appendPair(code []byte, p *Position, place int) []byte {
	code = strconv.AppendInt(code, int64(p.Sides[0].At(place)), 10)
	return strconv.AppendInt(append(code, ','), int64(p.Sides[1].At(place)), 10)
}

// ParsePosition reads what [Rules.FormatPosition] writes and returns the game's
// rules, every option at its default, beside the position. The position is valid
// in the sense of [Rules.Validate].
func ParsePosition(code string) (*Rules, Position, error) {
	key, rest, found := strings.Cut(code, ":")
	rules, known := Variant(key)
	if !found || !known {
		return nil, Position{}, fmt.Errorf("position code %q does not begin with the name of a game and a colon", clip(code))
	}
	p, err := rules.parseBoard(rest)
	if err == nil {
		err = rules.Validate(p)
	}
	if err != nil {
		return nil, Position{}, fmt.Errorf("position code %q: %w", clip(code), err)
	}
	return &rules, p, nil
}

// clip shortens what an error quotes.
func clip(s string) string {
	const most = 100 // bytes
	if len(s) <= most {
		return s
	}
	end := most
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// parseBoard reads the part of a code after the colon.
func (r *Rules) parseBoard(board string) (p Position, err error) {
	parts := strings.Split(board, "|")
	if len(parts) != 3 {
		return p, fmt.Errorf("the code has %d parts between bars, not points|bar|off", len(parts))
	}
	points := strings.Split(parts[0], ",")
	if len(points) != 24 {
		return p, fmt.Errorf("the code has %d points, not 24", len(points))
	}
	for i, token := range points {
		if err := r.parsePoint(&p, i+1, token); err != nil {
			return p, err
		}
	}
	if err := parseSeats(&p, Bar, parts[1]); err != nil {
		return p, fmt.Errorf("the bar: %w", err)
	}
	if err := parseSeats(&p, Off, parts[2]); err != nil {
		return p, fmt.Errorf("the checkers borne off: %w", err)
	}
	return p, nil
}

// parsePoint puts the checkers of one point, in seat 0's numbering, on the board.
func (r *Rules) parsePoint(p *Position, point int, token string) error {
	if token == "" {
		return nil
	}
	digits, pins := strings.CutSuffix(token, "*")
	digits, green := strings.CutPrefix(digits, "-")
	n, err := parseCount(digits)
	if err != nil || n == 0 {
		return fmt.Errorf("point %d: %q is no number of checkers", point, clip(token))
	}
	other := r.Geometry.Other(point)
	below, at, under := &p.Sides[1], point, other
	if green {
		below, at, under = &p.Sides[0], other, point
		p.Sides[1].Set(at, n)
	} else {
		p.Sides[0].Set(at, n)
	}
	if pins {
		below.Set(under, 1)
		below.SetPinned(under, true)
	}
	return nil
}

// parseSeats puts the numbers of both seats, "2,0", on a place that is no point.
func parseSeats(p *Position, place int, text string) error {
	first, second, _ := strings.Cut(text, ",")
	for seat, digits := range []string{first, second} {
		n, err := parseCount(digits)
		if err != nil {
			return fmt.Errorf("%q is not two numbers of checkers", clip(text))
		}
		p.Sides[seat].Set(place, n)
	}
	return nil
}

// parseCount reads a number of checkers, 0 to 15, without sign or leading zero.
func parseCount(digits string) (int, error) {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > 15 || strconv.Itoa(n) != digits {
		return 0, fmt.Errorf("%q is no number of checkers", clip(digits))
	}
	return n, nil
}

// Validate returns an error if the position cannot stand on a board of the game:
// a wrong number of checkers, both players on one point without a pin, a pin or a
// bar in a game that has none.
func (r *Rules) Validate(p Position) error {
	for seat := range p.Sides {
		side := &p.Sides[seat]
		if n := side.Checkers(); n != r.Checkers {
			return fmt.Errorf("seat %d has %d checkers, not %d", seat, n, r.Checkers)
		}
		if r.Family != Hit && side.At(Bar) > 0 {
			return fmt.Errorf("seat %d has a checker on the bar, and %s knows no bar", seat, r.Key)
		}
		if r.Family != Pin && side.AnyPinned() {
			return fmt.Errorf("a checker is pinned, and %s knows no pins", r.Key)
		}
	}
	for point := 1; point <= 24; point++ {
		if err := r.validatePoint(&p, point); err != nil {
			return err
		}
	}
	return nil
}

// validatePoint checks who stands on a point in seat 0's numbering.
func (r *Rules) validatePoint(p *Position, point int) error {
	other := r.Geometry.Other(point)
	mine, his := p.Sides[0].At(point), p.Sides[1].At(other)
	minePinned, hisPinned := p.Sides[0].Pinned(point), p.Sides[1].Pinned(other)
	switch {
	case !minePinned && !hisPinned && mine > 0 && his > 0:
		return fmt.Errorf("both players stand on point %d, and neither is pinned", point)
	case minePinned && (hisPinned || mine != 1 || his == 0), hisPinned && (his != 1 || mine == 0):
		return fmt.Errorf("the pin on point %d is not one checker under some of the opponent's", point)
	}
	return nil
}
