package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
)

// small is a plan that takes a moment.
var small = plan{seed: 7, workers: 2, warm: 1, deep: 2, positions: 200, repeats: 4, rate: 0.002, lambda: 0.6, memory: 1000}

// trained trains by the small plan and returns the networks' files.
func trained(t *testing.T, name string, stopAt int) (folder string, files map[string][]byte) {
	t.Helper()
	g, err := findGame(name)
	if err != nil {
		t.Fatal(err)
	}
	g.hidden[0], g.hidden[1] = 32, 32
	folder = t.TempDir()
	tr := newTrainer(g, small, io.Discard)
	ctx, stop := context.WithCancel(t.Context())
	err = tr.run(ctx, 0, func(i int) error {
		if i == stopAt {
			stop()
		}
		return tr.save(filepath.Join(folder, "checkpoint"), i)
	})
	if err != nil && err != context.Canceled {
		t.Fatal(err)
	}
	if err := tr.export(folder); err != nil {
		t.Fatal(err)
	}
	return folder, exported(t, tr)
}

// exported returns the files of a trainer's networks, by class.
func exported(t *testing.T, tr *trainer) map[string][]byte {
	t.Helper()
	folder := t.TempDir()
	if err := tr.export(folder); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, class := range []string{"contact", "race"} {
		file, err := os.ReadFile(filepath.Join(folder, tr.game.name+"-"+class+".net"))
		if err != nil {
			t.Fatal(err)
		}
		files[class] = file
	}
	return files
}

// TestReproducible holds that the same plan and seed make the same networks, in every
// game that can be trained.
func TestReproducible(t *testing.T) {
	for _, g := range games() {
		t.Run(g.name, func(t *testing.T) {
			_, first := trained(t, g.name, -1)
			_, second := trained(t, g.name, -1)
			for class := range first {
				if !bytes.Equal(first[class], second[class]) {
					t.Errorf("%s: the networks differ", class)
				}
			}
		})
	}
}

