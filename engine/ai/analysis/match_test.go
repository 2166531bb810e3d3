package analysis_test

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
	"tablabot/engine/enginetest"
	"tablabot/engine/notation"
)

func analyst(t *testing.T, library *ai.Library, plies int) *analysis.Analyst {
	t.Helper()
	a, err := analysis.New(library, plies)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// play lets two players play a match and returns its log.
func play(t *testing.T, library *ai.Library, terms engine.Terms, seed uint64, players [2]ai.Strength) []string {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 3))
	m, err := engine.NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	var log []string
	for m.Phase != engine.MatchEnded {
		a := engine.Action{Verb: engine.OpeningPair}
		if m.Phase != engine.ToOpen {
			seat, _ := m.Actor()
			if a, err = library.Act(m, players[seat]); err != nil {
				t.Fatal(err)
			}
		}
		if a.Verb == engine.Throw || a.Verb == engine.OpeningPair {
			a.Dice = [2]uint8{uint8(1 + dice.IntN(6)), uint8(1 + dice.IntN(6))}
		}
		if err := m.Apply(a); err != nil {
			t.Fatal(err)
		}
		log = append(log, a.String())
	}
	return log
}

// TestWhoPlaysAsTheAnalystLosesNothing plays every game, chains and remainders included:
// a player who decides just as the analyst does has lost nothing, a weaker one has.
func TestWhoPlaysAsTheAnalystLosesNothing(t *testing.T) {
	var library ai.Library
	for _, key := range append(engine.Variants(), "sreshta") {
		t.Run(key, func(t *testing.T) {
			terms := engine.Terms{Game: key, Length: 1}
			if key == "backgammon" || key == "sreshta" { // with the cube; with several games
				terms.Length = 3
			}
			log := play(t, &library, terms, 1, [2]ai.Strength{{}, ai.Level(1).Strength()})
			r, err := analyst(t, &library, 0).Match(t.Context(), terms, log, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range r.Decisions {
				if d.Seat == 0 && d.Lost > 1e-5 {
					t.Errorf("%+v: seat 0 loses %v", d, d.Lost)
				}
				if d.Lost < 0 || d.Best.Equity < d.Made.Equity-1e-5 && d.Kind == analysis.Checkers {
					t.Errorf("%+v: the best is not the best", d)
				}
			}
			if weak := r.Players[1]; weak.All.Decisions == 0 || weak.PR == 0 {
				t.Errorf("seat 1 has %+v", weak)
			}
			if r.Players[0].Rolls+r.Players[1].Rolls != len(r.Rolls) || len(r.Rolls) == 0 {
				t.Errorf("%d rolls, of the players %d and %d", len(r.Rolls), r.Players[0].Rolls, r.Players[1].Rolls)
			}
		})
	}
}

// TestAdviceIsWhatTheComputerDoes, at every decision of a match.
func TestAdviceIsWhatTheComputerDoes(t *testing.T) {
	var library ai.Library
	a := analyst(t, &library, 0)
	for _, key := range []string{"backgammon", "gulbara", "chelebi", "tapa"} {
		t.Run(key, func(t *testing.T) {
			terms := engine.Terms{Game: key, Length: 3}
			log := play(t, &library, terms, 2, [2]ai.Strength{})
			advised := 0
			_, err := engine.Follow(terms, log, func(m *engine.Match, action engine.Action) error {
				advice, err := a.Advise(m, 3)
				if errors.Is(err, analysis.ErrNothing) {
					return nil
				}
				if err != nil {
					return err
				}
				advised++
				want := action
				if want.Verb == engine.Throw {
					want.Dice = [2]uint8{}
				}
				if best := advice.Best().Action; best.String() != want.String() {
					t.Errorf("advised %s (%v), did %s", best, advice.Options, want)
				}
				if !slices.IsSortedFunc(advice.Options, func(x, y analysis.Option) int { return cmp.Compare(y.Equity, x.Equity) }) {
					t.Errorf("the options are not in order: %+v", advice.Options)
				}
				return nil
			})
			if err != nil || advised == 0 {
				t.Errorf("%d pieces of advice: %v", advised, err)
			}
		})
	}
}

// TestRealMatches analyses matches between people. Experts lose less than beginners
// would, and somebody always loses something.
func TestRealMatches(t *testing.T) {
	folder := enginetest.Shared(t, "strength/matches-dev")
	var library ai.Library
	for _, name := range []string{"m0027.mat", "m0047.mat"} {
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		mat, err := notation.ParseMat(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		m, log, err := notation.Replay(mat)
		if err != nil {
			t.Fatal(err)
		}
		last := -1
		r, err := analyst(t, &library, 0).Match(t.Context(), m.Terms, log, func(done, of int) {
			if done < last || done > of || of != len(log) {
				t.Errorf("%s: %d of %d lines done, after %d of %d", name, done, of, last, len(log))
			}
			last = done
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Games != len(mat.Games) || last != len(log) {
			t.Errorf("%s: %d games of %d, %d lines of %d", name, r.Games, len(mat.Games), last, len(log))
		}
		for seat, p := range r.Players {
			if p.PR <= 0 || p.PR > 40 || p.All.Decisions != p.Checkers.Decisions+p.Cube.Decisions {
				t.Errorf("%s: %+v", name, p)
			}
			worst := r.Worst(engine.Seat(seat), 3)
			for i, d := range worst {
				if d.Seat != engine.Seat(seat) || d.Grade != analysis.GradeOf(d.Lost) || d.Lost < 0.04 || i > 0 && d.Lost > worst[i-1].Lost {
					t.Errorf("%s: the worst of %d: %+v", name, seat, worst)
				}
			}
		}
	}
}

// TestALineIsJudgedAsInTheWholeMatch, in games with a cube, with chains and with remainders.
func TestALineIsJudgedAsInTheWholeMatch(t *testing.T) {
	var library ai.Library
	for _, key := range []string{"backgammon", "gulbara"} {
		terms := engine.Terms{Game: key, Length: 3}
		log := play(t, &library, terms, 4, [2]ai.Strength{ai.Level(2).Strength(), {}})
		whole, err := analyst(t, &library, 0).Match(t.Context(), terms, log, nil)
		if err != nil {
			t.Fatal(err)
		}
		var lines []analysis.Decision
		for line := -1; line <= len(log); line++ {
			r, err := analyst(t, &library, 0).Line(terms, log, line)
			if err != nil {
				t.Fatalf("%s, line %d: %v", key, line, err)
			}
			lines = append(lines, r.Decisions...)
		}
		if diff := gocmp.Diff(whole.Decisions, lines); diff != "" {
			t.Errorf("%s (-in the whole match +line by line):\n%s", key, diff)
		}
	}
}

func TestAnalysisStops(t *testing.T) {
	var library ai.Library
	terms := engine.Terms{Game: "backgammon", Length: 1}
	log := play(t, &library, terms, 3, [2]ai.Strength{})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := analyst(t, &library, 0).Match(ctx, terms, log, func(done, _ int) {
		if done == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestLevelsThatDoNotJudge(t *testing.T) {
	for _, plies := range []int{-1, 3} {
		if _, err := analysis.New(new(ai.Library), plies); err == nil {
			t.Errorf("%d plies are looked at", plies)
		}
	}
}
