package engine

// start begins the next game: the rules may change with its number, and the
// starter is known unless an opening roll decides.
func (m *Match) start() error {
	if m.Phase != ToStart {
		return NotNow
	}
	m.Number++
	m.rules = m.Terms.Rules(m.Number)
	previous := m.Game
	m.Game = newGame(&m.rules)
	m.Game.Crawford = m.crawford()
	m.Crawford = m.Crawford || m.Game.Crawford
	last := m.Last
	m.Last = nil
	switch {
	case last == nil || last.Draw || m.rules.NextStarter == OpeningRoll:
		m.Phase = ToOpen
	case m.rules.NextStarter == Alternate:
		m.begin(previous.Starter.Other())
	default:
		m.begin(last.Winner)
	}
	return nil
}

// crawford reports whether the game now beginning is the Crawford game.
func (m *Match) crawford() bool {
	if m.Crawford || m.Terms.Length < 2 || !m.rules.Cube.On || !m.rules.Cube.Crawford {
		return false
	}
	return max(m.Score[0], m.Score[1]) == m.Terms.Length-1
}

// begin makes the seat the starter and lets it roll.
func (m *Match) begin(starter Seat) {
	m.Game.Starter, m.Game.OnRoll = starter, starter
	m.toRoll()
}

// toRoll opens the next decision to roll.
func (m *Match) toRoll() {
	m.Phase = ToRoll
	m.Game.Turn = nil
	m.Turns++
}

// open takes an opening pair: the higher die starts, a tie is thrown again.
func (m *Match) open(dice [2]uint8) error {
	if m.Phase != ToOpen {
		return NotNow
	}
	if !validDie(dice[0]) || !validDie(dice[1]) {
		return BadDice
	}
	m.Thrown++
	if dice[0] == dice[1] {
		if m.Game.Ties++; m.Game.Ties <= m.rules.Cube.AutoDoubles {
			m.Game.Cube.Value *= 2
		}
		return nil
	}
	starter := Seat(0)
	if dice[1] > dice[0] {
		starter = 1
	}
	m.begin(starter)
	if m.rules.Opening == PlayOpeningDice {
		m.deal(dice)
	}
	return nil
}

// throw takes the roll of the player on roll.
func (m *Match) throw(seat Seat, dice [2]uint8) error {
	if m.Phase != ToRoll || seat != m.Game.OnRoll {
		return m.notNow(seat, ToRoll)
	}
	if !validDie(dice[0]) || !validDie(dice[1]) {
		return BadDice
	}
	m.Thrown++
	m.deal(dice)
	return nil
}

// deal puts the dice before the player on roll.
func (m *Match) deal(dice [2]uint8) {
	g := &m.Game
	g.Rolls[g.OnRoll]++
	stages, chain := m.rules.stages(dice[0], dice[1], g.Rolls[g.OnRoll])
	g.Turn = &Turn{Roll: dice, Chain: chain, Start: g.Position, Stages: stages}
	m.Phase = ToPlay
}
