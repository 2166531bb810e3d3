package storetest

import (
	"context"
	"time"

	"tablabot/store"
)

func boardSpecs() []spec {
	return []spec{
		{"a board is due until it shows the match's revision and was posted as often as ordered", testDue},
		{"a claimed board is not claimed again before its lease ends", testBoardLease},
		{"saving what is shown ends the lease; a board that is still due is claimable at once", testSaveShown},
		{"nothing is claimed before its time; the earliest comes first, at most as many as asked", testNotBefore},
		{"a board that is done is never due", testDone},
		{"boards of past games and archived matches are due like the others", testRetired},
		{"an order alone changes a board, of an archived match too", testOrderAlone},
		{"doors see their own boards only", testDoors},
		{"a board is found by its latest message", testBoardAt},
		{"boards are listed by slot", testBoardOrder},
	}
}

func testDue(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	key := []store.BoardKey{o.BoardKey}
	equal(d, "new board", d.claim("tg", 9, 0), key)
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 1})
	equal(d, "shown board", d.claim("tg", 9, 0), nil)
	d.next("m1", store.Change{})
	equal(d, "board after a change", d.claim("tg", 9, 0), key)
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 2})
	equal(d, "shown board", d.claim("tg", 9, 0), nil)
	o.Posts, o.Ping = 2, true
	d.next("m1", store.Change{Orders: []store.Order{o}})
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 3})
	equal(d, "board to be posted again", d.claim("tg", 9, 0), key)
	got := d.boards("m1")[0]
	equal(d, "order", got.Order, o)
	equal(d, "must", got.Must(), true)
	d.show(o.BoardKey, store.Shown{Ref: "6", Posts: 2, Rev: 3})
	equal(d, "board posted again", d.claim("tg", 9, 0), nil)
}

func testBoardLease(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	key := []store.BoardKey{o.BoardKey}
	equal(d, "first claim", d.claim("tg", 9, time.Minute), key)
	equal(d, "second claim", d.claim("tg", 9, time.Minute), nil)
	d.next("m1", store.Change{})
	equal(d, "claim after a change", d.claim("tg", 9, time.Minute), nil)
	d.now = d.now.Add(time.Minute - 1)
	equal(d, "claim just before the end", d.claim("tg", 9, time.Minute), nil)
	d.now = d.now.Add(1)
	equal(d, "claim after the end", d.claim("tg", 9, time.Minute), key)
}

func testSaveShown(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	d.claim("tg", 9, time.Hour)
	d.next("m1", store.Change{}) // revision 2, while revision 1 is being sent
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 1, Hash: "h", Posting: "p", Text: true})
	equal(d, "claim", d.claim("tg", 9, time.Hour), []store.BoardKey{o.BoardKey})
	got := d.boards("m1")[0]
	equal(d, "shown", got.Shown, store.Shown{Ref: "5", Posts: 1, Rev: 1, Hash: "h", Posting: "p", Text: true})
	equal(d, "order", got.Order, o)
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1, Rev: 2})
	equal(d, "claim of what is shown", d.claim("tg", 9, time.Hour), nil)
}

func testNotBefore(d *desk) {
	for i, id := range []string{"m1", "m2", "m3", "m4"} {
		m, o := table(id, "tg:1")
		o.NotBefore = start.Add(time.Duration(4-i) * time.Minute)
		d.begin(m, o)
	}
	key := func(id string) store.BoardKey { return store.BoardKey{Match: id, Chat: "tg:1"} }
	equal(d, "too early", d.claim("tg", 9, time.Hour), nil)
	equal(d, "next due", d.nextDue(), start.Add(time.Minute))
	d.now = start.Add(time.Minute)
	equal(d, "one is due", d.claim("tg", 9, time.Second), []store.BoardKey{key("m4")})
	d.now = start.Add(time.Hour)
	equal(d, "none asked", d.claim("tg", 0, time.Hour), nil)
	equal(d, "two of four", d.claim("tg", 2, time.Hour), []store.BoardKey{key("m4"), key("m3")})
	equal(d, "the rest", d.claim("tg", 9, time.Hour), []store.BoardKey{key("m2"), key("m1")})
}

