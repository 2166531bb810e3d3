package storetest

import (
	"context"
	"errors"
	"time"

	"tablabot/store"
)

func migrationSpecs() []spec {
	return []spec{
		{"everything of a chat moves", testMigrate},
		{"a second migration changes nothing", testMigrateTwice},
		{"a decision on the old chat is a conflict", testMigrateConflict},
		{"boards lose their messages and are posted once more", testMigrateBoards},
		{"a target that is known is merged with", testMigrateMerge},
	}
}

func testMigrate(d *desk) {
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Title: "old", Numbers: 4, Theme: "dark"}})
	d.beginAt(1, "home", "tg:1", "dc:2")
	d.beginAt(2, "guest", "dc:2", "tg:1")
	d.beginAt(3, "alone", "dc:2")
	d.beginAt(4, "ended", "tg:1")
	d.finish("ended")
	d.now = d.now.Add(time.Hour)
	d.beginAt(5, "ended away", "dc:2", "tg:1")
	d.finish("ended away")
	d.next("home", store.Change{Log: []string{"a"}, Deadlines: []store.Deadline{deadline("home", "remind", 60)}})

	d.migrate("tg:1", "tg:-100")
	equal(d, "old matches", d.chatMatches("tg:1"), nil)
	equal(d, "old history", d.history("tg:1", 9), nil)
	equal(d, "matches", d.chatMatches("tg:-100"), []string{"home", "guest"})
	equal(d, "history", d.history("tg:-100", 9), []string{"ended away", "ended"})
	equal(d, "matches elsewhere", d.chatMatches("dc:2"), []string{"home", "guest", "alone"})
	equal(d, "home", d.match("home").Home, "tg:-100")
	equal(d, "chats", d.match("guest").Chats, []string{"dc:2", "tg:-100"})
	equal(d, "home in the archive", d.match("ended").Home, "tg:-100")
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "home") }), []string{"a"})
	equal(d, "deadlines", d.claimDeadlines(9, 0), []store.Deadline{deadline("home", "remind", 60)})
	equal(d, "people", d.personMatches("tg:ana"), []string{"home", "guest", "alone"})
	equal(d, "old chat", d.chat("tg:1"), store.Chat{Key: "tg:1"})
	equal(d, "chat", d.chat("tg:-100"), store.Chat{Key: "tg:-100", Rev: 2, Title: "old", Numbers: 4, Theme: "dark"})
}

func (d *desk) chat(key string) store.Chat {
	d.Helper()
	return must(d, func(ctx context.Context) (store.Chat, error) { return d.store.Chat(ctx, key) })
}

func testMigrateTwice(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Numbers: 1}})
	d.migrate("tg:1", "tg:2")
	match, boards, chat := d.match("m1"), d.boards("m1"), d.chat("tg:2")
	d.migrate("tg:1", "tg:2")
	d.migrate("tg:unknown", "tg:2")
	d.migrate("tg:2", "tg:2")
	equal(d, "match", d.match("m1"), match)
	equal(d, "boards", d.boards("m1"), boards)
	equal(d, "chat", d.chat("tg:2"), chat)

	moved := []store.BoardKey{{Match: "m1", Chat: "tg:2"}}
	equal(d, "claim", d.claim("tg", 9, time.Hour), moved)
	d.migrate("tg:2", "tg:2")
	equal(d, "claim after a migration to itself", d.claim("tg", 9, time.Hour), nil)
	d.migrate("tg:2", "tg:3")
	d.migrate("tg:3", "tg:2")
	equal(d, "claim after a migration away and back", d.claim("tg", 9, time.Hour), moved)
}

func testMigrateConflict(d *desk) {
	m, _ := table("m1", "tg:1")
	read := d.begin(m)
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1"}})
	d.migrate("tg:1", "tg:2")
	d.refused(store.Change{Match: &read}, store.ErrConflict)
	d.refused(store.Change{Chat: &store.Chat{Key: "tg:1", Rev: 1}}, store.ErrConflict)
	d.next("m1", store.Change{})
}

func testMigrateBoards(d *desk) {
	m, o := table("m1", "tg:1")
	away := order("m1", "dc:5", 0, 1)
	past := order("m1", "tg:1", 1, 1)
	d.begin(m, o, away, past)
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 1, Hash: "h", Posting: "p", Text: true})
	d.show(away.BoardKey, store.Shown{Ref: "6", Posts: 1, Rev: 1})
	d.show(past.BoardKey, store.Shown{Ref: "7", Posts: 1, Rev: 1, Done: true})
	d.claim("tg", 9, time.Hour)
	d.migrate("tg:1", "tg:2")
	moved := store.BoardKey{Match: "m1", Chat: "tg:2"}
	equal(d, "claim", d.claim("tg", 9, time.Hour), []store.BoardKey{moved})
	boards := d.boards("m1")
	if len(boards) != 3 {
		d.Fatalf("%d boards, want 3: %+v", len(boards), boards)
	}
	equal(d, "board elsewhere", boards[0].Shown, store.Shown{Ref: "6", Posts: 1, Rev: 1})
	equal(d, "moved board", boards[1].Shown, store.Shown{Posts: 1, Text: true})
	equal(d, "posts", boards[1].Order.Posts, 2)
	equal(d, "past board", boards[2].Shown, store.Shown{Posts: 1, Done: true})
	for _, chat := range []string{"tg:1", "tg:2"} {
		if _, err := d.store.BoardAt(d.Context(), chat, "5"); !errors.Is(err, store.ErrNotFound) {
			d.Errorf("the old message in %s: error %v", chat, err)
		}
	}
	if err := d.store.SaveShown(d.Context(), o.BoardKey, store.Shown{Posts: 1}); !errors.Is(err, store.ErrNotFound) {
		d.Errorf("save what the old chat shows: error %v", err)
	}
}

func testMigrateMerge(d *desk) {
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:1", Title: "old", Language: "sr", Theme: "dark", Numbers: 7, Lost: true}})
	d.commit(store.Change{Chat: &store.Chat{Key: "tg:2", Title: "new", Language: "ru", Numbers: 2, LastGame: "tabla"}})
	d.beginAt(1, "old", "tg:1")
	d.beginAt(2, "new", "tg:2")
	m, o := table("both", "tg:1")
	m.Chats, m.Created = []string{"tg:1", "tg:2"}, start
	there := order("both", "tg:2", 0, 1)
	d.begin(m, o, there)
	d.show(there.BoardKey, store.Shown{Ref: "8", Posts: 1, Rev: 1})
	d.migrate("tg:1", "tg:2")
	equal(d, "chat", d.chat("tg:2"), store.Chat{
		Key: "tg:2", Rev: 2, Title: "new", Language: "ru", Theme: "dark", Numbers: 7, LastGame: "tabla",
	})
	equal(d, "matches", d.chatMatches("tg:2"), []string{"both", "old", "new"})
	equal(d, "chats", d.match("both").Chats, []string{"tg:2"})
	boards := d.boards("both")
	if len(boards) != 1 {
		d.Fatalf("%d boards, want 1: %+v", len(boards), boards)
	}
	equal(d, "the board that stays", boards[0].Shown.Ref, "8")
}
