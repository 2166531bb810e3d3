package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/notation"
)

// read returns what the line asks, or a sentence about what is wrong with it.
func (d *dilemma) read() (*crossroads, error) {
	rules, s, err := d.situation()
	if err != nil {
		return nil, err
	}
	c := &crossroads{Question: ai.Question{Rules: rules}}
	if c.strength, err = strengthOf(d.Level, d.Plies); err != nil {
		return nil, err
	}
	if c.seat, err = d.seat(); err != nil {
		return nil, err
	}
	if err := d.overrule(rules, &s); err != nil {
		return nil, err
	}
	if c.dice, c.rest, err = d.dice(rules, s.Dice); err != nil {
		return nil, err
	}
	rolls, err := d.rolls()
	if err != nil {
		return nil, err
	}
	if c.seat == 1 {
		rolls[0], rolls[1] = rolls[1], rolls[0]
	}
	s.OnRoll = c.seat
	s = fromOnRoll(s)
	c.Spot, c.State = ai.Spot{Position: s.Position, Rolls: rolls}, stakesOf(&s)
	for _, err := range []error{checkPlayable(rules, s.Position), checkScore(rules, &c.State), checkCrawford(&c.State), checkCube(&c.State), c.State.Validate()} {
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// seat returns who decides.
func (d *dilemma) seat() (engine.Seat, error) {
	switch {
	case d.Seat == nil:
		return 0, nil
	case *d.Seat != 0 && *d.Seat != 1:
		return 0, fmt.Errorf("the seat is 0 or 1, not %d", *d.Seat)
	}
	return engine.Seat(*d.Seat), nil
}

// situation reads the position, and what else an ID tells: seat 0 is on roll in it.
func (d *dilemma) situation() (*engine.Rules, notation.Situation, error) {
	code := strings.TrimSpace(d.Position)
	read := idReader(code)
	if read == nil {
		rules, position, err := engine.ParsePosition(code)
		if err != nil {
			return nil, notation.Situation{}, err
		}
		s := notation.Situation{Position: position, MaxCube: rules.Cube.Max}
		if rules.Cube.On {
			s.Cube, s.Jacoby = 1, rules.Cube.Jacoby
		}
		return rules, s, nil
	}
	rules, _ := engine.Variant("backgammon")
	s, err := read(code, rules.Checkers)
	switch {
	case err != nil:
		return nil, s, err
	case d.Seat != nil && *d.Seat != 0:
		return nil, s, errors.New("with an ID, the player on roll is seat 0")
	case s.State > notation.Playing:
		return nil, s, errors.New("the game of this ID is over")
	case s.Resigned > 0:
		return nil, s, errors.New("in this ID a resignation waits for its answer")
	}
	s.Crawford = s.Crawford && s.Length > 1 // some programs set it in a match of a single point
	return &rules, fromOnRoll(s), nil
}

// overrule puts the line's fields in the place of what the ID tells.
func (d *dilemma) overrule(rules *engine.Rules, s *notation.Situation) error {
	put(&s.Length, d.Length)
	put(&s.Cube, d.Cube)
	put(&s.Crawford, d.Crawford)
	put(&s.Jacoby, d.Jacoby)
	put(&s.Beavers, d.Beavers)
	if d.Score != nil {
		if len(d.Score) != 2 {
			return fmt.Errorf("the score is two numbers, seat 0's first, not %v", d.Score)
		}
		s.Score = [2]int(d.Score)
	}
	if d.Owner != nil {
		if *d.Owner != 0 && *d.Owner != 1 {
			return fmt.Errorf("the cube's owner is 0 or 1, or null if it lies in the middle, not %d", *d.Owner)
		}
		s.CubeOwner = notation.OwnedBy(engine.Seat(*d.Owner))
	}
	switch {
	case s.Length == 0 && s.Score != [2]int{} && d.Score != nil:
		return errors.New("a score is that of a match: tell its length too")
	case s.Cube != 0 && rules.Cube.Use == engine.NoCube:
		return fmt.Errorf("%s is played without the cube", rules.Key)
	case s.Cube != 0 && rules.Cube.Use == engine.OptionalCube && s.Length == 0:
		return fmt.Errorf("%s is played with the cube in matches only", rules.Key)
	case s.Cube == 0 && s.Crawford:
		return errors.New("a game without the cube is no Crawford game")
	case s.Cube == 0 && s.CubeOwner != notation.Centre:
		return errors.New("a game without the cube has no owner of it")
	}
	if s.Length == 0 {
		s.Score = [2]int{}
	}
	return nil
}

func put[T any](field, given *T) {
	if given != nil {
		*field = *given
	}
}

// dice returns the roll, zeros if there is none, or the stages that the opponent left.
func (d *dilemma) dice(rules *engine.Rules, told [2]int) (roll [2]int, rest []engine.Dice, err error) {
	if d.Rest != nil {
		if d.Dice != nil {
			return roll, nil, errors.New("a line has \"dice\" or \"rest\", not both")
		}
		rest, err = restOf(rules, d.Rest)
		return roll, rest, err
	}
	if d.Dice == nil {
		return told, nil, nil
	}
	if len(*d.Dice) == 0 {
		return roll, nil, nil
	}
	if len(*d.Dice) != 2 {
		return roll, nil, fmt.Errorf("a roll is two dice, not %d", len(*d.Dice))
	}
	if _, err := engine.NewDice(*d.Dice...); err != nil {
		return roll, nil, err
	}
	return [2]int(*d.Dice), nil, nil
}

// restOf returns the stages of dice that the opponent could not play.
func restOf(rules *engine.Rules, dice []int) ([]engine.Dice, error) {
	if !rules.Escalates {
		return nil, fmt.Errorf("%s has no escalating doubles, of which something could be left", rules.Key)
	}
	n := 0
	for n < len(dice) && n < 4 && dice[n] == dice[0] {
		n++
	}
	if n > 0 && dice[0] >= 1 && dice[0] <= 6 {
		if stages := (engine.Rest{Die: uint8(dice[0]), Dice: uint8(n)}).Stages(); slices.Equal(listed(stages), dice) {
			return stages, nil
		}
	}
	return nil, fmt.Errorf("what is left of an escalating double is one to four equal dice and four of every higher number, such as [5,5,6,6,6,6], not %v", dice)
}

// listed returns the dice of stages, one by one.
func listed(stages []engine.Dice) []int {
	var dice []int
	for _, stage := range stages {
		for _, die := range stage[:stage.Len()] {
			dice = append(dice, int(die))
		}
	}
	return dice
}

// rolls returns how many rolls each seat has made.
func (d *dilemma) rolls() (rolls [2]uint8, err error) {
	if d.Rolls == nil {
		return rolls, nil
	}
	if len(d.Rolls) != 2 || min(d.Rolls[0], d.Rolls[1]) < 0 {
		return rolls, fmt.Errorf("the rolls are two numbers, seat 0's first, not %v", d.Rolls)
	}
	for i, n := range d.Rolls {
		rolls[i] = uint8(min(n, 255))
	}
	return rolls, nil
}
