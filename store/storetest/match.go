package storetest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tablabot/store"
)

func matchSpecs() []spec {
	return []spec{
		{"a chat's live matches are listed, oldest first", testChatMatches},
		{"a person's live matches are listed, oldest first", testPersonMatches},
		{"a finished match is archived, and may be read", testArchive},
		{"a chat's history is listed, newest first", testHistory},
		{"keys that begin alike are kept apart", testLikeKeys},
		{"what is not there is not found", testNotFound},
	}
}

func (d *desk) chatMatches(chat string) []string {
	d.Helper()
	return ids(must(d, func(ctx context.Context) ([]store.Match, error) { return d.store.ChatMatches(ctx, chat) }))
}

func (d *desk) personMatches(person string) []string {
	d.Helper()
	return ids(must(d, func(ctx context.Context) ([]store.Match, error) { return d.store.PersonMatches(ctx, person) }))
}

func (d *desk) history(chat string, n int) []string {
	d.Helper()
	return ids(must(d, func(ctx context.Context) ([]store.Match, error) { return d.store.ChatHistory(ctx, chat, n) }))
}

// beginAt creates a match in chats, the first of which is its home, some minutes
// after the start.
func (d *desk) beginAt(minutes int, id string, chats ...string) {
	d.Helper()
	m, _ := table(id, chats[0])
	m.Chats, m.Created = chats, start.Add(time.Duration(minutes)*time.Minute)
	d.begin(m)
}

func testChatMatches(d *desk) {
	d.beginAt(3, "a", "tg:1")
	d.beginAt(1, "b", "tg:1", "dc:2")
	d.beginAt(2, "c", "dc:2", "tg:1")
	d.beginAt(2, "d", "tg:3")
	equal(d, "matches", d.chatMatches("tg:1"), []string{"b", "c", "a"})
	equal(d, "matches", d.chatMatches("dc:2"), []string{"b", "c"})
	equal(d, "matches", d.chatMatches("tg:9"), nil)

	moved := d.match("c")
	moved.Home, moved.Chats = "tg:3", []string{"tg:3", "dc:2"}
	d.commit(store.Change{Match: &moved})
	equal(d, "matches after one has left", d.chatMatches("tg:1"), []string{"b", "a"})
	equal(d, "matches of its new home", d.chatMatches("tg:3"), []string{"c", "d"})
	equal(d, "matches where it stayed", d.chatMatches("dc:2"), []string{"b", "c"})
}

func testPersonMatches(d *desk) {
	d.beginAt(2, "a", "tg:1")
	d.beginAt(1, "b", "tg:2")
	equal(d, "matches", d.personMatches("tg:ana"), []string{"b", "a"})
	left := d.match("b")
	left.People = []string{"tg:bo", "tg:cy"}
	d.commit(store.Change{Match: &left})
	equal(d, "matches after she has left", d.personMatches("tg:ana"), []string{"a"})
	equal(d, "matches of whoever came", d.personMatches("tg:cy"), []string{"b"})
	d.finish("a")
	equal(d, "matches after the end", d.personMatches("tg:ana"), nil)
}

func testArchive(d *desk) {
	m, _ := table("m1", "tg:1")
	m.Chats = []string{"tg:1", "dc:2"}
	d.commit(store.Change{Match: &m, Log: []string{"a"}, Deadlines: []store.Deadline{{Match: "m1", Kind: "remind", At: start}}})
	end := d.match("m1")
	end.Finished, end.Updated, end.State = true, start.Add(time.Hour), []byte("end")
	d.commit(store.Change{
		Match: &end, Log: []string{"b"}, Deadlines: []store.Deadline{{Match: "m1", Kind: "claim", At: start}},
	})
	end.Rev++
	equal(d, "match", d.match("m1"), end)
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), []string{"a", "b"})
	equal(d, "live matches", d.chatMatches("tg:1"), nil)
	equal(d, "live matches elsewhere", d.chatMatches("dc:2"), nil)
	equal(d, "history", d.history("tg:1", 9), []string{"m1"})
	equal(d, "history elsewhere", d.history("dc:2", 9), []string{"m1"})
	equal(d, "deadlines", d.claimDeadlines(9, time.Minute), nil)

	born, _ := table("m2", "tg:1")
	born.Finished = true
	d.begin(born)
	equal(d, "history with a match that was never live", d.history("tg:1", 9), []string{"m1", "m2"})
}

func testHistory(d *desk) {
	for i := range 5 {
		id := fmt.Sprint("m", i)
		if i%2 == 0 {
			d.beginAt(0, id, "tg:1", "dc:2")
		} else {
			d.beginAt(0, id, "dc:2", "tg:1")
		}
		d.now = d.now.Add(time.Minute)
		d.finish(id)
	}
	equal(d, "history", d.history("tg:1", 9), []string{"m4", "m3", "m2", "m1", "m0"})
	equal(d, "history", d.history("dc:2", 3), []string{"m4", "m3", "m2"})
	equal(d, "history", d.history("tg:1", 0), nil)
	equal(d, "history", d.history("tg:1", -1), nil)
	equal(d, "history", d.history("tg", 9), nil)
}

func testLikeKeys(d *desk) {
	d.beginAt(1, "m", "tg:1")
	d.beginAt(2, "m1", "tg:11")
	d.beginAt(3, "m\x01", "tg:1\x01")
	d.next("m", store.Change{Log: []string{"m"}})
	d.next("m1", store.Change{Log: []string{"m1"}})
	equal(d, "matches", d.chatMatches("tg:1"), []string{"m"})
	equal(d, "matches", d.chatMatches("tg:11"), []string{"m1"})
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m") }), []string{"m"})
	d.finish("m")
	d.finish("m\x01")
	equal(d, "history", d.history("tg:1", 9), []string{"m"})
}

func testNotFound(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	_, matchErr := d.store.Match(d.Context(), "m2")
	_, logErr := d.store.Log(d.Context(), "m2")
	_, boardsErr := d.store.Boards(d.Context(), "m2")
	_, boardErr := d.store.BoardAt(d.Context(), "tg:1", "5")
	_, emptyErr := d.store.BoardAt(d.Context(), "tg:1", "")
	shownErr := d.store.SaveShown(d.Context(), store.BoardKey{Match: "m1", Chat: "tg:1", Slot: 1}, store.Shown{})
	for name, err := range map[string]error{
		"Match": matchErr, "Log": logErr, "Boards": boardsErr, "BoardAt": boardErr, "BoardAt of no message": emptyErr, "SaveShown": shownErr,
	} {
		if !errors.Is(err, store.ErrNotFound) {
			d.Errorf("%s: error %v, want %v", name, err, store.ErrNotFound)
		}
	}
	equal(d, "log without lines", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), nil)
}
