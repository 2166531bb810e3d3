package courier

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"tablabot/bot"
	"tablabot/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// telegram is a budget like that of a Telegram group.
func telegram() *bot.Budget {
	return bot.NewBudget(func(bot.ChatKey) bot.Limits {
		return bot.Limits{PerMinute: 20, Spacing: time.Second, PerSecond: 30}
	})
}

// TestOneDelivery tells what is sent for one board, and what is kept of it.
func TestOneDelivery(t *testing.T) {
	slow := &bot.RetryError{After: 7 * time.Second}
	unreachable := &bot.RetryError{Cause: errors.New("connection reset")}
	tests := []struct {
		name  string
		board store.Board
		then  func(*store.Board) // what a commit changed; nil for nothing
		must  bool
		plans map[string][]error
		sent  []string
		kept  store.Shown // without hash and nonce
	}{{
		name:  "a table is posted",
		board: table("m1", "tg:1"),
		sent:  []string{"0s post tg:1: m1 rev 1"},
		kept:  store.Shown{Ref: "new-1", Posts: 1, Rev: 1},
	}, {
		name:  "nothing is due",
		board: shown("m1", "tg:1"),
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 1},
	}, {
		name:  "a play is an edit at once",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		sent: []string{"0s edit tg:1 old-m1: m1 rev 2"},
		kept: store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "a draft is an edit a second later",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {},
		sent:  []string{"1s edit tg:1 old-m1: m1 rev 2"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "an order to post anew takes the buttons off the old message",
		board: shown("m1", "tg:1"),
		then:  func(b *store.Board) { b.Order.Posts++ }, must: true,
		sent: []string{"0s post tg:1: m1 rev 2", "0s strip tg:1 old-m1"},
		kept: store.Shown{Ref: "new-1", Posts: 2, Rev: 2},
	}, {
		name:  "a put-off edit waits",
		board: shown("m1", "tg:1"),
		then:  func(b *store.Board) { b.Order.NotBefore = time.Now().Add(1500 * time.Millisecond) }, must: true,
		sent: []string{"1.5s edit tg:1 old-m1: m1 rev 2"},
		kept: store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "an older message gets its last screen and is done",
		board: shown("m1", "tg:1"),
		then:  func(b *store.Board) { b.MatchSlot = 1 },
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2, no buttons"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2, Done: true},
	}, {
		name:  "an older message that was never posted is not posted",
		board: table("m1", "tg:1"),
		then:  func(b *store.Board) { b.MatchSlot = 1 },
		kept:  store.Shown{Rev: 2, Done: true},
	}, {
		name:  "an older message that is gone is not posted anew",
		board: shown("m1", "tg:1"),
		then:  func(b *store.Board) { b.MatchSlot = 1 },
		plans: map[string][]error{"edit": {bot.ErrGone}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2, no buttons → refused"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2, Done: true},
	}, {
		name:  "not modified is as good as edited",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {fmt.Errorf("edit: %w", bot.ErrNotModified)}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2 → refused"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "a deleted message is posted anew",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {bot.ErrGone}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2 → refused", "0s post tg:1: m1 rev 2"},
		kept:  store.Shown{Ref: "new-1", Posts: 1, Rev: 2},
	}, {
		name:  "an expired message is posted anew for a play",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {bot.ErrExpired}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2 → refused", "0s post tg:1: m1 rev 2"},
		kept:  store.Shown{Ref: "new-1", Posts: 1, Rev: 2},
	}, {
		name:  "an expired message is left alone for a draft",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {},
		plans: map[string][]error{"edit": {bot.ErrExpired}},
		sent:  []string{"1s edit tg:1 old-m1: m1 rev 2 → refused"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "a chat without pictures gets text",
		board: table("m1", "tg:1"),
		plans: map[string][]error{"post": {bot.ErrNoPictures}},
		sent:  []string{"0s post tg:1: m1 rev 1 → refused", "0s post tg:1: m1 rev 1, no picture"},
		kept:  store.Shown{Ref: "new-1", Posts: 1, Rev: 1, Text: true},
	}, {
		name:  "a chat that takes no more pictures gets text in a new message",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {bot.ErrNoPictures}},
		sent: []string{
			"0s edit tg:1 old-m1: m1 rev 2 → refused",
			"0s post tg:1: m1 rev 2, no picture",
			"0s strip tg:1 old-m1",
		},
		kept: store.Shown{Ref: "new-1", Posts: 1, Rev: 2, Text: true},
	}, {
		name:  "a new message of a board in letters has its picture again",
		board: inLetters(shown("m1", "tg:1")),
		then:  func(b *store.Board) { b.Order.Posts = 2 }, must: true,
		sent: []string{"0s post tg:1: m1 rev 2", "0s strip tg:1 old-m1"},
		kept: store.Shown{Ref: "new-1", Posts: 2, Rev: 2},
	}, {
		name:  "a new message of a board in letters stays so where pictures are still refused",
		board: inLetters(shown("m1", "tg:1")),
		then:  func(b *store.Board) { b.Order.Posts = 2 }, must: true,
		plans: map[string][]error{"post": {bot.ErrNoPictures}},
		sent: []string{
			"0s post tg:1: m1 rev 2 → refused",
			"0s post tg:1: m1 rev 2, no picture",
			"0s strip tg:1 old-m1",
		},
		kept: store.Shown{Ref: "new-1", Posts: 2, Rev: 2, Text: true},
	}, {
		name:  "an edit of a board in letters stays in letters",
		board: inLetters(shown("m1", "tg:1")),
		then:  func(*store.Board) {}, must: true,
		sent: []string{"0s edit tg:1 old-m1: m1 rev 2, no picture"},
		kept: store.Shown{Ref: "old-m1", Posts: 1, Rev: 2, Text: true},
	}, {
		name:  "the platform asks to slow down",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {slow}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2 → refused", "7s edit tg:1 old-m1: m1 rev 2"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "a post after an unanswered one may have found it and is edited once",
		board: table("m1", "tg:1"),
		plans: map[string][]error{"post": {&bot.RetryError{After: 2 * time.Second, Cause: unreachable.Cause}}},
		sent: []string{
			"0s post tg:1: m1 rev 1 → refused",
			"2s post tg:1: m1 rev 1",
			"2s edit tg:1 new-1: m1 rev 1",
		},
		kept: store.Shown{Ref: "new-1", Posts: 1, Rev: 1},
	}, {
		name:  "the bot was removed",
		board: shown("m1", "tg:1"),
		then:  func(*store.Board) {}, must: true,
		plans: map[string][]error{"edit": {bot.ErrForbidden}},
		sent:  []string{"0s edit tg:1 old-m1: m1 rev 2 → refused"},
		kept:  store.Shown{Ref: "old-m1", Posts: 1, Rev: 2},
	}, {
		name:  "the chat is gone",
		board: table("m1", "tg:1"),
		plans: map[string][]error{"post": {bot.ErrGone}},
		sent:  []string{"0s post tg:1: m1 rev 1 → refused"},
		kept:  store.Shown{Posts: 1, Rev: 1},
	}}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShelf(test.board)
				if test.then != nil {
					s.change("m1", test.must, test.then)
				}
				w := start(t, s, newDoor(test.plans))
				pass(time.Minute)
				if diff := cmp.Diff(test.sent, w.door.log()); diff != "" {
					t.Errorf("sent (-want +got):\n%s", diff)
				}
				kept := s.get(t, "m1").Shown
				if kept.Posting != "" {
					t.Errorf("a post is still marked as begun: %q", kept.Posting)
				}
				kept.Hash = ""
				if diff := cmp.Diff(test.kept, kept); diff != "" {
					t.Errorf("kept (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestManyChangesAreFewEdits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		w := start(t, s, newDoor(nil))
		for range 20 { // drafts, a tenth of a second apart
			s.change("m1", false)
			w.Wake()
			pass(100 * time.Millisecond)
		}
		pass(time.Minute)
		want := []string{"2.9s edit tg:1 old-m1: m1 rev 21"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestAPreviewDoesNotWaitForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		w := start(t, s, newDoor(nil))
		pass(50 * time.Millisecond)
		for range 50 {
			s.change("m1", false)
			w.Wake()
			pass(100 * time.Millisecond)
		}
		pass(time.Minute)
		want := []string{"3.1s edit tg:1 old-m1: m1 rev 31", "6s edit tg:1 old-m1: m1 rev 51"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestAPlayOvertakesItsPreview(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		w := start(t, s, newDoor(nil))
		s.change("m1", false)
		w.Wake()
		pass(300 * time.Millisecond)
		s.change("m1", true)
		w.Wake()
		pass(time.Minute)
		want := []string{"300ms edit tg:1 old-m1: m1 rev 3"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestChangesWhileARequestIsInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		d := newDoor(nil)
		d.took = 2 * time.Second
		w := start(t, s, d)
		for range 4 {
			s.change("m1", true)
			w.Wake()
			pass(300 * time.Millisecond)
		}
		pass(time.Minute)
		want := []string{"2s edit tg:1 old-m1: m1 rev 2", "4s edit tg:1 old-m1: m1 rev 5"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestAnIdenticalScreenSendsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		w := start(t, s, newDoor(nil), func(w *world) { w.composer.same = true })
		pass(time.Second)
		for range 3 {
			s.change("m1", true)
			w.Wake()
			pass(5 * time.Second)
		}
		want := []string{"0s post tg:1: m1 rev 0"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		if got := s.get(t, "m1").Shown.Rev; got != 4 {
			t.Errorf("the record says revision %d, want 4", got)
		}
	})
}

// TestANewProcessHoldsItsBreath: an earlier process may have sent just now, which
// the budget of this one does not know.
func TestANewProcessHoldsItsBreath(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDoor(nil)
		d.budget = telegram()
		start(t, newShelf(table("m1", "tg:1")), d)
		pass(time.Minute)
		if diff := cmp.Diff([]string{"1s post tg:1: m1 rev 1"}, d.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

// TestPreviewsLeaveSendsForPlays: a group of 20 a minute gets 12 previews, and
// plays still go out.
func TestPreviewsLeaveSendsForPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"), shown("m2", "tg:1"))
		d := newDoor(nil)
		d.budget = telegram()
		w := start(t, s, d)
		for range 20 {
			s.change("m1", false)
			w.Wake()
			pass(2 * time.Second)
		}
		previews := len(d.log())
		// 20 sends less the 8 that are kept back leave 13: the last begins at 8 left.
		if previews != 13 {
			t.Errorf("%d previews were sent in 40 s, want 13", previews)
		}
		s.change("m2", true)
		w.Wake()
		synctest.Wait()
		want := "40s edit tg:1 old-m2: m2 rev 2"
		if log := d.log(); log[len(log)-1] != want {
			t.Errorf("last sent: %q, want %q", log[len(log)-1], want)
		}
		pass(2 * time.Minute)
		if got := s.get(t, "m1").Shown.Rev; got != 21 {
			t.Errorf("the last preview stayed at revision %d, want 21", got)
		}
	})
}

func TestPlaysWaitForTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var boards []store.Board
		for i := range 25 {
			boards = append(boards, table(fmt.Sprint("m", i), "tg:1"))
		}
		d := newDoor(nil)
		d.budget = telegram()
		start(t, newShelf(boards...), d)
		pass(59 * time.Second)
		if got := len(d.log()); got != 20 {
			t.Errorf("%d posts in the first minute, want 20", got)
		}
		pass(time.Minute)
		if got := len(d.log()); got != 25 {
			t.Errorf("%d posts in two minutes, want all 25", got)
		}
	})
}

func TestChatsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var boards []store.Board
		for chat := range workers {
			for i := range 20 {
				boards = append(boards, table(fmt.Sprintf("busy%d.%d", chat, i), fmt.Sprint("tg:", chat)))
			}
		}
		s := newShelf(append(boards, table("quiet", "tg:99"))...)
		d := newDoor(nil)
		d.took = time.Second
		start(t, s, d)
		pass(2500 * time.Millisecond)
		if got := s.get(t, "quiet").Shown.Ref; got == "" {
			t.Errorf("a chat with one board waits behind %d chats with twenty:\n%v", workers, d.log())
		}
		pass(time.Minute)
		if len(d.log()) != len(boards)+1 || d.most != workers {
			t.Errorf("%d sends, at most %d at once; want %d and %d", len(d.log()), d.most, len(boards)+1, workers)
		}
	})
}

func TestOneSlowChatHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"), table("m2", "tg:2"), table("m3", "tg:1"))
		d := newDoor(nil)
		d.always = map[bot.ChatKey]error{"tg:1": &bot.RetryError{After: 10 * time.Minute}}
		start(t, s, d)
		pass(9 * time.Minute)
		want := []string{"0s post tg:1: m1 rev 1 → refused", "0s post tg:2: m2 rev 1"}
		got := d.log()
		if len(got) == 2 && got[0] > got[1] {
			got[0], got[1] = got[1], got[0]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestAGlobalLimitHoldsForAllChats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		d := newDoor(map[string][]error{"post": {&bot.RetryError{After: time.Minute, Global: true}}})
		w := start(t, s, d)
		pass(time.Second)
		s.mu.Lock()
		s.boards = append(s.boards, table("m2", "tg:2"))
		s.mu.Unlock()
		w.Wake()
		pass(58 * time.Second)
		if got := d.log(); len(got) != 1 {
			t.Errorf("sent within the minute: %q", got)
		}
		pass(10 * time.Second)
		if got := s.get(t, "m2").Shown.Ref; got == "" {
			t.Errorf("the other chat got nothing after it: %q", d.log())
		}
	})
}

func TestAnUnreachablePlatformIsAskedLessAndLess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		d := newDoor(nil)
		d.always = map[bot.ChatKey]error{"tg:1": &bot.RetryError{Cause: errors.New("connection refused")}}
		start(t, s, d)
		pass(time.Hour)
		// 1+2+4+…+64 s, then every 2 minutes, each up to a quarter less.
		if got := len(d.log()); got < 30 || got > 50 {
			t.Errorf("%d requests in an hour, want 30 to 50", got)
		}
		d.mu.Lock()
		d.always = nil
		d.mu.Unlock()
		pass(3 * time.Minute)
		if got := s.get(t, "m1").Shown; got.Ref == "" || got.Rev != 1 {
			t.Errorf("after the platform is back the chat shows %+v", got)
		}
	})
}

func TestAPoisonousBoardHarmsNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"), table("m2", "tg:1"))
		d := newDoor(map[string][]error{"post": {errors.New("400 BUTTON_DATA_INVALID"), nil, errors.New("400 BUTTON_DATA_INVALID")}})
		start(t, s, d)
		pass(10 * time.Second)
		if s.get(t, "m2").Shown.Ref == "" {
			t.Errorf("the chat's other board was not sent: %q", d.log())
		}
		if s.get(t, "m1").Shown.Ref == "" {
			t.Errorf("the board was not tried again: %q", d.log())
		}
	})
}

func TestAPanicIsAnErrorOfOneBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		w := start(t, s, newDoor(nil), func(w *world) { w.composer.shelf = nil })
		pass(10 * time.Second)
		if got := w.door.log(); len(got) != 0 {
			t.Errorf("sent %q", got)
		}
	})
}

func TestALostChatIsReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		w := start(t, s, newDoor(map[string][]error{"post": {bot.ErrForbidden}}))
		at := time.Now()
		pass(time.Hour)
		want := []bot.Event{{Key: "lost/tg:1/m1/0/1/1", Kind: bot.ChatLost, Chat: "tg:1", Time: at}}
		if diff := cmp.Diff(want, *w.reported); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	})
}

// TestAChatThatLetsTheBotInAgain: a lost chat costs nothing until something
// changes, and gets its board once the bot is back.
func TestAChatThatLetsTheBotInAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		d := newDoor(map[string][]error{"edit": {bot.ErrForbidden}, "post": {bot.ErrForbidden}})
		w := start(t, s, d)
		for _, change := range []func(*store.Board){
			func(*store.Board) {},
			func(b *store.Board) { b.Order.Posts++ },
			func(b *store.Board) { b.Order.Posts++ },
		} {
			s.change("m1", true, change)
			w.Wake()
			pass(time.Hour)
		}
		want := []string{
			"0s edit tg:1 old-m1: m1 rev 2 → refused",
			"1h0m0s post tg:1: m1 rev 3 → refused",
			"2h0m0s post tg:1: m1 rev 4", "2h0m0s strip tg:1 old-m1",
		}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		if len(*w.reported) != 2 {
			t.Errorf("reported %v, want two losses", *w.reported)
		}
	})
}

