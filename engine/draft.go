package engine

// Progress follows the draft of the turn being played. It returns [NotNow] if
// no dice are on the board.
func (m *Match) Progress() (Progress, error) {
	if m.Phase != ToPlay || m.Game.Turn == nil {
		return Progress{}, NotNow
	}
	return m.Game.Turn.Progress(&m.rules, m.Game.OnRoll)
}

// AddSteps puts steps on the draft, all or none, across stages if they reach that
// far. The error is the [Refusal] of the first step that is not possible.
func (m *Match) AddSteps(seat Seat, steps ...Step) error {
	if m.Phase != ToPlay || seat != m.Game.OnRoll {
		return m.notNow(seat, ToPlay)
	}
	if m.Game.Giving != nil {
		return AnswerFirst
	}
	turn := m.Game.Turn.clone()
	for _, step := range steps {
		p, err := turn.Progress(&m.rules, seat)
		if err != nil {
			return err
		}
		if p.Over {
			if p.Ending != NotOver {
				return GameIsOver
			}
			return NoDie
		}
		if err := p.Plan.Check(p.Draft, step); err != nil {
			return err
		}
		turn.add(p.Index, step)
	}
	m.Game.Turn = turn
	return nil
}

// PlayForced puts on the draft whatever has no alternative: while all legal plays
// of a stage end in one position, its steps are played. It returns how many.
func (m *Match) PlayForced() (int, error) {
	turn := m.Game.Turn.clone()
	added := 0
	for {
		p, err := turn.Progress(&m.rules, m.Game.OnRoll)
		if err != nil {
			return 0, err
		}
		if p.Over || len(p.Plan.Ends(p.Draft)) != 1 {
			break
		}
		for next := p.Plan.Next(p.Draft); len(next) > 0; next = p.Plan.Next(p.Draft) {
			turn.add(p.Index, next[0])
			p.Draft = turn.Draft[p.Index]
			added++
		}
	}
	m.Game.Turn = turn
	return added, nil
}

// Undo returns the draft to at most its first n steps, and further back to the
// last point where there was a choice, so that forced steps are not played again
// at once.
func (m *Match) Undo(seat Seat, n int) error {
	if m.Phase != ToPlay || seat != m.Game.OnRoll {
		return m.notNow(seat, ToPlay)
	}
	if m.Game.Giving != nil {
		return AnswerFirst
	}
	turn := m.Game.Turn.clone()
	if n >= turn.Steps() {
		return nil
	}
	for n = max(n, 0); ; n-- {
		turn.Keep(n)
		p, err := turn.Progress(&m.rules, seat)
		if err != nil {
			return err
		}
		if n == 0 || !p.Over && len(p.Plan.Ends(p.Draft)) > 1 {
			break
		}
	}
	m.Game.Turn = turn
	return nil
}

// Drafted returns the action that the draft makes once nothing is left to choose,
// or [TurnNotOver].
func (m *Match) Drafted() (Action, error) {
	p, err := m.Progress()
	if err != nil {
		return Action{}, err
	}
	if !p.Over {
		return Action{}, TurnNotOver
	}
	turn := m.Game.Turn.clone()
	a := Action{Verb: Play, Seat: m.Game.OnRoll, Steps: make([][]Step, p.Index+1)}
	copy(a.Steps, turn.Draft)
	if turn.Remainder() {
		a.Verb = Remainder
	}
	return a, nil
}
