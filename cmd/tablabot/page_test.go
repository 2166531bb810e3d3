package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tablabot/bot/talk"
	"tablabot/bot/web/webtest"
	"tablabot/store/bolt"
)

// start runs the whole program on a store until the test ends, and returns the
// address of its page.
func start(t *testing.T, environ ...string) (url, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "tablabot.db")
	ctx, stop := context.WithCancel(context.Background())
	urls, done := make(chan string, 1), make(chan int, 1)
	program := &Main{Environ: append(environ, "TABLABOT_STORE_PATH="+path, "TABLABOT_WEB_LISTEN=127.0.0.1:0", "TABLABOT_LOG_LEVEL=warn"),
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: testLog{t}, Ready: func(url string) { urls <- url }}
	go func() { done <- program.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if code := <-done; code != exitDone {
			t.Errorf("the program ends with %d", code)
		}
		if err := bolt.Check(path, talk.Check); err != nil {
			t.Error(err)
		}
	})
	select {
	case url := <-urls:
		return url, path
	case code := <-done:
		done <- code
		t.Fatalf("the program ends with %d before it plays", code)
	case <-time.After(time.Minute):
		t.Fatal("the program does not begin to play")
	}
	return "", ""
}

// testLog passes what a program prints to a test.
type testLog struct{ t *testing.T }

func (l testLog) Write(text []byte) (int, error) {
	l.t.Helper()
	l.t.Log(strings.TrimSpace(string(text)))
	return len(text), nil
}

// TestTwoPeopleOnThePage lets two people play a backgammon match to 3 with the cube
// in a real browser, by tapping what they see.
func TestTwoPeopleOnThePage(t *testing.T) {
	browser := webtest.Launch(t)
	url, _ := start(t)
	ana, bob := browser.Profile().Open(url, "Ana"), browser.Profile().Open(url, "Боби")
	windows := map[string]*webtest.Window{"Ana": ana, "Боби": bob}
	ana.Send("/newgame backgammon 3")
	bob.WaitBoard("a table", func(b webtest.Board) bool { return b.Has("Join") })
	bob.Tap("✋ Join")

	doubles := 0
	for turn := 0; ; turn++ {
		if turn > 1500 {
			t.Fatalf("the match does not end: %+v", ana.Board())
		}
		board := ana.WaitBoard("buttons", func(b webtest.Board) bool { return len(b.Buttons) > 0 && !b.Has("Join") })
		if strings.Contains(board.Text, "wins the match") {
			break
		}
		actor := ana
		if seen := bob.Board(); seen.Turn && seen.Ref == board.Ref {
			actor = bob
		}
		if picture := os.Getenv("TABLABOT_SHOTS"); picture != "" && turn%20 == 0 {
			actor.Screenshot(filepath.Join(picture, "page-"+string(rune('a'+turn/20))+".png"))
		}
		doubles += tapOn(t, actor)
	}
	if doubles == 0 {
		t.Error("nobody doubled")
	}
	if picture := os.Getenv("TABLABOT_SHOTS"); picture != "" {
		ana.Screenshot(filepath.Join(picture, "page-end.png"))
	}
	_ = windows
}

// tapOn taps what brings the match on and returns 1 if it was a double.
func tapOn(t *testing.T, w *webtest.Window) int {
	t.Helper()
	board := w.Board()
	for _, label := range []string{"▶ Next game", "Take", "✔ Done", "🎲 Roll"} {
		for _, button := range board.Buttons {
			if button.Label == label && (label != "✔ Done" || button.Style == "success") {
				w.TapData(button.Data)
				return 0
			}
		}
	}
	for _, button := range board.Buttons {
		if button.Style == "primary" {
			w.TapData(button.Data)
			return 0
		}
	}
	return 0
}
