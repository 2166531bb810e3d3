package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/clock"
	"tablabot/bot/courier"
	"tablabot/store"
	"tablabot/store/bolt"
)

// counted is a store that counts how often it is asked for work.
type counted struct {
	*bolt.Store
	mu     sync.Mutex
	claims int
}

func (c *counted) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.claims++
}

func (c *counted) ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error) {
	c.count()
	return c.Store.ClaimBoards(ctx, door, now, n, lease)
}

func (c *counted) ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error) {
	c.count()
	return c.Store.ClaimDeadlines(ctx, now, n, lease)
}

// mailbox is a door that records what is sent to it.
type mailbox struct {
	bot.Door
	budget *bot.Budget
	began  time.Time
	mu     sync.Mutex
	sent   []string
}

func (d *mailbox) Name() string        { return "tg" }
func (d *mailbox) Budget() *bot.Budget { return d.budget }

func (d *mailbox) Post(_ context.Context, chat bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	d.note("post %s: %s", chat, r.Text)
	return "message", nil
}

func (d *mailbox) Edit(_ context.Context, chat bot.ChatKey, _ bot.BoardRef, r bot.Rendered) error {
	d.note("edit %s: %s", chat, r.Text)
	return nil
}

func (d *mailbox) note(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sent = append(d.sent, time.Since(d.began).Round(100*time.Millisecond).String()+" "+fmt.Sprintf(format, args...))
}

// teller shows a match's revision.
type teller struct{ store *counted }

func (c teller) Compose(ctx context.Context, board store.Board) (bot.Screen, error) {
	match, err := c.store.Match(ctx, board.Match)
	return bot.Screen{Text: bot.Text{{Text: fmt.Sprintf("revision %d", match.Rev)}}}, err
}

// TestCourierAndClockOverTheStore: with the embedded store, changes become few
// sends, deadlines fire in time, and an idle bot asks for next to nothing.
func TestCourierAndClockOverTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		opened, err := bolt.Open(filepath.Join(t.TempDir(), "tablabot.db"), bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close()
		kept := &counted{Store: opened}
		door := &mailbox{budget: bot.NewBudget(func(bot.ChatKey) bot.Limits {
			return bot.Limits{PerMinute: 20, Spacing: time.Second}
		}), began: time.Now()}

		c := courier.New(courier.Config{Door: door, Store: kept, Composer: teller{kept}, Debounce: time.Second})
		var change func(mustShow bool, deadlines ...store.Deadline)
		k := clock.New(clock.Config{Store: kept, Handle: func(_ context.Context, event bot.Event) error {
			door.note("deadline %s", event.Key)
			change(true, []store.Deadline{}...) // none is left
			return nil
		}})
		match := store.Match{ID: "m1", Home: "tg:1", Chats: []string{"tg:1"}, Created: time.Now()}
		change = func(mustShow bool, deadlines ...store.Deadline) {
			t.Helper()
			match.Updated = time.Now()
			todo := store.Change{
				Event: fmt.Sprint("event ", match.Rev), Time: time.Now(), Match: &match, MustShow: mustShow, Deadlines: deadlines,
			}
			if match.Rev == 0 {
				todo.Orders = []store.Order{{BoardKey: store.BoardKey{Match: "m1", Chat: "tg:1"}, Posts: 1}}
			}
			if _, _, err := kept.Commit(t.Context(), todo); err != nil {
				t.Errorf("commit %d: %v", match.Rev, err)
			}
			match.Rev++
			c.Wake()
			k.Wake()
		}
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = c.Run(ctx) })
		running.Go(func() { _ = k.Run(ctx) })

		change(true)
		time.Sleep(10 * time.Second)
		for range 10 { // drafts
			change(false)
			time.Sleep(100 * time.Millisecond)
		}
		change(true, store.Deadline{Match: "m1", Kind: "remind", Turn: 3, At: time.Now().Add(5 * time.Minute)})
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		due := door.began.Add(11*time.Second + 5*time.Minute)
		want := []string{
			"1s post tg:1: revision 1", // what an earlier process sent is not counted
			"11s edit tg:1: revision 12",
			fmt.Sprintf("5m11s deadline clock/m1/remind/3/%d", due.Unix()),
			"5m11s edit tg:1: revision 13",
		}
		if diff := cmp.Diff(want, door.sent); diff != "" {
			t.Errorf("what happened (-want +got):\n%s", diff)
		}

		kept.mu.Lock()
		before := kept.claims
		kept.mu.Unlock()
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if asked := kept.claims - before; asked > 10 {
			t.Errorf("an idle day took %d claims", asked)
		}
		stop()
		running.Wait()
	})
}
