package engine_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

// TestChains holds the check values of the rules document, section 8.
func TestChains(t *testing.T) {
	const (
		late   = "gulbara:,,,,,,-2,-2,-2,-2,-3,-4,,,2,,,3,2,,2,,2,4|0,0|0,0"
		entry  = "chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7"
		unseen = -1
	)
	tests := []struct {
		position string
		double   int
		ends     int         // distinct pairs of position and remainder
		passing  map[int]int // how many of them pass so many dice
		after    int         // distinct positions after the opponent has played them
	}{
		{start("gulbara"), 6, 1, nil, unseen},
		{start("gulbara"), 5, 44, nil, unseen},
		{start("gulbara"), 4, 1601, nil, unseen},
		{start("gulbara"), 3, 42_675, map[int]int{0: 42_675}, unseen},
		{start("chelebi"), 6, 11, nil, unseen},
		{start("chelebi"), 5, 31, nil, unseen},
		{late, 3, 3817, map[int]int{0: 3561, 1: 156, 2: 82, 3: 18}, 8330},
		{late, 4, 3638, map[int]int{0: 3633, 1: 5}, 3663},
		{entry, 3, 1, map[int]int{14: 1}, 27},
	}
	for _, test := range tests {
		rules, position, err := engine.ParsePosition(test.position)
		if err != nil {
			t.Fatal(err)
		}
		var buf engine.Buffer
		ends := chainEnds(t, rules, position, test.double, &buf)
		passing, after := map[int]int{}, map[engine.Position]bool{}
		for _, end := range ends {
			passing[end.Remainder.Len()]++
			reached, err := rules.RemainderEnds(end.End, 1, end.Remainder, &buf)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range reached {
				after[p] = true
			}
		}
		if len(ends) != test.ends {
			t.Errorf("%s, double %d: %d ends, want %d", test.position, test.double, len(ends), test.ends)
		}
		if diff := cmp.Diff(test.passing, passing); test.passing != nil && diff != "" {
			t.Errorf("%s, double %d: ends by dice passed (-want +got):\n%s", test.position, test.double, diff)
		}
		if test.after != unseen && len(after) != test.after {
			t.Errorf("%s, double %d: %d positions after the opponent, want %d", test.position, test.double, len(after), test.after)
		}
	}
}

func TestChainWithTooManyEnds(t *testing.T) {
	rules, position, _ := engine.ParsePosition(start("gulbara"))
	if ends, err := rules.ChainEndsWithin(1601, position, 0, 4, new(engine.Buffer)); err != nil || len(ends) != 1601 {
		t.Errorf("as many as the limit: %d ends, error %v", len(ends), err)
	}
	ends, err := rules.ChainEndsWithin(1600, position, 0, 4, new(engine.Buffer))
	if want := "the chain of 4-4 has more than 1600 ends"; ends != nil || err == nil || err.Error() != want {
		t.Errorf("one more: %d ends, error %v, want %q", len(ends), err, want)
	}
}

// chainEnds returns the ends of seat 0's chain.
func chainEnds(t interface{ Fatal(...any) }, rules *engine.Rules, p engine.Position, double int, buf *engine.Buffer) []engine.ChainEnd {
	ends, err := rules.ChainEnds(p, 0, double, buf)
	if err != nil {
		t.Fatal(err)
	}
	return ends
}

func start(key string) string {
	rules, _ := engine.Variant(key)
	return rules.FormatPosition(rules.StartPosition())
}

func TestRemainderStages(t *testing.T) {
	rules, position, _ := engine.ParsePosition("chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7")
	ends := chainEnds(t, rules, position, 3, new(engine.Buffer))
	want := []engine.Dice{engine.Equal(3, 2), engine.Equal(4, 4), engine.Equal(5, 4), engine.Equal(6, 4)}
	if diff := cmp.Diff(want, ends[0].Remainder.Stages()); diff != "" {
		t.Errorf("remainder (-want +got):\n%s", diff)
	}

	rules.RemainderLost = true
	if ends := chainEnds(t, rules, position, 3, new(engine.Buffer)); ends[0].Remainder != (engine.Rest{}) {
		t.Errorf("remainder lost: %v passes", ends[0].Remainder)
	}
	closed := "chelebi:,,,,,,,,,,,,5,,,,,,-2,-2,-2,-2,-2,-2|1,0|9,3"
	rules, position, _ = engine.ParsePosition(closed)
	wantEnd := []engine.ChainEnd{{End: position}}
	if diff := cmp.Diff(wantEnd, chainEnds(t, rules, position, 3, new(engine.Buffer)), compareSides); diff != "" {
		t.Errorf("not one die played (-want +got):\n%s", diff)
	}
}

var compareSides = cmp.Comparer(func(a, b engine.Position) bool { return a == b })

// TestChainEndsAreThoseOfTheRules plays 5-5 and 6-6 by the slow generator.
func TestChainEndsAreThoseOfTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, _ := engine.Variant(rapid.SampledFrom([]string{"gulbara", "chelebi"}).Draw(t, "game"))
		position := reachedPosition(t, &rules)
		double := rapid.IntRange(5, 6).Draw(t, "double")
		want := map[string]bool{}
		slowChain(engine.Stage{Rules: &rules, Position: position, Dice: engine.Equal(double, 4)}, double, want)
		var got []string
		for _, end := range chainEnds(t, &rules, position, double, new(engine.Buffer)) {
			got = append(got, chainCode(&rules, end.End, end.Remainder.Stages()))
		}
		slices.Sort(got)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), got); diff != "" {
			t.Fatalf("%s, double %d (-want +got):\n%s", rules.FormatPosition(position), double, diff)
		}
	})
}

// slowChain collects the ends of a chain that has come to the stage.
func slowChain(s engine.Stage, double int, ends map[string]bool) {
	die := int(s.Dice[0])
	plays, playable := slowLegalPlays(s)
	if playable == 0 {
		var rest []engine.Dice
		for ; die != double && die <= 6; die++ {
			rest = append(rest, engine.Equal(die, 4))
		}
		ends[chainCode(s.Rules, s.Position, rest)] = true
	}
	seen := map[engine.Position]bool{}
	for _, p := range plays {
		end := p.end.position()
		if seen[end] {
			continue
		}
		seen[end] = true
		var rest []engine.Dice
		if playable < 4 {
			rest = append(rest, engine.Equal(die, 4-playable))
			for later := die + 1; later <= 6; later++ {
				rest = append(rest, engine.Equal(later, 4))
			}
		}
		if p.over || playable < 4 || die == 6 {
			ends[chainCode(s.Rules, end, rest)] = true
			continue
		}
		slowChain(engine.Stage{Rules: s.Rules, Position: end, Mover: s.Mover, Dice: engine.Equal(die+1, 4)}, double, ends)
	}
}

func chainCode(rules *engine.Rules, end engine.Position, rest []engine.Dice) string {
	code := rules.FormatPosition(end)
	for _, dice := range rest {
		code += " " + dice.String()
	}
	return code
}
