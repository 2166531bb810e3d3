package equity

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine/ai/net"
)

func mustNew(t testing.TB, state State) *Stakes {
	t.Helper()
	s, err := New(state, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWorth holds what gammons are worth where every player knows it.
func TestWorth(t *testing.T) {
	for _, test := range []struct {
		name  string
		state State
		want  net.Worth
	}{
		{"money", State{Cube: 1}, net.Worth{-3, -2, -1, 0, 1, 2, 3}},
		{"money, cube 8", State{Cube: 8, Owner: His}, net.Worth{-3, -2, -1, 0, 1, 2, 3}},
		{"no cube", State{Jacoby: true}, net.Worth{-3, -2, -1, 0, 1, 2, 3}},
		{"Jacoby, cube in the middle", State{Cube: 1, Jacoby: true}, net.Worth{-1, -1, -1, 0, 1, 1, 1}},
		{"Jacoby, cube turned", State{Cube: 2, Owner: Mine, Jacoby: true}, net.Worth{-3, -2, -1, 0, 1, 2, 3}},
		{"both need a point", State{Length: 5, Mine: 4, His: 4, Cube: 1}, net.Worth{-1, -1, -1, 0, 1, 1, 1}},
		{"both need two, cube 2", State{Length: 2, Cube: 2, Owner: Mine}, net.Worth{-1, -1, -1, 0, 1, 1, 1}},
		{"gammon go", State{Length: 5, Mine: 3, His: 4, Cube: 1, Crawford: true}, net.Worth{-1, -1, -1, 1, 1, 3, 3}},
		{"gammon save", State{Length: 5, Mine: 4, His: 3, Cube: 1, Crawford: true}, net.Worth{-3, -3, -1, 1, 1, 1, 1}},
		{"cube 2, two against four", State{Length: 5, Mine: 3, His: 1, Cube: 2, Owner: His}, net.Worth{-3, -3, -1, 0.26128, 1, 1, 1}},
	} {
		got := mustNew(t, test.state).Worth()
		for i := range got {
			draw := i == int(net.Draw) && test.state.Length > 0 // no draws in games with a cube
			if !draw && !near(float64(got[i]), float64(test.want[i]), 1e-5) {
				t.Errorf("%s: worth %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}

func TestWorthOfDraws(t *testing.T) {
	table := Cubeless(&net.Chances{net.Lose1: 0.4, net.Draw: 0.2, net.Win1: 0.4})
	for _, test := range []struct {
		name  string
		state State
		want  float32
	}{
		{"level", State{Length: 3, Mine: 2, His: 2}, 0},
		{"both have enough", State{Length: 3, Mine: 4, His: 4}, 0},
		{"a draw ends it", State{Length: 3, Mine: 2, His: 1}, 1},
		{"a draw loses it", State{Length: 3, Mine: 0, His: 2}, -1},
	} {
		s, err := New(test.state, table)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Worth()[net.Draw]; !near(float64(got), float64(test.want), 1e-6) {
			t.Errorf("%s: a draw is worth %v, want %v", test.name, got, test.want)
		}
	}
}

// TestHighestCube: it cannot be turned any more, one below it can.
func TestHighestCube(t *testing.T) {
	for cube, want := range map[int]bool{HighestCube: false, HighestCube / 2: true} {
		s, err := New(State{Cube: cube, Owner: Mine}, nil)
		if err != nil || s.CanDouble() != want {
			t.Errorf("at %d: %v, %v", cube, s, err)
		}
	}
}

func TestBadStates(t *testing.T) {
	for _, test := range []struct {
		state State
		want  string
	}{
		{State{Length: 26}, "1 up to 25 points, not 26"},
		{State{Length: 5, Mine: -1}, "no score is -1 to 0"},
		{State{Length: 5, Mine: 5, His: 2}, "over at 5 to 2"},
		{State{Cube: 3}, "power of two, not 3"},
		{State{Cube: 1 << 30}, "goes up to 1048576 at most, not to 1073741824"},
		{State{Cube: 1, Owner: 3}, "no owner"},
		{State{Cube: 1, MaxCube: -2}, "not to -2"},
	} {
		if _, err := New(test.state, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("New(%+v): error %v, want one about %q", test.state, err, test.want)
		}
	}
}

// drawState draws a state of a game that is not over.
func drawState(t *rapid.T) State {
	s := State{
		Length: rapid.IntRange(0, MaxLength).Draw(t, "length"),
		Cube:   rapid.SampledFrom([]int{0, 1, 2, 4, 8}).Draw(t, "cube"),
		Owner:  rapid.SampledFrom([]Owner{Centre, Mine, His}).Draw(t, "owner"),
	}
	if s.Length > 0 {
		s.Mine = rapid.IntRange(0, s.Length-1).Draw(t, "mine")
		s.His = rapid.IntRange(0, s.Length-1).Draw(t, "his")
		s.NoCrawford = rapid.Bool().Draw(t, "no Crawford")
		s.Crawford = !s.NoCrawford && s.Owner == Centre && (s.Mine == s.Length-1) != (s.His == s.Length-1) && rapid.Bool().Draw(t, "Crawford")
	} else {
		s.MaxCube = rapid.SampledFrom([]int{0, 16, 64}).Draw(t, "limit")
	}
	s.Jacoby = rapid.Bool().Draw(t, "Jacoby")
	return s
}

// drawChances draws chances without draws, some of them zero.
func drawChances(t *rapid.T) (c net.Chances) {
	var sum float32
	for i := range c {
		if i != int(net.Draw) {
			c[i] = max(rapid.Float32Range(-0.2, 1).Draw(t, "weight"), 0)
		}
		sum += c[i]
	}
	if sum < 0.01 {
		return net.Chances{net.Lose1: 0.5, net.Win1: 0.5}
	}
	for i := range c {
		c[i] /= sum
	}
	return c
}

// TestSides holds that what one player wins the other loses.
func TestSides(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		state, c := drawState(rt), drawChances(rt)
		mine, his := mustNew(t, state), mustNew(t, state.Flip())
		worth, other, flipped := mine.Worth(), his.Worth(), c.Flip()
		if got, want := worth.Of(&c), -other.Of(&flipped); !near(float64(got), float64(want), 1e-3) {
			rt.Fatalf("%+v: cubeless equity %v, by the opponent's stakes %v", state, got, want)
		}
		if state.Flip().Flip() != state {
			rt.Fatalf("turned twice, %+v is %+v", state, state.Flip().Flip())
		}
	})
}

// TestChance holds that equities and the chances they stand for agree.
func TestChance(t *testing.T) {
	s := mustNew(t, State{Length: 7, Mine: 2, His: 4, Cube: 2, Owner: Mine})
	for _, equity := range []float32{-3, -1, 0, 0.25, 1, 2} {
		if got := s.Equity(s.Chance(equity)); !near(float64(got), float64(equity), 1e-6) {
			t.Errorf("equity %v becomes %v", equity, got)
		}
	}
	if got, want := s.Chance(1), Kazaross().Win(3, 3, false); got != want {
		t.Errorf("a win leaves a chance of %v, want %v", got, want)
	}
	if got, want := s.Chance(-1), Kazaross().Win(5, 1, false); got != want {
		t.Errorf("a loss leaves a chance of %v, want %v", got, want)
	}
}
