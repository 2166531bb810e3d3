package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// fighter is one side of a duel.
type fighter struct {
	eval  *ai.Evaluator
	depth ai.Depth
}

func (f *fighter) play(s *ai.Spot, a, b int) ai.Choice {
	if len(f.depth.Plies) == 0 {
		return f.eval.Play(s, a, b)
	}
	return f.eval.Rank(s, a, b, f.depth)[0]
}

// duel plays games in pairs with the same dice, each side once with either seat,
// and returns the first side's points a game and their standard error.
func duel(rules *engine.Rules, sides [2]*fighter, pairs int, seed uint64) (mean, deviation float64) {
	var sum, squares float64
	for pair := range pairs {
		points := 0.0
		for swap := range 2 {
			dice := rand.New(rand.NewPCG(seed, uint64(pair)))
			points += oneGame(rules, [2]*fighter{sides[swap], sides[1-swap]}, dice) * float64(1-2*swap)
		}
		points /= 2
		sum += points
		squares += points * points
	}
	n := float64(pairs)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// oneGame plays one game and returns what the side that starts has won. Who starts rolls
// two different dice first.
func oneGame(rules *engine.Rules, sides [2]*fighter, dice *rand.Rand) float64 {
	s := ai.Start(rules)
	for turn := 0; turn < 2*longestGame; turn++ {
		a, b := 1+dice.IntN(6), 1+dice.IntN(6)
		for turn == 0 && a == b && rules.Opening == engine.PlayOpeningDice {
			a, b = 1+dice.IntN(6), 1+dice.IntN(6)
		}
		c := sides[turn&1].play(&s, a, b)
		if c.Over {
			return float64(net.Money.Of(&c.Chances)) * float64(1-2*(turn&1))
		}
		s = c.Next
	}
	return 0
}

func duels(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("duel", flag.ExitOnError)
	name := flags.String("game", "hit", "set of networks")
	first := flags.String("a", ".", "folder with the first side's networks")
	second := flags.String("b", ".", "folder with the second side's networks")
	pliesA := flags.Int("plies-a", 0, "plies of the first side's search")
	pliesB := flags.Int("plies-b", 0, "plies of the second side's search")
	pairs := flags.Int("pairs", 1000, "pairs of games")
	seed := flags.Uint64("seed", 1, "seed")
	if err := flags.Parse(args); err != nil {
		return err
	}
	g, err := findGame(*name)
	if err != nil {
		return err
	}
	var sides [2]*fighter
	for i, folder := range []string{*first, *second} {
		nets, err := readNets(folder, *name)
		if err != nil {
			return err
		}
		sides[i] = &fighter{ai.NewEvaluator(&g.rules, nets), ai.Depth{Plies: ai.Full.Plies[:[]int{*pliesA, *pliesB}[i]]}}
	}
	mean, deviation := duel(&g.rules, sides, *pairs, *seed)
	fmt.Printf("%s: %+.4f ± %.4f points a game over %d games\n", *name, mean, deviation, 2**pairs)
	return nil
}
