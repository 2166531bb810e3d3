package notation

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tablabot/engine"
)

func TestSituationOf(t *testing.T) {
	// By GNU Backgammon 1.07 for the same offers; see TestIdentifiers.
	const start = "4HPwATDgc/ABMA:"
	terms := engine.Terms{Game: "backgammon"}.With("beavers", "on").With("raccoons", "on").With("jacoby", "on")
	match, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, id string }{
		{"start", ""},
		{"opening 1 2", start + "MAEFAAAAAAAA"},
		{"play 1 24.2 24.1", ""},
		{"double 0", ""},
		{"beaver 1", ""},
		{"raccoon 0", ""},
	} {
		action, err := engine.ParseAction(c.line)
		if err != nil {
			t.Fatal(err)
		}
		if err := match.Apply(action); err != nil {
			t.Fatalf("%s: %v", c.line, err)
		}
		s, err := SituationOf(match)
		if err != nil {
			t.Fatalf("%s: %v", c.line, err)
		}
		if id, err := s.GNUID(); err != nil || c.id != "" && id != c.id {
			t.Errorf("after %q: %s, %v, want %s", c.line, id, err, c.id)
		}
	}
	s, _ := SituationOf(match)
	s.Position = usual()
	if id, err := s.GNUID(); id != start+"QhEAAAAAAAAA" {
		t.Errorf("a raccoon waits: %s, %v", id, err)
	}
	if gulbara, err := engine.NewMatch(engine.Terms{Game: "gulbara", Length: 3}); err != nil {
		t.Fatal(err)
	} else if _, err := SituationOf(gulbara); err == nil {
		t.Error("gulbara has a situation")
	}
}

// TestSituationsOfMatches asks that every state of a match has identifiers that tell it.
func TestSituationsOfMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := engine.Terms{Game: "backgammon", Length: rapid.SampledFrom([]int{0, 3}).Draw(t, "length")}
		if terms.Length == 0 {
			terms = terms.With("beavers", "on").With("raccoons", "on")
		}
		_, err := engine.Follow(terms, randomLog(t, terms), func(m *engine.Match, _ engine.Action) error {
			s, err := SituationOf(m)
			if err != nil {
				return err
			}
			id, err := s.GNUID()
			if err != nil {
				return err
			}
			got, err := ParseGNUID(id, 15)
			if diff := cmp.Diff(s, got, comparable, cmpopts.IgnoreFields(Situation{}, "Beavers", "MaxCube")); err != nil || diff != "" {
				t.Fatalf("%s: %v (-want +got):\n%s", id, err, diff)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
