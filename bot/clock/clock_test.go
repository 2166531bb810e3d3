package clock

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/store"
)

// board keeps deadlines the way a store does: claimed ones come again when their
// lease has ended, until they are struck off.
type board struct {
	mu     sync.Mutex
	open   map[store.Deadline]time.Time // until when each is leased
	broken error
}

func newBoard(deadlines ...store.Deadline) *board {
	b := &board{open: make(map[store.Deadline]time.Time)}
	for _, d := range deadlines {
		b.open[d] = time.Time{}
	}
	return b
}

func (b *board) add(d store.Deadline) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.open[d] = time.Time{}
}

func (b *board) strike(d bot.Deadline) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.open, store.Deadline(d))
}

func (b *board) ClaimDeadlines(_ context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.broken != nil {
		return nil, b.broken
	}
	var due []store.Deadline
	for d, leased := range b.open {
		if !d.At.After(now) && !leased.After(now) {
			due = append(due, d)
		}
	}
	slices.SortFunc(due, func(a, b store.Deadline) int { return a.At.Compare(b.At) })
	due = due[:min(n, len(due))]
	for _, d := range due {
		b.open[d] = now.Add(lease)
	}
	return due, nil
}

func (b *board) NextDue(context.Context) (time.Time, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var next time.Time
	for d, leased := range b.open {
		at := d.At
		if leased.After(at) {
			at = leased
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	return next, b.broken
}

// journal records which event was handled when.
type journal struct {
	mu    sync.Mutex
	began time.Time
	lines []string
}

func (j *journal) write(key string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, time.Since(j.began).String()+" "+key)
}

// run lets a clock run for so long and returns what it fired.
func run(t *testing.T, b *board, d time.Duration, handle func(bot.Event) error) []string {
	t.Helper()
	j := &journal{began: time.Now()}
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	clock := New(Config{Store: b, Handle: func(_ context.Context, event bot.Event) error {
		j.write(event.Key)
		return handle(event)
	}})
	if err := clock.Run(ctx); err != nil {
		t.Errorf("the clock ended with %v", err)
	}
	return j.lines
}

func in(d time.Duration, kind string) store.Deadline {
	return store.Deadline{Match: "m1", Kind: kind, Turn: 7, At: time.Now().Add(d)}
}

func TestDeadlinesFireInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(in(72*time.Hour, "claim"), in(0, "think"), in(5*time.Minute, "remind"))
		got := run(t, b, 100*time.Hour, func(event bot.Event) error {
			b.strike(event.Deadline)
			return nil
		})
		want := []string{
			"0s clock/m1/think/7/946684800",
			"5m0s clock/m1/remind/7/946685100",
			"72h0m0s clock/m1/claim/7/946944000",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("fired (-want +got):\n%s", diff)
		}
	})
}

func TestTheEventSaysEverythingOfTheDeadline(t *testing.T) {
	now := time.Unix(2000, 0)
	d := store.Deadline{Match: "m1", Kind: "remind", Turn: 3, At: time.Unix(1000, 5)}
	want := bot.Event{
		Key: "clock/m1/remind/3/1000", Kind: bot.DeadlineUp, Time: now,
		Deadline: bot.Deadline{Match: "m1", Kind: "remind", Turn: 3, At: time.Unix(1000, 5)},
	}
	if diff := cmp.Diff(want, eventOf(d, now)); diff != "" {
		t.Errorf("event (-want +got):\n%s", diff)
	}
}

func TestWhatFailsFiresAgainWithTheSameKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(in(time.Second, "expire"))
		tries := 0
		got := run(t, b, time.Hour, func(event bot.Event) error {
			switch tries++; tries {
			case 1:
				return errors.New("the disk is full")
			case 2:
				panic("a mistake")
			}
			b.strike(event.Deadline)
			return nil
		})
		want := []string{
			"1s clock/m1/expire/7/946684801",
			"1m1s clock/m1/expire/7/946684801",
			"2m1s clock/m1/expire/7/946684801",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("fired (-want +got):\n%s", diff)
		}
	})
}

func TestASlowEventIsHandledOnceAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(in(0, "think"), in(time.Second, "remind"))
		got := run(t, b, time.Hour, func(event bot.Event) error {
			if event.Deadline.Kind == "think" {
				time.Sleep(5 * lease)
			}
			b.strike(event.Deadline)
			return nil
		})
		want := []string{"0s clock/m1/think/7/946684800", "1s clock/m1/remind/7/946684801"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("fired (-want +got):\n%s", diff)
		}
	})
}

func TestWakingFindsANewDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard()
		ctx, cancel := context.WithCancel(t.Context())
		fired := make(chan string, 1)
		clock := New(Config{Store: b, Handle: func(_ context.Context, event bot.Event) error {
			b.strike(event.Deadline)
			fired <- event.Deadline.Kind
			return nil
		}})
		done := make(chan error)
		go func() { done <- clock.Run(ctx) }()
		synctest.Wait()

		b.add(in(0, "think"))
		clock.Wake()
		clock.Wake() // a second one does not block
		if got := <-fired; got != "think" {
			t.Errorf("fired %q, want think", got)
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestManyDeadlinesShareTheHands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var deadlines []store.Deadline
		for turn := range 10 * workers {
			deadlines = append(deadlines, store.Deadline{Match: "m", Kind: "stop", Turn: turn, At: time.Now()})
		}
		b := newBoard(deadlines...)
		var mu sync.Mutex
		now, most := 0, 0
		got := run(t, b, time.Minute, func(event bot.Event) error {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			now--
			mu.Unlock()
			b.strike(event.Deadline)
			return nil
		})
		if len(got) != len(deadlines) || most != workers {
			t.Errorf("%d events, at most %d at once; want %d and %d", len(got), most, len(deadlines), workers)
		}
	})
}

func TestAStoreInTroubleIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(in(0, "think"))
		b.broken = errors.New("input/output error")
		time.AfterFunc(12*time.Second, func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.broken = nil
		})
		got := run(t, b, time.Minute, func(event bot.Event) error {
			b.strike(event.Deadline)
			return nil
		})
		if diff := cmp.Diff([]string{"15s clock/m1/think/7/946684800"}, got); diff != "" {
			t.Errorf("fired (-want +got):\n%s", diff)
		}
	})
}