func TestAMigratedChatIsReportedAndServedUnderItsNewKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(shown("m1", "tg:1"))
		s.change("m1", true)
		d := newDoor(map[string][]error{"edit": {fmt.Errorf("edit: %w", &bot.MigratedError{To: "tg:-100"})}})
		w := start(t, s, d, func(w *world) {
			report := w.Report
			w.Report = func(ctx context.Context, event bot.Event) error {
				s.change("m1", true, func(b *store.Board) {
					b.Chat, b.Order.Chat = string(event.NewChat), string(event.NewChat)
					b.Shown, b.LeaseEnds = store.Shown{}, time.Time{}
				})
				return report(ctx, event)
			}
		})
		pass(time.Minute)
		want := []string{"0s edit tg:1 old-m1: m1 rev 2 → refused", "0s post tg:-100: m1 rev 3"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		event := bot.Event{Key: "migrated/tg:1/tg:-100", Kind: bot.Migrated, Chat: "tg:1", NewChat: "tg:-100", Time: d.began}
		if diff := cmp.Diff([]bot.Event{event}, *w.reported); diff != "" {
			t.Errorf("reported (-want +got):\n%s", diff)
		}
	})
}

func TestAReportThatFailsIsRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		d := newDoor(nil)
		d.always = map[bot.ChatKey]error{"tg:1": bot.ErrForbidden}
		tries := 0
		start(t, s, d, func(w *world) {
			w.Report = func(context.Context, bot.Event) error {
				if tries++; tries < 3 {
					return store.ErrFull
				}
				return nil
			}
		})
		pass(time.Hour)
		if s.get(t, "m1").Shown.Rev != 1 || tries != 3 {
			t.Errorf("reported %d times, board %+v", tries, s.get(t, "m1").Shown)
		}
	})
}

