package equity

import (
	"math"
	"testing"

	"tablabot/engine/ai/net"
)

// near reports whether two numbers differ by no more than the tolerance.
func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

func TestKazaross(t *testing.T) {
	table := Kazaross()
	for _, test := range []struct {
		mine, his int
		after     bool
		want      float64
	}{
		{1, 1, false, 0.5},
		{2, 1, false, 0.32264}, // the Crawford game
		{2, 1, true, 0.48803},  // after it
		{1, 3, true, 1 - 0.32264},
		{3, 5, false, 0.64795},
		{5, 3, false, 0.35205},
		{7, 7, true, 0.5},
		{25, 1, true, 0.00123},
		{25, 24, false, 0.46914},
		{0, 4, false, 1},
		{4, -2, false, 0},
		{-1, 1, true, 1},
	} {
		if got := table.Win(test.mine, test.his, test.after); !near(got, test.want, 1e-9) {
			t.Errorf("needing %d against %d, after Crawford %v: chance %v, want %v", test.mine, test.his, test.after, got, test.want)
		}
	}
}

// TestTablesAreFair holds what any table must obey.
func TestTablesAreFair(t *testing.T) {
	for name, table := range map[string]*Table{
		"Kazaross":    Kazaross(),
		"two levels":  Cubeless(&net.Chances{0, 0.1, 0.4, 0, 0.3, 0.2, 0}),
		"with draws":  Cubeless(&net.Chances{0, 0.2, 0.28, 0.04, 0.28, 0.2, 0}),
		"all thrices": Cubeless(&net.Chances{net.Lose3: 0.5, net.Win3: 0.5}),
	} {
		for _, after := range []bool{false, true} {
			for a := 1; a <= MaxLength; a++ {
				for b := 1; b <= MaxLength; b++ {
					chance := table.Win(a, b, after)
					if other := table.Win(b, a, after); !near(chance+other, 1, 1e-6) {
						t.Fatalf("%s: needing %d and %d the chances are %v and %v", name, a, b, chance, other)
					}
					if less := table.Win(a, b-1, after && b > 2); less > chance+1e-9 {
						t.Fatalf("%s: against %d the chance is %v, against %d it is %v", name, b, chance, b-1, less)
					}
				}
			}
		}
	}
}

func TestCubeless(t *testing.T) {
	even := &net.Chances{net.Lose1: 0.5, net.Win1: 0.5}
	uneven := &net.Chances{net.Lose1: 0.2, net.Win1: 0.8} // of one seat: the mean counts
	gammons := &net.Chances{net.Lose2: 0.5, net.Win2: 0.5}
	mixed := &net.Chances{net.Lose2: 0.1, net.Lose1: 0.4, net.Win1: 0.4, net.Win2: 0.1}
	draws := &net.Chances{net.Lose1: 0.4, net.Draw: 0.2, net.Win1: 0.4}
	for _, test := range []struct {
		name      string
		chances   *net.Chances
		mine, his int
		want      float64
	}{
		{"single games", even, 1, 2, 0.75},
		{"single games", even, 2, 3, 0.6875}, // 11/16
		{"single games of an uneven start", uneven, 1, 2, 0.75},
		{"double games", gammons, 2, 3, 0.75},
		{"double games", gammons, 3, 4, 0.5},
		{"double games", gammons, 1, 2, 0.5},
		{"some of both", mixed, 1, 2, 0.5 + 0.4*0.5},
		{"level ahead", draws, -1, -1, 0.5},
		{"both there, no lead", draws, 0, 0, 0.5},
		{"a draw brings both there", draws, 1, 1, 0.5},
		{"a draw wins it", draws, 1, 2, 0.4 + 0.2 + 0.4*0.5},
	} {
		if got := Cubeless(test.chances).Win(test.mine, test.his, false); !near(got, test.want, 1e-6) {
			t.Errorf("%s, needing %d against %d: chance %v, want %v", test.name, test.mine, test.his, got, test.want)
		}
	}
}
