package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/telegram/telegramtest"
)

// Whatever goes wrong on the way, with the door stopped and started again in the
// middle: every event is handled once, in the order of its chat, and the last
// screen of each board is shown.
func TestNothingLostNothingDoubled(t *testing.T) {
	clock := bottest.NewClock(ago)
	book := &ledger{events: make(map[string]bool), lines: make(map[bot.ChatKey][]string)}
	r := start(t, setup{
		server: telegramtest.Options{Clock: clock, CallbackLife: time.Hour},
		handle: book.handle,
	})
	defer keepGoing(clock)()

	const chats, each = 4, 15
	rng := rand.New(rand.NewPCG(1, 2))
	var people, boards []int64
	var wg sync.WaitGroup
	for i := range chats {
		p := r.s.AddUser(fmt.Sprint("P", i), "")
		people, boards = append(people, p), append(boards, r.s.AddSupergroup(fmt.Sprint("Club", i), p))
	}
	for i := range chats {
		wg.Go(func() { showAll(t, r, clock, boards[i]) })
	}
	for n := range each {
		for i, p := range people {
			if n%3 == 2 {
				r.s.PressData(p, boards[i], 1, fmt.Sprint(n))
			} else {
				r.s.Say(boards[i], p, fmt.Sprint("/go ", n), 0)
			}
		}
		r.s.Inject(anyFault(rng))
		switch rng.IntN(4) {
		case 0:
			r.s.Poison()
		case 1:
			r.s.Redeliver(3)
		case 2:
			_ = r.stop()
			r.run()
		}
	}
	wg.Wait()
	r.settled()
	r.s.ForgetViolations() // of budgets: this test is not careful with them after refusals

	book.mu.Lock()
	defer book.mu.Unlock()
	for i, chat := range boards {
		var want []string
		for n := range each {
			want = append(want, fmt.Sprint(n))
		}
		if diff := cmp.Diff(want, book.lines[key(chat)]); diff != "" {
			t.Errorf("chat %d, want -, got +:\n%s", i, diff)
		}
		messages := r.s.BotMessages(chat)
		if last := messages[len(messages)-1]; last.Text != "screen 5" {
			t.Errorf("chat %d shows %q at last", i, last.Text)
		}
	}
}

// ledger keeps each event once, as a store does, and fails now and then.
type ledger struct {
	mu     sync.Mutex
	events map[string]bool
	lines  map[bot.ChatKey][]string
	calls  int
}

func (l *ledger) handle(_ context.Context, e bot.Event) (bot.Answer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls++; l.calls%3 == 0 {
		return bot.Answer{}, errors.New("the disk is full")
	}
	if !l.events[e.Key] {
		l.events[e.Key] = true
		l.lines[e.Chat] = append(l.lines[e.Chat], e.Args+e.Data)
	}
	return bot.Answer{}, nil
}

// showAll brings six screens to a chat as a courier does.
func showAll(t *testing.T, r *rig, clock bot.Clock, chat int64) {
	var ref bot.BoardRef
	for n := 0; n < 6; {
		err := bot.Sleep(t.Context(), clock, r.d.Budget().Take(key(chat), clock.Now()))
		screen := board(fmt.Sprint(chat, n), uint8(40*n), fmt.Sprint("screen ", n))
		if err == nil && ref == "" {
			ref, err = r.d.Post(t.Context(), key(chat), screen)
		} else if err == nil {
			err = r.d.Edit(t.Context(), key(chat), ref, screen)
		}
		var retry *bot.RetryError
		switch {
		case err == nil || errors.Is(err, bot.ErrNotModified):
			n++
		case errors.As(err, &retry):
			err = bot.Sleep(t.Context(), clock, retry.After)
			if err != nil {
				return
			}
		default:
			t.Errorf("chat %d, screen %d: %v", chat, n, err)
			return
		}
	}
}

func anyFault(rng *rand.Rand) telegramtest.Fault {
	f := telegramtest.Fault{Done: rng.IntN(2) == 0}
	f.Method = []string{"getUpdates", "getUpdates", "sendPhoto", "editMessageMedia", "answerCallbackQuery", ""}[rng.IntN(6)]
	switch rng.IntN(4) {
	case 0:
		f.RetryAfter, f.Done = 1+rng.IntN(3), false
	case 1:
		f.Status = 502
	case 2:
		f.Reset = true
	case 3:
		f.Truncate = true
	}
	return f
}
