package think

import (
	"context"
	"errors"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dice throws what a test needs: every roll once in a while.
type dice uint32

func (d *dice) roll() [2]uint8 {
	*d = *d*1664525 + 1013904223
	return [2]uint8{uint8(*d>>16%6) + 1, uint8(*d>>24%6) + 1}
}

// playOut lets the computer play both sides of a match and returns its log.
func playOut(t *testing.T, c *Computer, terms engine.Terms, level ai.Level) []string {
	t.Helper()
	m, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	random := dice(1)
	for m.Phase != engine.MatchEnded {
		action := engine.Action{Verb: engine.OpeningPair}
		if m.Phase != engine.ToOpen {
			if action, err = c.Act(t.Context(), m, level); err != nil {
				t.Fatal(err)
			}
		}
		if action.Verb == engine.OpeningPair || action.Verb == engine.Throw {
			action.Dice = random.roll()
		}
		if err := m.Apply(action); err != nil {
			t.Fatalf("%v: %v", action, err)
		}
		log = append(log, action.String())
	}
	return log
}

func terms(t *testing.T, text string) engine.Terms {
	t.Helper()
	terms, err := engine.ParseTerms(text)
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

// TestAMatchIsPlayedAdvisedAndAnalysed goes once through everything with the networks
// that come with the program.
func TestAMatchIsPlayedAdvisedAndAnalysed(t *testing.T) {
	c := NewComputer(2)
	match := terms(t, "backgammon 3")
	log := playOut(t, c, match, 3)
	again := playOut(t, c, match, 3)
	for i := range log {
		if log[i] != again[i] {
			t.Fatalf("line %d is %q the first time and %q the second", i, log[i], again[i])
		}
	}
	m, err := engine.NewMatch(match)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"start", "opening 3 1"} {
		action, err := engine.ParseAction(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Apply(action); err != nil {
			t.Fatal(err)
		}
	}
	advice, err := c.Advise(t.Context(), m, 3)
	if err != nil || len(advice.Options) != 3 || advice.Seat != 0 {
		t.Errorf("the advice is %+v, %v", advice, err)
	}
	last := 0
	report, err := c.Analyse(t.Context(), match, log, func(done, of int) {
		if done < last || of != len(log) {
			t.Errorf("%d of %d are done after %d of %d", done, of, last, len(log))
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range report.Decisions[:2] { // looked at again, it is the same
		again, err := c.Review(t.Context(), match, log, want.Line)
		if err != nil || len(again.Decisions) != 1 || again.Decisions[0].Best.Equity != want.Best.Equity || again.Decisions[0].Lost != want.Lost {
			t.Errorf("line %d is %+v, %v; in the analysis %+v", want.Line, again, err, want)
		}
	}
	if last != len(log) || report.Players[0].All.Decisions == 0 || report.Players[1].All.Decisions == 0 {
		t.Errorf("after %d of %d lines the report is %+v", last, len(log), report.Players)
	}
}

func TestWhatTheComputerPlays(t *testing.T) {
	c := NewComputer(1)
	for _, text := range []string{"backgammon 3", "tabla 3"} {
		if !c.Plays(terms(t, text)) {
			t.Errorf("it does not play %s", text)
		}
	}
	for _, game := range engine.Variants() { // whatever it says of them must be true
		terms := engine.Terms{Game: game, Length: 1}
		m, err := engine.NewMatch(terms)
		if err != nil {
			t.Fatal(err)
		}
		for _, action := range []engine.Action{{Verb: engine.Start}, {Verb: engine.OpeningPair, Dice: [2]uint8{3, 1}}} {
			if err := m.Apply(action); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.Act(t.Context(), m, 1); (err == nil) != c.Plays(terms) {
			t.Errorf("%s: it says %v, and playing gives %v", game, c.Plays(terms), err)
		}
	}
}

// TestAnAnalysisLetsOthersGoAhead: with one place, a move is decided while a match is
// being analysed.
func TestAnAnalysisLetsOthersGoAhead(t *testing.T) {
	c := NewComputer(1)
	match := terms(t, "backgammon 1")
	log := playOut(t, c, match, 1)
	m, err := engine.NewMatch(match)
	if err != nil {
		t.Fatal(err)
	}
	var move sync.WaitGroup
	begun, decided, doneAtDecision := false, make(chan bool), 0
	_, err = c.Analyse(t.Context(), match, log, func(done, of int) {
		if !begun {
			begun = true
			move.Go(func() {
				if _, err := c.Act(context.Background(), m, 1); err != nil {
					t.Error(err)
				}
				close(decided)
			})
		}
		select {
		case <-decided:
		default:
			doneAtDecision = done
		}
	})
	move.Wait()
	if err != nil {
		t.Fatal(err)
	}
	if doneAtDecision >= len(log) {
		t.Error("the move had to wait for the whole analysis")
	}
}

func TestWhoeverGivesUpDoesNotWait(t *testing.T) {
	c := NewComputer(1)
	if err := c.slots.Acquire(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m, _ := engine.NewMatch(terms(t, "backgammon 1"))
	if _, err := c.Act(ctx, m, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("moving gives %v", err)
	}
	if _, err := c.Advise(ctx, m, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("advising gives %v", err)
	}
	if _, err := c.Analyse(ctx, m.Terms, nil, func(int, int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("analysing gives %v", err)
	}
	c.slots.Release(1)
	if _, err := c.Advise(t.Context(), m, 1); !errors.Is(err, analysis.ErrNothing) {
		t.Errorf("advice before a match begins is %v", err)
	}
}

// TestAnAnalysisThatIsInterrupted ends with the context's error and gives its place back.
func TestAnAnalysisThatIsInterrupted(t *testing.T) {
	c := NewComputer(1)
	match := terms(t, "backgammon 1")
	log := playOut(t, c, match, 1)
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := c.Analyse(ctx, match, log, func(done, _ int) {
		if done > 3 {
			cancel()
		}
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if !c.slots.TryAcquire(1) {
		t.Error("its place is still taken")
	}
}
