package equity

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine/ai/net"
)

// race returns chances without gammons.
func race(win float32) *net.Chances { return &net.Chances{net.Lose1: 1 - win, net.Win1: win} }

// takePoint returns the least chance to win with which the opponent of the player may
// take his double, in a race.
func takePoint(s *Stakes, efficiency float32) float64 {
	drops, takes := float32(0), float32(1) // the opponent's chances
	for range 40 {
		middle := (drops + takes) / 2
		if d := s.Decide(race(1-middle), efficiency); d.Take {
			takes = middle
		} else {
			drops = middle
		}
	}
	return float64(takes)
}

// TestTakePoints holds take points without gammons that are known or follow from the
// table by hand. The doubler sees the state.
func TestTakePoints(t *testing.T) {
	for _, test := range []struct {
		name       string
		state      State
		efficiency float32
		want       float64
	}{
		{"money, dead", State{Cube: 1}, 0, 0.25},
		{"money, live", State{Cube: 1}, 1, 0.2},
		{"money, Janowski's ½ / (2 + x/2)", State{Cube: 1}, 0.68, 0.5 / 2.34},
		{"money, redouble, live", State{Cube: 2, Owner: Mine}, 1, 0.2},
		{"money, last double below the limit", State{Cube: 32, Owner: Mine, MaxCube: 64}, 1, 0.25},
		{"money, last but one", State{Cube: 16, Owner: Mine, MaxCube: 64}, 1, 0.25 * 0.75},
		// The taker loses the match or wins it; a drop leaves him the Crawford game.
		{"two against two", State{Length: 2, Cube: 1}, 0.68, 0.32264},
		// A drop leaves three against two; a win two against two; the cube dies.
		{"four doubles two", State{Length: 4, Mine: 0, His: 2, Cube: 1}, 0.68, 1 - (1-0.59947)/0.5},
		// The taker redoubles for the match at once: he plays for it at his chance to win.
		{"two doubles four", State{Length: 4, Mine: 2, His: 0, Cube: 1}, 0.68, 0.18564},
		{"two doubles three", State{Length: 3, Mine: 1, His: 0, Cube: 1}, 0.68, 0.24924},
		// After the Crawford game: what a drop leaves is 1-away against 1 …
		{"free drop for nothing", State{Length: 5, Mine: 3, His: 4, Cube: 1}, 0.68, 0.5},
		// … or 1-away against 2, while losing the doubled game leaves 1 against 1.
		{"three from behind", State{Length: 5, Mine: 2, His: 4, Cube: 1}, 0.68, (1 - 0.48803 - 0.5) / 0.5},
	} {
		if got := takePoint(mustNew(t, test.state), test.efficiency); !near(got, test.want, 2e-4) {
			t.Errorf("%s: take point %.4f, want %.4f", test.name, got, test.want)
		}
	}
}

// TestDoubles holds decisions that every player knows.
func TestDoubles(t *testing.T) {
	money := State{Cube: 1}
	behind := State{Length: 5, Mine: 2, His: 4, Cube: 1} // after the Crawford game
	blitz := &net.Chances{net.Lose1: 0.2, net.Win1: 0.3, net.Win2: 0.5}
	for _, test := range []struct {
		name         string
		state        State
		chances      *net.Chances
		efficiency   float32
		double, take bool
	}{
		{"last roll, below even", money, race(0.49), 0, false, true},
		{"last roll, above even", money, race(0.51), 0, true, true},
		{"last roll, too good to take", money, race(0.76), 0, true, false},
		{"won already", money, race(1), 0.68, true, false},
		{"middle of a race, below the window", money, race(0.66), 0.68, false, true},
		{"middle of a race, in the window", money, race(0.75), 0.68, true, true},
		{"middle of a race, past the window", money, race(0.82), 0.68, true, false},
		{"redoubling needs more", State{Cube: 2, Owner: Mine}, race(0.71), 0.68, false, true},
		{"than doubling", money, race(0.71), 0.68, true, true},
		{"too good", money, blitz, 0.68, false, false},
		{"not under Jacoby", State{Cube: 1, Jacoby: true}, blitz, 0.68, true, false},
		{"too good again once the cube is turned", State{Cube: 2, Owner: Mine, Jacoby: true}, blitz, 0.68, false, false},
		{"from behind after Crawford, bad", behind, race(0.2), 0.68, true, true},
		{"from behind after Crawford, good", behind, race(0.8), 0.68, true, true},
		{"from behind after Crawford, won", behind, race(0.99), 0.68, true, false},
	} {
		d := mustNew(t, test.state).Decide(test.chances, test.efficiency)
		if d.Double != test.double || d.Take != test.take || d.TooGood != (!test.double && d.NoDouble > 1) {
			t.Errorf("%s: %+v, want double %v, take %v", test.name, d, test.double, test.take)
		}
	}
}

