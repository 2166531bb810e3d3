package notation

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/engine/enginetest"
)

// TestSharedMatches replays every shared match: all plays legal, every game's score and
// result as recorded, and the log gives the same match once more.
func TestSharedMatches(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(enginetest.Shared(t, "strength/matches-dev"), "*.mat"))
	if err != nil || len(names) != 89 {
		t.Fatalf("%d matches, %v, want 89", len(names), err)
	}
	games := 0
	var jacoby []string
	for _, path := range names {
		name := filepath.Base(path)
		match, log := replayFile(t, path)
		if match == nil {
			continue
		}
		games += match.Number
		if match.Terms.Options["jacoby"] != "" {
			jacoby = append(jacoby, name)
		}
		again, err := engine.Replay(match.Terms, log)
		if err != nil {
			t.Errorf("%s: replaying the log: %v", name, err)
			continue
		}
		if diff := cmp.Diff(stateOf(t, match), stateOf(t, again)); diff != "" {
			t.Errorf("%s: the log gives another match (-want +got):\n%s", name, diff)
		}
	}
	if games != 234 {
		t.Errorf("%d games, want 234", games)
	}
	// A session that its site wrote as a match to 16: a gammon without a double counted 1.
	if diff := cmp.Diff([]string{"m1347.mat"}, jacoby); diff != "" {
		t.Errorf("matches by Jacoby's rule (-want +got):\n%s", diff)
	}
}

// replayFile reads and replays a match; nil after an error, which it reports.
func replayFile(t *testing.T, path string) (*engine.Match, []string) {
	t.Helper()
	text, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	file, err := ParseMat(text)
	if err != nil {
		t.Errorf("%s: %v", filepath.Base(path), err)
		return nil, nil
	}
	match, log, err := Replay(file)
	if err != nil {
		t.Errorf("%s: %v", filepath.Base(path), err)
		return nil, nil
	}
	return match, log
}

// stateOf returns the stored form of a match.
func stateOf(t *testing.T, match *engine.Match) string {
	t.Helper()
	state, err := json.MarshalIndent(match, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(state)
}
