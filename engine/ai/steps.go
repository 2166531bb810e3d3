package ai

import "tablabot/engine"

// Steps returns the steps of a choice, stage by stage, from where the player, who is
// seat 0, began.
func (c *Choice) Steps(r *engine.Rules, start engine.Position, stages []engine.Dice) [][]engine.Step {
	var ends []engine.Position
	for stage := c; stage != nil; stage = stage.Earlier {
		ends = append([]engine.Position{stage.End}, ends...)
	}
	return route(r, stages, start, ends)
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
