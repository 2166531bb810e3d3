// Command train makes the networks of the computer players by self-play, measures
// them against known equities (train measure) and lets them meet (train duel), or the
// computer's levels (train league).
//
// A training has two parts. At first networks learn from the results of whole games,
// which tells them quickly what the game is about. Then every position learns the mean
// over all 21 rolls of what follows, as the network itself judges it. Whole positions
// are kept for a while and learned from several times. The same flags and seed give
// the same networks; stopped, it goes on from its checkpoint.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/pprof"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal kills
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// command does what the arguments say.
func command(ctx context.Context, args []string) error {
	commands := map[string]func(context.Context, []string) error{
		"measure": measured, "duel": duels, "league": league,
	}
	if len(args) > 0 && commands[args[0]] != nil {
		return commands[args[0]](ctx, args[1:])
	}
	return train(ctx, args)
}

// parse reads flags, and refuses what is no flag.
func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is no flag of %s; -help lists them", flags.Arg(0), flags.Name())
	}
	return nil
}

func train(ctx context.Context, args []string) error {
	var p plan
	flags := flag.NewFlagSet("train", flag.ExitOnError)
	name := flags.String("game", "hit", "set of networks")
	folder := flags.String("out", ".", "folder for the checkpoint and the networks")
	flags.Uint64Var(&p.seed, "seed", 1, "seed")
	flags.IntVar(&p.workers, "workers", 1, "goroutines that play")
	flags.IntVar(&p.warm, "warm", 80, "iterations that learn from whole games")
	flags.IntVar(&p.deep, "deep", 300, "iterations that look one roll ahead")
	flags.IntVar(&p.positions, "positions", 30_000, "new positions an iteration")
	flags.IntVar(&p.memory, "memory", 400_000, "positions remembered a class")
	flags.Float64Var(&p.repeats, "repeats", 6, "how often a position is learned from")
	flags.Float64Var(&p.rate, "rate", 0.002, "first learning rate")
	flags.Float64Var(&p.decay, "decay", 0.15, "shrinking of the inputs' weights, in shares of the rate")
	flags.Float64Var(&p.lambda, "lambda", 0.6, "λ of the whole games")
	from := flags.String("from", "", "folder with networks to begin with; then -warm 0 is wise")
	profile := flags.String("cpuprofile", "", "write a CPU profile to this file")
	if err := parse(flags, args); err != nil {
		return err
	}
	if err := p.validate(); err != nil {
		return err
	}
	if *profile != "" {
		file, err := os.Create(*profile)
		if err != nil {
			return err
		}
		defer file.Close()
		if err := pprof.StartCPUProfile(file); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	g, err := findGame(*name)
	if err != nil {
		return err
	}
	t := newTrainer(g, p, os.Stdout)
	if *from != "" {
		if err := t.adopt(*from); err != nil {
			return fmt.Errorf("begin with the networks in %s: %w", *from, err)
		}
	}
	if err := os.MkdirAll(*folder, 0o755); err != nil {
		return fmt.Errorf("make the folder for the checkpoint: %w", err)
	}
	path := filepath.Join(*folder, g.name+".checkpoint")
	first, err := t.load(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return t.run(ctx, first, func(i int) error {
		if i%10 != 9 && i != p.warm+p.deep-1 {
			return nil
		}
		if err := t.save(path, i); err != nil {
			return err
		}
		return t.export(*folder)
	})
}
