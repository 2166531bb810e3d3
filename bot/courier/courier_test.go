package courier

import (
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
