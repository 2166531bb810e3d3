package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tablabot/engine/ai"
	"tablabot/engine/ai/measure"
	"tablabot/engine/ai/net"
	"tablabot/engine/notation"
)

// readNets reads the networks of a set from a folder.
func readNets(folder, name string) (*ai.Nets, error) {
	var nets ai.Nets
	for class := range nets {
		file, err := os.Open(filepath.Join(folder, fmt.Sprintf("%s-%s.net", name, net.Class(class))))
		if err != nil {
			return nil, err
		}
		nets[class], err = net.Read(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	return &nets, nil
}

// meter measures the hitting games against decisions whose equities are known.
type meter struct {
	eval     *ai.Evaluator
	strength ai.Strength
	data     string // folder
	every    int    // looks at every so many decisions only
}

// measured prints how strong the networks in a folder are.
func measured(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("measure", flag.ExitOnError)
	folder := flags.String("nets", "engine/ai/nets", "folder with the networks")
	plies := flags.Int("plies", 0, "plies of search")
	level := flags.Int("level", 0, "the strength of this level in place of plain search")
	every := flags.Int("every", 1, "look at every so many decisions only")
	data := flags.String("data", "../shared/strength", "folder with the measuring data")
	if err := parse(flags, args); err != nil {
		return err
	}
	m := meter{data: *data, every: *every}
	switch most := len(ai.Full().Plies); {
	case *plies < 0 || *plies > most:
		return fmt.Errorf("a search has 0 to %d plies, not %d", most, *plies)
	case *level < 0 || *level > int(ai.Levels):
		return fmt.Errorf("the levels are 1 to %d, not %d", ai.Levels, *level)
	case *every < 1:
		return fmt.Errorf("every decision is 1, every other 2; not %d", *every)
	case *level > 0:
		m.strength = ai.Level(*level).Strength()
	default:
		m.strength = ai.Plies(*plies)
	}
	nets, err := readNets(*folder, "hit")
	if err != nil {
		return err
	}
	g, err := findGame("hit")
	if err != nil {
		return err
	}
	m.eval = ai.NewEvaluator(&g.rules, nets)
	for _, part := range []func(context.Context) error{m.bench, m.moves, m.cubes} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// readData reads a file of the measuring data.
func readData[T any](m *meter, name string, read func(io.Reader) ([]T, error)) ([]T, error) {
	file, err := os.Open(filepath.Join(m.data, name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return read(file)
}

// moves scores choices at the scores and with the cubes of real matches.
func (m *meter) moves(ctx context.Context) error {
	moves, err := readData(m, "moves-4ply-dev.tsv", func(r io.Reader) ([]measure.Move, error) { return measure.ReadMoves(r, m.eval.Rules) })
	if err != nil {
		return err
	}
	var all measure.Score
	classes := make([]measure.Score, net.Classes)
	for i := 0; i < len(moves); i += m.every {
		if err := ctx.Err(); err != nil {
			return err
		}
		move := &moves[i]
		if err := m.eval.PlayFor(move.State, nil); err != nil {
			return err
		}
		choice := m.eval.Rank(&ai.Spot{Position: move.Position}, move.Dice[0], move.Dice[1], m.strength)[0]
		lost := move.Lost(choice.End)
		all.Add(lost, lost == 0)
		classes[net.ClassOf(m.eval.Rules, &move.Position)].Add(lost, lost == 0)
	}
	fmt.Println("moves:", &all)
	for class := range classes {
		fmt.Printf("  %s: %v\n", net.Class(class), &classes[class])
	}
	return nil
}

// cubes scores cube decisions of real matches.
func (m *meter) cubes(ctx context.Context) error {
	cubes, err := readData(m, "cube-4ply-dev.tsv", measure.ReadCubes)
	if err != nil {
		return err
	}
	var all measure.Score
	for i := 0; i < len(cubes); i += m.every {
		if err := ctx.Err(); err != nil {
			return err
		}
		cube := &cubes[i]
		if err := m.eval.PlayFor(cube.State, nil); err != nil {
			return err
		}
		d := m.eval.Cube(&ai.Spot{Position: cube.Position}, m.strength)
		double, answer := cube.Lost(&d.Decision)
		lost := double
		if cube.Answer {
			lost = answer
		}
		all.Add(lost, cube.Right(&d.Decision))
	}
	fmt.Println("cubes:", &all)
	return nil
}

// bench scores choices of unlimited play without a cube, by class of position.
func (m *meter) bench(ctx context.Context) error {
	file, err := os.Open(filepath.Join(m.data, "bench-2ply-dev.jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	scores := map[string]*measure.Score{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for n := 0; lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n%m.every != 0 {
			continue
		}
		var q problem
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return err
		}
		position, err := notation.ParsePositionID(q.Pos, 0, 15)
		if err != nil {
			return err
		}
		choice := m.eval.Rank(&ai.Spot{Position: position}, q.Dice[0], q.Dice[1], m.strength)[0]
		lost, ok := q.lost(notation.PositionID(choice.End.Mirror(), 0))
		if !ok {
			continue
		}
		for _, name := range []string{q.Class, "all"} {
			if scores[name] == nil {
				scores[name] = new(measure.Score)
			}
			scores[name].Add(float32(lost), lost == 0)
		}
	}
	fmt.Println("bench:", scores["all"])
	for _, class := range []string{"contact", "crashed", "race", "bearoff"} {
		if s := scores[class]; s != nil {
			fmt.Printf("  %s: %v, %.2f mEq\n", class, s, 2*s.PR())
		}
	}
	return lines.Err()
}

// problem is a line of bench-2ply-dev.jsonl; a move is its text, the position after
// it, the plies it was looked at, its equity and its chances.
type problem struct {
	Pos   string
	Dice  [2]int
	Class string `json:"cls"`
	Moves [][]any
}

// lost returns what a choice loses against the deepest equities; ok is false if
// fewer than two moves have one.
func (p *problem) lost(chosen string) (lost float64, ok bool) {
	deepest := 0.0
	for _, m := range p.Moves {
		deepest = max(deepest, m[2].(float64))
	}
	best, worst, mine := -9.0, 9.0, -9.0
	listed := 0
	for _, m := range p.Moves {
		if m[2].(float64) < deepest {
			continue
		}
		equity := m[3].(float64)
		best, worst = max(best, equity), min(worst, equity)
		listed++
		if m[1].(string) == chosen {
			mine = equity
		}
	}
	if mine == -9 {
		mine = worst
	}
	return best - mine, listed > 1
}
