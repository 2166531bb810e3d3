package notation

import (
	"fmt"

	"tablabot/engine"
)

// SituationOf returns the situation that a match has come to, without the draft of the
// turn. Games in which the players do not move in opposite directions and hit have no
// such identifiers, and are an error.
func SituationOf(m *engine.Match) (Situation, error) {
	rules := m.Rules()
	if rules.Geometry != engine.Contrary || rules.Family != engine.Hit {
		return Situation{}, fmt.Errorf("a position of %s has no identifier of other programs, only its position code", rules.Key)
	}
	money := m.Terms.Length == 0
	s := Situation{
		Position: m.Game.Position,
		OnRoll:   m.Game.OnRoll,
		Cube:     max(m.Game.Cube.Value, 1),
		State:    stateOf(m),
		Length:   m.Terms.Length,
		Score:    m.Score,
		Crawford: m.Game.Crawford,
		Jacoby:   money && rules.Cube.Jacoby,
		Beavers:  money && rules.Cube.Beavers,
		MaxCube:  rules.Cube.Max,
	}
	if m.Number == 0 {
		s.Position = rules.StartPosition()
	}
	if m.Game.Cube.Owned {
		s.CubeOwner = OwnedBy(m.Game.Cube.Owner)
	}
	if turn := m.Game.Turn; turn != nil {
		a, b := int(turn.Roll[0]), int(turn.Roll[1])
		s.Dice = [2]int{max(a, b), min(a, b)} // as GNU Backgammon sorts them
	}
	if offer := m.Game.Offer; offer != nil {
		s.Offer = map[engine.Verb]Offer{engine.Double: Doubled, engine.Beaver: Beavered, engine.Raccoon: Raccooned}[offer.Verb]
	}
	s.Turn = s.answers()
	if giving := m.Game.Giving; giving != nil {
		s.Resigned, s.Turn = giving.Level, giving.From.Other()
	}
	return s, s.Validate()
}

// stateOf returns how far the current game of a match has come.
func stateOf(m *engine.Match) State {
	switch {
	case m.Phase == engine.ToOpen || m.Number == 0:
		return NotStarted
	case m.Phase != engine.ToStart && m.Phase != engine.MatchEnded:
		return Playing
	case m.Last != nil && m.Last.Method == engine.ByDrop:
		return Dropped
	case m.Last != nil && m.Last.Method == engine.ByResignation:
		return Resigned
	}
	return Over
}