func testDone(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	d.show(o.BoardKey, store.Shown{Done: true})
	equal(d, "claim", d.claim("tg", 9, 0), nil)
	o.Posts = 5
	d.next("m1", store.Change{Orders: []store.Order{o}, MustShow: true})
	equal(d, "claim after a change", d.claim("tg", 9, 0), nil)
	d.show(o.BoardKey, store.Shown{})
	equal(d, "claim after it was opened again", d.claim("tg", 9, 0), []store.BoardKey{o.BoardKey})
}

func testRetired(d *desk) {
	m, o := table("m1", "tg:1")
	m = d.begin(m, o)
	second := order("m1", "tg:1", 1, 1)
	m.Slot = 1
	d.commit(store.Change{Match: &m, Orders: []store.Order{second}})
	both := []store.BoardKey{o.BoardKey, second.BoardKey}
	equal(d, "past and present board", d.claim("tg", 9, 0), both)
	d.show(o.BoardKey, store.Shown{Ref: "1", Posts: 1, Rev: 2})
	equal(d, "present board", d.claim("tg", 9, 0), both[1:])
	d.finish("m1")
	equal(d, "boards of an archived match", d.claim("tg", 9, 0), both)
	d.show(o.BoardKey, store.Shown{Ref: "1", Posts: 1, Rev: 3})
	d.show(second.BoardKey, store.Shown{Ref: "2", Posts: 1, Rev: 2, Done: true})
	equal(d, "final boards", d.claim("tg", 9, 0), nil)
}

func testOrderAlone(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	d.show(o.BoardKey, store.Shown{Ref: "1", Posts: 1, Rev: 1})
	o.Posts = 2
	elsewhere := order("m1", "dc:5", 0, 1)
	d.commit(store.Change{Event: "e", Orders: []store.Order{o, elsewhere}})
	equal(d, "revision", d.match("m1").Rev, uint64(1))
	equal(d, "claim", d.claim("tg", 9, 0), []store.BoardKey{o.BoardKey})
	equal(d, "claim of a new board", d.claim("dc", 9, 0), []store.BoardKey{elsewhere.BoardKey})
	d.finish("m1")
	d.show(o.BoardKey, store.Shown{Ref: "2", Posts: 2, Rev: 2})
	o.Posts = 3
	d.commit(store.Change{Orders: []store.Order{o}})
	equal(d, "claim after the end", d.claim("tg", 9, 0), []store.BoardKey{o.BoardKey})
}

func testDoors(d *desk) {
	m, o := table("m1", "tg:1")
	other := order("m1", "tgx:1", 0, 1)
	d.begin(m, o, other)
	equal(d, "claim", d.claim("tg", 9, time.Hour), []store.BoardKey{o.BoardKey})
	equal(d, "claim", d.claim("t", 9, time.Hour), nil)
	equal(d, "claim", d.claim("tgx", 9, time.Hour), []store.BoardKey{other.BoardKey})
}

func testBoardAt(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	at := func(chat, ref string) store.BoardKey {
		b, _ := d.store.BoardAt(d.Context(), chat, ref)
		return b.BoardKey
	}
	d.show(o.BoardKey, store.Shown{Ref: "5", Posts: 1})
	equal(d, "its message", at("tg:1", "5"), o.BoardKey)
	equal(d, "another chat", at("tg:2", "5"), store.BoardKey{})
	equal(d, "a message that begins alike", at("tg:1", "55"), store.BoardKey{})
	d.show(o.BoardKey, store.Shown{Ref: "55", Posts: 2, Done: true})
	equal(d, "its old message", at("tg:1", "5"), store.BoardKey{})
	equal(d, "its new message", at("tg:1", "55"), o.BoardKey)
	got := must(d, func(ctx context.Context) (store.Board, error) { return d.store.BoardAt(ctx, "tg:1", "55") })
	equal(d, "board", got, d.boards("m1")[0])
}

func testBoardOrder(d *desk) {
	m, o := table("m1", "tg:1")
	d.begin(m, order("m1", "tg:1", 300, 1), order("m1", "tg:1", 2, 1), o, order("m1", "dc:1", 2, 1))
	var slots []int
	for _, b := range d.boards("m1") {
		slots = append(slots, b.Slot)
	}
	equal(d, "slots", slots, []int{0, 2, 2, 300})
}
