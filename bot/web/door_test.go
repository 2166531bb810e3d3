package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tablabot/bot"
)

func newServer(t *testing.T, handler http.Handler) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestSends(t *testing.T) {
	ctx := t.Context()
	door, _ := New(Config{})
	ref, err := door.Post(ctx, "web:main", withButton("a table"))
	if err != nil {
		t.Fatal(err)
	}
	other, _ := New(Config{})
	other.Post(ctx, "web:main", withButton("after a restart"))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, postElsewhere := door.Post(ctx, "tg:7", plain("x"))
	_, postBadRoom := door.Post(ctx, "web:../x", plain("x"))
	_, postLate := door.Post(ended, "web:main", plain("x"))
	for _, c := range []struct {
		about     string
		got, want error
	}{
		{"post to another door's chat", postElsewhere, bot.ErrGone},
		{"post to a room that cannot be", postBadRoom, bot.ErrGone},
		{"post after the end", postLate, context.Canceled},
		{"edit to the same", door.Edit(ctx, "web:main", ref, withButton("a table")), bot.ErrNotModified},
		{"edit to something else", door.Edit(ctx, "web:main", ref, withButton("a board")), nil},
		{"edit in another room", door.Edit(ctx, "web:den", ref, plain("x")), bot.ErrGone},
		{"edit of an unknown message", door.Edit(ctx, "web:main", "x.1", plain("x")), bot.ErrGone},
		{"edit after a restart", other.Edit(ctx, "web:main", ref, plain("x")), bot.ErrGone},
		{"strip after a restart", other.Strip(ctx, "web:main", ref), bot.ErrGone},
		{"strip", door.Strip(ctx, "web:main", ref), nil},
		{"strip again", door.Strip(ctx, "web:main", ref), bot.ErrNotModified},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: got %v, want %v", c.about, c.got, c.want)
		}
	}
}

func TestRunServesUntilTheContextEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	urls := make(chan string, 1)
	door, err := New(Config{Listen: "127.0.0.1:0", Ready: func(url string) { urls <- url }})
	if err != nil {
		t.Fatal(err)
	}
	deciding := make(chan struct{})
	decide := make(chan struct{})
	handle := func(ctx context.Context, event bot.Event) (bot.Answer, error) {
		if event.Kind == bot.ChatFound {
			return bot.Answer{}, nil
		}
		close(deciding)
		<-decide
		return bot.Answer{Text: "done"}, ctx.Err()
	}
	done := make(chan error, 1)
	go func() { done <- door.Run(ctx, handle) }()
	tb := &table{t: t, door: door, url: strings.TrimSuffix(<-urls, "/")}
	ana := tb.known("Ana")
	ana.listen("room=main", "").until("fresh")

	answered := make(chan map[string]any, 1)
	go func() { answered <- ana.ok("/api/tap", body(map[string]string{"data": "d"})) }()
	<-deciding
	cancel()
	close(decide)
	if answer := <-answered; answer["text"] != "done" {
		t.Errorf("what was being decided at the end: got %v, want done", answer)
	}
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v, want %v", err, context.Canceled)
	}
}

func TestRunOnATakenAddress(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	door, _ := New(Config{Listen: taken.Addr().String()})
	err = door.Run(t.Context(), nil)
	if !errors.Is(err, bot.ErrFatal) || !strings.Contains(err.Error(), "another program uses this address already") {
		t.Errorf("got %v, want a sentence that wraps %v", err, bot.ErrFatal)
	}
}

func TestConfig(t *testing.T) {
	if _, err := New(Config{Listen: "8080"}); err == nil {
		t.Error(`Listen "8080": got no error`)
	}
	door, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	if door.Name() != "web" || door.Budget() != nil || door.cfg.Listen != "127.0.0.1:8080" {
		t.Errorf("name %q, budget %v, listens on %q", door.Name(), door.Budget(), door.cfg.Listen)
	}
}

func TestPageURL(t *testing.T) {
	addr := &net.TCPAddr{IP: net.IPv4zero, Port: 8080}
	for listen, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/",
		"127.0.0.1:0":    "http://127.0.0.1:8080/",
		"localhost:8080": "http://localhost:8080/",
		"0.0.0.0:8080":   "http://127.0.0.1:8080/",
		":8080":          "http://127.0.0.1:8080/",
		"[::1]:8080":     "http://[::1]:8080/",
	} {
		if got := pageURL(listen, addr); got != want {
			t.Errorf("pageURL(%q) = %q, want %q", listen, got, want)
		}
	}
}
