package analysis

import (
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
)

// Analyst judges decisions as the computer sees them. It serves one goroutine.
type Analyst struct {
	library *ai.Library
	plies   int

	// Who answers questions about the present game, by what it is played for.
	rules    engine.Rules
	advisers map[equity.State]*ai.Adviser
}

// New returns an analyst who looks so many plies deep: with none he judges positions as
// they stand, with the most he sees what the computer sees at its best.
func New(library *ai.Library, plies int) (*Analyst, error) {
	if most := len(ai.Full().Plies); plies < 0 || plies > most {
		return nil, fmt.Errorf("an analysis is 0 to %d plies deep, not %d", most, plies)
	}
	return &Analyst{library: library, plies: plies}, nil
}

// begin prepares for another game.
func (a *Analyst) begin(rules *engine.Rules) {
	a.rules = *rules
	a.advisers = map[equity.State]*ai.Adviser{}
}

// ask returns the question before a seat, and who answers it.
func (a *Analyst) ask(m *engine.Match, seat engine.Seat) (*ai.Question, *ai.Adviser, error) {
	q := ai.QuestionOf(m, seat)
	q.Rules = &a.rules
	if adviser := a.advisers[q.State]; adviser != nil {
		return q, adviser, nil
	}
	adviser, err := a.library.Adviser(q, ai.Plies(a.plies))
	if err != nil {
		return nil, nil, err
	}
	a.advisers[q.State] = adviser
	return q, adviser, nil
}
