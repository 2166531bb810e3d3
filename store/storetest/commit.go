package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tablabot/store"
)

func commitSpecs() []spec {
	return []spec{
		{"a change is stored as it is, with the next revision", testStored},
		{"whoever decided on another revision gets a conflict", testConflict},
		{"a refusal changes nothing at all", testRefusalChangesNothing},
		{"an event that was seen changes nothing and has its first answer", testSeen},
		{"events are remembered for 48 hours", testEventMemory},
		{"an old event is forgotten and may come again", testEventAgain},
		{"what is committed survives a restart", testRestart},
		{"what no store accepts is refused with a reason", testInvalid},
		{"a chat has a revision of its own", testChatRevision},
		{"of two writers of a person the last one counts", testPeople},
		{"what is returned and what was given shares no memory", testNoSharing},
		{"a large state and a long log are kept", testLarge},
		{"after Close every method is an error", testClosed},
		{"a context that has ended is an error", testContext},
	}
}

func testStored(d *desk) {
	m, o := table("m1", "tg:1")
	m.Number, m.Slot, m.Chats = 7, 2, []string{"tg:1", "dc:2"}
	d.commit(store.Change{
		Event: "e1", Match: &m, Log: []string{"first", "", "third\nline"}, Orders: []store.Order{o},
		Chat:   &store.Chat{Key: "tg:1", Title: "Kafana ☕", Numbers: 7, Theme: "dark", LastGame: "tabla 5"},
		People: []store.Person{{Key: "tg:ana", Name: "Ana", NoConfirm: true}},
		Answer: []byte("ok"),
	})
	want := m
	want.Rev = 1
	equal(d, "match", d.match("m1"), want)
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), []string{"first", "", "third\nline"})
	equal(d, "boards", d.boards("m1"), []store.Board{{BoardKey: o.BoardKey, Order: o, MatchRev: 1, MatchSlot: 2}})
	equal(d, "person", must(d, func(ctx context.Context) (store.Person, error) { return d.store.Person(ctx, "tg:ana") }),
		store.Person{Key: "tg:ana", Name: "Ana", NoConfirm: true})

	after := d.next("m1", store.Change{MustShow: true, Log: []string{"fourth"}})
	want.Rev, want.Must = 2, 2
	equal(d, "match after a change that must show", after, want)
	want.Rev = 3
	equal(d, "match after another change", d.next("m1", store.Change{}), want)
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), []string{"first", "", "third\nline", "fourth"})
}

func testConflict(d *desk) {
	m, _ := table("m1", "tg:1")
	stale := m
	d.begin(m)
	d.refused(store.Change{Match: &stale}, store.ErrConflict) // creates it again
	stale.Rev = 2
	d.refused(store.Change{Match: &stale}, store.ErrConflict) // from the future
	d.next("m1", store.Change{})
	stale.Rev = 1
	d.refused(store.Change{Match: &stale}, store.ErrConflict)
	missing, _ := table("m2", "tg:1")
	missing.Rev = 1
	d.refused(store.Change{Match: &missing}, store.ErrConflict)
}

func testRefusalChangesNothing(d *desk) {
	m, o := table("m1", "tg:1")
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Title: "before"}})
	d.refused(store.Change{
		Event: "e", Match: &m, Log: []string{"line"}, Orders: []store.Order{o},
		Deadlines: []store.Deadline{{Match: "m1", Kind: "remind", At: d.now}},
		Chat:      &store.Chat{Key: "tg:1", Rev: 9}, People: []store.Person{{Key: "tg:ana", Name: "Ana"}},
	}, store.ErrConflict)
	if _, err := d.store.Match(d.Context(), "m1"); !errors.Is(err, store.ErrNotFound) {
		d.Errorf("match: error %v, want not found", err)
	}
	if _, ok, err := d.store.Seen(d.Context(), "e"); ok || err != nil {
		d.Errorf("seen: %t, error %v", ok, err)
	}
	equal(d, "deadlines", d.claimDeadlines(9, time.Minute), nil)
	equal(d, "boards", d.claim("tg", 9, time.Minute), nil)
	equal(d, "person", must(d, func(ctx context.Context) (store.Person, error) { return d.store.Person(ctx, "tg:ana") }), store.Person{Key: "tg:ana"})
	d.refused(store.Change{Orders: []store.Order{o}}, store.ErrNotFound)
}

