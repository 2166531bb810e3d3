package main

import (
	"bufio"
	"context"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"tablabot/engine"
	"tablabot/engine/notation"
)

// recordedBoards returns the boards that GNU Backgammon 1.07 sent in two matches, one as
// either player, match by match.
func recordedBoards(t *testing.T) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/fibs-boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	var matches [][]string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			matches = append(matches, nil)
			continue
		}
		last := len(matches) - 1
		matches[last] = append(matches[last], strings.TrimSpace(line))
	}
	return matches
}

// TestRecordedBoards: every answer is one that the board allows.
func TestRecordedBoards(t *testing.T) {
	for _, boards := range recordedBoards(t) {
		code, stdout, stderr := run(t, strings.Join(boards, "\n\x00")+"\n", nil, "serve-fibs", "--level", "4")
		answers := strings.Split(stdout, "\n")
		if code != 0 || stderr != "" || len(answers) != len(boards)+1 {
			t.Fatalf("code %d, %d answers to %d boards, %q", code, len(answers)-1, len(boards), stderr)
		}
		reader := notation.FIBSReader{Checkers: 15}
		for i, board := range boards {
			s, err := reader.Read(board)
			if err != nil {
				t.Fatal(err)
			}
			checkAnswer(t, board, fromOnRoll(s), answers[i])
		}
	}
}

func checkAnswer(t *testing.T, board string, s notation.Situation, answer string) {
	t.Helper()
	switch {
	case s.Offer != notation.NoOffer:
		if !slices.Contains([]string{"take", "drop"}, answer) {
			t.Errorf("%s: a double is answered %q", board, answer)
		}
	case s.Dice == [2]int{}:
		if answer != "roll" && (answer != "double" || s.CubeOwner == notation.OwnerOne) {
			t.Errorf("%s: before the roll: %q", board, answer)
		}
	default:
		checkPlay(t, board, s, answer)
	}
}

// checkPlay wants a whole legal play.
func checkPlay(t *testing.T, board string, s notation.Situation, answer string) {
	t.Helper()
	rules, _ := engine.Variant("backgammon")
	stage := engine.Stage{Rules: &rules, Position: s.Position, Dice: engine.Roll(s.Dice[0], s.Dice[1])}
	plan := stage.Plan()
	if answer == "" {
		if plan.Playable() > 0 {
			t.Errorf("%s: nothing is played", board)
		}
		return
	}
	readings, err := notation.ParsePlay(&stage, answer)
	if err != nil || !slices.ContainsFunc(readings, plan.Complete) {
		t.Errorf("%s: %q is no whole play: %v", board, answer, err)
	}
}

