package notation

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/engine/enginetest"
)

// TestSharedMatches replays every shared match: all plays legal, every game's score and
// result as recorded; the log gives the same match once more, and so does the text that
// is written of it.
func TestSharedMatches(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(enginetest.Shared(t, "strength/matches-dev"), "*.mat"))
	if err != nil || len(names) != 89 {
		t.Fatalf("%d matches, %v, want 89", len(names), err)
	}
	games := 0
	var jacoby []string
	for _, path := range names {
		name := filepath.Base(path)
		match, log := replayFile(t, path)
		if match == nil {
			continue
		}
		games += match.Number
		if match.Terms.Options["jacoby"] != "" {
			jacoby = append(jacoby, name)
		}
		again, err := engine.Replay(match.Terms, log)
		if err != nil {
			t.Errorf("%s: replaying the log: %v", name, err)
			continue
		}
		if diff := cmp.Diff(storedForm(t, match), storedForm(t, again)); diff != "" {
			t.Errorf("%s: the log gives another match (-want +got):\n%s", name, diff)
		}
		checkRoundTrip(t, match.Terms, log)
	}
	if games != 234 {
		t.Errorf("%d games, want 234", games)
	}
	// A session that its site wrote as a match to 16: a gammon without a double counted 1.
	if diff := cmp.Diff([]string{"m1347.mat"}, jacoby); diff != "" {
		t.Errorf("matches by Jacoby's rule (-want +got):\n%s", diff)
	}
}

// replayFile reads and replays a match; nil after an error, which it reports.
func replayFile(t *testing.T, path string) (*engine.Match, []string) {
	t.Helper()
	text, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	file, err := ParseMat(text)
	if err != nil {
		t.Errorf("%s: %v", filepath.Base(path), err)
		return nil, nil
	}
	match, log, err := Replay(file)
	if err != nil {
		t.Errorf("%s: %v", filepath.Base(path), err)
		return nil, nil
	}
	return match, log
}

