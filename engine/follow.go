package engine

import "fmt"

// Follow replays a log as [Replay] does, and shows visit the match as it is before
// each action. It stops at the first error of visit, which must not change the match.
func Follow(terms Terms, log []string, visit func(before *Match, a Action) error) (*Match, error) {
	m, err := NewMatch(terms)
	if err != nil {
		return nil, err
	}
	for i, line := range log {
		a, err := ParseAction(line)
		if err == nil {
			err = visit(m, a)
		}
		if err == nil {
			err = m.apply(a, true)
		}
		if err != nil {
			return nil, fmt.Errorf("log line %d, %q: %w", i+1, line, err)
		}
	}
	return m, nil
}
