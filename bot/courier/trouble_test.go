package courier

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/store"
)

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