func TestARefusedBotEndsTheCourier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		w := start(t, s, newDoor(map[string][]error{"post": {fmt.Errorf("post: %w", bot.ErrFatal)}}))
		err := <-w.ended
		w.ended <- err
		if !errors.Is(err, bot.ErrFatal) {
			t.Errorf("the courier ended with %v, want %v", err, bot.ErrFatal)
		}
	})
}

// TestACrashBetweenPostAndRecord stops a courier that has sent and could not
// record it; the next one posts with the same nonce, and ends with the truth.
func TestACrashBetweenPostAndRecord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		s.saves = 1 // the mark that a post begins
		first := start(t, s, newDoor(nil))
		synctest.Wait()
		first.stop()
		first.ended <- <-first.ended
		if got := s.get(t, "m1").Shown; got.Posting == "" || got.Ref != "" {
			t.Fatalf("before the restart the record is %+v", got)
		}
		s.mu.Lock()
		s.saves = -1
		s.mu.Unlock()
		s.change("m1", true)

		second := start(t, s, newDoor(nil))
		pass(lease + time.Second)
		if a, b := first.door.sent[0].Nonce, second.door.sent[0].Nonce; a != b || a == "" || len(a) > 25 {
			t.Errorf("nonces %q and %q, want the same one of at most 25 characters", a, b)
		}
		want := store.Shown{Ref: "new-1", Posts: 1, Rev: 2}
		got := s.get(t, "m1").Shown
		got.Hash = ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("kept (-want +got):\n%s", diff)
		}
	})
}

