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
	fibsBoard = iota // 26 places, B0 to B25
	fibsTurn  = iota + 25
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
	fibsCrawford = fibsDirection + 9
	fibsFields   = fibsDirection + 11
)

// ParseFIBSBoard reads a line "board:…", as GNU Backgammon sends it to an external
// player, of a game in which a side has so many checkers. Seat 0 is the player who is
// asked. If he was doubled, the other is on roll; else he is, and there are no dice
// before his roll. What the line does not tell (Jacoby's rule, beavers, the cube's
// limit) is as if it were not there. The error is a sentence.
func ParseFIBSBoard(line string, checkers int) (Situation, error) {
	s, err := parseFIBSBoard(line, checkers)
	if err != nil {
		return Situation{}, fmt.Errorf("the line is not a board of FIBS: %w", err)
	}
	return s, nil
}

func parseFIBSBoard(line string, checkers int) (Situation, error) {
	s := start()
	fields := strings.Split(strings.TrimSpace(line), ":")
	if len(fields) < 6 || fields[0] != "board" {
		return s, fmt.Errorf("it does not begin with board: and two names")
	}
	var numbers []int
	for _, field := range fields[3:] {
		n, err := strconv.Atoi(field)
		if err != nil || n < -maxPoints || n > maxPoints {
			return s, fmt.Errorf("%q is not a number that can stand there", field)
		}
		numbers = append(numbers, n)
	}
	match, rest := numbers[:3], numbers[3:]
	if len(rest) != fibsFields {
		return s, fmt.Errorf("it has %d fields between colons, not %d", len(fields), fibsFields+6)
	}
	if rest[fibsDirection] != -1 || rest[fibsColour] != 1 && rest[fibsColour] != -1 {
		return s, fmt.Errorf("the player who is asked must move from 24 to 1, and his colour be 1 or -1")
	}
	if err := parseFIBSPosition(rest[:26], rest[fibsColour], &s.Position, checkers); err != nil {
		return s, err
	}
	s.Length, s.Score = match[0], [2]int{match[1], match[2]}
	s.Dice = [2]int{rest[fibsDie1], rest[fibsDie2]}
	s.Cube = rest[fibsCube]
	s.Crawford = s.Length > 0 && rest[fibsCrawford] == 1 && max(s.Score[0], s.Score[1]) == s.Length-1
	switch mine, his := rest[fibsMine] != 0, rest[fibsHis] != 0; {
	case mine && !his:
		s.CubeOwner = OwnerZero
	case his && !mine:
		s.CubeOwner = OwnerOne
	}
	if rest[fibsDoubled] != 0 {
		s.OnRoll, s.Offer, s.Dice = 1, Doubled, [2]int{}
	}
	return s, s.Validate()
}

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
