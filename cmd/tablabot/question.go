package main

import (
	"fmt"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
	"tablabot/engine/notation"
)

// readID reads an identifier of a game in which a side has so many checkers.
type readID func(id string, checkers int) (notation.Situation, error)

// idReader returns what reads a text that looks like an identifier, by the length of
// its first part; nil for any other.
func idReader(text string) readID {
	const positionID, xgPosition = 14, 26
	first, _, match := strings.Cut(text, ":")
	switch {
	case strings.HasPrefix(strings.ToUpper(text), "XGID=") || len(first) == xgPosition:
		return notation.ParseXGID
	case len(first) == positionID && match:
		return notation.ParseGNUID
	case len(first) == positionID:
		return func(id string, checkers int) (notation.Situation, error) {
			position, err := notation.ParsePositionID(id, 0, checkers)
			return notation.Situation{Position: position, Cube: 1}, err
		}
	}
	return nil
}

// fromOnRoll returns a situation with the seats exchanged if seat 1 is on roll, so that
// seat 0 is.
func fromOnRoll(s notation.Situation) notation.Situation {
	if s.OnRoll == 0 {
		return s
	}
	s.Position = s.Position.Mirror()
	s.OnRoll, s.Turn = 0, s.Turn.Other()
	s.Score[0], s.Score[1] = s.Score[1], s.Score[0]
	s.CubeOwner = [...]notation.Owner{notation.Centre, notation.OwnerOne, notation.OwnerZero}[s.CubeOwner]
	return s
}

// stakesOf returns what the player on roll, who is seat 0, plays for.
func stakesOf(s *notation.Situation) equity.State {
	return equity.State{
		Length: s.Length, Mine: s.Score[0], His: s.Score[1],
		Cube: s.Cube, Owner: equity.Owner(s.CubeOwner), MaxCube: s.MaxCube, Crawford: s.Crawford,
		Jacoby: s.Jacoby && s.Length == 0, Beavers: s.Beavers && s.Length == 0,
	}
}

// checkPlayable returns an error if a position is none in which a game goes on.
func checkPlayable(rules *engine.Rules, p engine.Position) error {
	if err := rules.Validate(p); err != nil {
		return err
	}
	for seat := range engine.Seat(2) {
		if rules.Ending(p, seat) != engine.NotOver {
			return fmt.Errorf("the game is over in this position")
		}
	}
	return nil
}

// checkScore returns an error if nobody would play on at a score. Only where both can
// score in a game may both have reached the length.
func checkScore(rules *engine.Rules, s *equity.State) error {
	if s.Length > 0 && !rules.Mother && max(s.Mine, s.His) >= s.Length {
		return fmt.Errorf("a match to %d is over at %d to %d", s.Length, s.Mine, s.His)
	}
	return nil
}

// checkCube returns an error if the cube cannot lie as it does.
func checkCube(s *equity.State) error {
	switch {
	case s.Cube == 1 && s.Owner != equity.Centre:
		return fmt.Errorf("a cube that shows 1 belongs to nobody")
	case s.Crawford && s.Cube > 1:
		return fmt.Errorf("in the Crawford game nobody has doubled")
	case s.MaxCube > 0 && s.Cube > s.MaxCube:
		return fmt.Errorf("the cube goes up to %d here, not to %d", s.MaxCube, s.Cube)
	}
	return nil
}

// checkCrawford returns an error if the game cannot be the Crawford game.
func checkCrawford(s *equity.State) error {
	if s.Crawford && (s.Length < 2 || max(s.Mine, s.His) != s.Length-1) {
		return fmt.Errorf("the Crawford game is that of a match in which a player needs one point")
	}
	return nil
}

// choose returns the best play of a roll with its steps, by stage.
func choose(adviser *ai.Adviser, q *ai.Question, first, second int) (best ai.Choice, turn *engine.Turn) {
	best = adviser.Plays(&q.Spot, first, second)[0]
	turn = &engine.Turn{Start: q.Spot.Position, Stages: []engine.Dice{engine.Roll(first, second)}}
	if first == second && q.Rules.Escalates && int(q.Spot.Rolls[0])+1 >= q.Rules.EscalateFrom {
		turn.Chain = true
		turn.Stages = engine.Rest{Die: uint8(first), Dice: 4}.Stages()
	}
	turn.Draft = best.Steps(q.Rules, turn.Start, turn.Stages)
	return best, turn
}
