package ai

import "tablabot/engine"

// Spot is a position between two turns: seat 0 is about to roll. What came before
// does not matter, but for how often each player has rolled, which escalating
// games look at.
type Spot struct {
	Position engine.Position
	Rolls    [2]uint8
}

// Start returns the spot before the first roll of a game.
func Start(r *engine.Rules) Spot { return Spot{Position: r.StartPosition()} }

// passed returns the spot after seat 0 has rolled and played to a position: the
// opponent is about to roll and has become seat 0.
func (s *Spot) passed(p engine.Position) Spot {
	next := Spot{Position: p, Rolls: s.Rolls}
	next = next.mirror()
	if next.Rolls[1] < 255 {
		next.Rolls[1]++
	}
	return next
}

// chained reports whether a roll escalates.
func (s *Spot) chained(r *engine.Rules, a, b int) bool {
	return a == b && r.Escalates && int(s.Rolls[0])+1 >= r.EscalateFrom
}

// mirror returns the spot with the seats exchanged.
func (s *Spot) mirror() Spot {
	return Spot{Position: s.Position.Mirror(), Rolls: [2]uint8{s.Rolls[1], s.Rolls[0]}}
}
