package ai_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// scene is a game with an evaluator and positions that come up in it.
type scene struct {
	rules engine.Rules
	nets  *ai.Nets
	eval  *ai.Evaluator
	spots []ai.Spot
}

func newScene(t *testing.T, key string) *scene {
	t.Helper()
	rules, known := engine.Variant(key)
	if !known {
		t.Fatalf("there is no game %s", key)
	}
	var library ai.Library
	nets, err := library.For(&rules)
	if err != nil {
		t.Fatal(err)
	}
	s := &scene{rules: rules, nets: nets, spots: spots(t, &library, &rules)}
	s.eval = s.evaluator()
	return s
}

// evaluator returns one that has not been asked anything yet.
func (s *scene) evaluator() *ai.Evaluator { return ai.NewEvaluator(&s.rules, s.nets) }

// sets are games with every kind of networks and search.
var sets = []string{"backgammon", "hypergammon", "tapa", "gulbara", "chelebi", "nardy", "fevga"}

// TestOnePly compares a play's equity at one ply with the mean over all 36 throws of the
// best reply, told by the generator and the judgement of positions alone.
func TestOnePly(t *testing.T) {
	for _, key := range sets {
		t.Run(key, func(t *testing.T) {
			s := newScene(t, key)
			plain := s.evaluator()
			for i := 3; i < len(s.spots); i += 60 {
				spot := s.spots[i]
				best := s.eval.Rank(&spot, 4, 1, ai.Plies(1))[0]
				if best.Over || s.rules.Escalates && int(best.Next.Rolls[0])+1 >= s.rules.EscalateFrom {
					continue // chains are tested below
				}
				var sum float64
				for a := 1; a <= 6; a++ {
					for b := 1; b <= 6; b++ {
						sum += bestEnd(plain, &best.Next, a, b)
					}
				}
				if want := -sum / 36; best.Plies == 1 && math.Abs(float64(best.Equity)-want) > 1e-4 {
					t.Errorf("spot %d: equity %.5f, by every throw %.5f", i, best.Equity, want)
				}
			}
		})
	}
}

// bestEnd returns the most that a roll can lead to for seat 0.
func bestEnd(e *ai.Evaluator, s *ai.Spot, a, b int) float64 {
	stage := engine.Stage{Rules: e.Rules, Position: s.Position, Dice: engine.Roll(a, b)}
	ends, _ := stage.Ends(new(engine.Buffer))
	most := math.Inf(-1)
	for _, end := range ends {
		most = max(most, worth(e, end, [2]uint8{s.Rolls[1], s.Rolls[0] + 1}))
	}
	return most
}

// worth returns what an end of seat 0's play is worth to him in points; the rolls are
// those of the player to come, and his.
func worth(e *ai.Evaluator, end engine.Position, rolls [2]uint8) float64 {
	switch e.Rules.Ending(end, 0) {
	case engine.NotOver:
		chances := e.Judge(&ai.Spot{Position: end.Mirror(), Rolls: rolls})
		return -float64(net.Money.Of(&chances))
	case engine.BothMothersPinned:
		return 0
	case engine.MotherPinned:
		return 2
	}
	return float64(e.Rules.Level(end, 0))
}

// TestChains: every chain that the search finds is one that the rules allow, and what is
// left of it has been played by the opponent as well as he can, for what he plays for.
func TestChains(t *testing.T) {
	for name, test := range map[string]struct {
		game  string
		state equity.State
	}{
		"gulbara":                 {"gulbara", equity.State{}},
		"chelebi":                 {"chelebi", equity.State{}},
		"chelebi, behind":         {"chelebi", equity.State{Length: 3, Mine: 0, His: 2}},
		"gulbara, a point to win": {"gulbara", equity.State{Length: 3, Mine: 2, His: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, test.game)
			plain := s.evaluator()
			if err := s.eval.PlayFor(test.state, nil); err != nil {
				t.Fatal(err)
			}
			stakes, err := equity.New(test.state, nil)
			if err != nil {
				t.Fatal(err)
			}
			worth := stakes.Worth()
			his := worth.Flip()
			left := 0
			for i := 10; i < len(s.spots); i += 10 {
				spot := s.spots[i]
				if int(spot.Rolls[0])+1 < s.rules.EscalateFrom {
					continue
				}
				legal := map[engine.ChainEnd]bool{}
				ends, err := s.rules.ChainEnds(spot.Position, 0, 5, new(engine.Buffer))
				if err != nil {
					t.Fatal(err)
				}
				for _, end := range ends {
					legal[end] = true
				}
				for _, c := range s.eval.Rank(&spot, 5, 5, ai.Strength{}) {
					if !c.Over && !legal[engine.ChainEnd{End: c.End, Remainder: c.Rest}] {
						t.Fatalf("spot %d: no chain ends in %s with %v left", i, s.rules.FormatPosition(c.End), c.Rest)
					}
					if stages := c.Rest.Stages(); !c.Over && len(stages) == 1 {
						left++
						if want := -lastStage(plain, &his, c.End.Mirror(), stages[0], c.Next.Rolls); math.Abs(float64(c.Equity)-want) > 1e-4 {
							t.Errorf("spot %d: with %v left the equity is %.5f, want %.5f", i, stages[0], c.Equity, want)
						}
					}
				}
			}
			if left == 0 {
				t.Error("nothing was ever left")
			}
		})
	}
}

