package notation

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tablabot/engine"
	"tablabot/engine/enginetest"
)

// comparable lets cmp compare positions, whose fields are their own business.
var comparable = cmpopts.EquateComparable(engine.Position{})

// usual is the start of backgammon.
func usual() engine.Position {
	rules, _ := engine.Variant("backgammon")
	return rules.StartPosition()
}

// TestIdentifiers holds situations against identifiers that GNU Backgammon 1.07 itself
// wrote, and against the XGIDs from which it wrote them.
func TestIdentifiers(t *testing.T) {
	cube := func(value int, owner Owner) Situation {
		return Situation{Cube: value, CubeOwner: owner, State: Playing, MaxCube: 1024}
	}
	with := func(s Situation, change func(*Situation)) Situation { change(&s); return s }
	for _, c := range []struct {
		name, gnu, xg string // xg is empty where an XGID tells less
		want          Situation
	}{
		{"opening roll of a match to 3", "4HPwATDgc/ABMA:MIFuAAAAAAAE", "",
			with(cube(1, Centre), func(s *Situation) {
				s.OnRoll, s.Turn, s.Dice, s.Length = 1, 1, [2]int{5, 3}, 3
			})},
		{"money, Jacoby", "4HPwATDgc/ABMA:UgkKADAASAAA", "XGID=-b----E-C---eE---c-e----B-:2:1:1:42:9:3:1:0:4",
			with(cube(4, OwnerZero), func(s *Situation) {
				s.Dice, s.Score, s.Jacoby, s.MaxCube = [2]int{4, 2}, [2]int{9, 3}, true, 16
			})},
		{"money, no Jacoby", "4HPwATDgc/ABMA:UgkKADAASAAE", "XGID=-b----E-C---eE---c-e----B-:2:1:1:42:9:3:0:0:4",
			with(cube(4, OwnerZero), func(s *Situation) {
				s.Dice, s.Score, s.MaxCube = [2]int{4, 2}, [2]int{9, 3}, 16
			})},
		{"Crawford game", "4HPwATDgc/ABMA:8AmgADAAIAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:3:1:5:10",
			with(cube(1, Centre), func(s *Situation) { s.Length, s.Score, s.Crawford = 5, [2]int{4, 3}, true })},
		{"after Crawford", "4HPwATDgc/ABMA:cAmgADAAIAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:3:0:5:10",
			with(cube(1, Centre), func(s *Situation) { s.Length, s.Score = 5, [2]int{4, 3} })},
		{"the top player is on roll", "4HPwATDgc/ABMA:MAEFAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:21:0:0:1:0:10",
			with(cube(1, Centre), func(s *Situation) {
				s.OnRoll, s.Turn, s.Dice, s.Jacoby = 1, 1, [2]int{2, 1}, true
			})},
		{"redoubled to 4, owned above", "4HPwATDgc/ABMA:QglnACAACAAE", "XGID=-b----E-C---eE---c-e----B-:2:-1:1:61:1:2:0:3:10",
			with(cube(4, OwnerOne), func(s *Situation) { s.Dice, s.Length, s.Score = [2]int{6, 1}, 3, [2]int{1, 2} })},
		{"a double waits", "4HPwATDgc/ABMA:cBEAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:1:0:10",
			with(cube(1, Centre), func(s *Situation) { s.Turn, s.Offer, s.Jacoby = 1, Doubled, true })},
		{"a beaver waits", "4HPwATDgc/ABMA:QRkAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10",
			with(cube(1, Centre), func(s *Situation) { s.Offer, s.Jacoby, s.Beavers = Beavered, true, true })},
		{"a raccoon waits", "4HPwATDgc/ABMA:QhEAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:3:0:10",
			with(cube(1, Centre), func(s *Situation) { s.Turn, s.Offer, s.Jacoby, s.Beavers = 1, Raccooned, true, true })},
		{"the top player doubles", "4HPwATDgc/ABMA:MBmgAAAAAAAE", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:5:10",
			with(cube(1, Centre), func(s *Situation) { s.OnRoll, s.Offer, s.Length = 1, Doubled, 5 })},
		{"the player on roll resigns a gammon", "4HPwATDgc/ABMA:EUmgAAAAAAAE", "",
			with(cube(2, OwnerZero), func(s *Situation) { s.OnRoll, s.Resigned, s.Length = 1, 2, 5 })},
		{"a backgammon after the roll", "4HPwATDgc/ABMA:EemlAAAAAAAE", "",
			with(cube(2, OwnerZero), func(s *Situation) {
				s.OnRoll, s.Dice, s.Resigned, s.Length = 1, [2]int{3, 1}, 3, 5
			})},
	} {
		c.want.Position = usual()
		untold := cmpopts.IgnoreFields(Situation{}, "Beavers", "MaxCube")
		if got, err := ParseGNUID(c.gnu, 15); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if diff := cmp.Diff(c.want, got, comparable, untold); diff != "" {
			t.Errorf("%s: reading %s (-want +got):\n%s", c.name, c.gnu, diff)
		}
		if got, err := c.want.GNUID(); got != c.gnu {
			t.Errorf("%s: GNU ID\ngot  %s, %v\nwant %s", c.name, got, err, c.gnu)
		}
		if c.xg == "" {
			continue
		}
		if got, err := ParseXGID(c.xg, 15); err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if diff := cmp.Diff(c.want, got, comparable); diff != "" {
			t.Errorf("%s: reading %s (-want +got):\n%s", c.name, c.xg, diff)
		}
		if got, err := c.want.XGID(); got != c.xg {
			t.Errorf("%s: XGID\ngot  %s, %v\nwant %s", c.name, got, err, c.xg)
		}
	}
}

