package ai

import "tablabot/engine"

// stepsTo returns the steps that bring a turn's stages from their start to the end
// that was chosen, stage by stage; chosen holds the position after each stage.
func stepsTo(r *engine.Rules, mover engine.Seat, turn *engine.Turn, chosen []engine.Position) [][]engine.Step {
	var steps [][]engine.Step
	from := turn.Start
	for i, end := range chosen {
		stage := engine.Stage{Rules: r, Position: from, Mover: mover, Dice: turn.Stages[i]}
		steps = append(steps, route(&stage, end))
		from = end
	}
	return steps
}

// route returns a play of the stage that ends in the position.
func route(stage *engine.Stage, end engine.Position) []engine.Step {
	for _, play := range stage.Plan().Plays() {
		if play.End == end {
			return play.Steps
		}
	}
	return nil
}
