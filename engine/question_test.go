package engine_test

import (
	"strings"
	"testing"

	"tablabot/engine"
)

// TestAnOpenResignationHoldsTheDraft: nothing but the answer is possible, so that
// after a refusal the draft is as it was.
func TestAnOpenResignationHoldsTheDraft(t *testing.T) {
	m := replay(t, "backgammon money", "start", "opening 3 1")
	steps := []engine.Step{{From: 8, Die: 3}}
	if err := m.AddSteps(0, steps...); err != nil {
		t.Fatal(err)
	}
	if err := m.Apply(engine.Action{Verb: engine.Resign, Seat: 1, Level: 1}); err != nil {
		t.Fatal(err)
	}
	if err := m.AddSteps(0, engine.Step{From: 6, Die: 1}); err != engine.AnswerFirst {
		t.Errorf("a step: %v, want %v", err, engine.AnswerFirst)
	}
	if err := m.Undo(0, 0); err != engine.AnswerFirst {
		t.Errorf("undo: %v, want %v", err, engine.AnswerFirst)
	}
	if got := m.Game.Turn.Steps(); got != len(steps) {
		t.Errorf("the draft has %d steps, want %d", got, len(steps))
	}
}

// TestNobodyActsAtTheEnd: also where a match is stopped while a question is open.
func TestNobodyActsAtTheEnd(t *testing.T) {
	for _, question := range []string{"resign 1 1", "resign 0 1", "play 0 8.3 6.1\ndouble 1"} {
		for _, end := range []string{"stop", "timeout 1"} {
			log := append([]string{"start", "opening 3 1"}, strings.Split(question, "\n")...)
			m := replay(t, "backgammon money", append(log, end)...)
			if seat, ok := m.Actor(); ok {
				t.Errorf("%q, then %s: seat %d is to act", question, end, seat)
			}
		}
	}
}

// replay returns the match of the terms and the log.
func replay(t testing.TB, line string, log ...string) *engine.Match {
	t.Helper()
	terms, err := engine.ParseTerms(line)
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.Replay(terms, log)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
