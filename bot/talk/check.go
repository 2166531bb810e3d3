package talk

import (
	"encoding/json"
	"fmt"

	"tablabot/engine"
	"tablabot/store"
)

// Check proves a stored match: its state reads, and its log, replayed, gives the
// same match. The draft of a turn is not in the log and does not count.
func Check(match store.Match, log []string) error {
	table, err := decodeTable(match.State)
	if err != nil {
		return fmt.Errorf("match %s: %w", match.ID, err)
	}
	terms, err := engine.ParseTerms(table.Terms)
	if err != nil {
		return fmt.Errorf("match %s: %w", match.ID, err)
	}
	if table.Match == nil {
		if len(log) > 0 {
			return fmt.Errorf("match %s has a log of %d lines but was never begun", match.ID, len(log))
		}
		return nil
	}
	replayed, err := engine.Replay(terms, log)
	if err != nil {
		return fmt.Errorf("match %s: %w", match.ID, err)
	}
	stored := table.Match.Clone()
	if stored.Game.Turn != nil {
		stored.Game.Turn.Draft = nil
	}
	want, err := json.Marshal(replayed)
	if err != nil {
		return fmt.Errorf("match %s: %w", match.ID, err)
	}
	got, err := json.Marshal(stored)
	if err != nil {
		return fmt.Errorf("match %s: %w", match.ID, err)
	}
	if string(got) != string(want) {
		return fmt.Errorf("match %s: the log tells %s, the state says %s", match.ID, want, got)
	}
	return nil
}