func testSeen(d *desk) {
	m, _ := table("m1", "tg:1")
	first := store.Change{Event: "e1", Time: d.now, Match: &m, Answer: []byte("first")}
	d.commit(first)
	first.Answer = []byte("second")
	answer, seen, err := d.store.Commit(d.Context(), first) // of a revision that is stale now
	if string(answer) != "first" || !seen || err != nil {
		d.Errorf("commit again: answer %q, seen %t, error %v", answer, seen, err)
	}
	equal(d, "revision", d.match("m1").Rev, uint64(1))
	answer, ok, err := d.store.Seen(d.Context(), "e1")
	if string(answer) != "first" || !ok || err != nil {
		d.Errorf("seen: answer %q, %t, error %v", answer, ok, err)
	}
	if _, ok, err := d.store.Seen(d.Context(), "e"); ok || err != nil {
		d.Errorf("an event that only begins alike was seen: %t, error %v", ok, err)
	}
	d.commit(store.Change{Event: "nothing to do"})
	if _, ok, _ := d.store.Seen(d.Context(), "nothing to do"); !ok {
		d.Error("an event without a change was not remembered")
	}
}

func testEventMemory(d *desk) {
	d.commit(store.Change{Event: "old", Answer: []byte("a")})
	d.now = start.Add(store.EventMemory)
	d.commit(store.Change{Event: "young"})
	if _, ok, err := d.store.Seen(d.Context(), "old"); !ok || err != nil {
		d.Errorf("after exactly 48 hours: seen %t, error %v", ok, err)
	}
	d.now = d.now.Add(time.Nanosecond)
	d.commit(store.Change{Event: "younger"})
	if _, ok, err := d.store.Seen(d.Context(), "old"); ok || err != nil {
		d.Errorf("after more than 48 hours: seen %t, error %v", ok, err)
	}
	if _, ok, err := d.store.Seen(d.Context(), "young"); !ok || err != nil {
		d.Errorf("a young event was forgotten: seen %t, error %v", ok, err)
	}
}

func testEventAgain(d *desk) {
	for i := range 40 {
		d.commit(store.Change{Event: fmt.Sprint("old ", i), Answer: []byte("first")})
	}
	d.now = start.Add(store.EventMemory + time.Hour)
	for i := range 40 {
		event := fmt.Sprint("old ", 39-i)
		d.commit(store.Change{Event: event, Answer: []byte("second")})
		if answer, ok, err := d.store.Seen(d.Context(), event); string(answer) != "second" || !ok || err != nil {
			d.Errorf("%s: answer %q, seen %t, error %v", event, answer, ok, err)
		}
	}
}

func testRestart(d *desk) {
	m, o := table("m1", "tg:1")
	deadline := store.Deadline{Match: "m1", Kind: "remind", Turn: 3, At: start.Add(time.Hour)}
	d.commit(store.Change{
		Event: "e1", Match: &m, MustShow: true, Log: []string{"a", "b"}, Orders: []store.Order{o},
		Deadlines: []store.Deadline{deadline}, Chat: &store.Chat{Key: "tg:1", Numbers: 1},
		People: []store.Person{{Key: "tg:ana", Name: "Ana"}}, Answer: []byte("yes"),
	})
	d.show(o.BoardKey, store.Shown{Ref: "77", Posts: 1, Hash: "abc", Posting: "n"})
	archived, _ := table("m2", "tg:1")
	d.begin(archived)
	d.finish("m2")
	match, boards, other := d.match("m1"), d.boards("m1"), d.match("m2")
	d.restart()
	equal(d, "match", d.match("m1"), match)
	equal(d, "archived match", d.match("m2"), other)
	equal(d, "boards", d.boards("m1"), boards)
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), []string{"a", "b"})
	equal(d, "next due", d.nextDue(), deadline.At)
	d.now = deadline.At
	equal(d, "deadlines", d.claimDeadlines(9, time.Minute), []store.Deadline{deadline})
	answer, ok, err := d.store.Seen(d.Context(), "e1")
	if string(answer) != "yes" || !ok || err != nil {
		d.Errorf("seen: answer %q, %t, error %v", answer, ok, err)
	}
}

