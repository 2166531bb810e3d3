package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

// args returns the arguments of the commands seen, which tests number.
func args(events []bot.Event) []string {
	var list []string
	for _, e := range events {
		list = append(list, e.Args)
	}
	return list
}

// An update with a field of an unexpected type stops no other.
func TestPollSkipsPoison(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	bad := r.s.Poison()
	r.s.Say(ana, ana, "/go 2", 0)
	r.run()
	if got := args(r.settled()); !cmp.Equal(got, []string{"1", "2"}) {
		t.Errorf("events %q, want 1 and 2", got)
	}
	if want := fmt.Sprintf("update=%d", bad); !strings.Contains(r.log.String(), want) {
		t.Errorf("the log does not name the malformed update %s", want)
	}
}

// What the handler could not do is offered again, nothing is skipped, and the
// offset does not pass it.
func TestPollOffersAgain(t *testing.T) {
	var tries atomic.Int32
	r := start(t, setup{server: quick(t), handle: func(context.Context, bot.Event) (bot.Answer, error) {
		if tries.Add(1) <= 2 {
			return bot.Answer{}, errors.New("the disk is full")
		}
		return bot.Answer{}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.event(1)
	r.s.Say(ana, ana, "/go 2", 0)
	r.event(2)
	if n := r.s.Pending(); n == 0 {
		t.Error("updates that were not handled are confirmed")
	}
	events := r.settled()
	if got := args(events); !cmp.Equal(got, []string{"1", "1", "1", "2"}) {
		t.Errorf("offered %q, want 1 three times, then 2", got)
	}
	if events[0].Key != events[2].Key || events[0].Key == events[3].Key {
		t.Errorf("keys %q, %q, %q", events[0].Key, events[2].Key, events[3].Key)
	}
}

// A chat whose event takes long, or fails and fails, keeps no other chat waiting.
func TestPollChatsSideBySide(t *testing.T) {
	release := make(chan struct{})
	r := start(t, setup{server: quick(t), handle: func(ctx context.Context, e bot.Event) (bot.Answer, error) {
		if e.Args == "slow" {
			select {
			case <-release:
			case <-ctx.Done():
				return bot.Answer{}, ctx.Err()
			}
		}
		return bot.Answer{}, nil
	}})
	ana, bob := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", "")
	r.s.Say(ana, ana, "/go slow", 0)
	r.event(1)
	r.s.Say(ana, ana, "/go after", 0)
	r.s.Say(bob, bob, "/go quick", 0)
	if e := r.event(2); e.Args != "quick" {
		t.Errorf("the second event is %q, want Bob's", e.Args)
	}
	if n := r.s.Pending(); n != 3 {
		t.Errorf("%d updates wait unconfirmed, want the slow one and all that follow it", n)
	}
	close(release)
	if got := args(r.settled()); !cmp.Equal(got, []string{"slow", "quick", "after"}) {
		t.Errorf("events %q", got)
	}
}

// What was being handled when the program stopped is offered again after its next
// start, although later updates were done with.
func TestPollOffersAgainAfterStop(t *testing.T) {
	r := start(t, setup{server: quick(t), handle: func(ctx context.Context, e bot.Event) (bot.Answer, error) {
		if e.Args == "slow" {
			<-ctx.Done()
			return bot.Answer{}, ctx.Err()
		}
		return bot.Answer{}, nil
	}})
	ana, bob := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", "")
	r.s.Say(ana, ana, "/go slow", 0)
	r.event(1)
	r.s.Say(bob, bob, "/go quick", 0)
	r.event(2)
	polls := len(r.s.Requests("getUpdates"))
	r.s.Await(t, "another poll", func() bool { return len(r.s.Requests("getUpdates")) > polls })
	_ = r.stop()

	r.mu.Lock()
	r.events, r.handle = nil, nil
	r.mu.Unlock()
	r.run()
	if got := args(r.settled()); !slices.Contains(got, "slow") {
		t.Errorf("after the start %q were offered, want the slow one", got)
	}
}

func TestPollKeepsOrderInAChat(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	var want []string
	for i := range 130 { // more than one batch
		want = append(want, fmt.Sprint(i))
		r.s.Say(ana, ana, fmt.Sprint("/go ", i), 0)
	}
	r.run()
	if diff := cmp.Diff(want, args(r.settled())); diff != "" {
		t.Errorf("order, want -, got +:\n%s", diff)
	}
}

// Updates that come again, or in another order, are each handled once.
func TestPollRepeatedAndReordered(t *testing.T) {
	r := start(t, setup{})
	ana, bob, eve := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", ""), r.s.AddUser("Eve", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.settled()
	r.s.Reorder()
	r.s.Redeliver(1)
	r.s.Say(bob, bob, "/go 2", 0)
	r.s.Say(eve, eve, "/go 3", 0)
	counts := make(map[string]int)
	for _, a := range args(r.settled()) {
		counts[a]++
	}
	if want := map[string]int{"1": 1, "2": 1, "3": 1}; !cmp.Equal(counts, want) {
		t.Errorf("handled %v, want each once", counts)
	}
}

// A handler that panics is tried twice, then its event is given up.
func TestPollSurvivesPanics(t *testing.T) {
	r := start(t, setup{handle: func(_ context.Context, e bot.Event) (bot.Answer, error) {
		if e.Args == "bad" {
			panic("no such position")
		}
		return bot.Answer{}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go bad", 0)
	r.s.Say(ana, ana, "/go good", 0)
	if got := args(r.settled()); !cmp.Equal(got, []string{"bad", "bad", "good"}) {
		t.Errorf("offered %q, want bad twice, then good", got)
	}
	if !strings.Contains(r.log.String(), "no such position") {
		t.Error("the log does not tell the cause")
	}
}

// A tap whose handling panics does not spin on.
func TestPanicEndsTheSpinner(t *testing.T) {
	r := start(t, setup{handle: func(context.Context, bot.Event) (bot.Answer, error) { panic("x") }})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p", 9, "x", bot.Button{Label: "b", Data: "d"}))
	if toast := r.s.Tap(ana, ana, id(ref), "b"); !toast.Answered {
		t.Error("the tap was not answered")
	}
}

// Whatever happens to a poll, the next one gets the updates.
func TestPollTrouble(t *testing.T) {
	for name, fault := range map[string]telegramtest.Fault{
		"429":                {RetryAfter: 1},
		"502 in HTML":        {Status: 502}, // T7
		"reset":              {Reset: true},
		"half an answer":     {Truncate: true},
		"a strange redirect": {Status: 302},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, setup{server: quick(t)})
			fault.Method = "getUpdates"
			r.s.Inject(fault)
			ana := r.s.AddUser("Ana", "")
			r.s.Say(ana, ana, "/go 1", 0)
			r.run()
			if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
				t.Errorf("events %q", got)
			}
			if !strings.Contains(r.log.String(), "Telegram gave no updates") {
				t.Error("the log does not tell")
			}
		})
	}
}

// After a webhook, polling works and loses nothing that waited.
func TestPollReplacesWebhook(t *testing.T) {
	r := newRig(t, setup{})
	call(t, r.s, "setWebhook", "url", "http://127.0.0.1:1/hook")
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.run()
	if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("events %q", got)
	}
}

// A second program with the same token takes turns and says so.
func TestPollConflict(t *testing.T) {
	r := start(t, setup{server: quick(t)})
	ana := r.s.AddUser("Ana", "")
	r.s.Await(t, "the first poll", func() bool { return len(r.s.Requests("deleteWebhook")) == 1 })
	r.s.Await(t, "the conflict", func() bool {
		call(t, r.s, "getUpdates", "timeout", "0", "limit", "1", "offset", "-1")
		return strings.Contains(r.log.String(), "only one may run")
	})
	r.s.Say(ana, ana, "/go 1", 0)
	if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("events %q", got)
	}
}

