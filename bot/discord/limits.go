package discord

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"tablabot/bot"
)

// Refused requests (401, 403, 429) the platform counts per address: 10,000 within
// ten minutes and it closes its doors. The door stops long before; answers to
// people, which they wait for, may go on a little longer.
const (
	refusalsForSends   = 2000
	refusalsForAnswers = 5000
	refusalMinutes     = 10
	maxBuckets         = 4096
)

// limits is what the platform said it will still take, by bucket.
type limits struct {
	clock bot.Clock

	mu       sync.Mutex
	buckets  map[string]window
	global   time.Time // nothing but answers before this
	refusals [refusalMinutes]minute
}

type window struct {
	remaining int
	reset     time.Time
}

type minute struct {
	number int64 // minutes since 1970
	count  int
}

func newLimits(clock bot.Clock) *limits {
	return &limits{clock: clock, buckets: make(map[string]window)}
}

// take counts a request of the bucket and returns 0, or returns how long to wait.
func (l *limits) take(bucket string, answer bool) time.Duration {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.brokenLocked(now, answer); wait > 0 {
		return wait
	}
	if wait := l.global.Sub(now); wait > 0 && !answer {
		return wait
	}
	w, known := l.buckets[bucket]
	if !known || !w.reset.After(now) {
		return 0
	}
	if w.remaining <= 0 {
		return w.reset.Sub(now)
	}
	w.remaining--
	l.buckets[bucket] = w
	return 0
}

// brokenLocked returns how long the circuit stays open: until enough of the
// counted minutes are past.
func (l *limits) brokenLocked(now time.Time, answer bool) time.Duration {
	allowed := refusalsForSends
	if answer {
		allowed = refusalsForAnswers
	}
	current := now.Unix() / 60
	sum, oldest := 0, current
	for _, m := range l.refusals {
		if m.count > 0 && m.number > current-refusalMinutes {
			sum += m.count
			oldest = min(oldest, m.number)
		}
	}
	if sum < allowed {
		return 0
	}
	return time.Unix((oldest+refusalMinutes)*60, 0).Sub(now)
}

// learn reads what a response says about its bucket, and counts a refusal, which
// asks to wait so long.
func (l *limits) learn(bucket string, got response, wait time.Duration) {
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	switch got.status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		if got.header.Get("X-RateLimit-Scope") != "shared" {
			l.countLocked(now)
		}
	}
	if got.status == http.StatusTooManyRequests {
		// A page of HTML comes from the network before the platform, which counts
		// by address.
		ours := strings.HasPrefix(got.header.Get("Content-Type"), "application/json")
		if !ours || got.header.Get("X-RateLimit-Global") != "" {
			l.global = now.Add(wait)
			return
		}
		l.forgetLocked(now)
		l.buckets[bucket] = window{0, now.Add(wait)}
		return
	}
	remaining, err := strconv.Atoi(got.header.Get("X-RateLimit-Remaining"))
	seconds, err2 := strconv.ParseFloat(got.header.Get("X-RateLimit-Reset-After"), 64)
	if err != nil || err2 != nil || seconds < 0 || seconds > 86400 {
		return
	}
	reset := now.Add(time.Duration(seconds * float64(time.Second)))
	if w, known := l.buckets[bucket]; known && w.reset.After(now) {
		remaining = min(remaining, w.remaining) // answers overtake each other
	}
	l.forgetLocked(now)
	l.buckets[bucket] = window{remaining, reset}
}

func (l *limits) countLocked(now time.Time) {
	number := now.Unix() / 60
	m := &l.refusals[number%refusalMinutes]
	if m.number != number {
		*m = minute{number: number}
	}
	m.count++
}

// forgetLocked keeps the number of buckets bounded.
func (l *limits) forgetLocked(now time.Time) {
	if len(l.buckets) < maxBuckets {
		return
	}
	for name, w := range l.buckets {
		if !w.reset.After(now) {
			delete(l.buckets, name)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
}
