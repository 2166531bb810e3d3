package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tablabot/store"
)

// runRandom does random operations to an engine and to the [Model], which must
// give the same results.
func runRandom(t *testing.T, open func(*testing.T) store.Store, reopen func(*testing.T, store.Store) store.Store) {
	rapid.Check(t, func(rt *rapid.T) {
		p := &pair{t: rt, engine: open(t), model: &Model{}, now: start}
		defer func() { p.engine.Close() }()
		actions := map[string]func(*rapid.T){
			"":                p.compare,
			"commit":          p.commit,
			"commit again":    p.commitAgain,
			"order alone":     p.orderAlone,
			"show":            p.show,
			"claim boards":    p.claimBoards,
			"claim deadlines": p.claimDeadlines,
			"migrate":         p.migrate,
			"wait":            p.wait,
		}
		if reopen != nil {
			actions["restart"] = func(*rapid.T) {
				p.engine = reopen(t, p.engine)
				p.now = p.now.Add(2 * longestLease) // engines may keep leases or not
				p.claimAll()
			}
		}
		rt.Repeat(actions)
	})
}

const longestLease = time.Hour

// pair is an engine and the model beside it.
type pair struct {
	t      *rapid.T
	engine store.Store
	model  *Model
	now    time.Time
	last   store.Change
}

var (
	someChats  = []string{"tg:1", "tg:2", "dc:1", "tg:12"}
	somePeople = []string{"tg:ana", "tg:bo", "dc:cy"}
	someIDs    = []string{"a", "b", "c", "ab"}
	someRefs   = []string{"", "1", "2", "12"}
	someKinds  = []string{"remind", "stop"}
)

func pick[T any](t *rapid.T, label string, from []T) T { return rapid.SampledFrom(from).Draw(t, label) }

func some[T comparable](t *rapid.T, label string, from []T) []T {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(from), 0, len(from), rapid.ID[T]).Draw(t, label)
}

func (p *pair) minutes(label string) time.Time {
	return start.Add(time.Duration(rapid.IntRange(0, 300).Draw(p.t, label)) * time.Minute)
}

func (p *pair) drawOrder(id string) store.Order {
	o := order(id, pick(p.t, "chat", someChats), rapid.IntRange(0, 2).Draw(p.t, "slot"), rapid.IntRange(0, 3).Draw(p.t, "posts"))
	if rapid.Bool().Draw(p.t, "later") {
		o.NotBefore = p.minutes("not before")
	}
	o.Ping = rapid.Bool().Draw(p.t, "ping")
	return o
}

func (p *pair) commit(t *rapid.T) {
	c := store.Change{Event: rapid.SampledFrom([]string{"", "e1", "e2", "e3"}).Draw(t, "event"), Time: p.now}
	if rapid.IntRange(0, 9).Draw(t, "match") > 0 {
		m, _ := p.model.Match(context.Background(), pick(t, "id", someIDs))
		p.drawMatch(&m, pick(t, "id", someIDs))
		c.Match, c.MustShow = &m, rapid.Bool().Draw(t, "must")
		c.Log = rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "log")
		for range rapid.IntRange(0, 2).Draw(t, "orders") {
			c.Orders = append(c.Orders, p.drawOrder(m.ID))
		}
		if rapid.Bool().Draw(t, "deadlines") {
			c.Deadlines = []store.Deadline{}
			for range rapid.IntRange(0, 3).Draw(t, "deadlines") {
				c.Deadlines = append(c.Deadlines, store.Deadline{
					Match: m.ID, Kind: pick(t, "kind", someKinds), Turn: rapid.IntRange(-1, 2).Draw(t, "turn"), At: p.minutes("at"),
				})
			}
		}
	}
	if rapid.Bool().Draw(t, "chat") {
		chat, _ := p.model.Chat(context.Background(), pick(t, "chat", someChats))
		chat.Title, chat.Numbers = rapid.String().Draw(t, "title"), rapid.IntRange(0, 9).Draw(t, "numbers")
		chat.Theme, chat.Private = pick(t, "theme", []string{"", "wood"}), rapid.Bool().Draw(t, "private")
		chat.Lost = rapid.Bool().Draw(t, "lost")
		c.Chat = &chat
	}
	for _, key := range some(t, "people", somePeople) {
		c.People = append(c.People, store.Person{Key: key, Name: rapid.String().Draw(t, "name")})
	}
	c.Answer = []byte(rapid.String().Draw(t, "answer"))
	p.last = c
	p.both(c)
}

