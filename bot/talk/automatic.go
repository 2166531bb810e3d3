package talk

import "tablabot/engine"

// run goes on through everything that nobody has to choose, until a person must.
func (d *deal) run() error {
	for d.table.Stage == Playing {
		again, err := d.automatic()
		if err != nil || !again {
			return err
		}
	}
	return nil
}

// automatic takes one step that needs no decision; again is false if there is none.
func (d *deal) automatic() (again bool, err error) {
	m := d.table.Match
	if m.Game.Giving != nil {
		return false, nil
	}
	switch m.Phase {
	case engine.ToOpen:
		return true, d.openingPair()
	case engine.ToRoll:
		if !d.rollsUnasked() {
			return false, nil
		}
		return true, d.apply(engine.Action{Verb: engine.Throw, Seat: m.Game.OnRoll, Dice: d.throw()})
	case engine.ToPlay:
		return d.forced()
	case engine.MatchEnded:
		d.table.Stage = Ended
	}
	return false, nil
}

func (d *deal) openingPair() error {
	pair := d.throw()
	d.table.tell(Line{Kind: "opening", Dice: pairText(pair)})
	return d.apply(engine.Action{Verb: engine.OpeningPair, Dice: pair})
}

// rollsUnasked reports whether the player on roll has nothing to decide before
// his roll, or wants not to be asked. A starter who throws anew throws himself.
func (d *deal) rollsUnasked() bool {
	m := d.table.Match
	seat := m.Game.OnRoll
	if d.table.Seats[seat].Always {
		return true
	}
	return m.CanDouble(seat) != nil && !startersThrow(m)
}

// startersThrow reports whether the match waits for the first roll of a game
// whose starter throws both dice himself.
func startersThrow(m *engine.Match) bool {
	return m.Game.Rolls == [2]int{} && m.Rules().Opening == engine.Reroll
}

// forced plays whatever has no alternative. A turn without any choice is finished
// and told; one with a choice waits for its player.
func (d *deal) forced() (again bool, err error) {
	m := d.table.Match
	chosen := m.Game.Turn.Steps() > 0
	if _, err := m.PlayForced(); err != nil {
		return false, err
	}
	p, err := m.Progress()
	if err != nil || !p.Over || chosen {
		return false, err
	}
	return true, d.finish(false)
}

// finish makes the completed draft a play and tells it, and what of it could not be
// played.
func (d *deal) finish(own bool) error {
	m, t := d.table.Match, d.table
	a, err := m.Drafted()
	if err != nil {
		return err
	}
	p, err := m.Progress()
	if err != nil {
		return err
	}
	turn, lines := m.Game.Turn, t.tellings(&p, own)
	t.draw(turn, m.Rules(), a.Seat)
	if err := d.apply(a); err != nil {
		return err
	}
	if t.Broken = ""; m.Game.Turn != nil && m.Game.Turn.Remainder() {
		t.Broken = diceText(turn)
	}
	for _, line := range lines {
		t.tell(line)
	}
	return nil
}
