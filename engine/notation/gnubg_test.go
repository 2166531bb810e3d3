package notation

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
	"tablabot/engine/enginetest"
)

// TestAgreesWithGNUBackgammon lets GNU Backgammon read XGIDs of drawn situations and
// compares the identifiers that it then shows.
func TestAgreesWithGNUBackgammon(t *testing.T) {
	var commands strings.Builder
	var want []string
	for seed := range 150 {
		s := rapid.Custom(drawOpenSituation).Example(seed)
		xg, err := s.XGID()
		if err != nil {
			t.Fatal(err)
		}
		below := turned(s)
		gnu, err := below.GNUID()
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, gnu)
		fmt.Fprintf(&commands, "set xgid %s\nshow version\nshow board\n", xg)
	}
	got := shownIDs(gnubg(t, commands.String()))
	if len(got) != len(want) {
		t.Fatalf("GNU Backgammon showed %d boards, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("situation %d:\ngot  %s\nwant %s by GNU Backgammon", i, want[i], got[i])
		}
	}
}

// TestGNUBackgammonReadsMat lets GNU Backgammon import written matches and export them
// again, and compares what happened in them.
func TestGNUBackgammonReadsMat(t *testing.T) {
	for seed := range 3 {
		terms := engine.Terms{Game: "backgammon", Length: 2*seed + 1}
		log := rapid.Custom(func(t *rapid.T) []string { return randomLog(t, terms) }).Example(seed)
		written, back := filepath.Join(t.TempDir(), "written.mat"), filepath.Join(t.TempDir(), "back.mat")
		var text strings.Builder
		if err := WriteMat(&text, terms, [2]string{"Alpha", "Beta"}, log); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(written, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		gnubg(t, fmt.Sprintf("import mat %s\nexport match mat %s\n", written, back))
		match, got := replayFile(t, back)
		if match == nil {
			t.Fatalf("reading back\n%s", text.String())
		}
		if diff := cmp.Diff(courseOf(t, terms, log), courseOf(t, match.Terms, got)); diff != "" {
			t.Errorf("GNU Backgammon read another match (-written +read):\n%s%s", diff, text.String())
		}
	}
}

// gnubg returns what GNU Backgammon answers to some commands.
func gnubg(t *testing.T, commands string) string {
	t.Helper()
	program, err := exec.LookPath("gnubg")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/gnubg"); err != nil {
			enginetest.Need(t, "gnubg", err.Error())
		}
	}
	cmd := exec.Command(program, "-t", "-q")
	cmd.Stdin = strings.NewReader(commands)
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("running GNU Backgammon: %v", err)
	}
	return string(output)
}

// turned returns the situation with the player on roll below: GNU Backgammon turns the
// board so.
func turned(s Situation) Situation {
	if s.OnRoll == 0 {
		return s
	}
	s.OnRoll, s.Turn, s.Position = 0, 0, s.Position.Mirror()
	s.CubeOwner = [...]Owner{Centre, OwnerOne, OwnerZero}[s.CubeOwner]
	s.Score[0], s.Score[1] = s.Score[1], s.Score[0]
	return s
}

// shownIDs returns the identifiers of the boards that follow the authors' names.
func shownIDs(output string) []string {
	id := regexp.MustCompile(`Position ID: (\S+)\s+Match ID\s+: (\S+)`)
	var ids []string
	for _, part := range strings.Split(output, "AUTHORS\n")[1:] {
		if m := id.FindStringSubmatch(part); m != nil {
			ids = append(ids, m[1]+":"+m[2])
		}
	}
	return ids
}

// drawOpenSituation draws what GNU Backgammon can take over from an XGID: a game being
// played, no offer open, the cube up to 4096.
func drawOpenSituation(t *rapid.T) Situation {
	s := drawSituation(t)
	s.Offer, s.Resigned, s.State, s.Turn = NoOffer, 0, Playing, s.OnRoll
	if s.Length = rapid.SampledFrom([]int{0, 3, 5, 7, 13}).Draw(t, "length"); s.Length > 0 {
		s.Jacoby, s.Beavers = false, false
	}
	s.Score = [2]int{rapid.IntRange(0, max(s.Length-1, 2)).Draw(t, "score 0"), rapid.IntRange(0, max(s.Length-1, 2)).Draw(t, "score 1")}
	s.Crawford = s.Crawford && s.Length > 0 && (s.Score[0] == s.Length-1) != (s.Score[1] == s.Length-1)
	if s.Crawford {
		s.Cube, s.CubeOwner = 1, Centre
	}
	s.Cube = min(s.Cube, 4096)
	s.Dice = [2]int{max(s.Dice[0], s.Dice[1]), min(s.Dice[0], s.Dice[1])} // as it sorts them
	for seat := range s.Position.Sides {
		if side := &s.Position.Sides[seat]; side.At(engine.Off) == 15 {
			side.Set(engine.Off, 14)
			side.Set(engine.Bar, 1)
		}
	}
	return s
}
