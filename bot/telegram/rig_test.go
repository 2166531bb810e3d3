package telegram_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a door that runs against the stand-in.
type rig struct {
	t    *testing.T
	s    *telegramtest.Server
	d    *telegram.Door
	log  *logBuffer
	stop func() error // ends Run and returns its error

	mu     sync.Mutex
	events []bot.Event
	handle bot.Handler // nil: an empty answer
}

type setup struct {
	server telegramtest.Options
	door   telegram.Config
	handle bot.Handler
}

// newRig starts a server and a door without running it.
func newRig(t *testing.T, with setup) *rig {
	t.Helper()
	r := &rig{t: t, s: telegramtest.New(t, with.server), log: new(logBuffer), handle: with.handle}
	t.Cleanup(func() {
		if strings.Contains(r.log.String(), secretOf(r.s.Token())) {
			t.Errorf("the log holds the token:\n%s", r.log)
		}
	})
	cfg := with.door
	cfg.APIURL = r.s.URL()
	if cfg.Token == "" {
		cfg.Token = r.s.Token()
	}
	cfg.Log = slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg.Clock = with.server.Clock
	d, err := telegram.New(cfg)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	r.d = d
	return r
}

// start starts a server and a door that runs until the test ends.
func start(t *testing.T, with setup) *rig {
	t.Helper()
	r := newRig(t, with)
	r.run()
	return r
}

// secretOf is the part of a token that nobody may see.
func secretOf(token string) string {
	_, secret, _ := strings.Cut(token, ":")
	return secret
}

func (r *rig) run() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.d.Run(ctx, r.take) }()
	r.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	r.t.Cleanup(func() {
		if err := r.stop(); !errors.Is(err, context.Canceled) && !errors.Is(err, bot.ErrFatal) {
			r.t.Errorf("Run ended with %v", err)
		}
		if r.t.Failed() {
			r.t.Logf("log of the door:\n%s", r.log)
		}
	})
}

func (r *rig) take(ctx context.Context, e bot.Event) (bot.Answer, error) {
	r.mu.Lock()
	r.events = append(r.events, e)
	handle := r.handle
	r.mu.Unlock()
	if handle == nil {
		return bot.Answer{}, nil
	}
	return handle(ctx, e)
}

// seen returns the events offered so far.
func (r *rig) seen() []bot.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]bot.Event(nil), r.events...)
}

// event waits for the n-th event offered, from 1.
func (r *rig) event(n int) bot.Event {
	r.t.Helper()
	r.s.Await(r.t, fmt.Sprintf("event %d", n), func() bool { return len(r.seen()) >= n })
	return r.seen()[n-1]
}

// settled waits until every update is confirmed and returns the events offered.
func (r *rig) settled() []bot.Event {
	r.t.Helper()
	r.s.Await(r.t, "the end of all updates", func() bool { return r.s.Pending() == 0 })
	return r.seen()
}

func (r *rig) post(chat int64, screen bot.Rendered) bot.BoardRef {
	r.t.Helper()
	ref, err := r.d.Post(r.t.Context(), key(chat), screen)
	if err != nil {
		r.t.Fatalf("Post: %v", err)
	}
	return ref
}

func (r *rig) edit(chat int64, ref bot.BoardRef, screen bot.Rendered) {
	r.t.Helper()
	if err := r.d.Edit(r.t.Context(), key(chat), ref, screen); err != nil {
		r.t.Fatalf("Edit: %v", err)
	}
}

func (r *rig) message(chat int64, ref bot.BoardRef) telegramtest.Message {
	r.t.Helper()
	m, ok := r.s.Message(chat, id(ref))
	if !ok {
		r.t.Fatalf("there is no message %s", ref)
	}
	return m
}

func key(chat int64) bot.ChatKey { return bot.ChatKey(fmt.Sprintf("tg:%d", chat)) }

func person(user int64) bot.PersonKey { return bot.PersonKey(fmt.Sprintf("tg:%d", user)) }

func id(ref bot.BoardRef) (n int) {
	_, _ = fmt.Sscanf(string(ref), "%d", &n)
	return n
}

func plain(text string) bot.Text { return bot.Text{{Text: text}} }

// board is a screen with a picture of one grey.
func board(name string, grey uint8, text string, buttons ...bot.Button) bot.Rendered {
	return bot.Rendered{
		PNG: picture(grey, 64, 48), Picture: name, Text: plain(text),
		Groups: []bot.Group{{Buttons: buttons}},
	}
}

func picture(grey uint8, w, h int) []byte {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = grey
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// greyOf returns the grey of a picture's middle as people see it.
func greyOf(t *testing.T, m telegramtest.Message) int {
	t.Helper()
	img, err := m.Image()
	if err != nil || img == nil {
		t.Fatalf("message %d shows no picture: %v", m.ID, err)
	}
	c := img.Bounds()
	return int(color.GrayModel.Convert(img.At(c.Dx()/2, c.Dy()/2)).(color.Gray).Y)
}

func near(a, b int) bool { return a-b < 6 && b-a < 6 }

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// quick are options with a clock that goes on fifty times faster than real time.
func quick(t *testing.T) telegramtest.Options {
	clock := bottest.NewClock(ago)
	t.Cleanup(keepGoing(clock))
	return telegramtest.Options{Clock: clock}
}

// keepGoing lets the clock go on until the function it returns is called.
func keepGoing(clock *bottest.Clock) (stop func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-over:
				return
			case <-time.After(2 * time.Millisecond):
				clock.Advance(100 * time.Millisecond)
			}
		}
	}()
	return func() { close(over); <-ended }
}

// ago is a start for clocks of tests.
var ago = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// answering is a handler that always says the same.
func answering(a bot.Answer) bot.Handler {
	return func(context.Context, bot.Event) (bot.Answer, error) { return a, nil }
}
