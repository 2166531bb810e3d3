package telegramtest

import (
	"math"
	"time"
)

// What https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
// says, with a little room for the time that requests take on their way.
const (
	chatBurst   = 5 // sends to one chat at once, where it is one a second in the long run
	groupMinute = 20
	allSecond   = 30
	slack       = 2 * time.Second        // of a minute
	punctual    = 500 * time.Millisecond // of a second, and of retry_after
	deleteTime  = 48 * time.Hour
)

// allowance is how much a chat may still be sent.
type allowance struct {
	sends   []time.Time // of the last minute
	tokens  float64     // of the burst that are spent
	counted time.Time   // when tokens was
	blocked time.Time   // no sends before, said with a 429
}

// spend counts a send to the chat, or refuses it. Callers hold mu.
func (s *Server) spend(c *chat) *Error {
	if s.opts.Unlimited {
		return nil
	}
	now := s.clock.Now()
	s.allSends = after(s.allSends, now.Add(punctual-time.Second))
	wait := c.wait(now, c.group())
	switch {
	case now.Before(c.blocked):
		s.violate("chat %d: a send %v before the end of retry_after", c.id, c.blocked.Sub(now))
		wait = c.blocked.Sub(now)
	case wait <= 0 && len(s.allSends) >= allSecond:
		wait = time.Second
	}
	if wait > 0 {
		e := tooMany(int(math.Ceil(wait.Seconds())))
		c.blocked = now.Add(time.Duration(e.RetryAfter)*time.Second - punctual)
		return e
	}
	c.sends = append(c.sends, now)
	c.tokens++
	s.allSends = append(s.allSends, now)
	return nil
}

// wait returns how long to wait before the next send.
func (a *allowance) wait(now time.Time, group bool) time.Duration {
	a.sends = after(a.sends, now.Add(slack-time.Minute))
	a.tokens = max(0, a.tokens-now.Sub(a.counted).Seconds())
	a.counted = now
	switch {
	case group && len(a.sends) >= groupMinute:
		return a.sends[len(a.sends)-groupMinute].Add(time.Minute).Sub(now)
	case a.tokens+1 > chatBurst:
		return time.Duration((a.tokens + 1 - chatBurst) * float64(time.Second))
	}
	return 0
}

// after returns the tail of times after t.
func after(times []time.Time, t time.Time) []time.Time {
	for len(times) > 0 && !times[0].After(t) {
		times = times[1:]
	}
	return times
}
