package engine

// Progress is how far a turn's draft has come.
type Progress struct {
	Stage    Stage    // the stage being played, as it began
	Plan     *Plan    // its legal plays
	Draft    []Step   // its steps so far
	Index    int      // of the stage in the turn
	Position Position // with the whole draft played
	Ending   Ending   // the draft has ended the game
	Over     bool     // nothing is left to choose
}

// Progress follows the draft through the turn's stages.
// It returns an error if the draft is not the beginning of a legal turn.
func (t *Turn) Progress(r *Rules, mover Seat) (Progress, error) {
	p := Progress{Position: t.Start}
	for i := range t.Stages {
		p.Index, p.Stage, p.Draft = i, t.stage(r, mover, i, p.Position), t.steps(i)
		p.Plan = p.Stage.Plan()
		if err := p.Plan.begins(p.Draft); err != nil {
			return p, err
		}
		position, err := p.Stage.After(p.Draft)
		if err != nil {
			return p, err
		}
		p.Position, p.Ending = position, r.endingAfter(position, mover, p.Draft)
		if !p.Plan.Complete(p.Draft) {
			return p, nil
		}
		if p.Ending != NotOver || t.stopsAfter(i) {
			break
		}
	}
	p.Over = true
	return p, nil
}

// begins returns nil if the draft begins a legal play, or the rule that refuses
// its first wrong step.
func (p *Plan) begins(draft []Step) error {
	for i, step := range draft {
		if err := p.Check(draft[:i], step); err != nil {
			return err
		}
	}
	return nil
}
