package discord

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/discord/discordtest"
)

// after returns how long an error asks to wait, 0 if it does not.
func after(err error) time.Duration {
	var retry *bot.RetryError
	if errors.As(err, &retry) {
		return retry.After
	}
	return 0
}

// TestBuckets uses a channel's limit up: the platform is not asked in vain, and
// other channels are not held up.
func TestBuckets(t *testing.T) {
	t.Parallel()
	clock := bottest.NewClock(time.Now())
	r := open(t, discordtest.Options{Clock: clock, PerBucket: 3}, answering(bot.Answer{}))
	r.Wait(r.Connected)
	for i := range 3 {
		r.post(t, bot.Rendered{Text: bot.Text{{Text: fmt.Sprint(i)}}})
	}
	text := bot.Rendered{Text: bot.Text{{Text: "more"}}}
	_, err := r.door.Post(t.Context(), r.chat(), text)
	if got := after(err); got <= 0 || got > 5*time.Second {
		t.Errorf("the fourth post returns %v, want to wait up to 5 s", err)
	}
	other := bot.ChatKey("dc:" + r.AddChannel(r.guild, "other"))
	if _, err := r.door.Post(t.Context(), other, text); err != nil {
		t.Errorf("another channel: %v", err)
	}
	clock.Advance(5 * time.Second)
	r.post(t, text)
	for _, q := range r.Requests() {
		if q.Status == 429 {
			t.Errorf("%s %s was refused", q.Method, q.Path)
		}
	}
}

// TestTooMany has the platform refuse requests in each of its ways.
func TestTooMany(t *testing.T) {
	t.Parallel()
	body := func(global bool) string {
		return fmt.Sprintf(`{"message":"You are being rate limited.","retry_after":1.5,"global":%v}`, global)
	}
	tests := []struct {
		name   string
		fault  discordtest.Fault
		after  time.Duration
		others bool // other channels wait as well
	}{
		{"a bucket", discordtest.Fault{Status: 429, Body: body(false), Header: map[string]string{"Content-Type": "application/json", "Retry-After": "2"}}, 1500 * time.Millisecond, false},
		{"all", discordtest.Fault{Status: 429, Body: body(true), Header: map[string]string{"Content-Type": "application/json", "X-RateLimit-Global": "true", "Retry-After": "2"}}, 1500 * time.Millisecond, true},
		{"a page of HTML", discordtest.CloudflareLimit(), 7 * time.Second, true},
		{"nothing said", discordtest.Fault{Status: 429}, 5 * time.Second, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			clock := bottest.NewClock(time.Now())
			r := open(t, discordtest.Options{Clock: clock}, answering(bot.Answer{Text: "ok"}))
			r.said(t)
			tt.fault.Path = "/channels/"
			r.Inject(tt.fault)
			text := bot.Rendered{Text: bot.Text{{Text: "x"}}}
			_, err := r.door.Post(t.Context(), r.chat(), text)
			if got := after(err); got != tt.after {
				t.Errorf("the post returns %v, want to wait %v", err, tt.after)
			}
			other := bot.ChatKey("dc:" + r.AddChannel(r.guild, "other"))
			if _, err := r.door.Post(t.Context(), other, text); (after(err) > 0) != tt.others {
				t.Errorf("another channel returns %v, want to wait: %v", err, tt.others)
			}
			if got := r.said(t); got != "ok" {
				t.Errorf("an interaction is answered %q meanwhile, want ok", got)
			}
			clock.Advance(7 * time.Second)
			r.post(t, text)
		})
	}
}

// TestCircuit: the door stops long before the platform closes its own.
func TestCircuit(t *testing.T) {
	clock := bottest.NewClock(time.Unix(1700000000, 0))
	l := newLimits(clock)
	refusal := response{status: 403}
	for i := range refusalsForSends {
		if wait := l.take("b", false); wait > 0 {
			t.Fatalf("request %d waits %v", i, wait)
		}
		l.learn("b", refusal, 0)
	}
	if wait := l.take("b", false); wait <= 9*time.Minute-time.Second || wait > 10*time.Minute {
		t.Errorf("after %d refusals a send waits %v", refusalsForSends, wait)
	}
	if wait := l.take("i", true); wait != 0 {
		t.Errorf("after %d refusals an answer waits %v", refusalsForSends, wait)
	}
	for range refusalsForAnswers - refusalsForSends {
		l.learn("i", refusal, 0)
	}
	if wait := l.take("i", true); wait == 0 {
		t.Error("no number of refusals stops an answer")
	}
	clock.Advance(10 * time.Minute)
	if wait := l.take("b", false); wait != 0 {
		t.Errorf("ten minutes later a send waits %v", wait)
	}
}

// TestBounds fills what the door remembers.
func TestBounds(t *testing.T) {
	clock := bottest.NewClock(time.Unix(1700000000, 0))
	l, k := newLimits(clock), newTokens(clock, time.Second)
	var p pictures
	var r rights
	var s places
	for i := range 3 * maxPlaces {
		id := fmt.Sprint(i)
		l.learn(id, response{status: 200, header: map[string][]string{
			"X-Ratelimit-Remaining": {"1"}, "X-Ratelimit-Reset-After": {"5"},
		}}, 0)
		g := grant{until: clock.Now().Add(tokenLife)}
		k.keep(bot.BoardRef(id), g)
		k.forChat(bot.ChatKey(id), g)
		p.show(bot.BoardRef(id), bot.Rendered{})
		r.learn(bot.ChatKey(id), "1")
		s.used(id, id)
	}
	for what, sizes := range map[string][2]int{
		"buckets": {len(l.buckets), maxBuckets}, "messages": {len(k.messages), maxTokens}, "chats": {len(k.chats), maxTokens},
		"pictures": {len(p.shown), maxPictures}, "rights": {len(r.bits), maxRights}, "places": {len(s.channels), maxPlaces},
	} {
		if sizes[0] > sizes[1] || sizes[0] == 0 {
			t.Errorf("%d %s are remembered, want at most %d", sizes[0], what, sizes[1])
		}
	}
}
