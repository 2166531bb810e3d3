package main

import (
	"fmt"
	"time"
)

// fastClock runs faster than the machine's clock, the same in every process that
// knows its text form, so that a platform's limits can be kept in a short test.
type fastClock struct {
	origin time.Time
	speed  int
}

func newFastClock(speed int) fastClock { return fastClock{time.Now(), speed} }

// Now returns the time that would have passed.
func (c fastClock) Now() time.Time {
	return c.origin.Add(time.Since(c.origin) * time.Duration(c.speed))
}

// After delivers the time once d has passed on this clock.
func (c fastClock) After(d time.Duration) <-chan time.Time {
	return time.After(d / time.Duration(c.speed))
}

// String is the text form that parseFastClock reads.
func (c fastClock) String() string { return fmt.Sprintf("%d x%d", c.origin.UnixNano(), c.speed) }

func parseFastClock(text string) (c fastClock, err error) {
	var nanoseconds int64
	_, err = fmt.Sscanf(text, "%d x%d", &nanoseconds, &c.speed)
	c.origin = time.Unix(0, nanoseconds)
	return c, err
}
