package ai_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
	"tablabot/engine/enginetest"
	"tablabot/engine/notation"
)

// at returns a match, seat 0 about to roll in a position.
func at(t *testing.T, terms, code string) *engine.Match {
	t.Helper()
	parsed, err := engine.ParseTerms(terms)
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine.NewMatch(parsed)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"start", "opening 3 1"} {
		apply(t, m, line)
	}
	_, position, err := engine.ParsePosition(code)
	if err != nil {
		t.Fatal(err)
	}
	m.Game.Position, m.Game.Turn, m.Game.OnRoll, m.Phase = position, nil, 0, engine.ToRoll
	return m
}

func apply(t *testing.T, m *engine.Match, line string) {
	t.Helper()
	action, err := engine.ParseAction(line)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Apply(action); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

func acts(t *testing.T, library *ai.Library, m *engine.Match) engine.Verb {
	t.Helper()
	action, err := library.Act(m, ai.Levels.Strength())
	if err != nil {
		t.Fatal(err)
	}
	return action.Verb
}

// TestLastRolls: seat 0 has two checkers left and rolls once, then seat 1 is off. So many
// of 36 throws win; with a live cube in unlimited play one doubles from 18 on, and takes up
// to 27.
func TestLastRolls(t *testing.T) {
	var library ai.Library
	for _, test := range []struct {
		points [2]int
		wins   int // of 36
		double bool
		take   bool
	}{
		{[2]int{6, 2}, 13, false, true},
		{[2]int{6, 1}, 15, false, true},
		{[2]int{4, 3}, 17, false, true},
		{[2]int{5, 2}, 19, true, true},
		{[2]int{5, 1}, 23, true, true},
		{[2]int{3, 2}, 25, true, true},
		{[2]int{2, 2}, 26, true, true},
		{[2]int{4, 1}, 29, true, false},
		{[2]int{3, 1}, 34, true, false},
	} {
		name := fmt.Sprintf("%d and %d", test.points[0], test.points[1])
		t.Run(name, func(t *testing.T) {
			m := at(t, "backgammon money", backgammonEnd(test.points))
			want := map[bool]engine.Verb{true: engine.Double, false: engine.Throw}[test.double]
			if got := acts(t, &library, m); got != want {
				t.Errorf("with %d of 36 it does %v, want %v", test.wins, got, want)
			}
			apply(t, m, "double 0")
			want = map[bool]engine.Verb{true: engine.Take, false: engine.Drop}[test.take]
			if got := acts(t, &library, m); got != want {
				t.Errorf("doubled with %d of 36 it does %v, want %v", test.wins, got, want)
			}
		})
	}
}

// backgammonEnd is a position with two checkers of seat 0 on points and one of seat 1 that
// is borne off by any roll.
func backgammonEnd(on [2]int) string {
	points := make([]string, 24)
	for _, point := range on {
		points[point-1] = "1"
	}
	if on[0] == on[1] {
		points[on[0]-1] = "2"
	}
	points[23] = "-1"
	return "backgammon:" + strings.Join(points, ",") + "|0,0|13,14"
}

// TestBeaver: a double too many is answered by another, where that is agreed.
func TestBeaver(t *testing.T) {
	var library ai.Library
	m := at(t, "backgammon money beavers=on", backgammonEnd([2]int{6, 1})) // 15 of 36 win
	apply(t, m, "double 0")
	if got := acts(t, &library, m); got != engine.Beaver {
		t.Errorf("it does %v, want a beaver", got)
	}
	apply(t, m, "beaver 1")
	if got := acts(t, &library, m); got != engine.Take {
		t.Errorf("it answers the beaver by %v, want to take", got)
	}
}

// TestMatchScore: two points away from winning with the cube at 2, a double gains nothing,
// and after the Crawford game whoever is behind doubles at once.
func TestMatchScore(t *testing.T) {
	const even = "backgammon:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"
	var library ai.Library
	for _, test := range []struct {
		name    string
		score   [2]int
		cube    int
		owned   bool // by seat 0
		doubles bool
	}{
		{"even, at the start", [2]int{0, 0}, 1, false, false},
		{"2-away with the cube at 2", [2]int{3, 0}, 2, true, false},
		{"post-Crawford, behind", [2]int{2, 4}, 1, false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := at(t, "backgammon 5", even)
			m.Score, m.Crawford = test.score, test.score[1] == 4
			m.Game.Cube.Value, m.Game.Cube.Owned = test.cube, test.owned
			if got := acts(t, &library, m); (got == engine.Double) != test.doubles {
				t.Errorf("it does %v", got)
			}
		})
	}
}

