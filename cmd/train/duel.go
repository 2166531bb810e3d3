package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
	"tablabot/engine/ai/net"
)

// fighter is one side of a duel.
type fighter struct {
	*ai.Evaluator
	strength ai.Strength
	table    *equity.Table // of the chances to win a match, made when one is played
}

// play returns how the fighter plays a roll.
func (f *fighter) play(s *ai.Spot, a, b int) ai.Choice {
	if f.strength.Blur == 0 && len(f.strength.Depth.Plies) == 0 {
		return f.Play(s, a, b)
	}
	return f.Rank(s, a, b, f.strength)[0]
}

// playAt lets the fighter play the next game for the match that stands so, as the
// computer does.
func (f *fighter) playAt(length, mine, his int) error {
	if f.table == nil {
		start := ai.Start(f.Rules)
		chances := f.Judge(&start)
		f.table = equity.Cubeless(&chances)
	}
	return f.PlayFor(equity.State{Length: length, Mine: mine, His: his}, f.table)
}

// newFighter returns a side that plays by the networks in a folder, or as the
// baseline does.
func newFighter(g *game, folder string, plies int) (*fighter, error) {
	if plies < 0 || plies > len(ai.Full().Plies) {
		return nil, fmt.Errorf("a search has 0 to %d plies, not %d", len(ai.Full().Plies), plies)
	}
	f := &fighter{Evaluator: ai.NewEvaluator(&g.rules, nil), strength: ai.Plies(plies)}
	if folder == "baseline" {
		f.Opinion = baseline
		return f, nil
	}
	var err error
	f.Nets, err = readNets(folder, g.name)
	return f, err
}

// pair is two sides that meet with the same dice, each once with either seat.
type pair [2]*fighter

// average is a mean with its standard error.
type average struct{ n, sum, squares float64 }

func (a *average) add(x float64) { a.n++; a.sum += x; a.squares += x * x }

func (a *average) mean() float64 { return a.sum / a.n }

func (a *average) deviation() float64 {
	return math.Sqrt(max(0, a.squares/a.n-a.mean()*a.mean()) / a.n)
}

// twice plays whatever play plays with the same dice from both seats and returns the
// mean of what the first side has won; with an error, of the pairs before it.
func (p pair) twice(ctx context.Context, seed uint64, n int, play func(pair, *rand.Rand) (float64, error)) (a average, err error) {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return a, err
		}
		first, err := play(p, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return a, err
		}
		second, err := play(pair{p[1], p[0]}, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return a, err
		}
		a.add((first - second) / 2)
	}
	return a, nil
}

// game plays one game and returns the points that the side which starts has won.
func (p pair) game(dice *rand.Rand) (float64, error) {
	rules := p[0].Rules
	s := ai.Start(rules)
	for turn := range 2 * longestGame {
		a, b := 1+dice.IntN(6), 1+dice.IntN(6)
		for turn == 0 && a == b && rules.Opening == engine.PlayOpeningDice {
			a, b = 1+dice.IntN(6), 1+dice.IntN(6)
		}
		c := p[turn&1].play(&s, a, b)
		if c.Over {
			return float64(net.Money.Of(&c.Chances)) * float64(1-2*(turn&1)), nil
		}
		s = c.Next
	}
	return 0, nil
}

// match plays a match without a cube and returns 1 if the side that starts its first
// game wins it, −1 if the other does. The winner of a game starts the next.
func (p pair) match(length int, dice *rand.Rand) (float64, error) {
	starter := 0
	var score [2]int
	for max(score[0], score[1]) < length || score[0] == score[1] {
		for i, f := range p {
			if err := f.playAt(length, score[i], score[1-i]); err != nil {
				return 0, err
			}
		}
		won, err := pair{p[starter], p[1-starter]}.game(dice)
		switch {
		case err != nil:
			return 0, err
		case won > 0:
			score[starter] += int(won)
		case won < 0:
			starter = 1 - starter
			score[starter] -= int(won)
		default: // a draw counts for both
			score[0]++
			score[1]++
		}
	}
	if score[0] > score[1] {
		return 1, nil
	}
	return -1, nil
}

var errNoPairs = errors.New("at least one pair is to be played")

func duels(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("duel", flag.ExitOnError)
	name := flags.String("game", "hit", "set of networks")
	variant := flags.String("rules", "", "game to be played, such as tabla; the set's first if empty")
	first := flags.String("a", "engine/ai/nets", "folder with the first side's networks, or baseline")
	second := flags.String("b", "baseline", "folder with the second side's networks, or baseline")
	pliesA := flags.Int("plies-a", 0, "plies of the first side's search")
	pliesB := flags.Int("plies-b", 0, "plies of the second side's search")
	length := flags.Int("length", 0, "play matches to so many points; 0 = single games")
	pairs := flags.Int("pairs", 300, "pairs of games or matches")
	seed := flags.Uint64("seed", 1, "seed")
	if err := parse(flags, args); err != nil {
		return err
	}
	if *pairs < 1 {
		return errNoPairs
	}
	g, err := findGame(*name)
	if err != nil {
		return err
	}
	if *variant != "" {
		known := false
		if g.rules, known = engine.Variant(*variant); !known || ai.SetOf(&g.rules) != g.name {
			return fmt.Errorf("the networks of the set %s play no game called %q", g.name, *variant)
		}
		*name = *variant
	}
	var sides pair
	if sides[0], err = newFighter(g, *first, *pliesA); err != nil {
		return err
	}
	if sides[1], err = newFighter(g, *second, *pliesB); err != nil {
		return err
	}
	play := pair.game
	if *length > 0 {
		play = func(p pair, dice *rand.Rand) (float64, error) { return p.match(*length, dice) }
	}
	a, err := sides.twice(ctx, *seed, *pairs, play)
	switch {
	case a.n == 0: // nothing to tell
	case *length == 0:
		fmt.Printf("%s: %+.4f ± %.4f points a game over %.0f games\n", *name, a.mean(), a.deviation(), 2*a.n)
	default:
		fmt.Printf("%s: %.1f %% ± %.1f %% of %.0f matches to %d\n", *name, 50+50*a.mean(), 50*a.deviation(), 2*a.n, *length)
	}
	return err
}
