package measure

import (
	"os"
	"strings"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai/equity"
	"tablabot/engine/enginetest"
)

func open(t *testing.T, name string) *os.File {
	t.Helper()
	file, err := os.Open(enginetest.Shared(t, "strength/"+name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file
}

// TestCubes holds the judge against himself: his own equities must give his decision.
func TestCubes(t *testing.T) {
	cubes, err := ReadCubes(open(t, "cube-4ply-dev.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var score Score
	for i := range cubes {
		c := &cubes[i]
		if c.DoubleDrop != 1 {
			t.Errorf("%+v: a drop is worth %v", c.State, c.DoubleDrop)
		}
		stakes, err := equity.New(c.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := stakes.Weigh(c.NoDouble, c.DoubleTake)
		double, answer := c.Lost(&d)
		right := c.Right(&d)
		score.Add(double+answer, right)
		if !right && double == 0 && answer == 0 {
			t.Logf("%q but %+v", c.Proper, d)
		}
	}
	t.Log(&score)
	if score.Decisions != 3112 || score.Lost != 0 || score.Right < 3100 {
		t.Errorf("%v, want 3112 decisions without a loss", &score)
	}
}

func TestMoves(t *testing.T) {
	rules, _ := engine.Variant("backgammon")
	moves, err := ReadMoves(open(t, "moves-4ply-dev.tsv"), &rules)
	if err != nil {
		t.Fatal(err)
	}
	var best, last Score
	for i := range moves {
		m := &moves[i]
		if lost := m.Lost(m.Candidates[0].End); lost != 0 {
			t.Errorf("%v with %v: the first of %+v costs %v", m.Position, m.Dice, m.Candidates, lost)
		}
		best.Add(m.Lost(m.Candidates[0].End), true)
		last.Add(m.Lost(engine.Position{}), false)
	}
	if best.Decisions != 5579 || last.PR() < 10 {
		t.Errorf("%v at best, %v at worst", &best, &last)
	}
}

func TestBadRows(t *testing.T) {
	rules, _ := engine.Variant("backgammon")
	for row, want := range map[string]string{
		"zO4NBASwDQR4Vg\tcAmpAAAAAAAE":                        "line 1: columns",
		"zO4NBASwDQR4Vg\tcAmp\t22\t4:24/22=0.1":               "not a match ID",
		"zO4NBASwDQR4Vg\tcAmpAAAAAAAE\tx2\t4:bar/23=0.1":      "no dice",
		"zO4NBASwDQR4Vg\tcAmpAAAAAAAE\t22\t4:bar/21 13/11*/9": "no candidate",
		"zO4NBASwDQR4Vg\tcAmpAAAAAAAE\t22\t4:bar/21=a":        "no equity",
	} {
		if _, err := ReadMoves(strings.NewReader(row), &rules); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", row, err, want)
		}
	}
	if _, err := ReadCubes(strings.NewReader("zO4NBASwDQR4Vg\tcAmpAAAAAAAE\t4\t-0.7\tx\t1\tNo double, take")); err == nil {
		t.Error("a cube decision without an equity is read")
	}
}