// TestResignationThatWinsTheMatch is accepted whoever is on roll.
func TestResignationThatWinsTheMatch(t *testing.T) {
	var library ai.Library
	for resigns := range engine.Seat(2) {
		m := at(t, "backgammon 5", "backgammon:,,,,,,,,,,,,6,,,,6,,-2,-2,-2,-3,-3,-3|3,0|0,0")
		m.Score, m.Crawford, m.Game.Crawford = [2]int{3, 3}, true, true
		m.Score[resigns] = 4
		m.Score[resigns.Other()] = 3
		apply(t, m, fmt.Sprintf("resign %d 2", resigns))
		if got := acts(t, &library, m); got != engine.Accept {
			t.Errorf("seat %d resigns: it does %v", resigns, got)
		}
	}
}

// TestResignations: nobody accepts less than what is sure.
func TestResignations(t *testing.T) {
	// Seat 0 is about to bear off its last checkers; seat 1 has all fifteen far from home.
	const lost = "backgammon:2,,,,,,,,,,,,-15,,,,,,,,,,,|0,0|13,0"
	var library ai.Library
	for level, want := range map[int]engine.Verb{1: engine.Decline, 2: engine.Accept} {
		m := at(t, "backgammon 7", lost)
		apply(t, m, fmt.Sprintf("resign 1 %d", level))
		if got := acts(t, &library, m); got != want {
			t.Errorf("a resignation at level %d: it does %v, want %v", level, got, want)
		}
	}
}

// TestResignationAfterTheThrow: dice on the board count, here for the one who holds them.
func TestResignationAfterTheThrow(t *testing.T) {
	var library ai.Library
	const even = "tabla:-1,2,-2,2,,3,,,,,,,,,,,,,-2,-2,-3,-3,-2,|0,0|8,0"
	for dice, want := range map[string]engine.Verb{"3 1": engine.Decline, "2 1": engine.Accept} {
		m := at(t, "tabla money", even)
		apply(t, m, "roll 0 "+dice)
		apply(t, m, "resign 1 1")
		if got := acts(t, &library, m); got != want {
			t.Errorf("with %s it does %v, want %v", dice, got, want)
		}
	}
}

// TestWhoOwnsTheCube: the same play is worth most to who owns the cube, and least if the
// opponent does.
func TestWhoOwnsTheCube(t *testing.T) {
	var library ai.Library
	s := newScene(t, "backgammon")
	for i := 3; i < len(s.spots); i += 40 {
		best := map[equity.Owner]float32{}
		for _, owner := range []equity.Owner{equity.Mine, equity.His} {
			adviser, err := library.Adviser(&ai.Question{Rules: &s.rules, State: equity.State{Cube: 2, Owner: owner}}, ai.Strength{})
			if err != nil {
				t.Fatal(err)
			}
			best[owner] = adviser.Plays(&s.spots[i], 4, 2)[0].Equity
		}
		if best[equity.Mine] < best[equity.His] {
			t.Errorf("spot %d: with the cube %.3f, without %.3f", i, best[equity.Mine], best[equity.His])
		}
	}
}

// TestBearOffCubes compares what the computer says about the cube in unlimited play with
// the equities that GNU Backgammon knows for a few checkers of both sides.
func TestBearOffCubes(t *testing.T) {
	var library ai.Library
	rules, _ := engine.Variant("backgammon")
	text, err := os.ReadFile(enginetest.Shared(t, "strength/bearoff-two-sided-600.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if n++; n%4 != 0 { // enough of them
			continue
		}
		var known struct {
			Pos            string
			Centred, Owned float64
			Unavailable    float64 `json:"opp_owns"`
		}
		if err := json.Unmarshal([]byte(line), &known); err != nil {
			t.Fatal(err)
		}
		position, err := notation.ParsePositionID(known.Pos, 0, 15)
		if err != nil {
			t.Fatal(err)
		}
		for owner, stays := range map[equity.Owner]float64{equity.Centre: known.Centred, equity.Mine: known.Owned, equity.His: known.Unavailable} {
			q := &ai.Question{Rules: &rules, Spot: ai.Spot{Position: position}, State: equity.State{Cube: 1, Owner: owner}}
			for _, strength := range []ai.Strength{ai.Level(1).Strength(), ai.Plies(2)} {
				adviser, err := library.Adviser(q, strength)
				if err != nil {
					t.Fatal(err)
				}
				c := adviser.Cube(&q.Spot)
				if math.Abs(float64(c.NoDouble)-stays) > 2e-3 || owner != equity.His && math.Abs(float64(c.DoubleTake)-2*known.Unavailable) > 2e-3 {
					t.Errorf("%s, cube of %v: %.4f and %.4f, known %.4f and %.4f", known.Pos, owner, c.NoDouble, c.DoubleTake, stays, 2*known.Unavailable)
				}
			}
		}
	}
}

