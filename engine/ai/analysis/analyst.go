package analysis

import (
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
)

// The levels that judge: without search, one ply deep, and as deep as the computer
// looks. Those below them misjudge on purpose.
const (
	Static ai.Level = 4
	OnePly ai.Level = 5
	Full   ai.Level = 6
)

// Analyst judges decisions as the computer sees them. It serves one goroutine.
type Analyst struct {
	library *ai.Library
	level   ai.Level

	// Who answers questions about the present game, by what it is played for.
	rules    engine.Rules
	advisers map[equity.State]*ai.Adviser
	buffer   engine.Buffer
}

// New returns an analyst who looks as deep as a level does: [Static], [OnePly] or [Full].
func New(library *ai.Library, level ai.Level) (*Analyst, error) {
	if level < Static || level > Full {
		return nil, fmt.Errorf("analysis is done with level %d, %d or %d, not %d", Static, OnePly, Full, level)
	}
	return &Analyst{library: library, level: level}, nil
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
	adviser, err := a.library.Adviser(q, a.level)
	if err != nil {
		return nil, nil, err
	}
	a.advisers[q.State] = adviser
	return q, adviser, nil
}
