package notation_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine/notation"
)

// TestFIBSBoards reads lines that GNU Backgammon 1.07 has sent in one match, in which the
// score, cube and seats are known from its record.
func TestFIBSBoards(t *testing.T) {
	type told struct {
		OnRoll, Turn int
		Dice         [2]int
		Cube         int
		Owner        notation.Owner
		Offer        notation.Offer
		Score        [2]int
		Crawford     bool
		Position     string // of the player on roll
	}
	tests := []struct {
		name, line string
		want       told
	}{
		{"player 0 has rolled: his checkers are the negative ones",
			"board:gnubg:root:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0:-1:5:2:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
			told{1, 1, [2]int{5, 2}, 1, notation.Centre, notation.NoOffer, [2]int{0, 0}, false, ""}},
		{"player 1 leads 2 to 0 and may redouble, player 0 answers",
			"board:root:gnubg:5:2:0:0:1:3:3:3:3:2:0:0:0:0:0:0:0:0:0:0:-1:-1:-4:0:-1:-1:-5:-2:0:1:0:0:0:0:2:1:0:1:1:-1:0:25:0:0:0:0:0:0:0:1",
			told{0, 1, [2]int{}, 2, notation.OwnerZero, notation.Doubled, [2]int{2, 0}, false, ""}},
		{"the same score before a roll is told the other way round",
			"board:gnubg:root:5:0:2:0:0:-2:2:0:0:5:0:1:1:0:0:-5:4:0:0:0:-2:0:-5:2:0:0:0:-1:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1",
			told{0, 0, [2]int{}, 1, notation.Centre, notation.NoOffer, [2]int{2, 0}, false, ""}},
		{"the Crawford game",
			"board:gnubg:root:5:0:4:-2:0:0:0:1:2:3:2:2:0:1:0:-3:2:0:0:0:-4:0:-6:1:0:0:0:1:0:-1:1:6:1:6:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0",
			told{1, 1, [2]int{1, 6}, 1, notation.Centre, notation.NoOffer, [2]int{4, 0}, true, ""}},
		{"after it",
			"board:root:gnubg:5:4:0:0:-2:0:0:0:0:5:0:3:1:0:0:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0:-1:0:0:0:0:1:1:1:1:1:-1:0:25:0:0:0:0:0:0:1:1",
			told{1, 0, [2]int{}, 1, notation.Centre, notation.Doubled, [2]int{4, 0}, false, ""}},
		{"the one on roll stands on the bar",
			"board:gnubg:root:5:0:0:-1:-2:0:0:0:0:5:0:4:0:0:2:-3:3:0:0:0:-4:0:-5:0:0:0:0:1:0:-1:4:2:4:2:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:1",
			told{1, 1, [2]int{4, 2}, 2, notation.OwnerZero, notation.NoOffer, [2]int{0, 0}, false, "4POYAyDg8+AAWA"}},
	}
	reader := notation.FIBSReader{Checkers: 15}
	for _, test := range tests {
		s, err := reader.Read(test.line + "\n")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got := told{int(s.OnRoll), int(s.Turn), s.Dice, s.Cube, s.CubeOwner, s.Offer, s.Score, s.Crawford, test.want.Position}
		if test.want.Position != "" {
			got.Position = notation.PositionID(s.Position, s.OnRoll)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// FuzzFIBSReader: what is read is a valid situation.
func FuzzFIBSReader(f *testing.F) {
	f.Add("board:a:b:5:0:0" + strings.Repeat(":0", 26) + ":1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1")
	f.Add("board:a:b:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0:-1:5:2:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1")
	f.Fuzz(func(t *testing.T, line string) {
		reader := notation.FIBSReader{Checkers: 15}
		s, err := reader.Read(line)
		if err == nil && s.Validate() != nil {
			t.Errorf("%q: %+v, %v", line, s, s.Validate())
		}
	})
}
