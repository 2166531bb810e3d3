package engine

// Turn is the dice that a player has before him, and his draft: the steps he has
// chosen so far, which [Match.Drafted] turns into one play.
type Turn struct {
	Roll   [2]uint8 // as thrown; zeros if the dice are the opponent's remainder
	Chain  bool     // an escalating double: what cannot be played is the opponent's
	Start  Position // before the turn's first step
	Stages []Dice   // an ordinary roll is one stage, an escalating double several
	Draft  [][]Step // of each stage begun, in order
}

// Remainder reports whether the dice are what the opponent could not play.
func (t *Turn) Remainder() bool { return t.Roll[0] == 0 }

// Steps returns how many steps the draft has.
func (t *Turn) Steps() int {
	n := 0
	for _, steps := range t.Draft {
		n += len(steps)
	}
	return n
}

// clone returns a turn whose draft can be changed apart from t's.
func (t *Turn) clone() *Turn {
	c := *t
	c.Draft = make([][]Step, len(t.Draft))
	for i, steps := range t.Draft {
		c.Draft[i] = append([]Step(nil), steps...)
	}
	return &c
}

// With returns the turn with steps added to the draft of a stage; t stays as it is.
func (t *Turn) With(stage int, steps ...Step) *Turn {
	c := t.clone()
	c.add(stage, steps...)
	return c
}

// outcome plays the whole draft as it stands, judging nothing.
func (t *Turn) outcome(r *Rules, mover Seat) (position Position, ending Ending, err error) {
	position = t.Start
	for i := range t.Draft {
		stage := t.stage(r, mover, i, position)
		if position, err = stage.After(t.Draft[i]); err != nil {
			return t.Start, NotOver, err
		}
		if ending = r.endingAfter(position, mover, t.Draft[i]); ending != NotOver {
			return position, ending, nil
		}
	}
	return position, NotOver, nil
}

func (t *Turn) stage(r *Rules, mover Seat, i int, position Position) Stage {
	return Stage{Rules: r, Position: position, Mover: mover, Dice: t.Stages[i]}
}

// StagePlay is the steps of a turn in one of its stages.
type StagePlay struct {
	Stage Stage
	Steps []Step
}

// Played returns the draft stage by stage, for notation; stages in which nothing
// was played are left out.
func (t *Turn) Played(r *Rules, mover Seat) []StagePlay {
	var plays []StagePlay
	position := t.Start
	for i, steps := range t.Draft {
		stage := t.stage(r, mover, i, position)
		next, err := stage.After(steps)
		if err != nil {
			break
		}
		if position = next; len(steps) > 0 {
			plays = append(plays, StagePlay{stage, steps})
		}
	}
	return plays
}

// steps returns the draft of stage i.
func (t *Turn) steps(i int) []Step {
	if i < len(t.Draft) {
		return t.Draft[i]
	}
	return nil
}

// stopsAfter reports whether a completed stage i is the turn's last: a chain ends
// at the first die that cannot be played, a remainder goes on stage by stage.
func (t *Turn) stopsAfter(i int) bool {
	return t.Chain && len(t.steps(i)) < t.Stages[i].Len()
}

// left returns what a completed draft leaves of a chain for the opponent: the
// unplayed dice of the stage where it broke off and all later stages. Nothing is
// left of a double of which not one die could be played.
func (t *Turn) left() []Dice {
	if !t.Chain || t.Steps() == 0 {
		return nil
	}
	for i, dice := range t.Stages {
		if unplayed := dice.Len() - len(t.steps(i)); unplayed > 0 {
			return append([]Dice{Equal(int(dice[0]), unplayed)}, t.Stages[i+1:]...)
		}
	}
	return nil
}

// endingAfter is the ending that the last of the steps brought about.
func (r *Rules) endingAfter(position Position, mover Seat, steps []Step) Ending {
	if len(steps) == 0 {
		return NotOver
	}
	return r.Ending(position, mover)
}

// add appends a step to the draft of the stage that is being played.
func (t *Turn) add(index int, steps ...Step) {
	for len(t.Draft) <= index {
		t.Draft = append(t.Draft, nil)
	}
	t.Draft[index] = append(t.Draft[index], steps...)
}

// Keep cuts the draft to its first n steps.
func (t *Turn) Keep(n int) {
	for i, steps := range t.Draft {
		if n < len(steps) {
			t.Draft[i] = steps[:n]
			t.Draft = t.Draft[:i+1]
			return
		}
		n -= len(steps)
	}
}
