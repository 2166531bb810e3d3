package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tablabot/bot"
)

// TestRedirect: the token goes to no other host than the configured one.
func TestRedirect(t *testing.T) {
	t.Parallel()
	var strayed atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Store(true) }))
	defer elsewhere.Close()
	here := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer here.Close()
	d, err := New(Config{Token: "t", APIURL: here.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer d.through.base.CloseIdleConnections()
	if _, err := d.Post(t.Context(), "dc:1", bot.Rendered{}); err == nil || strayed.Load() {
		t.Errorf("a redirect returns %v; followed: %v", err, strayed.Load())
	}
}

// TestCancel: a send ends with its context, even if the platform does not answer.
func TestCancel(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body) // only then the end of the connection is noticed
		arrived <- struct{}{}
		<-r.Context().Done()
	}))
	defer silent.Close()
	d, err := New(Config{Token: "t", APIURL: silent.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer d.through.base.CloseIdleConnections()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	if _, err := d.Post(ctx, "dc:1", bot.Rendered{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled post returns %v", err)
	}
}

// TestUnreachable: no server is a reason to try again, and its address no secret
// but the path may be one.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	d, err := New(Config{Token: "t", APIURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	d.tokens.keep("2", grant{app: "3", secret: "hush", message: "@original", until: time.Now().Add(time.Minute)})
	err = d.Edit(t.Context(), "dc:1", "2", bot.Rendered{})
	if after(err) == 0 || strings.Contains(err.Error(), "hush") {
		t.Errorf("an edit returns %v", err)
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	d, err := New(Config{Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for i := range perSecond {
		if wait := d.Budget().Take("dc:1", now); wait != 0 {
			t.Fatalf("send %d waits %v", i, wait)
		}
	}
	if wait := d.Budget().Take("dc:2", now); wait != time.Second {
		t.Errorf("one send too many waits %v, want 1s", wait)
	}
	if d.Name() != "dc" {
		t.Errorf("the door is named %q", d.Name())
	}
}