// TestBoards holds the answers where nothing is a matter of taste.
func TestBoards(t *testing.T) {
	const (
		points  = ":0:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:0" // two on my ace point, two on his
		waiting = ":1:-1:0:25:13:13:0:0:0:0:0:0"
		closed  = ":0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-2:-2:-2:-3:-3:-3:1"
	)
	tests := []struct{ name, line, want string }{
		{"nothing can move", "board:A:B:0:0:0" + closed + ":1:3:1:3:1:1:1:1:0:1:-1:0:25:14:0:1:0:0:0:0:0", ""},
		{"certain to win", "board:A:B:5:0:0" + points + ":1:0:0:0:0:1:1:1:0" + waiting, "double"},
		{"doubled by who is certain to win", "board:A:B:5:0:0" + points + ":-1:0:0:0:0:1:1:1:1" + waiting, "drop"},
		{"the cube is his", "board:A:B:5:0:0" + points + ":1:0:0:0:0:2:0:1:0" + waiting, "roll"},
		{"the last two checkers", "board:A:B:5:0:0" + points + ":1:6:5:6:5:2:0:1:0" + waiting, "1/off(2)"},
		{"a position ID", "4HPwATDgc/ABMA 3 1", "sGfwATDgc/ABMA"},
		{"too few fields", "board:A:B:5:0:0", "error: the line is not a board of FIBS: it is not board:, two names, and 50 numbers between colons"},
		{"no number", "board:A:B:5:x:0" + points + ":1:0:0:0:0:1:1:1:0" + waiting, `error: the line is not a board of FIBS: "x" is not a number that can stand there`},
		{"the other way round", "board:A:B:5:0:0" + points + ":1:0:0:0:0:1:1:1:0:1:1:0:25:13:13:0:0:0:0:0:0", "error: the line is not a board of FIBS: the side that is shown must move from 24 to 1, and colour and turn be 1 or -1"},
		{"nobody plays", "board:A:B:5:0:0" + strings.Repeat(":0", 26) + ":1:0:0:0:0:1:1:1:0" + waiting, "error: the game is over in this position"},
		{"over long ago", "board:A:B:5:7:0" + points + ":1:0:0:0:0:1:1:1:0" + waiting, "error: judge a position: what the game is played for: a match to 5 is over at 7 to 0"},
		{"no board", "hello", "error: a line is a board of FIBS, or a position ID and two dice"},
		{"no die", "4HPwATDgc/ABMA 3 7", `error: "7" is no die`},
	}
	var input, want []string
	for _, test := range tests {
		input, want = append(input, test.line), append(want, test.want)
	}
	code, stdout, stderr := run(t, strings.Join(input, "\n"), nil, "serve-fibs", "--level", "4")
	if code != 0 || stderr != "" {
		t.Errorf("code %d, %q", code, stderr)
	}
	got := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
	for i, test := range tests {
		if i < len(got) && got[i] != want[i] {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d answers to %d lines", len(got), len(want))
	}
}

// TestCubelessBoards: without a cube nothing is doubled, but a cube that is offered is there.
func TestCubelessBoards(t *testing.T) {
	const (
		points  = ":0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0" // the start
		waiting = ":1:-1:0:25:0:0:0:0:0:0:0:0"
	)
	lines := "board:A:B:0:0:0" + points + ":1:0:0:0:0:1:1:1:0" + waiting + "\nboard:A:B:0:0:0" + points + ":-1:0:0:0:0:1:1:1:1" + waiting + "\n"
	_, stdout, stderr := run(t, lines, nil, "serve-fibs", "--plies", "0", "--cubeless")
	if stdout != "roll\ntake\n" || stderr != "" {
		t.Errorf("got %q, %q", stdout, stderr)
	}
}

// TestServing answers two connections at once, and ends although both are open.
func TestServing(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	printed := new(output)
	program := Main{Args: []string{"serve-fibs", "--listen", "127.0.0.1:0", "--level", "4"},
		Stdin: strings.NewReader(""), Stdout: firstLine{printed, make(chan struct{})}, Stderr: printed}
	ended := make(chan int, 1)
	go func() { ended <- program.Run(ctx) }()
	select {
	case <-program.Stdout.(firstLine).written:
	case code := <-ended:
		t.Fatalf("ended with code %d: %s", code, printed)
	}
	address := strings.TrimSpace(strings.TrimPrefix(printed.String(), "Waiting at "))
	for range 2 {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer connection.Close()
		if _, err := connection.Write([]byte("4HPwATDgc/ABMA 3 1\n")); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(connection).ReadString('\n'); line != "sGfwATDgc/ABMA\n" {
			t.Errorf("answer %q, %v", line, err)
		}
	}
	stop()
	if code := <-ended; code != exitDone {
		t.Errorf("code %d: %s", code, printed)
	}
}

// firstLine tells when something was written, once.
type firstLine struct {
	*output
	written chan struct{}
}

func (f firstLine) Write(p []byte) (int, error) {
	n, err := f.output.Write(p)
	close(f.written)
	return n, err
}

func TestServingWhatCannotBeServed(t *testing.T) {
	fails(t, exitFailure, `tablabot: there is no game "chess"`, nil, "serve-fibs", "--game", "chess")
	fails(t, exitFailure, "tablabot: there are no such boards for tapa", nil, "serve-fibs", "--game", "tapa")
	fails(t, exitFailure, "tablabot: the level is 1 up to 6, not 7", nil, "serve-fibs", "--level", "7")
}