func testInvalid(d *desk) {
	good, o := table("m1", "tg:1")
	with := func(change func(*store.Match)) *store.Match {
		m := good
		change(&m)
		return &m
	}
	other := order("m2", "tg:1", 0, 1)
	for name, change := range map[string]store.Change{
		"a match without an id":                {Match: with(func(m *store.Match) { m.ID = "" })},
		"a match without a home":               {Match: with(func(m *store.Match) { m.Home = "" })},
		"an id with NUL":                       {Match: with(func(m *store.Match) { m.ID = "a\x00b" })},
		"a person without a key":               {Match: with(func(m *store.Match) { m.People = []string{""} })},
		"a chat that is not UTF-8":             {Match: with(func(m *store.Match) { m.Chats = []string{"tg:\xff"} })},
		"a long event":                         {Event: strings.Repeat("x", 600)},
		"log lines without a match":            {Log: []string{"x"}},
		"deadlines without a match":            {Deadlines: []store.Deadline{{Match: "m1", Kind: "k", At: start}}},
		"an order for another match":           {Match: &good, Orders: []store.Order{o, other}},
		"a deadline of another match":          {Match: &good, Deadlines: []store.Deadline{{Match: "m2", Kind: "k", At: start}}},
		"a deadline without a time":            {Match: &good, Deadlines: []store.Deadline{{Match: "m1", Kind: "k"}}},
		"a deadline without a kind":            {Match: &good, Deadlines: []store.Deadline{{Match: "m1", At: start}}},
		"a chat record without a key":          {Chat: &store.Chat{}},
		"a person's record without a key":      {People: []store.Person{{}}},
		"an order for a chat without a key":    {Match: &good, Orders: []store.Order{order("m1", "", 0, 1)}},
		"an order alone, without a match's id": {Orders: []store.Order{order("", "tg:1", 0, 1)}},
	} {
		change.Time = d.now
		if _, _, err := d.store.Commit(d.Context(), change); !errors.Is(err, store.ErrInvalid) {
			d.Errorf("%s: error %v, want %v", name, err, store.ErrInvalid)
		}
	}
	d.begin(good)
	d.finish("m1")
	finished := d.match("m1")
	d.refused(store.Change{Match: &finished}, store.ErrInvalid)
	if err := d.store.MigrateChat(d.Context(), "tg:1", ""); !errors.Is(err, store.ErrInvalid) {
		d.Errorf("migrate to nowhere: error %v", err)
	}
}

func testChatRevision(d *desk) {
	chat := func(key string) store.Chat {
		return must(d, func(ctx context.Context) (store.Chat, error) { return d.store.Chat(ctx, key) })
	}
	equal(d, "unknown chat", chat("tg:1"), store.Chat{Key: "tg:1"})
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Title: "one", Private: true, Language: "sr", Lost: true}})
	equal(d, "chat", chat("tg:1"), store.Chat{Key: "tg:1", Rev: 1, Title: "one", Private: true, Language: "sr", Lost: true})
	d.refused(store.Change{Chat: &store.Chat{Key: "tg:1", Title: "two"}}, store.ErrConflict)
	d.refused(store.Change{Chat: &store.Chat{Key: "tg:2", Rev: 1}}, store.ErrConflict)
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Rev: 1, Title: "two"}})
	equal(d, "chat", chat("tg:1"), store.Chat{Key: "tg:1", Rev: 2, Title: "two"})
}

func testPeople(d *desk) {
	person := func(key string) store.Person {
		return must(d, func(ctx context.Context) (store.Person, error) { return d.store.Person(ctx, key) })
	}
	equal(d, "unknown person", person("tg:ana"), store.Person{Key: "tg:ana"})
	d.commit(store.Change{People: []store.Person{{Key: "tg:ana", Name: "Ana"}, {Key: "tg:bo", Name: "Bo"}}})
	d.commit(store.Change{People: []store.Person{{Key: "tg:ana", Name: "Ана", Language: "ru"}}})
	equal(d, "person", person("tg:ana"), store.Person{Key: "tg:ana", Name: "Ана", Language: "ru"})
	equal(d, "person", person("tg:bo"), store.Person{Key: "tg:bo", Name: "Bo"})
}

