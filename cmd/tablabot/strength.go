package main

import (
	"errors"
	"fmt"

	"tablabot/engine/ai"
)

// strengthOf returns how strong the computer shall play: at a level, or by a search of so
// many plies without mistakes on purpose, or, with neither, at its best.
func strengthOf(level, plies *int) (ai.Strength, error) {
	most := len(ai.Full().Plies)
	switch {
	case level != nil && plies != nil:
		return ai.Strength{}, errors.New("either a level or plies of search, not both")
	case level != nil && (*level < 1 || *level > int(ai.Levels)):
		return ai.Strength{}, fmt.Errorf("the level is 1 up to %d, not %d", ai.Levels, *level)
	case plies != nil && (*plies < 0 || *plies > most):
		return ai.Strength{}, fmt.Errorf("the search is 0 to %d plies deep, not %d", most, *plies)
	case level != nil:
		return ai.Level(*level).Strength(), nil
	case plies != nil:
		return ai.Plies(*plies), nil
	}
	return ai.Levels.Strength(), nil
}
