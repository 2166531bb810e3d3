package ai

import "tablabot/engine"

// steps returns the steps of a choice, stage by stage of the turn. Seat 0 is mover.
func (c *Choice) steps(r *engine.Rules, turn *engine.Turn, start engine.Position) [][]engine.Step {
	var ends []engine.Position
	for stage := c; stage != nil; stage = stage.Earlier {
		ends = append([]engine.Position{stage.End}, ends...)
	}
	return route(r, turn.Stages, start, ends)
}

// route returns steps that lead from the start through the ends of the stages.
func route(r *engine.Rules, stages []engine.Dice, start engine.Position, ends []engine.Position) [][]engine.Step {
	steps := make([][]engine.Step, len(ends))
	for i, end := range ends {
		stage := engine.Stage{Rules: r, Position: start, Dice: stages[i]}
		for _, play := range stage.Plan().Plays() {
			if play.End == end {
				steps[i] = play.Steps
			}
		}
		start = end
	}
	return steps
}
