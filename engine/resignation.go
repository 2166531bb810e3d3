package engine

// Resignation is an offer to lose that waits for its answer.
type Resignation struct {
	From  Seat `json:"from"`
	Level int  `json:"level"`
}

// HighestResignation returns the highest level at which the seat may resign now;
// the opponent need not be asked for it.
func (m *Match) HighestResignation(seat Seat) int {
	if m.jacobyHolds() {
		return 1
	}
	return m.rules.HighestLevel(m.Game.Position, seat)
}

func (m *Match) resign(seat Seat, level int) error {
	switch m.Phase {
	case ToStart, ToOpen, MatchEnded:
		return NotNow
	}
	highest := m.HighestResignation(seat)
	if level < 1 || level > highest {
		return LevelTooHigh
	}
	if level == highest {
		m.endGame(m.counted(seat.Other(), level, ByResignation))
		return nil
	}
	m.Game.Giving = &Resignation{From: seat, Level: level}
	return nil
}

func (m *Match) answerResignation(seat Seat, accept bool) error {
	offer := m.Game.Giving
	if offer == nil || offer.From == seat {
		return NoResignation
	}
	m.Game.Giving = nil
	if accept {
		m.endGame(m.counted(seat, offer.Level, ByResignation))
	}
	return nil
}
