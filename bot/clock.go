package bot

import (
	"context"
	"time"
)

// Clock is the time, so that tests can hold it.
type Clock interface {
	Now() time.Time
	// After delivers the time once d has passed.
	After(d time.Duration) <-chan time.Time
}

// SystemClock is the machine's clock.
type SystemClock struct{}

// Now returns the current time.
func (SystemClock) Now() time.Time { return time.Now() }

// After delivers the time once d has passed.
func (SystemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Sleep waits for d or for the end of the context, whose error it then returns.
func Sleep(ctx context.Context, clock Clock, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-clock.After(d):
		return nil
	}
}
