package bearoff_test

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai/bearoff"
	"tablabot/engine/enginetest"
)

// TestRollsOfAnotherProgram compares how many rolls placements need with what GNU
// Backgammon knows.
func TestRollsOfAnotherProgram(t *testing.T) {
	type sample struct {
		Me   [6]int    `json:"me"`
		Dist []float64 `json:"dist_pct"`
		Mean float64   `json:"mean_rolls"`
	}
	tables := bearoff.For(variant(t, "backgammon"), [2]uint8{})
	var chances, means differences
	for _, s := range samples[sample](t, "strength/bearoff-one-sided-300.jsonl") {
		side := home(s.Me, 15)
		mean, _ := tables.Mean(&side)
		means.add(float64(mean), s.Mean)
		last := float32(0)
		for rolls, percent := range s.Dist {
			now, _ := tables.Within(&side, rolls)
			chances.add(float64(now-last), percent/100)
			last = now
		}
	}
	chances.report(t, "chance of a number of rolls", 5e-5)
	means.report(t, "mean number of rolls", 2e-3)
}

// TestEquitiesOfAnotherProgram compares equities for few checkers with what GNU
// Backgammon knows; its figures are those of rolling without a double.
func TestEquitiesOfAnotherProgram(t *testing.T) {
	type sample struct {
		Me          [6]int  `json:"me"`
		Opponent    [6]int  `json:"opp"`
		Cubeless    float64 `json:"cubeless"`
		Centred     float64 `json:"centred"`
		Owned       float64 `json:"owned"`
		Unavailable float64 `json:"opp_owns"`
	}
	tables := bearoff.For(variant(t, "backgammon"), [2]uint8{})
	var cubeless differences
	var rolling [3]differences
	for _, s := range samples[sample](t, "strength/bearoff-two-sided-600.jsonl") {
		p := engine.Position{Sides: [2]engine.Side{home(s.Me, 15), home(s.Opponent, 15)}}
		e, ok := tables.Equities(&p)
		if !ok {
			t.Fatalf("%v against %v is not known", s.Me, s.Opponent)
		}
		cubeless.add(float64(e.Cubeless), s.Cubeless)
		for cube, want := range []float64{s.Centred, s.Owned, s.Unavailable} {
			d, _ := tables.Doubling(&p, bearoff.Cube(cube))
			rolling[cube].add(float64(d.NoDouble), want)
		}
	}
	cubeless.report(t, "cubeless equity", 2e-4)
	rolling[bearoff.Centred].report(t, "equity with a centred cube", 2e-4)
	rolling[bearoff.Owned].report(t, "equity with one's own cube", 2e-4)
	rolling[bearoff.Unavailable].report(t, "equity with the opponent's cube", 2e-4)
}

// differences gathers how far figures lie from those they should be.
type differences struct {
	n            int
	sum, largest float64
}

func (d *differences) add(got, want float64) {
	diff := math.Abs(got - want)
	d.n++
	d.sum += diff
	d.largest = max(d.largest, diff)
}

func (d *differences) report(t *testing.T, of string, most float64) {
	t.Helper()
	t.Logf("%s: %d figures, mean difference %.1e, largest %.1e", of, d.n, d.sum/float64(d.n), d.largest)
	if d.n == 0 || d.largest > most {
		t.Errorf("%s: %d figures differ by up to %g, want at most %g", of, d.n, d.largest, most)
	}
}

// samples reads a file of shared data with a JSON value a line.
func samples[T any](t *testing.T, name string) (all []T) {
	t.Helper()
	file, err := os.Open(enginetest.Shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var s T
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// home returns a side of so many checkers, of which those given stand on the points
// 1 to 6 and the others are off.
func home(points [6]int, checkers int) (s engine.Side) {
	for i, n := range points {
		s.Set(i+1, n)
		checkers -= n
	}
	s.Set(engine.Off, checkers)
	return s
}

func variant(t testing.TB, key string) *engine.Rules {
	t.Helper()
	r, ok := engine.Variant(key)
	if !ok {
		t.Fatalf("there is no game %q", key)
	}
	return &r
}
