package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
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
	files = map[string][]byte{}
	for _, class := range []string{"contact", "race"} {
		if files[class], err = os.ReadFile(filepath.Join(folder, name+"-"+class+".net")); err != nil {
			t.Fatal(err)
		}
	}
	return folder, files
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

// TestCheckpoint holds that a training goes on where it stopped.
func TestCheckpoint(t *testing.T) {
	folder, _ := trained(t, "hit", 1)
	g, _ := findGame("hit")
	g.hidden[0], g.hidden[1] = 32, 32
	tr := newTrainer(g, small, io.Discard)
	next, err := tr.load(filepath.Join(folder, "checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	if next != 2 {
		t.Errorf("goes on with iteration %d, want 2", next)
	}
	if err := tr.export(t.TempDir()); err != nil {
		t.Error(err)
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
	again := t.TempDir()
	if err := tr.export(again); err != nil {
		t.Fatal(err)
	}
	for class, want := range files {
		got, err := os.ReadFile(filepath.Join(again, "tapa-"+class+".net"))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: exported again, the network differs (%v)", class, err)
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
		var sides pair
		for i := range sides {
			var err error
			if sides[i], err = side(); err != nil {
				t.Fatal(err)
			}
		}
		match := func(p pair, dice *rand.Rand) (float64, error) { return p.match(3, dice) }
		for what, play := range map[string]func(pair, *rand.Rand) (float64, error){"games": pair.game, "matches": match} {
			if a, err := sides.twice(1, 3, play); err != nil || a.n != 3 || a.mean() != 0 {
				t.Errorf("%s, %s: a side beats itself by %f in %v, %v", name, what, a.mean(), a.n, err)
			}
		}
	}
}