// TestUnevenPosition holds the two sides and directions apart.
func TestUnevenPosition(t *testing.T) {
	const xg = "XGID=-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8"
	const gnu = "jM/gDQDYzeAJIA:EQFvAAAAAAAE" // by GNU Backgammon 1.07
	s, err := ParseXGID(xg, 15)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.GNUID(); got != gnu {
		t.Errorf("GNU ID of %s:\ngot  %s, %v\nwant %s", xg, got, err, gnu)
	}
	if got := s.Position.Sides[1].At(24); got != 1 {
		t.Errorf("the top player has %d checkers on his 24, want 1", got)
	}
}

func TestBadIdentifiers(t *testing.T) {
	const position = "-b----E-C---eE---c-e----B-"
	for _, c := range []struct{ text, err string }{
		{"", "joined by a colon"},
		{"4HPwATDgc/ABMA", "joined by a colon"},
		{"4HPwATDgc/ABM:cAkAAAAAAAAE", "14 characters of base64"},
		{"4HPwATDgc/ABM*:cAkAAAAAAAAE", "14 characters of base64"},
		{"4HPwATDgc/ABMA:cAkAAAAAAAA", "12 characters of base64"},
		{"/////////////w:cAkAAAAAAAAE", "15 checkers"},
		{"4HPwATDgc/ABMA:YAkAAAAAAAAE", "bits are set that have no meaning"},
		{"4HPwATDgc/ABMA:cAk4AAAAAAAE", "are no dice"},
		{"4HPwATDgc/ABMA:cAEAAAAAAAAE", "the turn is his who is on roll"},
	} {
		if _, err := ParseGNUID(c.text, 15); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("ParseGNUID(%q): %v, want %q", c.text, err, c.err)
		}
	}
	for _, c := range []struct{ text, err string }{
		{"", "it has 1 fields"},
		{"XGID=-b----E-C---eE---c-e----B:0:0:1:00:0:0:0:0:10", "25 places"},
		{"XGID=-b----E-C---eE---c-e----B--:0:0:1:00:0:0:0:0:10", "27 places"},
		{"XGID=-b----E-C---eE---c-e---BB-:0:0:1:00:0:0:0:0:10", "more than 15"},
		{"XGID=Ab----E-C---eE---c-e------:0:0:1:00:0:0:0:0:10", "cannot stand"},
		{"XGID=-b----E-C---eE---c-e----B-:x:0:1:00:0:0:0:0:10", "the cube is"},
		{"XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:0:0:10", "the cube's owner"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:0:10", "the turn is"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:07:0:0:0:0:10", "the dice are"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:06:0:0:0:0:10", "the dice are"},
		{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:5:10", "the Crawford field"},
		{"XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:5:10", "the cube is the opponent's"},
	} {
		if _, err := ParseXGID(c.text, 15); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("ParseXGID(%q): %v, want %q", c.text, err, c.err)
		}
	}
	if _, err := ParseXGID(position, 3); err == nil {
		t.Error("a position of 15 checkers was read as hypergammon")
	}
}

// TestSharedIdentifiers reads and writes every position and match ID of the shared
// strength files.
func TestSharedIdentifiers(t *testing.T) {
	for _, name := range []string{"strength/moves-4ply-dev.tsv", "strength/cube-4ply-dev.tsv"} {
		file, err := os.Open(enginetest.Shared(t, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines, n := bufio.NewScanner(file), 0
		for lines.Scan() {
			fields := strings.Split(lines.Text(), "\t")
			if strings.HasPrefix(lines.Text(), "#") || len(fields) < 2 {
				continue
			}
			n++
			id := fields[0] + ":" + fields[1]
			s, err := ParseGNUID(id, 15)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got, err := s.GNUID(); got != id {
				t.Errorf("%s: %s was written as %s, %v", name, id, got, err)
			}
		}
		if err := lines.Err(); err != nil || n < 3000 {
			t.Errorf("%s: only %d identifiers, %v", name, n, err)
		}
	}
}

func TestRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSituation(t)
		gnu, err := s.GNUID()
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		got, err := ParseGNUID(gnu, 15)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got, comparable, cmpopts.IgnoreFields(Situation{}, "Beavers", "MaxCube")); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", gnu, diff)
		}
		s.Resigned, s.State, s.Turn = 0, Playing, s.answers()
		xg, err := s.XGID()
		if err != nil {
			t.Fatalf("%+v: %v", s, err)
		}
		if got, err = ParseXGID(xg, 15); err != nil {
			t.Fatal(err)
		}
		s.Crawford = s.Crawford && s.Length > 0
		if diff := cmp.Diff(s, got, comparable); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", xg, diff)
		}
	})
}

