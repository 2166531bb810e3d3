package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"tablabot/bot"
)

const (
	tokenLife  = 15*time.Minute - 15*time.Second // with a margin for the way there
	maxTokens  = 8192
	followLife = 10 * time.Second // how long a promised board may take
)

// grant is the right to act on an interaction's message, by its token.
type grant struct {
	app, secret string
	message     string // "@original", or the message the token made
	until       time.Time
}

func (g grant) path() string { return "webhooks/" + g.app + "/" + g.secret }

// opening is an interaction that was not answered yet. Whoever wants to act on its
// message waits for the answer, because a token serves only after it.
type opening struct {
	settled chan struct{}
	grant   *grant // once settled: nil if the answer left nothing to act on
	used    chan struct{}
}

// tokens holds the fresh tokens: of messages, so that their next edit needs no
// right in the channel; of chats, for new messages where the bot is no member.
type tokens struct {
	clock    bot.Clock
	patience time.Duration // how long to wait for an answer

	mu       sync.Mutex
	messages map[bot.BoardRef]grant
	chats    map[bot.ChatKey]grant
	tapped   map[bot.BoardRef][]*opening // not yet answered
	asked    map[bot.ChatKey][]*opening  // commands whose answer may be a board, oldest first
}

func newTokens(clock bot.Clock, patience time.Duration) *tokens {
	return &tokens{
		clock:    clock,
		patience: patience,
		messages: make(map[bot.BoardRef]grant),
		chats:    make(map[bot.ChatKey]grant),
		tapped:   make(map[bot.BoardRef][]*opening),
		asked:    make(map[bot.ChatKey][]*opening),
	}
}

// tap opens an interaction with a message.
func (t *tokens) tap(ref bot.BoardRef) *opening {
	return enter(&t.mu, t.tapped, ref)
}

// ask opens a command, whose answer may be a board.
func (t *tokens) ask(chat bot.ChatKey) *opening {
	return enter(&t.mu, t.asked, chat)
}

func enter[K comparable](mu *sync.Mutex, in map[K][]*opening, key K) *opening {
	o := &opening{settled: make(chan struct{}), used: make(chan struct{})}
	mu.Lock()
	defer mu.Unlock()
	in[key] = append(in[key], o)
	return o
}

func leave[K comparable](in map[K][]*opening, key K, o *opening) bool {
	i := slices.Index(in[key], o)
	if i < 0 {
		return false
	}
	if len(in[key]) == 1 {
		delete(in, key)
	} else {
		in[key] = slices.Delete(slices.Clone(in[key]), i, i+1)
	}
	return true
}

// settleTap ends the wait for a tap's answer; g, unless nil, now serves its message.
func (t *tokens) settleTap(ref bot.BoardRef, o *opening, g *grant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !leave(t.tapped, ref, o) {
		return
	}
	if g != nil {
		t.keepLocked(ref, *g)
	}
	o.grant = g
	close(o.settled)
}

// settleAsk ends the wait for a command's answer; without a grant no board may
// take its place.
func (t *tokens) settleAsk(chat bot.ChatKey, o *opening, g *grant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-o.settled:
		return
	default:
	}
	if g == nil {
		leave(t.asked, chat, o)
	}
	o.grant = g
	close(o.settled)
}

// forChat remembers a token that may make messages in a chat.
func (t *tokens) forChat(chat bot.ChatKey, g grant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	bound(t.chats, t.clock.Now())
	t.chats[chat] = g
}

// ofChat returns the freshest token that may make messages in the chat.
func (t *tokens) ofChat(chat bot.ChatKey) (grant, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	g, ok := t.chats[chat]
	return g, ok && g.until.After(t.clock.Now())
}

// keep remembers the token of a message.
func (t *tokens) keep(ref bot.BoardRef, g grant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.keepLocked(ref, g)
}

func (t *tokens) keepLocked(ref bot.BoardRef, g grant) {
	bound(t.messages, t.clock.Now())
	t.messages[ref] = g
}

// drop forgets a message's token, if it is still this one.
func (t *tokens) drop(ref bot.BoardRef, g grant) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.messages[ref] == g {
		delete(t.messages, ref)
	}
}

// bound makes room: what expired goes, and everything if that is not enough.
func bound[K comparable](in map[K]grant, now time.Time) {
	if len(in) < maxTokens {
		return
	}
	for key, g := range in {
		if !g.until.After(now) {
			delete(in, key)
		}
	}
	if len(in) >= maxTokens {
		clear(in)
	}
}

// ofMessage returns a token that may edit the message now. If there is none yet
// but a tap on it is being answered, it waits for that answer.
func (t *tokens) ofMessage(ctx context.Context, ref bot.BoardRef) (grant, bool) {
	t.mu.Lock()
	g, ok := t.messages[ref]
	ok = ok && g.until.After(t.clock.Now())
	var last *opening
	if taps := t.tapped[ref]; len(taps) > 0 {
		last = taps[len(taps)-1]
	}
	t.mu.Unlock()
	if ok || last == nil {
		return g, ok
	}
	if g, _ := t.wait(ctx, last); g != nil {
		return *g, true
	}
	return grant{}, false
}

// claim takes the oldest command of the chat that waits for a board, and waits
// until it is answered. It returns nil if none does.
func (t *tokens) claim(ctx context.Context, chat bot.ChatKey) *opening {
	for {
		t.mu.Lock()
		waiting := t.asked[chat]
		if len(waiting) == 0 {
			t.mu.Unlock()
			return nil
		}
		o := waiting[0]
		leave(t.asked, chat, o)
		t.mu.Unlock()
		g, settled := t.wait(ctx, o)
		if !settled {
			t.release(chat, o)
			return nil
		}
		if g != nil && g.until.After(t.clock.Now()) {
			return o
		}
	}
}

// release gives a claimed command back, so that the next attempt takes it.
func (t *tokens) release(chat bot.ChatKey, o *opening) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked[chat] = append([]*opening{o}, t.asked[chat]...)
}

// abandon takes back a command that no board answered; false if one does just now.
func (t *tokens) abandon(chat bot.ChatKey, o *opening) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return leave(t.asked, chat, o)
}

// wait waits for the answer, as long as the platform would.
func (t *tokens) wait(ctx context.Context, o *opening) (g *grant, settled bool) {
	select {
	case <-o.settled:
		return o.grant, true
	case <-t.clock.After(t.patience):
	case <-ctx.Done():
	}
	select {
	case <-o.settled:
		return o.grant, true
	default:
		return nil, false
	}
}

// fingerprint stands for a secret where the secret must not be seen.
func fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:8])
}