// TestNoDoubles holds that a cube that is out of reach, or dead, is not offered.
func TestNoDoubles(t *testing.T) {
	for name, state := range map[string]State{
		"no cube":           {},
		"Crawford":          {Length: 5, Mine: 1, His: 4, Cube: 1, Crawford: true},
		"his cube":          {Cube: 2, Owner: His},
		"the limit":         {Cube: 64, Owner: Mine, MaxCube: 64},
		"one point needed":  {Length: 5, Mine: 4, His: 2, Cube: 1},
		"two, cube 2":       {Length: 5, Mine: 3, His: 2, Cube: 2, Owner: Mine},
		"a match to 1":      {Length: 1, Cube: 1},
		"both need a point": {Length: 9, Mine: 8, His: 8, Cube: 1},
	} {
		s := mustNew(t, state)
		for _, win := range []float32{0, 0.5, 0.75, 1} {
			if d := s.Decide(race(win), 0.68); s.CanDouble() || d.Double || d.Take || d.TooGood || d.Equity() != d.NoDouble {
				t.Errorf("%s: %+v with %v to win", name, d, win)
			}
		}
	}
}

func TestBeavers(t *testing.T) {
	for _, test := range []struct {
		name                                string
		state                               State
		win                                 float32
		beaver, takeBeaver, raccoon, double bool
	}{
		{"not agreed", State{Cube: 1}, 0.4, false, true, false, false},
		{"a bad double", State{Cube: 1, Beavers: true, Raccoons: true}, 0.4, true, true, false, false},
		{"a hopeless one", State{Cube: 1, Beavers: true}, 0.2, true, false, false, false},
		{"a fair one", State{Cube: 1, Beavers: true, Raccoons: true}, 0.75, false, true, true, true},
		{"near the limit", State{Cube: 32, Owner: Mine, Beavers: true, MaxCube: 64}, 0.4, false, true, false, false},
		{"no beavers in matches", State{Length: 9, Cube: 1, Beavers: true}, 0.4, false, true, false, false},
	} {
		d := mustNew(t, test.state).Decide(race(test.win), 0.68)
		if d.Beaver != test.beaver || d.TakeBeaver != test.takeBeaver || d.Raccoon != test.raccoon || d.Double != test.double {
			t.Errorf("%s: %+v, want beaver %v, its take %v, raccoon %v, double %v", test.name, d, test.beaver, test.takeBeaver, test.raccoon, test.double)
		}
	}
}

// efficiencyOf draws an efficiency, often one of the ends.
func efficiencyOf(t *rapid.T) float32 {
	return max(min(rapid.Float32Range(-0.1, 1.1).Draw(t, "efficiency"), 1), 0)
}

// TestEquityRises holds that a better position is never worth less.
func TestEquityRises(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, c, x := mustNew(t, drawState(rt)), drawChances(rt), efficiencyOf(rt)
		from := rapid.IntRange(0, net.Outcomes-2).Draw(rt, "from")
		to := rapid.IntRange(from+1, net.Outcomes-1).Draw(rt, "to")
		if from == int(net.Draw) || to == int(net.Draw) {
			return
		}
		better := c
		better[from], better[to] = 0, c[from]+c[to]
		before, after := s.Decide(&c, x), s.Decide(&better, x)
		if loss := before.Equity() - after.Equity(); loss > tolerance(s) {
			rt.Fatalf("%+v: %v is worth %v, the better %v %v", s.State(), c, before.Equity(), better, after.Equity())
		}
	})
}