// drawSituation draws a valid situation.
func drawSituation(t *rapid.T) Situation {
	seat := rapid.SampledFrom([]engine.Seat{0, 1})
	bit := rapid.Bool()
	s := Situation{
		Position: drawPosition(t),
		OnRoll:   seat.Draw(t, "on roll"),
		Cube:     1 << rapid.IntRange(0, 13).Draw(t, "cube"),
		State:    State(rapid.IntRange(0, 4).Draw(t, "state")),
		Length:   rapid.SampledFrom([]int{0, 0, 1, 5, 25, maxPoints}).Draw(t, "length"),
		Score:    [2]int{rapid.IntRange(0, maxPoints).Draw(t, "score 0"), rapid.IntRange(0, maxPoints).Draw(t, "score 1")},
		Crawford: bit.Draw(t, "crawford"),
		MaxCube:  1 << rapid.IntRange(1, 15).Draw(t, "limit"),
		Offer:    Offer(rapid.IntRange(0, 3).Draw(t, "offer")),
	}
	if s.Length == 0 {
		s.Jacoby, s.Beavers = bit.Draw(t, "jacoby"), bit.Draw(t, "beavers")
	}
	if s.Cube > 1 {
		s.CubeOwner = OwnedBy(seat.Draw(t, "owner"))
	}
	if s.Offer != NoOffer && s.CubeOwner != Centre {
		s.CubeOwner = OwnedBy(s.OnRoll)
	}
	s.Turn = s.answers()
	if s.Offer == NoOffer {
		if bit.Draw(t, "rolled") {
			s.Dice = [2]int{rapid.IntRange(1, 6).Draw(t, "a"), rapid.IntRange(1, 6).Draw(t, "b")}
		}
		if s.Resigned = rapid.IntRange(0, 3).Draw(t, "resigned"); s.Resigned > 0 {
			s.Turn = seat.Draw(t, "turn")
		}
	}
	return s
}

// drawPosition draws a position of two sides of 15 that do not share a point.
func drawPosition(t *rapid.T) engine.Position {
	var p engine.Position
	for range 30 {
		seat := rapid.IntRange(0, 1).Draw(t, "seat")
		place := rapid.IntRange(engine.Off, engine.Bar).Draw(t, "place")
		side, other := &p.Sides[seat], &p.Sides[1-seat]
		free := place == engine.Off || place == engine.Bar || other.At(25-place) == 0
		if free && side.Checkers() < 15 {
			side.Set(place, side.At(place)+1)
		}
	}
	for seat := range p.Sides {
		side := &p.Sides[seat]
		side.Set(engine.Off, side.At(engine.Off)+15-side.Checkers())
	}
	return p
}

func FuzzGNUID(f *testing.F) {
	for _, text := range []string{"4HPwATDgc/ABMA:cAkAAAAAAAAE", "jM/gDQDYzeAJIA:EQFvAAAAAAAE", "4HPwATDgc/ABMA:QhEAAAAAAAAA", ":"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseGNUID(text, 15)
		if err != nil {
			return
		}
		id, err := s.GNUID()
		if err != nil {
			t.Fatalf("%q was read and cannot be written: %v", text, err)
		}
		if again, err := ParseGNUID(id, 15); err != nil || again != s {
			t.Fatalf("%q was written as %q: %v", text, id, err)
		}
	})
}

func FuzzXGID(f *testing.F) {
	for _, text := range []string{"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "-a-B--E-B-a-dDB--b-bcb----:1:1:-1:63:0:0:0:3:8",
		"-b----E-C---eE---c-e----B-:0:0:1:R:0:0:3:0:10"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseXGID(text, 15)
		if err != nil {
			return
		}
		id, err := s.XGID()
		if err != nil {
			t.Fatalf("%q was read and cannot be written: %v", text, err)
		}
		if again, err := ParseXGID(id, 15); err != nil && s.MaxCube != 0 || err == nil && s.MaxCube != 0 && again != s {
			t.Fatalf("%q was written as %q: %v", text, id, err)
		}
	})
}