// TestLastRollsOfMatches: whoever rolls last knows at any score what a double is worth.
func TestLastRollsOfMatches(t *testing.T) {
	var library ai.Library
	rules, _ := engine.Variant("backgammon")
	table := equity.Kazaross()
	_, position, err := engine.ParsePosition(backgammonEnd([2]int{5, 1}))
	if err != nil {
		t.Fatal(err)
	}
	const win = 23.0 / 36
	for mine := range 5 {
		for his := range 5 {
			q := &ai.Question{Rules: &rules, Spot: ai.Spot{Position: position}, State: equity.State{Length: 5, Mine: mine, His: his, Cube: 1}}
			if max(mine, his) == 4 {
				continue // the Crawford rule forbids doubles, or one double is free
			}
			after := func(points int) float64 {
				return win*table.Win(5-mine-points, 5-his, false) + (1-win)*table.Win(5-mine, 5-his-points, false)
			}
			for _, strength := range []ai.Strength{ai.Level(4).Strength(), ai.Plies(2)} {
				adviser, err := library.Adviser(q, strength)
				if err != nil {
					t.Fatal(err)
				}
				drop := table.Win(5-mine-1, 5-his, false)
				want := min(after(2), drop) > after(1)
				if got := adviser.Cube(&q.Spot); got.Double != want || got.Take != (after(2) < drop) {
					t.Errorf("%d to %d: double %t, take %t; win the match: %.4f, %.4f, %.4f", mine, his, got.Double, got.Take, after(1), after(2), drop)
				}
			}
		}
	}
}

// TestThirdLevel: games count three times where their own rules say so, not where those do
// that the networks have learned.
func TestThirdLevel(t *testing.T) {
	const (
		race       = "1,2,,,-4,,,,,,,-6,,,,,,-5,,,,,,|0,0|12,0"     // far behind, past each other
		contact    = "-1,,,2,3,3,,,,,,,,,,,,,-4,-4,-4,-2,,|0,0|7,0" // one checker is back
		straggling = "5,,,,,-5,,,,,,-10,,,,,,,,,,,,|0,0|10,0"       // in both quarters, of nardy
		passed     = "5,,,,,,,,,,,,,,,,,-5,,,,,-5,-5|0,0|10,0"      // out of both
		nobody     = ",,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0"
	)
	for _, test := range []struct {
		terms, position string
		least, most     float32 // of what is won at all, three times
	}{
		{"backgammon 1", "backgammon:" + race, 0.9, 1},
		{"sheshbesh 1", "sheshbesh:" + race, 0, 0},
		{"tabla 1", "tabla:" + race, 0, 0},
		{"backgammon 1", "backgammon:" + contact, 0.001, 1},
		{"sheshbesh 1", "sheshbesh:" + contact, 0.00005, 0.001},
		{"tabla 1", "tabla:" + contact, 0, 0},
		{"nardy 1", "nardy:" + straggling, 0, 0},
		{"nardy 1 koks=winner_home", "nardy:" + straggling, 0.9, 1},
		{"nardy 1 koks=first_quarter", "nardy:" + straggling, 0.9, 1},
		{"nardy 1 koks=winner_home", "nardy:" + passed, 0, 0},
		{"nardy 1 koks=winner_home", "nardy:" + nobody, 0.05, 0.4},
		{"nardy 1 koks=first_quarter", "nardy:" + nobody, 0.01, 0.3},
	} {
		m := at(t, test.terms, test.position)
		q := ai.QuestionOf(m, 0)
		var library ai.Library
		nets, err := library.For(q.Rules)
		if err != nil {
			t.Fatal(err)
		}
		c := ai.NewEvaluator(q.Rules, nets).Judge(&q.Spot)
		won := c[net.Win1] + c[net.Win2] + c[net.Win3]
		if share := c[net.Win3] / won; share < test.least || share > test.most {
			t.Errorf("%s, %s: %.3f of %v count three times, want %v to %v", test.terms, test.position, share, c, test.least, test.most)
		}
	}
}

// TestNoImpossibleGammons: who has borne off a checker can only lose a single game.
func TestNoImpossibleGammons(t *testing.T) {
	var library ai.Library
	for _, code := range []string{"hypergammon:2,,,1,,,,,,,,,,,,-1,,,,,,,,|0,1|0,1", "backgammon:4,,,,,,,,,,,,,,,,,,,,,,,-13|0,1|11,1"} {
		rules, position, err := engine.ParsePosition(code)
		if err != nil {
			t.Fatal(err)
		}
		nets, err := library.For(rules)
		if err != nil {
			t.Fatal(err)
		}
		c := ai.NewEvaluator(rules, nets).Judge(&ai.Spot{Position: position})
		if c[net.Win2]+c[net.Win3] != 0 {
			t.Errorf("%s: %v", code, c)
		}
	}
}