// drawMatch changes a match, or begins the one with the id if it is not there or
// has ended. Now and then its revision is wrong.
func (p *pair) drawMatch(m *store.Match, id string) {
	if m.ID == "" || m.Finished {
		*m = store.Match{ID: fmt.Sprint(id, p.now.Unix()), Home: pick(p.t, "home", someChats), Created: p.minutes("created")}
	}
	m.Chats = some(p.t, "chats", someChats)
	m.People = some(p.t, "seats", somePeople)
	m.Slot, m.State = rapid.IntRange(0, 2).Draw(p.t, "slot"), []byte(rapid.String().Draw(p.t, "state"))
	m.Updated = p.now
	m.Finished = rapid.IntRange(0, 4).Draw(p.t, "finished") == 0
	if rapid.IntRange(0, 9).Draw(p.t, "stale") == 0 {
		m.Rev++
	}
}

func (p *pair) commitAgain(*rapid.T) {
	p.last.Time = p.now
	p.both(p.last)
}

func (p *pair) both(c store.Change) {
	ctx := context.Background()
	wantAnswer, wantSeen, wantErr := p.model.Commit(ctx, c)
	answer, seen, err := p.engine.Commit(ctx, c)
	p.sameError("commit", err, wantErr)
	p.same("answer", string(answer), string(wantAnswer))
	p.same("seen", seen, wantSeen)
}

func (p *pair) orderAlone(t *rapid.T) {
	id := "nobody"
	if all := p.ids(); len(all) > 0 {
		id = pick(t, "id", all)
	}
	p.both(store.Change{Time: p.now, Orders: []store.Order{p.drawOrder(id)}})
}

func (p *pair) show(t *rapid.T) {
	key := store.BoardKey{Match: "nobody", Chat: "tg:1"}
	if all := p.model.sortedBoards(func(*store.Board) bool { return true }); len(all) > 0 {
		key = pick(t, "board", all).BoardKey
	}
	shown := store.Shown{
		Ref: pick(t, "ref", someRefs), Posts: rapid.IntRange(0, 3).Draw(t, "posts"),
		Rev: uint64(rapid.IntRange(0, 5).Draw(t, "rev")), Done: rapid.IntRange(0, 4).Draw(t, "done") == 0,
		Hash: rapid.String().Draw(t, "hash"), Text: rapid.Bool().Draw(t, "text"),
	}
	ctx := context.Background()
	p.sameError("save shown", p.engine.SaveShown(ctx, key, shown), p.model.SaveShown(ctx, key, shown))
}

func (p *pair) drawClaim(t *rapid.T) (n int, lease time.Duration) {
	return rapid.IntRange(0, 4).Draw(t, "n"), time.Duration(rapid.IntRange(0, 60).Draw(t, "lease")) * time.Minute
}

func (p *pair) claimBoards(t *rapid.T) {
	n, lease := p.drawClaim(t)
	p.claimFrom(pick(t, "door", []string{"tg", "dc", "t"}), n, lease)
}

func (p *pair) claimFrom(door string, n int, lease time.Duration) {
	ctx := context.Background()
	want, wantErr := p.model.ClaimBoards(ctx, door, p.now, n, lease)
	got, err := p.engine.ClaimBoards(ctx, door, p.now, n, lease)
	p.sameError("claim boards", err, wantErr)
	p.same("claimed boards", got, want)
}

func (p *pair) claimDeadlines(t *rapid.T) {
	n, lease := p.drawClaim(t)
	p.claimDue(n, lease)
}

func (p *pair) claimDue(n int, lease time.Duration) {
	ctx := context.Background()
	want, wantErr := p.model.ClaimDeadlines(ctx, p.now, n, lease)
	got, err := p.engine.ClaimDeadlines(ctx, p.now, n, lease)
	p.sameError("claim deadlines", err, wantErr)
	p.same("claimed deadlines", got, want)
}

