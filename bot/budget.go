package bot

import (
	"sync"
	"time"
)

// Limits is how many sends a platform allows; zero values mean no limit.
type Limits struct {
	PerMinute int           // sends to one chat within a minute
	Spacing   time.Duration // between two sends to one chat
	PerSecond int           // sends of the whole door within a second
}

// Budget counts a door's sends, so that the platform need not refuse any. The
// zero value and a nil *Budget allow everything.
type Budget struct {
	limits func(ChatKey) Limits
	pool   func(ChatKey) ChatKey // nil: every chat for itself

	mu    sync.Mutex
	chats map[ChatKey][]time.Time // sends of the last minute, oldest first
	all   []time.Time             // sends of the last second, oldest first
	sweep time.Time               // when idle chats were last forgotten
}

// NewBudget returns a budget; limits says what holds for a chat and must be pure.
func NewBudget(limits func(ChatKey) Limits) *Budget {
	return &Budget{limits: limits, chats: make(map[ChatKey][]time.Time)}
}

// Pool lets all chats that of maps to one key share that key's limits, as the
// topics of a group do. It is called before the budget is used.
func (b *Budget) Pool(of func(ChatKey) ChatKey) *Budget {
	b.pool = of
	return b
}

func (b *Budget) poolOf(chat ChatKey) ChatKey {
	if b.pool == nil {
		return chat
	}
	return b.pool(chat)
}

// Take counts one send to the chat at the given time and returns 0, or returns
// how long to wait before asking again and counts nothing.
func (b *Budget) Take(chat ChatKey, now time.Time) time.Duration {
	if b == nil || b.limits == nil {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	chat = b.poolOf(chat)
	limits := b.limits(chat)
	b.forgetLocked(now)
	sent := b.recentLocked(chat, now)
	if wait := waitFor(sent, limits, now); wait > 0 {
		return wait
	}
	b.all = since(b.all, now.Add(-time.Second))
	if limits.PerSecond > 0 && len(b.all) >= limits.PerSecond {
		return b.all[len(b.all)-limits.PerSecond].Add(time.Second).Sub(now)
	}
	b.chats[chat] = append(sent, now)
	b.all = append(b.all, now)
	return 0
}

// Left returns how many sends the chat has left in the running minute; without a
// limit it returns a large number.
func (b *Budget) Left(chat ChatKey, now time.Time) int {
	const plenty = 1 << 20
	if b == nil || b.limits == nil {
		return plenty
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	chat = b.poolOf(chat)
	limits := b.limits(chat)
	if limits.PerMinute == 0 {
		return plenty
	}
	return max(0, limits.PerMinute-len(b.recentLocked(chat, now)))
}

func (b *Budget) recentLocked(chat ChatKey, now time.Time) []time.Time {
	return since(b.chats[chat], now.Add(-time.Minute))
}

// forgetLocked drops chats that sent nothing for a minute.
func (b *Budget) forgetLocked(now time.Time) {
	if now.Sub(b.sweep) < time.Minute {
		return
	}
	b.sweep = now
	for chat := range b.chats {
		if len(b.recentLocked(chat, now)) == 0 {
			delete(b.chats, chat)
		}
	}
}

func waitFor(sent []time.Time, limits Limits, now time.Time) time.Duration {
	var wait time.Duration
	if n := len(sent); limits.Spacing > 0 && n > 0 {
		wait = sent[n-1].Add(limits.Spacing).Sub(now)
	}
	if n := len(sent); limits.PerMinute > 0 && n >= limits.PerMinute {
		wait = max(wait, sent[n-limits.PerMinute].Add(time.Minute).Sub(now))
	}
	return max(wait, 0)
}

// since returns the tail of times after t.
func since(times []time.Time, t time.Time) []time.Time {
	for len(times) > 0 && !times[0].After(t) {
		times = times[1:]
	}
	return times
}