// TestCheckpoint holds that a training goes on where it stopped, with what it had learned:
// loaded and saved again, a checkpoint is the same.
func TestCheckpoint(t *testing.T) {
	folder, files := trained(t, "hit", 1)
	g, _ := findGame("hit")
	g.hidden[0], g.hidden[1] = 32, 32
	tr := newTrainer(g, small, io.Discard)
	checkpoint := filepath.Join(folder, "checkpoint")
	saved, err := os.ReadFile(checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	next, err := tr.load(checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	if next != 2 {
		t.Errorf("goes on with iteration %d, want 2", next)
	}
	if err := tr.save(checkpoint, next-1); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(checkpoint); err != nil || !bytes.Equal(again, saved) {
		t.Errorf("saved again, the checkpoint differs (%v)", err)
	}
	for class, want := range exported(t, tr) {
		if !bytes.Equal(files[class], want) {
			t.Errorf("%s: the network differs after the checkpoint", class)
		}
	}
}

// TestAdopt holds that a training can begin with networks that were exported.
func TestAdopt(t *testing.T) {
	folder, files := trained(t, "tapa", -1)
	g, _ := findGame("tapa")
	g.hidden[0], g.hidden[1] = 32, 32
	tr := newTrainer(g, small, io.Discard)
	if err := tr.adopt(folder); err != nil {
		t.Fatal(err)
	}
	for class, got := range exported(t, tr) {
		if !bytes.Equal(got, files[class]) {
			t.Errorf("%s: exported again, the network differs", class)
		}
	}
}

// TestAdoptNarrower holds that what a wider network begins with says the same.
func TestAdoptNarrower(t *testing.T) {
	folder, _ := trained(t, "tapa", -1)
	g, _ := findGame("tapa")
	g.hidden[0], g.hidden[1] = 64, 48
	tr := newTrainer(g, small, io.Discard)
	if err := tr.adopt(folder); err != nil {
		t.Fatal(err)
	}
	narrow, err := readNets(folder, "tapa")
	if err != nil {
		t.Fatal(err)
	}
	var wide ai.Nets
	for class, l := range tr.learners {
		wide[class] = l.weights().Fold()
	}
	start := ai.Start(&g.rules)
	e := ai.Forgetful(&g.rules)
	e.Nets = narrow
	want := e.Judge(&start)
	e.Nets = &wide
	got := e.Judge(&start)
	for outcome := range want {
		if math.Abs(float64(got[outcome]-want[outcome])) > 0.002 {
			t.Fatalf("the wide network says %v, the narrow one %v", got, want)
		}
	}
}

// TestEquals holds that equal sides are equal to the point, whatever the dice.
func TestEquals(t *testing.T) {
	folder, _ := trained(t, "hit", -1)
	g, _ := findGame("hit")
	rules, _ := engine.Variant("gulbara")
	var library ai.Library
	for name, side := range map[string]func() (*fighter, error){
		"networks": func() (*fighter, error) { return newFighter(g, folder, 0) },
		"baseline": func() (*fighter, error) { return newFighter(g, "baseline", 0) },
		"a level":  func() (*fighter, error) { return newLevel(&library, &rules, 2) },
	} {
		match := func(p pair, dice *rand.Rand) (float64, error) { return p.match(3, dice) }
		for what, play := range map[string]func(pair, *rand.Rand) (float64, error){"games": pair.game, "matches": match} {
			var sides pair // of a match they remember the score
			for i := range sides {
				var err error
				if sides[i], err = side(); err != nil {
					t.Fatal(err)
				}
			}
			if a, err := sides.twice(t.Context(), 1, 3, play); err != nil || a.n != 3 || a.mean() != 0 {
				t.Errorf("%s, %s: a side beats itself by %f in %v, %v", name, what, a.mean(), a.n, err)
			}
		}
	}
}

// TestInterruptedDuel holds that what was played before an interrupt counts.
func TestInterruptedDuel(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	games := 0
	won := func(pair, *rand.Rand) (float64, error) {
		if games++; games == 3 {
			interrupt()
		}
		return 1 - 2*float64(games&1), nil // −1 to begin with, then 1
	}
	a, err := pair{}.twice(ctx, 1, 10, won)
	if !errors.Is(err, context.Canceled) || a.n != 2 || a.mean() != -1 {
		t.Errorf("after two pairs the mean of %v is %v, %v, want -1", a.n, a.mean(), err)
	}
}

// TestPlaysForTheMatch holds that a side who needs a point cares for no gammon.
func TestPlaysForTheMatch(t *testing.T) {
	g, _ := findGame("hit")
	f, err := newFighter(g, "baseline", 0)
	if err != nil {
		t.Fatal(err)
	}
	_, won, err := engine.ParsePosition("backgammon:1,,,,,,,,,,,,-15,,,,,,,,,,,|0,0|14,0")
	if err != nil {
		t.Fatal(err)
	}
	points := f.play(&ai.Spot{Position: won}, 2, 1).Equity
	if err := f.playAt(3, 2, 0); err != nil {
		t.Fatal(err)
	}
	if needed := f.play(&ai.Spot{Position: won}, 2, 1).Equity; points < 2 || needed != 1 {
		t.Errorf("the win is worth %v for points and %v for the match", points, needed)
	}
}

// TestBadCommands holds that what makes no sense is told and does nothing.
func TestBadCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, want := range map[string]string{
		"nonsense":                        `"nonsense" is no flag`,
		"-memory 0":                       "more than nothing",
		"-workers 0":                      "more than nothing",
		"-game chess":                     `called "chess"`,
		"measure -plies 3":                "0 to 2 plies, not 3",
		"measure -level 7":                "1 to 6, not 7",
		"measure -every 0":                "not 0",
		"duel -pairs 0":                   "at least one pair",
		"duel -game hit -rules tapa":      `no game called "tapa"`,
		"duel -game tapa -plies-a 9":      "0 to 2 plies, not 9",
		"league -to 8":                    "of 1 to 6",
		"league -from 3 -to 3":            "to a stronger one",
		"league -game chess":              `called "chess"`,
		"league -pairs 0":                 "at least one pair",
		"duel -game tapa -a nowhere more": `"more" is no flag`,
	} {
		err := command(t.Context(), strings.Fields(line))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("train %s: error %v, want one about %q", line, err, want)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}