func TestWhatWasSentIsRecordedWhenTheStoreIsBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		s.saves = 1
		w := start(t, s, newDoor(nil))
		pass(10 * time.Second)
		s.mu.Lock()
		s.saves = -1
		s.mu.Unlock()
		pass(time.Minute)
		want := []string{"0s post tg:1: m1 rev 1"}
		if diff := cmp.Diff(want, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		if got := s.get(t, "m1").Shown; got.Ref != "new-1" || got.Rev != 1 || got.Posting != "" {
			t.Errorf("kept %+v", got)
		}
	})
}

func TestAtTheEndARequestInFlightIsRecorded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"), table("m2", "tg:2"))
		d := newDoor(nil)
		d.took = 3 * time.Second
		w := start(t, s, d)
		pass(time.Second)
		w.stop()
		w.ended <- <-w.ended
		for _, match := range []string{"m1", "m2"} {
			if got := s.get(t, match).Shown; got.Ref == "" || got.Posting != "" {
				t.Errorf("%s was sent, and the record says %+v", match, got)
			}
		}
	})
}

func TestAtTheEndARequestThatHangsIsInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		d := newDoor(nil)
		d.took = time.Hour
		w := start(t, s, d)
		pass(time.Second)
		w.stop()
		began := time.Now()
		w.ended <- <-w.ended
		if got := time.Since(began); got != grace {
			t.Errorf("the courier took %v to end, want %v", got, grace)
		}
	})
}

func TestPingsAndSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		w := start(t, s, newDoor(map[string][]error{"edit": {bot.ErrGone}}))
		pass(time.Minute)
		s.change("m1", true) // deleted meanwhile: posted anew, nobody is called again
		w.Wake()
		pass(time.Minute)
		s.change("m1", true, func(b *store.Board) { b.Order.Posts++; b.Order.Ping = false })
		w.Wake()
		pass(time.Minute)
		type call struct {
			Mentions int
			Silent   bool
		}
		want := []call{{1, false}, {1, false}, {1, true}, {1, true}} // post, edit, post, post
		var got []call
		for _, r := range w.door.sent {
			got = append(got, call{len(r.Mention), r.Silent})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("calls (-want +got):\n%s\n%q", diff, w.door.log())
		}
	})
}

func TestALeaseIsRenewedWhileABoardWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		d := newDoor(map[string][]error{"post": {&bot.RetryError{After: 10 * lease}}})
		start(t, s, d)
		for range 9 {
			pass(lease)
			if got := s.get(t, "m1").LeaseEnds; !got.After(time.Now()) {
				t.Fatalf("the lease ended at %v, now is %v", got, time.Now())
			}
		}
		pass(2 * lease)
		if got := s.get(t, "m1").Shown.Ref; got == "" {
			t.Errorf("nothing was posted: %q", d.log())
		}
	})
}

func TestAStoreInTroubleIsAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "tg:1"))
		s.broken = errors.New("input/output error")
		w := start(t, s, newDoor(nil))
		pass(12 * time.Second)
		s.mu.Lock()
		s.broken = nil
		s.mu.Unlock()
		pass(time.Minute)
		if got := w.door.log(); len(got) != 1 {
			t.Errorf("sent %q, want one post", got)
		}
	})
}

// TestAnotherDoorsBoards: they are not this courier's, however long they are due.
func TestAnotherDoorsBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf(table("m1", "dc:1"), table("m2", "tg:2"))
		w := start(t, s, newDoor(nil))
		pass(time.Minute)
		if diff := cmp.Diff([]string{"0s post tg:2: m2 rev 1"}, w.door.log()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}
