package equity

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"tablabot/engine/ai/net"
)

var referee = flag.String("referee", "testdata/gnubg-0ply.tsv", "what GNU Backgammon says about cubes")

// ruling is what GNU Backgammon says about one cube, without search.
type ruling struct {
	position                    string
	state                       State
	class                       string
	pips                        int
	chances                     net.Chances
	best, stays, taken, dropped float32
	action                      string
}

func readRulings(t *testing.T, path string) (all []ruling) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		r, err := parseRuling(lines.Text())
		if err != nil {
			t.Fatalf("%s: %v in %q", path, err, lines.Text())
		}
		all = append(all, r)
	}
	return all
}

func parseRuling(line string) (r ruling, err error) {
	numbers, action, _ := cutLast(line, "\t")
	r.action = action
	s := &r.state
	var owner string
	var jacoby, beavers int
	var win, gammon, backgammon, lostGammon, lostBackgammon float32
	_, err = fmt.Sscan(numbers, &r.position, &s.Length, &s.Mine, &s.His, &s.Cube, &owner, &jacoby, &beavers, &r.class, &r.pips,
		&win, &gammon, &backgammon, &lostGammon, &lostBackgammon, &r.best, &r.stays, &r.taken, &r.dropped)
	s.Owner = map[string]Owner{"centre": Centre, "mine": Mine, "his": His}[owner]
	s.Jacoby, s.Beavers = jacoby == 1, beavers == 1
	r.chances = net.Chances{lostBackgammon, lostGammon - lostBackgammon, 1 - win - lostGammon, 0,
		win - gammon, gammon - backgammon, backgammon}
	return r, err
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func (r *ruling) efficiency() float32 {
	switch r.class {
	case "race":
		return Efficiency(net.Race, r.pips)
	case "bearoff":
		return 0.6
	}
	return Efficiency(net.Contact, r.pips)
}

// janowski returns the equities without what this package adds to the model.
func janowski(s *Stakes, c *net.Chances, efficiency float32) (stays, taken float32) {
	o := splitOf(c)
	w := s.windows(&o)
	present := &s.levels[0]
	stays = w[0].equity(present, o.win, s.CanDouble(), s.state.Owner != Mine && present.his, efficiency)
	if s.CanDouble() {
		taken = w[1].equity(&s.levels[1], o.win, false, s.levels[1].his, efficiency)
	}
	return stays, taken
}

// TestReferee compares with GNU Backgammon, which values a cube without search by the
// same model.
func TestReferee(t *testing.T) {
	var rows, clear, same int
	var sum float64
	for _, r := range readRulings(t, *referee) {
		s, err := New(r.state, nil)
		if err != nil {
			t.Fatal(err)
		}
		mine, his := r.state.need()
		if !s.CanDouble() || mine == 2 && his == 2 {
			continue // it takes a cube in the middle for dead where both need two points
		}
		stays, taken := janowski(s, &r.chances, r.efficiency())
		off := max(distance(stays, r.stays), distance(taken, r.taken))
		if off > 0.002 {
			t.Errorf("%+v, chances %v:\n got %.4f if the cube stays, %.4f if taken\nwant %.4f and %.4f", r.state, r.chances, stays, taken, r.stays, r.taken)
		}
		rows, sum = rows+1, sum+off
		if margin(&r) > 0.02 {
			clear++
			if d := s.Weigh(stays, taken); agrees(&d, r.action) {
				same++
			}
		}
	}
	t.Logf("%d cubes, mean difference %.5f; of %d clear ones, %d decided alike", rows, sum/float64(rows), clear, same)
	if clear == 0 || float64(same) < 0.97*float64(clear) {
		t.Errorf("decides %d of %d clear cubes as GNU Backgammon does", same, clear)
	}
}

func distance(a, b float32) float64 { return math.Abs(float64(a - b)) }

// margin is how clear the ruling is.
func margin(r *ruling) float64 {
	double := math.Abs(float64(min(r.taken, r.dropped) - r.stays))
	take := math.Abs(float64(r.taken - r.dropped))
	return min(double, take)
}

func agrees(d *Decision, action string) bool {
	a := strings.ToLower(action)
	takes := strings.HasSuffix(a, "take") || strings.HasSuffix(a, "beaver")
	doubles := strings.HasPrefix(a, "double") || strings.HasPrefix(a, "redouble") || strings.HasPrefix(a, "optional")
	return d.Take == takes && d.Double == doubles
}
