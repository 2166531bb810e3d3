package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tablabot/store"
)

// Run holds an engine to everything that [store.Store] promises. Open returns a
// new, empty store, which Run closes; it may register a check of what is left with
// t.Cleanup. Reopen closes a store and opens what it kept; nil leaves out what can
// only be seen then.
func Run(t *testing.T, open func(t *testing.T) store.Store, reopen func(t *testing.T, s store.Store) store.Store) {
	groups := []struct {
		name  string
		tests []spec
	}{
		{"commit", commitSpecs()},
		{"match", matchSpecs()},
		{"board", boardSpecs()},
		{"deadline", deadlineSpecs()},
		{"migration", migrationSpecs()},
		{"concurrency", concurrencySpecs()},
	}
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			for _, spec := range group.tests {
				t.Run(spec.name, func(t *testing.T) {
					d := newDesk(t, open, reopen)
					spec.test(d)
				})
			}
		})
	}
	t.Run("random", func(t *testing.T) { runRandom(t, open, reopen) })
}

// spec is one promise: its name is the sentence.
type spec struct {
	name string
	test func(d *desk)
}

// start is when every test begins.
var start = time.Date(2026, 3, 14, 15, 9, 26, 535897932, time.UTC)

// desk is a store with a clock, and calls that must succeed.
type desk struct {
	*testing.T
	store  store.Store
	now    time.Time
	reopen func(t *testing.T, s store.Store) store.Store
}

func newDesk(t *testing.T, open func(*testing.T) store.Store, reopen func(*testing.T, store.Store) store.Store) *desk {
	d := &desk{T: t, store: open(t), now: start, reopen: reopen}
	t.Cleanup(func() { d.store.Close() })
	return d
}

// restart closes the store and opens it again.
func (d *desk) restart() {
	d.Helper()
	if d.reopen == nil {
		d.Skip("the engine keeps nothing")
	}
	d.store = d.reopen(d.T, d.store)
}

func (d *desk) commit(c store.Change) {
	d.Helper()
	if c.Time.IsZero() {
		c.Time = d.now
	}
	if _, seen, err := d.store.Commit(d.Context(), c); err != nil || seen {
		d.Fatalf("commit: seen %t, error %v", seen, err)
	}
}

// begin creates a match and returns it as stored.
func (d *desk) begin(m store.Match, orders ...store.Order) store.Match {
	d.Helper()
	d.commit(store.Change{Match: &m, Orders: orders})
	return d.match(m.ID)
}

// next commits a match as it is, with what else the change says.
func (d *desk) next(id string, c store.Change) store.Match {
	d.Helper()
	m := d.match(id)
	c.Match = &m
	d.commit(c)
	return d.match(id)
}

// finish archives a match at the desk's time.
func (d *desk) finish(id string) {
	d.Helper()
	m := d.match(id)
	m.Finished, m.Updated = true, d.now
	d.commit(store.Change{Match: &m})
}

func (d *desk) match(id string) store.Match {
	d.Helper()
	return must(d, func(ctx context.Context) (store.Match, error) { return d.store.Match(ctx, id) })
}

func (d *desk) boards(match string) []store.Board {
	d.Helper()
	return must(d, func(ctx context.Context) ([]store.Board, error) { return d.store.Boards(ctx, match) })
}

func (d *desk) claim(door string, n int, lease time.Duration) []store.BoardKey {
	d.Helper()
	found := must(d, func(ctx context.Context) ([]store.Board, error) {
		return d.store.ClaimBoards(ctx, door, d.now, n, lease)
	})
	var keys []store.BoardKey
	for _, b := range found {
		if !b.Due() || b.Door() != door || !b.LeaseEnds.Equal(d.now.Add(lease)) {
			d.Errorf("claimed a board that is not due at %s or has a wrong lease: %+v", door, b)
		}
		keys = append(keys, b.BoardKey)
	}
	return keys
}

func (d *desk) claimDeadlines(n int, lease time.Duration) []store.Deadline {
	d.Helper()
	return must(d, func(ctx context.Context) ([]store.Deadline, error) {
		return d.store.ClaimDeadlines(ctx, d.now, n, lease)
	})
}

func (d *desk) show(key store.BoardKey, shown store.Shown) {
	d.Helper()
	if err := d.store.SaveShown(d.Context(), key, shown); err != nil {
		d.Fatalf("save what %+v shows: %v", key, err)
	}
}

func (d *desk) migrate(from, to string) {
	d.Helper()
	if err := d.store.MigrateChat(d.Context(), from, to); err != nil {
		d.Fatalf("migrate %s to %s: %v", from, to, err)
	}
}

func (d *desk) nextDue() time.Time {
	d.Helper()
	return must(d, d.store.NextDue)
}

// must returns what a call returns, which must be no error.
func must[T any](d *desk, call func(context.Context) (T, error)) T {
	d.Helper()
	result, err := call(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return result
}

// equal reports a difference; nil and empty slices are equal.
func equal[T any](d *desk, what string, got, want T) {
	d.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		d.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// refused commits a change that must be refused.
func (d *desk) refused(c store.Change, want error) {
	d.Helper()
	c.Time = d.now
	if answer, seen, err := d.store.Commit(d.Context(), c); !errors.Is(err, want) || seen || answer != nil {
		d.Errorf("commit: answer %q, seen %t, error %v; want error %v", answer, seen, err, want)
	}
}

// table is a match in a chat, with a board there.
func table(id, chat string) (store.Match, store.Order) {
	m := store.Match{
		ID: id, Home: chat, Chats: []string{chat}, People: []string{"tg:ana", "tg:bo"},
		Created: start, Updated: start, State: []byte("state of " + id),
	}
	return m, order(id, chat, 0, 1)
}

func order(match, chat string, slot, posts int) store.Order {
	return store.Order{BoardKey: store.BoardKey{Match: match, Chat: chat, Slot: slot}, Posts: posts}
}

func ids(matches []store.Match) []string {
	var all []string
	for _, m := range matches {
		all = append(all, m.ID)
	}
	return all
}
