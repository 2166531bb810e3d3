package clock

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

// Store is what a clock uses of a [store.Store].
type Store interface {
	ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error)
	NextDue(ctx context.Context) (time.Time, error)
}

// Config is what a clock needs.
type Config struct {
	Store Store
	// Handle takes the event of a deadline in. An error means that nothing
	// changed; the deadline fires again once its lease has ended.
	Handle func(context.Context, bot.Event) error
	Clock  bot.Clock    // nil: the machine's
	Log    *slog.Logger // nil: none
}

const (
	workers = 4               // events handled side by side
	lease   = time.Minute     // of a claimed deadline; the computer may think long
	idle    = time.Second     // between two looks at work that somebody else owes
	trouble = 5 * time.Second // until the store is asked again after an error
)

// Clock fires deadlines.
type Clock struct {
	Config
	wake chan struct{}
}

// New returns a clock; it does nothing before [Clock.Run].
func New(config Config) *Clock {
	if config.Clock == nil {
		config.Clock = bot.SystemClock{}
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	return &Clock{Config: config, wake: make(chan struct{}, 1)}
}

// Wake says that deadlines may have changed. It never blocks.
func (c *Clock) Wake() {
	select {
	case c.wake <- struct{}{}:
	default: // one is waiting already
	}
}

// Run fires deadlines until the context ends, and returns nil once every event
// that was being handled has been.
func (c *Clock) Run(ctx context.Context) error {
	firing := make(map[string]bool) // by event key
	ended := make(chan string, workers)
	for {
		again := c.fire(ctx, firing, ended)
		select {
		case <-ctx.Done():
			for range firing {
				<-ended
			}
			return nil
		case <-c.wake:
		case key := <-ended:
			delete(firing, key)
		case <-c.alarm(again):
		}
	}
}

// fire hands on what is due, as far as there are hands, and returns when to look
// again; zero means when something happens.
func (c *Clock) fire(ctx context.Context, firing map[string]bool, ended chan<- string) time.Time {
	now := c.Clock.Now()
	for {
		hands := workers - len(firing)
		if hands == 0 {
			return time.Time{}
		}
		deadlines, err := c.Store.ClaimDeadlines(ctx, now, hands, lease)
		if err != nil {
			if ctx.Err() == nil {
				c.Log.Error("deadlines could not be claimed", "error", err)
			}
			return now.Add(trouble)
		}
		for _, deadline := range deadlines {
			event := eventOf(deadline, now)
			if firing[event.Key] {
				continue // it takes longer than a lease
			}
			firing[event.Key] = true
			go func() {
				c.handle(ctx, event)
				ended <- event.Key
			}()
		}
		if len(deadlines) < hands {
			return c.nextDue(ctx, now)
		}
	}
}

func (c *Clock) nextDue(ctx context.Context, now time.Time) time.Time {
	next, err := c.Store.NextDue(ctx)
	switch {
	case err != nil:
		return now.Add(trouble)
	case !next.IsZero() && !next.After(now):
		return now.Add(idle) // a board, which is a courier's work
	}
	return next
}

// handle offers an event to the decision. A panic is an error of this event alone.
func (c *Clock) handle(ctx context.Context, event bot.Event) {
	defer func() {
		if p := recover(); p != nil {
			c.Log.Error("panic at a deadline", "event", event.Key, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if err := c.Handle(ctx, event); err != nil && ctx.Err() == nil {
		c.Log.Error("a deadline was not handled and fires again", "event", event.Key, "error", err)
	}
}

func (c *Clock) alarm(at time.Time) <-chan time.Time {
	if at.IsZero() {
		return nil
	}
	return c.Clock.After(max(at.Sub(c.Clock.Now()), 0))
}

// eventOf returns the event of a deadline; equal deadlines have equal keys.
func eventOf(d store.Deadline, now time.Time) bot.Event {
	return bot.Event{
		Key:      fmt.Sprintf("clock/%s/%s/%d/%d", d.Match, d.Kind, d.Turn, d.At.Unix()),
		Kind:     bot.DeadlineUp,
		Time:     now,
		Deadline: bot.Deadline(d),
	}
}
