package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/equity"
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

// losses gathers the equity lost by class of decision.
type losses struct {
	names []string
	sum   map[string]float64
	n     map[string]int
}

func (l *losses) add(name string, loss float64) {
	if l.sum == nil {
		l.sum, l.n = map[string]float64{}, map[string]int{}
	}
	if l.n[name] == 0 {
		l.names = append(l.names, name)
	}
	l.sum[name] += loss
	l.n[name]++
}

func (l *losses) String() string {
	var b strings.Builder
	for _, name := range l.names {
		fmt.Fprintf(&b, "%s %.2f mEq (%d)  ", name, 1000*l.sum[name]/float64(l.n[name]), l.n[name])
	}
	return b.String()
}

// measureBench scores cubeless choices without search on bench-2ply-dev.jsonl.
func measureBench(e *ai.Evaluator, depth ai.Depth, path string) (*losses, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var l losses
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r struct {
			Pos   string
			Dice  [2]int
			Class string `json:"cls"`
			Moves [][]any
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		position, err := notation.ParsePositionID(r.Pos, 0, 15)
		if err != nil {
			return nil, err
		}
		choice := e.Rank(&ai.Spot{Position: position}, r.Dice[0], r.Dice[1], depth)[0]
		id := notation.PositionID(choice.Next.Position, 0)
		deepest := 0.0
		for _, m := range r.Moves {
			deepest = max(deepest, m[2].(float64))
		}
		best, worst, mine, listed := -9.0, 9.0, 0.0, 0
		found := false
		for _, m := range r.Moves {
			if m[2].(float64) < deepest {
				continue
			}
			equity := m[3].(float64)
			best, worst = max(best, equity), min(worst, equity)
			listed++
			if m[1].(string) == id {
				mine, found = equity, true
			}
		}
		if listed < 2 {
			continue
		}
		if !found {
			mine = worst
		}
		l.add(r.Class, best-mine)
		l.add("all", best-mine)
	}
	return &l, lines.Err()
}

// measureMoves scores choices on moves-4ply-dev.tsv, at the score and with the cube of
// the match.
func measureMoves(e *ai.Evaluator, depth ai.Depth, path string) (*losses, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var l losses
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(fields[0], "#") || len(fields) < 5 {
			continue
		}
		position, err := notation.ParsePositionID(fields[0], 0, 15)
		if err != nil {
			return nil, err
		}
		if err := aim(e, fields[1]); err != nil {
			return nil, err
		}
		a, b := int(fields[2][0]-'0'), int(fields[2][1]-'0')
		choice := e.Rank(&ai.Spot{Position: position}, a, b, depth)[0]
		stage := engine.Stage{Rules: e.Rules, Position: position, Dice: engine.Roll(a, b)}
		best, worst, mine := -9.0, 9.0, -9.0
		for _, candidate := range fields[3:] {
			text, value, _ := strings.Cut(candidate, "=")
			_, text, _ = strings.Cut(text, ":")
			equity, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return nil, err
			}
			best, worst = max(best, equity), min(worst, equity)
			plays, err := notation.ParsePlay(&stage, text)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", fields[0], text, err)
			}
			for _, steps := range plays {
				end, err := stage.After(steps)
				if err == nil && (end.Mirror() == choice.Next.Position || choice.Over) {
					mine = equity
				}
			}
		}
		if mine == -9 {
			mine = worst
		}
		l.add(net.ClassOf(e.Rules, &position).String(), best-mine)
		l.add("all", best-mine)
	}
	if n := l.n["all"]; n > 0 {
		fmt.Printf("PR %.2f\n", 500*l.sum["all"]/float64(n))
	}
	return &l, lines.Err()
}

// aim lets the evaluator play for what a match ID tells.
func aim(e *ai.Evaluator, matchID string) error {
	m, err := notation.ParseMatchID(matchID)
	if err != nil {
		return err
	}
	me := m.OnRoll
	owner := equity.Centre
	switch m.CubeOwner {
	case notation.OwnedBy(me):
		owner = equity.Mine
	case notation.OwnedBy(me.Other()):
		owner = equity.His
	}
	return e.PlayFor(equity.State{Length: m.Length, Mine: m.Score[me], His: m.Score[me.Other()],
		Cube: m.Cube, Owner: owner, Crawford: m.Crawford, Jacoby: m.Jacoby}, nil)
}
