package main

import (
	"context"
	"flag"
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai"
)

// newLevel returns a side that plays as the program does at a level, for points and
// without a cube.
func newLevel(library *ai.Library, rules *engine.Rules, level ai.Level) (*fighter, error) {
	adviser, err := library.Adviser(&ai.Question{Rules: rules}, level.Strength())
	if err != nil {
		return nil, err
	}
	return &fighter{Evaluator: adviser.Evaluator, strength: level.Strength()}, nil
}

// league lets levels meet, each all weaker ones, and prints what the stronger has won.
func league(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("league", flag.ExitOnError)
	name := flags.String("game", "backgammon", "game to be played")
	lowest := flags.Int("from", 1, "the weakest level")
	highest := flags.Int("to", int(ai.Levels), "the strongest level")
	nearest := flags.Bool("neighbours", false, "let each level meet the next weaker one only")
	pairs := flags.Int("pairs", 300, "pairs of games a meeting")
	seed := flags.Uint64("seed", 1, "seed")
	if err := parse(flags, args); err != nil {
		return err
	}
	rules, ok := engine.Variant(*name)
	switch {
	case !ok:
		return fmt.Errorf("there is no game called %q", *name)
	case *lowest < 1 || *lowest >= *highest || *highest > int(ai.Levels):
		return fmt.Errorf("a league goes from a level to a stronger one, of 1 to %d", ai.Levels)
	case *pairs < 1:
		return errNoPairs
	}
	var library ai.Library
	for strong := *lowest + 1; strong <= *highest; strong++ {
		for weak := strong - 1; weak >= *lowest && (!*nearest || weak == strong-1); weak-- {
			var sides pair
			for i, level := range []int{strong, weak} {
				var err error
				if sides[i], err = newLevel(&library, &rules, ai.Level(level)); err != nil {
					return err
				}
			}
			a, err := sides.twice(ctx, *seed, *pairs, pair.game)
			if a.n > 0 {
				fmt.Printf("%s: level %d against level %d: %+.3f ± %.3f points a game over %.0f games\n",
					*name, strong, weak, a.mean(), a.deviation(), 2*a.n)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