// storedForm returns the stored form of a match.
func storedForm(t *testing.T, match *engine.Match) string {
	t.Helper()
	state, err := json.MarshalIndent(match, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(state)
}

// mat returns a match to 3 of one game with the given rows.
func mat(rows string) string {
	return "; [Site \"somewhere\"]\n\n3 point match\n\n Game 1\n Ana : 0                         Борис : 0\n" + rows + "\n"
}

func TestReplayReadsEverySpelling(t *testing.T) {
	const opening = "start|opening 3 1|play 0 8.3 6.1|"
	for _, c := range []struct{ name, text, log string }{
		{"steps and dice", mat("  1) 31: 8/5 6/5                 64: 24/14"), opening + "roll 1 6 4|play 1 24.6 18.4"},
		{"the right player starts", mat("  1)                             42: 8/4 6/4\n  2) 11: 6/5(2) 8/7(2)"),
			"start|opening 2 4|play 1 8.4 6.2|roll 0 1 1|play 0 6.1 6.1 8.1 8.1"},
		{"Windows, tabs and capitals", strings.ReplaceAll(mat("  1) 31: 8/5 6/5\t\t64: 24/14"), "\n", "\r\n"), opening + "roll 1 6 4|play 1 24.6 18.4"},
		{"a long left cell", mat("  1) 31: 8/5 6/5                 11: 24/23 24/23 6/5 6/5\n  2) 22: 24/22 24/22 13/11 13/11 64: 13/7 13/9"),
			opening + "roll 1 1 1|play 1 24.1 24.1 6.1 6.1|roll 0 2 2|play 0 24.2 24.2 13.2 13.2|roll 1 6 4|play 1 13.6 13.4"},
		{"bar as 25, blank for no move", mat("  1) 31: 8/5 6/5                 64: 24/18 18/14\n  2) 55: 8/3 8/3 6/1* 6/1        55:\n" +
			"  3) 21: 24/21                   62: 25/23 13/7"),
			opening + "roll 1 6 4|play 1 24.6 18.4|roll 0 5 5|play 0 8.5 8.5 6.5 6.5|roll 1 5 5|play 1|roll 0 2 1|play 0 24.2 22.1|roll 1 6 2|play 1 25.2 13.6"},
		{"doubles and drops", mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point"),
			opening + "double 1|drop 0"},
		{"takes", mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       64: 24/14"),
			opening + "double 1|take 0|roll 1 6 4|play 1 24.6 18.4"},
		{"resigned after the roll", mat("  1) 31: 8/5 6/5                 64: 24/14\n  2) 63: ????                     Wins 2 points"),
			opening + "roll 1 6 4|play 1 24.6 18.4|roll 0 6 3|resign 0 2|accept 1"},
		{"resigned before the roll", mat("  1) 31: 8/5 6/5                 64: 24/14\n  2)  Losses 1 point              Wins 1 point"),
			opening + "roll 1 6 4|play 1 24.6 18.4|resign 0 1|accept 1"},
		{"two rows in one line", mat("  1) 31: 8/5 6/5                 64: 24/14\n  2) 63: 24/15   2)  Losses 1 point       Wins 1 point"), ""},
		{"resigned at once", mat("                                   Wins 3 points and the match"), "start|opening 2 1|resign 0 3"},
		{"only as many points as needed", mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes\n      Wins 3 points and the match"),
			opening + "double 1|take 0|resign 1 2|accept 0"},
		{"a beaver, taken in silence", strings.Replace(mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4                64: 24/14"),
			"3 point match", "; [Beaver \"On\"]\n0 point match", 1), opening + "double 1|beaver 0|take 1|roll 1 6 4|play 1 24.6 18.4"},
		{"a beaver as a double", strings.Replace(mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Doubles => 4                Drops\n      Wins 2 points"),
			"3 point match", "; [Beaver \"On\"]\n0 point match", 1), opening + "double 1|beaver 0|drop 1"},
	} {
		if c.log == "" {
			c.log = opening + "roll 1 6 4|play 1 24.6 18.4|roll 0 6 3|play 0 24.6 18.3|resign 0 1|accept 1"
		}
		file, err := ParseMat(strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, log, err := Replay(file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(strings.Split(c.log, "|"), log); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestBadMatches(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{"", "this is not a match"},
		{"3 point match\n", "the match has no games"},
		{"hello\n", `line 1: "hello" is not understood before the first game`},
		{"3 point match\n5 point match\n", "line 2"},
		{"99999999999999999999 point match\n", "does not go to"},
		{"40000 point match\n", "does not go to"},
		{"26 point match\n Game 1\n A : 0  B : 0\n", "a match goes to 1 up to 25 points"},
		{"3 point match\n Game 1\n", "game 1 has no line with the players"},
		{"3 point match\n Game 99999999999999999999\n A : 0  B : 0\n", "is a number beyond all matches"},
		{"3 point match\n Game 1\n Game 2\n", "the players of the game before are missing"},
		{"3 point match\n Game 1\n Ana 0  Boris 0\n", "is not a line of two players"},
		{"3 point match\n Game 1\n A : 1  B : 0\n", "game 1: it begins at 1:0, but the score is 0:0"},
		{"3 point match\n" + strings.Repeat("x", maxMatLine+1), "line 2 is longer than"},
		{"; [Variation \"Chess\"]\n3 point match\n Game 1\n A : 0  B : 0\n", `the variation "Chess" is not known`},
		{"; [Terms \"tabla 5\"]\n3 point match\n Game 1\n A : 0  B : 0\n", "to 3 points and its terms to 5"},
		{mat("  1) hello"), `line 7: "hello" is no play`},
		{mat("  1) hello 31: 8/5 6/5"), `line 7: "hello" is not understood`},
		{mat("  1) 31: 8/5 6/5  42: 8/4 6/4  11: 6/5"), "there are 3 actions in one row"},
		{mat("  1) 31: 8/5 6/6"), `"6/6" is not understood`},
		{mat("  1) 31: 8/5 6/4"), `"6/4" cannot be played: no such die`},
		{mat("  1) 31: 8/5"), `"8/5" does not play all of 31`},
		{mat("  1) 31:"), "game 1: line 7: play 0"},
		{mat("  1) 33: 8/5(2) 6/3(2)"), "cannot be opened with 33"},
		{mat("  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5"), "line 8"},
		{mat("  1) 31: 8/5 6/5   Takes"), "there is no double to answer"},
		{mat("  1) 31: 8/5 6/5   Doubles => 2 and more"), "is not understood after"},
		{mat("  1) 31: 8/5 6/5   Wins many points"), "is not a number of points"},
		{mat("  1) 31: 8/5 6/5   Wins 9 points"), "the game can no longer be lost by that much"},
		{mat("  1) 31: 8/5 6/5   Doubles => 2\n  2)  Drops          Wins 2 points"), "the record says that the right player wins 2, but the right player wins 1"},
		{mat("  1) 31: 8/5 6/5   Doubles => 2\n  2)  Drops\n      Wins 1 point"), "the record says that the left player wins 1, but the right player wins 1"},
	} {
		file, err := ParseMat(strings.NewReader(c.text))
		if err == nil {
			_, _, err = Replay(file)
		}
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %v\nwant %q", c.text, err, c.err)
		}
	}
}

func FuzzMat(f *testing.F) {
	f.Add(mat("  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       64: 24/14"))
	f.Add(mat("  1) 31: 8/5 6/5                 64: 24/14\n  2) 63: 24/15   2)  Losses 1 point       Wins 1 point"))
	f.Add("; [Terms \"tabla 5\"]\n5 point match\n Game 1\n A : 0  B : 0\n  1) 31: ????\n   Wins 2 points")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := ParseMat(strings.NewReader(text))
		if err != nil {
			return
		}
		match, log, err := Replay(file)
		if err != nil {
			return
		}
		if _, err := engine.Replay(match.Terms, log); err != nil {
			t.Fatalf("%q was replayed, its log is not: %v", text, err)
		}
	})
}
