package notation

import (
	"fmt"
	"strconv"
	"strings"

	"tablabot/engine"
)

// The fields of a board line as the server FIBS made them, from the 7th on: 26 places,
// then the rest. What is not named here is told by the other fields.
const (
	fibsTurn = iota + 26 // behind the places
	fibsDie1
	fibsDie2
	_ // the dice of the opponent, twice
	_
	fibsCube
	fibsMine // I may double
	fibsHis  // he may
	fibsDoubled
	fibsColour
	fibsDirection
	fibsCrawford  = fibsDirection + 9 // it is over
	fibsRedoubles = fibsDirection + 10
	fibsFields    = fibsDirection + 11
)

// FIBSReader reads the lines "board:…" of one connection, as GNU Backgammon sends them to
// an external player, of a game in which a side has so many checkers.
//
// In the situation, seat 0 is the side whose checkers have the sign of the line's colour
// and which moves from 24 to 1; he is on roll whose sign the turn has. That player is
// asked, or, if he has doubled, his opponent. What a line does not tell (Jacoby's rule,
// beavers, the cube's limit) is as if it were not there.
type FIBSReader struct {
	Checkers int
	gnubg    bool // GNU Backgammon writes the lines
}

// Read reads a line. The error is a sentence.
func (r *FIBSReader) Read(line string) (Situation, error) {
	s, err := r.read(line)
	if err != nil {
		return Situation{}, fmt.Errorf("the line is not a board of FIBS: %w", err)
	}
	return s, nil
}

func (r *FIBSReader) read(line string) (Situation, error) {
	s := start()
	match, rest, err := splitFIBS(line)
	if err != nil {
		return s, err
	}
	if err := parseFIBSPosition(rest[:26], rest[fibsColour], &s.Position, r.Checkers); err != nil {
		return s, err
	}
	if rest[fibsTurn] != rest[fibsColour] {
		s.OnRoll = 1
	}
	s.Dice = [2]int{rest[fibsDie1], rest[fibsDie2]}
	s.Cube = rest[fibsCube]
	switch mine, his := rest[fibsMine] != 0, rest[fibsHis] != 0; {
	case mine && !his:
		s.CubeOwner = OwnerZero
	case his && !mine:
		s.CubeOwner = OwnerOne
	}
	if rest[fibsDoubled] != 0 {
		s.Offer, s.Dice = Doubled, [2]int{}
	}
	s.Turn = s.answers()
	s.Length, s.Score = match[0], [2]int{match[1], match[2]}
	if r.swapped(&s, rest[fibsRedoubles]) {
		s.Score[0], s.Score[1] = s.Score[1], s.Score[0]
	}
	over := rest[fibsCrawford] != 0 // the Crawford game, as GNU Backgammon sets the field
	s.Crawford = s.Length > 1 && !over && max(s.Score[0], s.Score[1]) == s.Length-1
	return s, s.Validate()
}

// swapped reports whether the line tells the score of seat 1 first. Version 1.07 of GNU
// Backgammon does so unless a double was offered, as was observed. It can be known by
// the last field, which it sets in every game of a match but the Crawford game.
func (r *FIBSReader) swapped(s *Situation, redoubles int) bool {
	r.gnubg = r.gnubg || s.Length > 0 && redoubles != 0
	return r.gnubg && s.Offer == NoOffer
}

// splitFIBS returns the numbers of a line: length and scores, and all that follow.
func splitFIBS(line string) (match, rest []int, err error) {
	fields := strings.Split(strings.TrimSpace(line), ":")
	if fields[0] != "board" || len(fields) != fibsFields+6 {
		return nil, nil, fmt.Errorf("it is not board:, two names, and %d numbers between colons", fibsFields+3)
	}
	var numbers []int
	for _, field := range fields[3:] {
		n, err := strconv.Atoi(field)
		if err != nil || n < -maxPoints || n > maxPoints {
			return nil, nil, fmt.Errorf("%q is not a number that can stand there", field)
		}
		numbers = append(numbers, n)
	}
	match, rest = numbers[:3], numbers[3:]
	if rest[fibsDirection] != -1 || !isSign(rest[fibsColour]) || !isSign(rest[fibsTurn]) {
		return nil, nil, fmt.Errorf("the side that is shown must move from 24 to 1, and colour and turn be 1 or -1")
	}
	return match, rest, nil
}

func isSign(n int) bool { return n == 1 || n == -1 }

// parseFIBSPosition reads 26 places: his bar, the points 1 to 24, my bar. Checkers of
// my colour have its sign.
func parseFIBSPosition(places []int, colour int, p *engine.Position, checkers int) error {
	for place, n := range places {
		n *= colour
		if n > checkers || n < -checkers {
			return fmt.Errorf("%d checkers stand on one place", max(n, -n))
		}
		switch {
		case place == engine.Bar:
			p.Sides[0].Set(engine.Bar, max(n, -n))
		case place == engine.Off:
			p.Sides[1].Set(engine.Bar, max(n, -n))
		case n > 0:
			p.Sides[0].Set(place, n)
		case n < 0:
			p.Sides[1].Set(engine.Bar-place, -n)
		}
	}
	return complete(p, checkers)
}
