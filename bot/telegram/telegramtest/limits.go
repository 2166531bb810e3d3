package telegramtest

import (
	"math"
	"time"
)

// What https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
// says, with a little room for the time that requests take on their way.
const (
	chatBurst   = 3 // sends to one chat at once
	groupMinute = 20
	allSecond   = 30
	slack       = 500 * time.Millisecond
	deleteTime  = 48 * time.Hour
)

// spend counts a send to the chat, or refuses it. Callers hold mu.
func (s *Server) spend(c *chat) *Error {
	if s.opts.Unlimited {
		return nil
	}
	now := s.clock.Now()
	c.sends = after(c.sends, now.Add(slack-time.Minute))
	s.allSends = after(s.allSends, now.Add(slack-time.Second))
	var wait time.Duration
	switch {
	case now.Before(c.blocked):
		s.violate("chat %d: a send %v before the end of retry_after", c.id, c.blocked.Sub(now))
		wait = c.blocked.Sub(now)
	case c.group() && len(c.sends) >= groupMinute:
		wait = c.sends[len(c.sends)-groupMinute].Add(time.Minute).Sub(now)
	case len(after(c.sends, now.Add(slack-chatBurst*time.Second))) >= chatBurst:
		wait = time.Second
	case len(s.allSends) >= allSecond:
		wait = time.Second
	}
	if wait > 0 {
		e := tooMany(int(math.Ceil(wait.Seconds())))
		c.blocked = now.Add(time.Duration(e.RetryAfter)*time.Second - slack)
		return e
	}
	c.sends = append(c.sends, now)
	s.allSends = append(s.allSends, now)
	return nil
}

// after returns the tail of times after t.
func after(times []time.Time, t time.Time) []time.Time {
	for len(times) > 0 && !times[0].After(t) {
		times = times[1:]
	}
	return times
}
