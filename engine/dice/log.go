package dice

import (
	"fmt"

	"tablabot/engine"
)

// Rolls returns the rolls of a match, opening pairs included, in the order of its log
// and with the dice as they fell: what a [Proof] is made of.
func Rolls(log []string) ([][2]int, error) {
	var rolls [][2]int
	for i, line := range log {
		action, err := engine.ParseAction(line)
		if err != nil {
			return nil, fmt.Errorf("log line %d: %w", i+1, err)
		}
		if action.Verb == engine.OpeningPair || action.Verb == engine.Throw {
			rolls = append(rolls, [2]int{int(action.Dice[0]), int(action.Dice[1])})
		}
	}
	return rolls, nil
}