// lastStage returns the most that seat 0 can make of dice after which he rolls.
func lastStage(e *ai.Evaluator, worth *net.Worth, p engine.Position, dice engine.Dice, rolls [2]uint8) float64 {
	stage := engine.Stage{Rules: e.Rules, Position: p, Dice: dice}
	ends, _ := stage.Ends(new(engine.Buffer))
	most := math.Inf(-1)
	for _, end := range ends {
		if e.Rules.Ending(end, 0) != engine.NotOver {
			most = max(most, float64(worth[net.Won(e.Rules.Level(end, 0))]))
			continue
		}
		chances := e.Judge(&ai.Spot{Position: end, Rolls: rolls})
		most = max(most, float64(worth.Of(&chances)))
	}
	return most
}

// TestRemainders: what an opponent left of a chain is played as the rules allow, as well as
// can be told, and looked at as deep as other plays.
func TestRemainders(t *testing.T) {
	var library ai.Library
	for _, key := range []string{"gulbara", "chelebi"} {
		s := newScene(t, key)
		plain := s.evaluator()
		adviser := func(plies int) *ai.Adviser {
			a, err := library.Adviser(&ai.Question{Rules: &s.rules}, ai.Plies(plies))
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		quick, deep := adviser(0), adviser(1)
		deepened := 0
		for i := 10; i < len(s.spots); i += 10 {
			spot := s.spots[i]
			long := engine.Rest{Die: 5, Dice: 3}
			legal, err := s.rules.RemainderEnds(spot.Position, 0, long, new(engine.Buffer))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range quick.Remainders(&spot, long.Stages()) {
				if got := follow(&s.rules, spot.Position, long.Stages(), c.Steps(&s.rules, spot.Position, long.Stages())); got != c.End || !slices.Contains(legal, got) {
					t.Errorf("%s, spot %d: the steps lead to %s, not to %s", key, i, s.rules.FormatPosition(got), s.rules.FormatPosition(c.End))
				}
			}
			short := engine.Rest{Die: 6, Dice: 2}.Stages()
			if got, want := quick.Remainders(&spot, short)[0].Equity, lastStage(plain, &net.Money, spot.Position, short[0], spot.Rolls); math.Abs(float64(got)-want) > 1e-4 {
				t.Errorf("%s, spot %d: the best is worth %.5f, want %.5f", key, i, got, want)
			}
			best := deep.Remainders(&spot, short)[0]
			if best.Plies == 0 || spot.Rolls[0]+1 >= uint8(s.rules.EscalateFrom) {
				continue
			}
			deepened++
			var sum float64
			for a := 1; a <= 6; a++ {
				for b := 1; b <= 6; b++ {
					sum += bestEnd(plain, &ai.Spot{Position: best.End, Rolls: spot.Rolls}, a, b)
				}
			}
			if want := sum / 36; math.Abs(float64(best.Equity)-want) > 1e-4 {
				t.Errorf("%s, spot %d: at one ply %.5f, by every throw %.5f", key, i, best.Equity, want)
			}
		}
		if deepened == 0 {
			t.Errorf("%s: no remainder was looked at deeper", key)
		}
	}
}

// follow returns where steps lead, stage by stage.
func follow(r *engine.Rules, p engine.Position, stages []engine.Dice, steps [][]engine.Step) engine.Position {
	for i := range steps {
		stage := engine.Stage{Rules: r, Position: p, Dice: stages[i]}
		p, _ = stage.After(steps[i])
	}
	return p
}

// TestWhenDoublesEscalate: where all do from the first roll on, it does not matter how many
// have been made; where they begin to later, it is the rolls to come that do.
func TestWhenDoublesEscalate(t *testing.T) {
	s := newScene(t, "gulbara")
	judge := func(from int, rolls uint8) net.Chances {
		s.rules.EscalateFrom = from
		return s.evaluator().Judge(&ai.Spot{Position: s.rules.StartPosition(), Rolls: [2]uint8{rolls, rolls}})
	}
	if judge(1, 0) != judge(1, 3) || judge(3, 0) != judge(4, 1) || judge(4, 0) == judge(4, 3) {
		t.Errorf("from the first: %v and %v; from the third %v, from the fourth after one %v; and from the fourth %v and %v",
			judge(1, 0), judge(1, 3), judge(3, 0), judge(4, 1), judge(4, 0), judge(4, 3))
	}
}

// TestMemoryChangesNothing: what was asked before does not matter to an answer.
func TestMemoryChangesNothing(t *testing.T) {
	for _, key := range sets {
		s := newScene(t, key)
		for i := 5; i < len(s.spots); i += 100 {
			used := s.eval.Rank(&s.spots[i], 6, 3, ai.Plies(2))[0]
			fresh := s.evaluator().Rank(&s.spots[i], 6, 3, ai.Plies(2))[0]
			if used.End != fresh.End || used.Equity != fresh.Equity {
				t.Errorf("%s, spot %d: %v at %f, afresh %v at %f", key, i, used.End, used.Equity, fresh.End, fresh.Equity)
			}
		}
	}
}

// TestBudget: no question costs much more than the search may spend, whatever chains may
// follow.
func TestBudget(t *testing.T) {
	for _, key := range sets {
		s := newScene(t, key)
		for i := 5; i < len(s.spots); i += 50 {
			e := s.evaluator()
			dice := 1 + i%6
			choices := e.Rank(&s.spots[i], dice, 1+i/6%6, ai.Plies(2))
			deepest := slices.DeleteFunc(slices.Clone(choices), func(c ai.Choice) bool { return c.Plies < choices[0].Plies || c.Over })
			if len(choices) > 1 && len(deepest) == 1 && !choices[0].Over {
				t.Errorf("%s, spot %d: one play alone is judged %d plies deep", key, i, choices[0].Plies)
			}
			if budget := ai.Full().Budget; e.Count > 2*budget {
				t.Errorf("%s, spot %d: %d positions were judged, the budget is %d", key, i, e.Count, budget)
			}
		}
	}
}

// TestLevelsLoseLess: the stronger a level, the less its plays lose, and not even the
// weakest makes an absurd one.
func TestLevelsLoseLess(t *testing.T) {
	for _, key := range sets {
		s := newScene(t, key)
		before := math.Inf(1)
		for level := ai.Level(1); level <= 4; level++ {
			strength := level.Strength()
			dice := rand.New(rand.NewPCG(4, 4))
			sum := 0.0
			for i := range s.spots {
				a, b := 1+dice.IntN(6), 1+dice.IntN(6)
				equities := map[engine.Position]float32{}
				best := s.eval.Rank(&s.spots[i], a, b, ai.Strength{})
				most := best[0].Equity
				for _, c := range best {
					equities[c.End] = max(equities[c.End], c.Equity)
				}
				lost := float64(most - equities[s.eval.Rank(&s.spots[i], a, b, strength)[0].End])
				if lost > 2*float64(strength.Blur)+1e-6 {
					t.Errorf("%s, level %d, spot %d, %d-%d: it throws %.2f points away", key, level, i, a, b, lost)
				}
				sum += max(lost, 0)
			}
			if mean := sum / float64(len(s.spots)); mean >= before || mean == 0 {
				t.Errorf("%s: level %d loses %.4f a play, the one below it %.4f", key, level, mean, before)
			} else {
				before = mean
			}
		}
	}
}

// TestLevelsMisjudgeTheCube: the weaker a level, the more it loses by doubling and taking
// wrongly, and none of them by much.
func TestLevelsMisjudgeTheCube(t *testing.T) {
	s := newScene(t, "backgammon")
	if err := s.eval.PlayFor(equity.State{Cube: 1}, nil); err != nil {
		t.Fatal(err)
	}
	before := math.Inf(1)
	for level := ai.Level(1); level <= 4; level++ {
		strength := level.Strength()
		sum := 0.0
		for i := range s.spots {
			right, c := s.eval.Cube(&s.spots[i], ai.Strength{}), s.eval.Cube(&s.spots[i], strength)
			answered := min(right.DoubleTake, right.DoubleDrop)
			doubling, taking := float64(max(right.NoDouble, answered)), 0.0
			if c.Double {
				doubling -= float64(answered)
			} else {
				doubling -= float64(right.NoDouble)
			}
			if c.Take != right.Take {
				taking = math.Abs(float64(right.DoubleTake - right.DoubleDrop))
			}
			if most := float64(strength.Blur) + 1e-4; doubling > most || taking > most {
				t.Errorf("level %d, spot %d: it throws %.2f away by %v", level, i, max(doubling, taking), c)
			}
			if c.NoDouble != right.NoDouble || c.DoubleTake != right.DoubleTake {
				t.Errorf("level %d, spot %d: it tells %v, and right is %v", level, i, c, right)
			}
			sum += doubling + taking
		}
		if sum > before || level == 1 && sum < 0.1 {
			t.Errorf("level %d loses %.3f in all, the one below it %.3f", level, sum, before)
		}
		before = sum
	}
}
