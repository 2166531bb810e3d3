package main

import (
	"context"
	"io"
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
	ana.Send("/newgame backgammon 3")
	bob.WaitBoard("a table", func(b webtest.Board) bool { return b.Has("Join") })
	bob.Tap("✋ Join")
	ana.WaitBoard("a board", func(b webtest.Board) bool { return b.Has("🎲 Roll") || b.Has("✔ Done") })

	taken := false
	for began := time.Now(); !strings.Contains(ana.Board().Text, "wins the match"); {
		if time.Since(began) > 15*time.Minute {
			t.Fatalf("the match does not end: %+v", ana.Board())
		}
		for _, window := range []*webtest.Window{ana, bob} {
			label := webtest.Read[string](window, tapOn)
			taken = taken || label == "Take"
		}
	}
	if !taken {
		t.Error("no double was taken")
	}
}

// tapOn taps, if it is the window's turn, what brings the match on.
const tapOn = `(() => {
	const boards = [...document.querySelectorAll("#messages .message.bot")];
	const board = boards.findLast((board) => board.querySelector(".groups button"));
	const buttons = [...(board?.querySelectorAll(".groups button") ?? [])];
	if (buttons.some((button) => button.getAttribute("aria-busy") === "true")) return "";
	const next = buttons.find((button) => button.textContent === "▶ Next game");
	if (!next && !board?.classList.contains("turn")) return "";
	const labelled = (label) => buttons.find((button) => button.textContent.startsWith(label));
	const style = (name) => buttons.find((button) => button.classList.contains(name));
	const button = next ?? labelled("Take") ?? labelled("Double") ?? style("success") ?? style("primary");
	button?.click();
	return button?.textContent ?? "";
})()`