// drawGame draws chances with as many gammons as there are in backgammon.
func drawGame(t *rapid.T) net.Chances {
	win := rapid.Float32Range(0, 1).Draw(t, "win")
	gammons := rapid.Float32Range(0, 0.4).Draw(t, "gammons of the wins")
	lost := rapid.Float32Range(0, 0.4).Draw(t, "gammons of the losses")
	loss := 1 - win
	return net.Chances{loss * lost * 0.05, loss * lost * 0.95, loss * (1 - lost), 0,
		win * (1 - gammons), win * gammons * 0.95, win * gammons * 0.05}
}

// TestCubeIsWorthHaving holds that in unlimited play a player likes the cube best on
// his own side and least on the opponent's. At a match score the model can be wrong by
// a little: where a double would hurt the doubler, it lets him offer it all the same.
func TestCubeIsWorthHaving(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c, x := drawGame(rt), efficiencyOf(rt)
		var equity [3]float32
		for owner := range equity {
			s := mustNew(t, State{Cube: 2, Owner: Owner(owner), MaxCube: 64})
			equity[owner] = s.Decide(&c, x).NoDouble
		}
		if equity[Mine]+1e-5 < equity[Centre] || equity[Centre]+1e-5 < equity[His] {
			rt.Fatalf("%v: worth %v in the middle, %v mine, %v his", c, equity[Centre], equity[Mine], equity[His])
		}
	})
}

// TestEquityOfDecision holds that who is to roll gets the best of what he may do.
func TestEquityOfDecision(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s, c, x := mustNew(t, drawState(rt)), drawChances(rt), efficiencyOf(rt)
		d := s.Decide(&c, x)
		want := d.NoDouble
		if s.CanDouble() {
			want = max(want, min(d.DoubleTake, d.DoubleDrop))
		}
		if tie := 1e-5; math.Abs(float64(d.Equity()-want)) > tie || s.Cubeful(&c, x) != want {
			rt.Fatalf("%+v: decision worth %v, equity %v, want %v of %+v", s.State(), d.Equity(), s.Cubeful(&c, x), want, d)
		}
	})
}

// TestTakenDouble holds that the equity of a double taken is that of the game with the
// doubled cube.
func TestTakenDouble(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		state, c, x := drawState(rt), drawChances(rt), efficiencyOf(rt)
		s := mustNew(t, state)
		if !s.CanDouble() {
			return
		}
		doubled := mustNew(t, state.Doubled())
		got, want := s.Decide(&c, x).DoubleTake, s.Equity(doubled.Chance(doubled.Cubeful(&c, x)))
		if !near(float64(got), float64(want), float64(tolerance(s))) {
			rt.Fatalf("%+v, %v: double and take %v, the doubled game %v", state, c, got, want)
		}
	})
}

// tolerance is what rounding may cost: equities far from ±1 lose digits.
func tolerance(s *Stakes) float32 {
	last := &s.levels[len(s.levels)-1]
	return 1e-5 * (1 + last.won[2] - last.lost[2])
}

// TestDeadCube holds that without a cube to turn nothing but the worths counts.
func TestDeadCube(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		state, c, x := drawState(rt), drawChances(rt), efficiencyOf(rt)
		state.Cube = 0
		s := mustNew(t, state)
		worth := s.Worth()
		if got, want := s.Cubeful(&c, x), worth.Of(&c); got != want {
			rt.Fatalf("%+v: worth %v, want %v", state, got, want)
		}
	})
}

func TestNoAllocation(t *testing.T) {
	s, c := mustNew(t, State{Length: 25, Cube: 1}), race(0.7)
	if n := testing.AllocsPerRun(100, func() { sink += s.Cubeful(c, 0.68) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestEfficiency(t *testing.T) {
	for _, test := range []struct {
		class net.Class
		pips  int
		want  float32
	}{
		{net.Contact, 20, 0.68}, {net.Contact, 200, 0.68},
		{net.Race, 10, 0.6}, {net.Race, 40, 0.6}, {net.Race, 80, 0.65}, {net.Race, 120, 0.7}, {net.Race, 160, 0.7},
	} {
		if got := Efficiency(test.class, test.pips); !near(float64(got), float64(test.want), 1e-6) {
			t.Errorf("%v, %d pips: %v, want %v", test.class, test.pips, got, test.want)
		}
	}
}
