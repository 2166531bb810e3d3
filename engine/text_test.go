package engine_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tablabot/engine"
)

// Whatever a parser takes, it takes again as the value writes it, and it is the same.

func FuzzParseAction(f *testing.F) {
	for _, line := range []string{"start", "stop", "opening 3 1", "roll 0 6 1", "play 0 24.6 13.1", "play 1", "resign 1 2", "timeout 0",
		"play 1 13.2 13.2 13.2 13.2 | 6.3", "remainder 0 6.3 | | 24.5", "double 0", "take 1", "drop 1", "beaver 1", "raccoon 0", "accept 0", "decline 0"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) { readsBack(t, line, engine.ParseAction, engine.Action.String) })
}

func FuzzParseTerms(f *testing.F) {
	for _, line := range []string{"tabla 3", "backgammon money beavers=on cap=0", "sreshta 5 escalation=1 mothers=0:0", "nardy 1 koks=winner_home"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		readsBack(t, line, engine.ParseTerms, engine.Terms.String)
		if terms, err := engine.ParseTerms(line); err == nil {
			for n := range 4 {
				if rules := terms.Rules(n); rules.Checkers == 0 || rules.EscalateFrom < 0 {
					t.Fatalf("%q: game %d has no rules", line, n)
				}
			}
		}
	})
}

func FuzzParseSteps(f *testing.F) {
	f.Add("24.6 13.1")
	f.Add("25.1")
	f.Fuzz(func(t *testing.T, text string) { readsBack(t, text, engine.ParseSteps, engine.FormatSteps) })
}

func FuzzParseDice(f *testing.F) {
	for _, text := range []string{"61", "4444", "5", "16", "7", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { readsBack(t, text, engine.ParseDice, engine.Dice.String) })
}

func FuzzMatchState(f *testing.F) {
	for _, terms := range []string{"tavli 7", "chelebi money escalation=1", "backgammon 5 jacoby=on"} {
		state, err := json.Marshal(replay(f, terms, "start", "opening 3 1"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(state))
	}
	state, _ := json.Marshal(replay(f, "chelebi money escalation=1", "start", "opening 6 1", "roll 0 3 3"))
	f.Add(string(state))
	f.Fuzz(func(t *testing.T, text string) {
		read := func(text string) (m engine.Match, err error) { return m, json.Unmarshal([]byte(text), &m) }
		write := func(m engine.Match) string {
			text, err := json.Marshal(&m)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		readsBack(t, text, read, write)
	})
}

// readsBack holds that what is read from the text is written and read again the same.
func readsBack[T any](t *testing.T, text string, parse func(string) (T, error), format func(T) string) {
	t.Helper()
	value, err := parse(text)
	if err != nil {
		return
	}
	canonical := format(value)
	again, err := parse(canonical)
	if err != nil {
		t.Fatalf("%q is written as %q, which does not read: %v", text, canonical, err)
	}
	options := cmp.Options{cmpopts.EquateEmpty(), cmpopts.IgnoreUnexported(engine.Match{}), cmp.AllowUnexported(engine.Side{})}
	if diff := cmp.Diff(value, again, options); diff != "" {
		t.Fatalf("%q is written as %q, which reads otherwise (-first +again):\n%s", text, canonical, diff)
	}
	if twice := format(again); twice != canonical {
		t.Fatalf("%q is written as %q, then as %q", text, canonical, twice)
	}
}
