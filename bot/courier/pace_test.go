package courier

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/store"
)

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
