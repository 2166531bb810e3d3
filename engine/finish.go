package engine

// play ends a turn: the steps must be a whole legal turn unless they are trusted.
func (m *Match) play(a Action, trusted bool) error {
	g := &m.Game
	if m.Phase != ToPlay || a.Seat != g.OnRoll {
		return m.notNow(a.Seat, ToPlay)
	}
	turn := g.Turn
	if (a.Verb == Remainder) != turn.Remainder() || len(a.Steps) > len(turn.Stages) {
		return NotNow
	}
	turn.Draft = a.Steps
	if !trusted {
		progress, err := turn.Progress(&m.rules, a.Seat)
		if err != nil {
			return err
		}
		if !progress.Over || len(a.Steps) > progress.Index+1 {
			return TurnNotOver
		}
	}
	position, ending, err := turn.outcome(&m.rules, a.Seat)
	if err != nil {
		return err
	}
	g.Position = position
	m.afterPlay(turn, ending)
	return nil
}

// afterPlay goes on to whatever follows a finished play.
func (m *Match) afterPlay(turn *Turn, ending Ending) {
	g := &m.Game
	moved := turn.Steps() > 0
	switch {
	case moved:
		g.Idle = 0
	case !turn.Remainder():
		g.Idle++
	}
	left := turn.left()
	switch {
	case ending != NotOver:
		m.endByPlay(ending)
	case g.Idle >= stuckAfter:
		m.endGame(Result{Draw: true, Method: ByStuck})
	case turn.Remainder(): // his own roll follows
		m.toRoll()
	case len(left) > 0 && !m.rules.RemainderLost:
		g.OnRoll = g.OnRoll.Other()
		m.toRoll()
		g.Turn = &Turn{Start: g.Position, Stages: left}
		m.Phase = ToPlay
	default:
		g.OnRoll = g.OnRoll.Other()
		m.toRoll()
	}
}

// endByPlay counts a game that the player on roll has ended by his play.
func (m *Match) endByPlay(ending Ending) {
	winner := m.Game.OnRoll
	switch ending {
	case BothMothersPinned:
		points := 1
		if m.rules.MothersVoid {
			points = 0
		}
		m.endGame(Result{Draw: true, Points: points, Method: ByBothMothers})
	case MotherPinned:
		m.endGame(m.counted(winner, 2, ByMother))
	default:
		m.endGame(m.counted(winner, m.rules.Level(m.Game.Position, winner), ByBearingOff))
	}
}

// counted multiplies a level with the cube; under Jacoby's rule only a turned cube
// lets it count more than once.
func (m *Match) counted(winner Seat, level int, method Method) Result {
	if m.jacobyHolds() {
		level = 1
	}
	cube := m.Game.Cube.Value
	return Result{Winner: winner, Points: level * cube, Level: level, Cube: cube, Method: method}
}

// jacobyHolds reports whether only single games count now. Without the cube, and
// in the Crawford game, every level counts.
func (m *Match) jacobyHolds() bool {
	cube := &m.rules.Cube
	return cube.On && cube.Jacoby && !m.Game.Crawford && !m.Game.Cube.Turned
}

// endGame adds a result to the score and ends the match if it is decided: a
// player has reached the length and leads.
func (m *Match) endGame(result Result) {
	m.Game.Giving, m.Game.Offer, m.Game.Turn = nil, nil, nil
	m.Last = &result
	m.Phase = ToStart
	if result.Draw {
		m.Score[0] += result.Points
		m.Score[1] += result.Points
	} else {
		m.Score[result.Winner] += result.Points
	}
	if m.Terms.Length == 0 || m.Score[0] == m.Score[1] || max(m.Score[0], m.Score[1]) < m.Terms.Length {
		return
	}
	winner := Seat(0)
	if m.Score[1] > m.Score[0] {
		winner = 1
	}
	m.Winner = &winner
	m.Phase = MatchEnded
}

// timeOut ends the match against the seat that stayed away. In unlimited play
// the running game counts once as the cube stands.
func (m *Match) timeOut(loser Seat) error {
	if m.Number == 0 {
		return NotNow
	}
	winner := loser.Other()
	result := Result{Winner: winner, Method: OnTime}
	if m.Terms.Length == 0 && m.Phase != ToStart {
		result.Points, result.Cube = m.Game.Cube.Value, m.Game.Cube.Value
		m.Score[winner] += result.Points
	}
	m.Game.Giving, m.Game.Offer, m.Game.Turn = nil, nil, nil
	m.Last, m.Winner, m.Phase = &result, &winner, MatchEnded
	return nil
}