// claimAll claims all there is, for no time, so that both know that all leases
// have ended.
func (p *pair) claimAll() {
	for _, door := range []string{"tg", "dc"} {
		p.claimFrom(door, 100, 0)
	}
	p.claimDue(100, 0)
}

func (p *pair) migrate(t *rapid.T) {
	from, to := pick(t, "from", someChats), pick(t, "to", someChats)
	ctx := context.Background()
	p.sameError("migrate", p.engine.MigrateChat(ctx, from, to), p.model.MigrateChat(ctx, from, to))
}

func (p *pair) wait(t *rapid.T) {
	p.now = p.now.Add(pick(t, "wait", []time.Duration{time.Second, 10 * time.Minute, time.Hour, 30 * time.Hour}))
}

func (p *pair) ids() []string {
	var all []string
	for id := range p.model.matches {
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}

// compare asks both stores everything.
func (p *pair) compare(*rapid.T) {
	for _, id := range p.ids() {
		agree(p, "match "+id, func(s store.Store, ctx context.Context) (store.Match, error) { return s.Match(ctx, id) })
		agree(p, "log of "+id, func(s store.Store, ctx context.Context) ([]string, error) { return s.Log(ctx, id) })
		agree(p, "boards of "+id, func(s store.Store, ctx context.Context) ([]store.Board, error) {
			return withoutLeases(s.Boards(ctx, id))
		})
	}
	for _, chat := range someChats {
		agree(p, "chat "+chat, func(s store.Store, ctx context.Context) (store.Chat, error) { return s.Chat(ctx, chat) })
		agree(p, "matches in "+chat, func(s store.Store, ctx context.Context) ([]store.Match, error) { return s.ChatMatches(ctx, chat) })
		agree(p, "history of "+chat, func(s store.Store, ctx context.Context) ([]store.Match, error) { return s.ChatHistory(ctx, chat, 3) })
		for _, ref := range someRefs {
			agree(p, "board at "+ref+" in "+chat, func(s store.Store, ctx context.Context) (store.Board, error) {
				b, err := s.BoardAt(ctx, chat, ref)
				b.LeaseEnds = time.Time{}
				return b, err
			})
		}
	}
	for _, person := range somePeople {
		agree(p, "person "+person, func(s store.Store, ctx context.Context) (store.Person, error) { return s.Person(ctx, person) })
		agree(p, "matches of "+person, func(s store.Store, ctx context.Context) ([]store.Match, error) { return s.PersonMatches(ctx, person) })
	}
	for _, event := range []string{"", "e1", "e2", "e3"} {
		agree(p, "event "+event, func(s store.Store, ctx context.Context) (string, error) {
			answer, ok, err := s.Seen(ctx, event)
			return fmt.Sprint(string(answer), ok), err
		})
	}
	agree(p, "next due", func(s store.Store, ctx context.Context) (time.Time, error) { return s.NextDue(ctx) })
}

func withoutLeases(boards []store.Board, err error) ([]store.Board, error) {
	for i := range boards {
		boards[i].LeaseEnds = time.Time{}
	}
	return boards, err
}

// agree asks both stores the same.
func agree[T any](p *pair, what string, ask func(store.Store, context.Context) (T, error)) {
	want, wantErr := ask(p.model, context.Background())
	got, err := ask(p.engine, context.Background())
	p.sameError(what, err, wantErr)
	p.same(what, got, want)
}

func (p *pair) same(what string, got, want any) {
	if reflect.DeepEqual(got, want) {
		return // the usual case, much faster
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		p.t.Fatalf("%s (-model +engine):\n%s", what, diff)
	}
}

// sameError compares errors by kind.
func (p *pair) sameError(what string, got, want error) {
	for _, kind := range []error{store.ErrNotFound, store.ErrConflict, store.ErrInvalid} {
		if errors.Is(got, kind) != errors.Is(want, kind) {
			p.t.Fatalf("%s: error of the engine %v, of the model %v", what, got, want)
		}
	}
	if (got == nil) != (want == nil) {
		p.t.Fatalf("%s: error of the engine %v, of the model %v", what, got, want)
	}
}
