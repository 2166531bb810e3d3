package main

import (
	"fmt"
	"strconv"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/notation"
)

// fibsPlayer answers boards. It may be used from many goroutines.
type fibsPlayer struct {
	command  fibsCommand
	rules    *engine.Rules
	strength ai.Strength
	library  *ai.Library
}

// fibsSession is one connection.
type fibsSession struct {
	*fibsPlayer
	boards notation.FIBSReader
}

// answer returns the answer to a line, or a sentence about what is wrong with it.
func (p *fibsSession) answer(line string) (string, error) {
	line = strings.Trim(line, "\x00\r\n ")
	if !strings.HasPrefix(line, "board:") {
		return p.answerID(strings.Fields(line))
	}
	s, err := p.boards.Read(line)
	if err != nil {
		return "", err
	}
	s.Jacoby, s.Beavers = p.command.Jacoby, p.command.Beavers
	if p.command.Cubeless && s.Length == 0 && s.Offer == notation.NoOffer { // a cube that is offered is there
		s.Cube, s.CubeOwner = 0, notation.Centre
	}
	q, adviser, err := p.ask(fromOnRoll(s))
	switch {
	case err != nil:
		return "", err
	case s.Offer != notation.NoOffer:
		return response(adviser.Cube(&q.Spot)), nil
	case s.Dice == [2]int{}:
		if s.Cube > 0 && adviser.Cube(&q.Spot).Double {
			return "double", nil
		}
		return "roll", nil
	}
	_, turn := choose(adviser, q, s.Dice[0], s.Dice[1])
	return notation.FormatTurn(p.rules, turn, 0), nil
}

// response is the answer to a double.
func response(d ai.Cube) string {
	switch {
	case d.Beaver:
		return "beaver"
	case d.Take:
		return "take"
	}
	return "drop"
}

// answerID answers a position ID and two dice.
func (p *fibsPlayer) answerID(words []string) (string, error) {
	if len(words) != 3 {
		return "", fmt.Errorf("a line is a board of FIBS, or a position ID and two dice")
	}
	var dice [2]int
	for i, word := range words[1:] {
		die, err := strconv.Atoi(word)
		if err != nil || die < 1 || die > 6 {
			return "", fmt.Errorf("%q is no die", word)
		}
		dice[i] = die
	}
	position, err := notation.ParsePositionID(words[0], 0, p.rules.Checkers)
	if err != nil {
		return "", err
	}
	q, adviser, err := p.ask(notation.Situation{Position: position})
	if err != nil {
		return "", err
	}
	best, _ := choose(adviser, q, dice[0], dice[1])
	return notation.PositionID(best.End, 1), nil
}

// ask returns the question of the player on roll, who is seat 0, and who answers it.
func (p *fibsPlayer) ask(s notation.Situation) (*ai.Question, *ai.Adviser, error) {
	if err := checkPlayable(p.rules, s.Position); err != nil {
		return nil, nil, err
	}
	q := &ai.Question{Rules: p.rules, Spot: ai.Spot{Position: s.Position}, State: stakesOf(&s)}
	adviser, err := p.library.Adviser(q, p.strength)
	return q, adviser, err
}
