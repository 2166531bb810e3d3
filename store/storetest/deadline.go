package storetest

import (
	"time"

	"tablabot/store"
)

func deadlineSpecs() []spec {
	return []spec{
		{"deadlines are claimed when their time has come, earliest first", testDeadlines},
		{"a claimed deadline is not claimed again before its lease ends", testDeadlineLease},
		{"a change replaces all deadlines of its match, or keeps them", testReplace},
		{"a deadline that is set again may be claimed again", testSetAgain},
		{"next due is the earliest of all that is put off", testNextDue},
	}
}

func deadline(match, kind string, minutes int) store.Deadline {
	return store.Deadline{Match: match, Kind: kind, Turn: minutes, At: start.Add(time.Duration(minutes) * time.Minute)}
}

func testDeadlines(d *desk) {
	a, _ := table("a", "tg:1")
	b, _ := table("b", "tg:1")
	d.commit(store.Change{Match: &a, Deadlines: []store.Deadline{deadline("a", "stop", 30), deadline("a", "remind", 10)}})
	d.commit(store.Change{Match: &b, Deadlines: []store.Deadline{deadline("b", "remind", 20)}})
	equal(d, "too early", d.claimDeadlines(9, time.Hour), nil)
	d.now = start.Add(20 * time.Minute)
	equal(d, "none asked", d.claimDeadlines(0, time.Hour), nil)
	equal(d, "the first", d.claimDeadlines(1, time.Hour), []store.Deadline{deadline("a", "remind", 10)})
	equal(d, "the second", d.claimDeadlines(9, time.Hour), []store.Deadline{deadline("b", "remind", 20)})
	d.now = start.Add(30 * time.Minute)
	equal(d, "the third", d.claimDeadlines(9, time.Hour), []store.Deadline{deadline("a", "stop", 30)})
}

func testDeadlineLease(d *desk) {
	m, _ := table("m1", "tg:1")
	want := []store.Deadline{deadline("m1", "think", 0)}
	d.commit(store.Change{Match: &m, Deadlines: want})
	equal(d, "first claim", d.claimDeadlines(9, time.Minute), want)
	d.next("m1", store.Change{})
	d.now = d.now.Add(time.Minute - 1)
	equal(d, "claim before the end", d.claimDeadlines(9, time.Minute), nil)
	d.now = d.now.Add(1)
	equal(d, "claim after the end", d.claimDeadlines(9, time.Minute), want)
}

func testReplace(d *desk) {
	m, _ := table("m1", "tg:1")
	other, _ := table("m2", "tg:1")
	d.commit(store.Change{Match: &m, Deadlines: []store.Deadline{deadline("m1", "remind", 1), deadline("m1", "stop", 2)}})
	d.commit(store.Change{Match: &other, Deadlines: []store.Deadline{deadline("m2", "remind", 3)}})
	d.now = start.Add(time.Hour)
	d.next("m1", store.Change{})
	equal(d, "kept", d.claimDeadlines(9, 0), []store.Deadline{deadline("m1", "remind", 1), deadline("m1", "stop", 2), deadline("m2", "remind", 3)})
	d.next("m1", store.Change{Deadlines: []store.Deadline{deadline("m1", "stop", 4)}})
	equal(d, "replaced", d.claimDeadlines(9, 0), []store.Deadline{deadline("m2", "remind", 3), deadline("m1", "stop", 4)})
	d.next("m1", store.Change{Deadlines: []store.Deadline{}})
	equal(d, "dropped", d.claimDeadlines(9, 0), []store.Deadline{deadline("m2", "remind", 3)})
	d.finish("m2")
	equal(d, "finished", d.claimDeadlines(9, 0), nil)
}

func testSetAgain(d *desk) {
	m, _ := table("m1", "tg:1")
	want := []store.Deadline{deadline("m1", "think", 0)}
	d.commit(store.Change{Match: &m, Deadlines: want})
	equal(d, "first claim", d.claimDeadlines(9, time.Hour), want)
	d.next("m1", store.Change{Deadlines: want})
	equal(d, "claim of the new one", d.claimDeadlines(9, time.Hour), want)
	equal(d, "claim of both", d.claimDeadlines(9, time.Hour), nil)
}

func testNextDue(d *desk) {
	equal(d, "empty store", d.nextDue(), time.Time{})
	m, o := table("m1", "tg:1")
	d.begin(m, o)
	equal(d, "a board that is not put off", d.nextDue(), time.Time{})
	d.claim("tg", 1, time.Hour)
	equal(d, "a board that is leased", d.nextDue(), start.Add(time.Hour))
	d.next("m1", store.Change{Deadlines: []store.Deadline{deadline("m1", "stop", 30)}})
	equal(d, "a deadline", d.nextDue(), start.Add(30*time.Minute))
	other, late := table("m2", "dc:1")
	late.NotBefore = start.Add(20 * time.Minute)
	d.begin(other, late)
	equal(d, "a board of another door", d.nextDue(), start.Add(20*time.Minute))
	d.now = start.Add(30 * time.Minute)
	d.claim("dc", 1, time.Hour)
	equal(d, "that board leased", d.nextDue(), start.Add(30*time.Minute))
	d.claimDeadlines(1, 5*time.Hour)
	equal(d, "the deadline leased", d.nextDue(), start.Add(time.Hour))
	d.show(o.BoardKey, store.Shown{Posts: 1, Rev: 2})
	equal(d, "the first board shown", d.nextDue(), start.Add(90*time.Minute))
	d.show(late.BoardKey, store.Shown{Posts: 1, Rev: 1})
	equal(d, "both boards shown", d.nextDue(), start.Add(330*time.Minute))
	d.finish("m1")
	equal(d, "the match archived", d.nextDue(), time.Time{})
}
