package think

import (
	"context"
	"fmt"

	"golang.org/x/sync/semaphore"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
)

// How many plies deep the computer looks for advice, and at every decision of a match.
const (
	advicePlies   = 2
	analysisPlies = 1
)

// Computer plays, advises and analyses. Make one with [NewComputer]; it is safe for
// concurrent use.
type Computer struct {
	library ai.Library
	slots   *semaphore.Weighted // first come, first served
}

// NewComputer returns a computer that searches so many positions at once, at least one.
func NewComputer(atOnce int) *Computer {
	return &Computer{slots: semaphore.NewWeighted(int64(max(atOnce, 1)))}
}

// Plays reports whether the computer can play every game of a match.
func (c *Computer) Plays(terms engine.Terms) bool {
	seen := make(map[string]bool)
	for game := 1; ; game++ {
		rules := terms.Rules(game)
		if seen[rules.Name] {
			return true
		}
		seen[rules.Name] = true
		if _, err := c.library.For(&rules); err != nil {
			return false
		}
	}
}

// Act returns what the computer does in a match in which it is to decide, see
// [ai.Library.Act]. It waits for its turn until the context ends.
func (c *Computer) Act(ctx context.Context, m *engine.Match, level ai.Level) (action engine.Action, err error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return action, fmt.Errorf("wait for the computer: %w", err)
	}
	defer c.slots.Release(1)
	return c.library.Act(m, level.Strength())
}

// Advise returns the n best things that the player to decide can do, as the computer
// sees them at its best. Errors: [analysis.ErrNothing] where there is nothing to decide.
func (c *Computer) Advise(ctx context.Context, m *engine.Match, n int) (*analysis.Advice, error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for the computer: %w", err)
	}
	defer c.slots.Release(1)
	analyst, err := analysis.New(&c.library, advicePlies)
	if err != nil {
		return nil, err
	}
	return analyst.Advise(m, n)
}

// Review judges what one line of a match's log did, just as Analyse does.
func (c *Computer) Review(ctx context.Context, terms engine.Terms, log []string, line int) (*analysis.Report, error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for the computer: %w", err)
	}
	defer c.slots.Release(1)
	analyst, err := analysis.New(&c.library, analysisPlies)
	if err != nil {
		return nil, err
	}
	return analyst.Line(terms, log, line)
}

// Analyse judges every decision of a match. Progress is told how many of the log's
// lines are done. It lets whoever waits go ahead after each line.
func (c *Computer) Analyse(ctx context.Context, terms engine.Terms, log []string, progress func(done, of int)) (*analysis.Report, error) {
	if err := c.slots.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for the computer: %w", err)
	}
	held := true
	defer func() {
		if held {
			c.slots.Release(1)
		}
	}()
	analyst, err := analysis.New(&c.library, analysisPlies)
	if err != nil {
		return nil, err
	}
	return analyst.Match(ctx, terms, log, func(done, of int) {
		progress(done, of)
		if held {
			c.slots.Release(1)
			held = c.slots.Acquire(ctx, 1) == nil // if not, the context has ended, and so does the analysis
		}
	})
}
