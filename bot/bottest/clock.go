// Package bottest holds what tests of several packages of the bot share.
package bottest

import (
	"sync"
	"time"
)

// Clock is a clock that moves only when told. It is safe for concurrent use.
type Clock struct {
	mu      sync.Mutex
	now     time.Time
	waiting []waiter
}

type waiter struct {
	at time.Time
	ch chan time.Time
}

// NewClock returns a clock that stands at the given time.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Now returns the time the clock stands at.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After delivers the time once the clock was moved by d.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	ch := make(chan time.Time, 1)
	if d <= 0 {
		ch <- c.now
		return ch
	}
	c.waiting = append(c.waiting, waiter{c.now.Add(d), ch})
	return ch
}

// Advance moves the clock and wakes whoever waited for a time it passes.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	rest := c.waiting[:0]
	for _, w := range c.waiting {
		if w.at.After(c.now) {
			rest = append(rest, w)
			continue
		}
		w.ch <- c.now
	}
	c.waiting = rest
}
