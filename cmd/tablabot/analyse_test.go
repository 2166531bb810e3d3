package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tablabot/engine/enginetest"
)

// wonByDrop is a game that a blunder decides: seat 1 drops a double at once.
const wonByDrop = `backgammon money
start
opening 3 1
play 0 8.3 6.1
roll 1 6 5
play 1 24.6 18.5
double 0
drop 1
`

func TestAnalyseALog(t *testing.T) {
	code, stdout, stderr := run(t, wonByDrop, nil, "analyse", "--plies", "0", "-")
	if code != 0 {
		t.Fatal(stderr)
	}
	for _, want := range []string{
		"backgammon money, 1 game, 1 : 0, analysed by looking 0 rolls ahead\n",
		"    decisions                   1                   1\n",
		"blunder, −",
		"game 1, roll 3, 0 : 0\n    backgammon:",
		"    doubled (",
		"better to roll (",
		"    dropped (-1.000); better to take (",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the report lacks %q:\n%s", want, stdout)
		}
	}
	if want := "10 % analysed\n"; !strings.HasPrefix(stderr, want) || !strings.HasSuffix(stderr, "100 % analysed\n") {
		t.Errorf("progress: %q", stderr)
	}
}

func TestAnalyseAsJSON(t *testing.T) {
	_, stdout, stderr := run(t, wonByDrop, nil, "analyse", "--plies", "0", "--json", "-q", "-")
	var report struct {
		Names   [2]string
		Games   int
		Players [2]struct {
			Checkers, Cube, All struct{ Decisions, Blunders int }
		}
		Decisions []struct {
			Kind string
			Seat int
			Made struct{ Text string }
			Best struct{ Text string }
			Lost float64
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil || stderr != "" {
		t.Fatalf("%v, %q, %q", err, stdout, stderr)
	}
	var made []string
	for _, d := range report.Decisions {
		made = append(made, d.Made.Text)
	}
	if got, want := strings.Join(made, ", "), "8/5 6/5, 24/13, double, drop"; got != want {
		t.Errorf("decisions: %s; want %s", got, want)
	}
	if p := report.Players; p[0].Checkers.Decisions != 1 || p[0].Cube.Decisions != 1 || p[1].All.Decisions != 2 || p[1].Cube.Blunders != 1 {
		t.Errorf("players: %+v", p)
	}
}

func TestAnalyseAMatFile(t *testing.T) {
	path := enginetest.Shared(t, "strength/matches-dev/m0027.mat")
	code, stdout, stderr := run(t, "", nil, "analyse", "--plies", "0", "-q", path)
	if code != 0 || !strings.Contains(stdout, "8 games, 5 : 9") || !strings.Contains(stdout, "The worst of Alpha") {
		t.Errorf("code %d, %s%s", code, stderr, stdout)
	}
}

func TestWhatCannotBeAnalysed(t *testing.T) {
	tests := []struct{ input, want string }{
		{"", "read the match: this is not a match: no line says how many points it goes to"},
		{"backgammon money\nstart\nroll 0 7 1\n", `analyse the match: log line 2, "roll 0 7 1": read action "roll 0 7 1": "7 1" is no pair of dice`},
		{"backgammon money\nstart\nplay 0 8.3\n", `analyse the match: log line 2, "play 0 8.3": this cannot be done now`},
	}
	for _, test := range tests {
		code, stdout, stderr := run(t, test.input, nil, "analyse", "-q", "-")
		if code != exitFailure || stdout != "" || stderr != "tablabot: "+test.want+"\n" {
			t.Errorf("%q:\n got code %d, %s\nwant %s", test.input, code, stderr, test.want)
		}
	}
	fails(t, exitFailure, "tablabot: an analysis is 0 to 2 plies deep, not 3", nil, "analyse", "--plies", "3", "-")
}