func testNoSharing(d *desk) {
	m, _ := table("m1", "tg:1")
	answer := []byte("answer")
	d.commit(store.Change{Event: "e", Match: &m, Answer: answer})
	want := d.match("m1")
	m.State[0], m.Chats[0], answer[0] = 'X', "tg:X", 'X'
	got := d.match("m1")
	equal(d, "match after what was given has changed", got, want)
	got.State[0], got.People[0] = 'Y', "tg:Y"
	equal(d, "match after what was returned has changed", d.match("m1"), want)
	stored, _, _ := d.store.Seen(d.Context(), "e")
	equal(d, "answer", string(stored), "answer")
}

func testLarge(d *desk) {
	m, _ := table("m1", "tg:1")
	m.State = []byte(strings.Repeat("0123456789", 50_000))
	d.begin(m)
	var want []string
	for i := range 30 {
		lines := []string{fmt.Sprint(i), strings.Repeat("ж", i*100)}
		want = append(want, lines...)
		d.next("m1", store.Change{Log: lines})
	}
	equal(d, "state", len(d.match("m1").State), len(m.State))
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), want)
}

func testClosed(d *desk) {
	m, _ := table("m1", "tg:1")
	d.begin(m)
	if err := d.store.Close(); err != nil {
		d.Fatal(err)
	}
	for name, call := range calls(d) {
		if err := call(d.Context()); err == nil || !strings.Contains(err.Error(), "closed") {
			d.Errorf("%s after Close: error %v", name, err)
		}
	}
}

func testContext(d *desk) {
	m, _ := table("m1", "tg:1")
	d.begin(m)
	ended, cancel := context.WithCancel(d.Context())
	cancel()
	for name, call := range calls(d) {
		if err := call(ended); !errors.Is(err, context.Canceled) {
			d.Errorf("%s: error %v, want %v", name, err, context.Canceled)
		}
	}
	equal(d, "revision", d.match("m1").Rev, uint64(1))
}

// calls returns a call of every method but Close.
func calls(d *desk) map[string]func(context.Context) error {
	s := d.store
	return map[string]func(context.Context) error{
		"Commit":         func(ctx context.Context) error { _, _, err := s.Commit(ctx, store.Change{Event: "e"}); return err },
		"Seen":           func(ctx context.Context) error { _, _, err := s.Seen(ctx, "e"); return err },
		"Match":          func(ctx context.Context) error { _, err := s.Match(ctx, "m1"); return err },
		"Log":            func(ctx context.Context) error { _, err := s.Log(ctx, "m1"); return err },
		"ChatMatches":    func(ctx context.Context) error { _, err := s.ChatMatches(ctx, "tg:1"); return err },
		"PersonMatches":  func(ctx context.Context) error { _, err := s.PersonMatches(ctx, "tg:ana"); return err },
		"ChatHistory":    func(ctx context.Context) error { _, err := s.ChatHistory(ctx, "tg:1", 9); return err },
		"Chat":           func(ctx context.Context) error { _, err := s.Chat(ctx, "tg:1"); return err },
		"Person":         func(ctx context.Context) error { _, err := s.Person(ctx, "tg:ana"); return err },
		"MigrateChat":    func(ctx context.Context) error { return s.MigrateChat(ctx, "tg:1", "tg:2") },
		"Boards":         func(ctx context.Context) error { _, err := s.Boards(ctx, "m1"); return err },
		"BoardAt":        func(ctx context.Context) error { _, err := s.BoardAt(ctx, "tg:1", "1"); return err },
		"ClaimBoards":    func(ctx context.Context) error { _, err := s.ClaimBoards(ctx, "tg", start, 1, 1); return err },
		"SaveShown":      func(ctx context.Context) error { return s.SaveShown(ctx, store.BoardKey{Match: "m1"}, store.Shown{}) },
		"ClaimDeadlines": func(ctx context.Context) error { _, err := s.ClaimDeadlines(ctx, start, 1, 1); return err },
		"NextDue":        func(ctx context.Context) error { _, err := s.NextDue(ctx); return err },
	}
}