// The door asks for its kinds of updates in so many words: without them Telegram
// would keep what some earlier program asked for.
func TestPollNamesItsUpdates(t *testing.T) {
	r := newRig(t, setup{})
	call(t, r.s, "getUpdates", "allowed_updates", `["poll"]`)
	r.run()
	r.s.Await(t, "a poll", func() bool { return len(r.s.Requests("getUpdates")) > 1 || r.s.Polling() })
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.event(1)
	r.settled()
	for _, q := range r.s.Requests("getUpdates")[1:] {
		if want := `["message","edited_message","callback_query","my_chat_member"]`; q.Params["allowed_updates"] != want {
			t.Errorf("allowed_updates %s, want %s", q.Params["allowed_updates"], want)
		}
	}
}

// Run ends soon after its context, although a poll waits for minutes.
func TestRunEndsWithItsContext(t *testing.T) {
	r := start(t, setup{})
	r.s.Await(t, "a poll", r.s.Polling)
	if err := r.stop(); !errors.Is(err, context.Canceled) {
		t.Errorf("Run returned %v, want the context's error", err)
	}
}

// A wrong token ends Run with one sentence, which does not hold it.
func TestWrongTokenIsFatal(t *testing.T) {
	const token = "123456789:AAwrongWrongWrongWrongWrongWrongWro"
	r := newRig(t, setup{door: telegram.Config{Token: token}})
	err := r.d.Run(t.Context(), r.take)
	if !errors.Is(err, bot.ErrFatal) {
		t.Fatalf("Run returned %v, want bot.ErrFatal", err)
	}
	if text := err.Error(); strings.Contains(text, "wrongWrong") || strings.Contains(text, "\n") || !strings.Contains(text, "token") {
		t.Errorf("the error reads %q", text)
	}
	if strings.Contains(r.log.String(), "wrongWrong") {
		t.Error("the log holds the token")
	}
}

// Telegram being away at the start is no reason to give up.
func TestStartWithoutTelegram(t *testing.T) {
	r := newRig(t, setup{server: quick(t)})
	r.s.Inject(telegramtest.Fault{Method: "getMe", Status: 503})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.run()
	if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("events %q", got)
	}
}

// What comes while the bot is away waits; a tap that waited too long does not.
func TestUpdatesWhileAway(t *testing.T) {
	clock := bottest.NewClock(ago)
	r := newRig(t, setup{server: telegramtest.Options{Clock: clock}})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.s.PressData(ana, ana, 1, "late")
	clock.Advance(3 * time.Minute)
	r.run()
	if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("events %q, want the command alone", got)
	}
}
