package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tablabot/store"
)

func concurrencySpecs() []spec {
	return []spec{
		{"of many decisions on one revision one is committed", testRace},
		{"an event that comes many times at once is committed once", testSameEvent},
		{"refusals among many changes leave the others alone", testMixed},
		{"a board is claimed by one of many", testClaimRace},
		{"Close waits for the changes that run", testCloseRace},
	}
}

// together calls work n times at once and waits for all.
func together(n int, work func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { work(i) })
	}
	all.Wait()
}

func testRace(d *desk) {
	m, _ := table("m1", "tg:1")
	d.begin(m)
	const workers, changes = 16, 5
	together(workers, func(i int) {
		for done := 0; done < changes; {
			m, err := d.store.Match(d.Context(), "m1")
			if err != nil {
				d.Error(err)
				return
			}
			_, _, err = d.store.Commit(d.Context(), store.Change{Time: d.now, Match: &m, Log: []string{fmt.Sprint(m.Rev)}})
			switch {
			case err == nil:
				done++
			case !errors.Is(err, store.ErrConflict):
				d.Error(err)
				return
			}
		}
	})
	equal(d, "revision", d.match("m1").Rev, uint64(1+workers*changes))
	var want []string
	for i := range workers * changes {
		want = append(want, fmt.Sprint(i+1))
	}
	equal(d, "log", must(d, func(ctx context.Context) ([]string, error) { return d.store.Log(ctx, "m1") }), want)
}

func testSameEvent(d *desk) {
	var applied atomic.Int32
	together(32, func(i int) {
		m, _ := table(fmt.Sprint("m", i), "tg:1")
		_, seen, err := d.store.Commit(d.Context(), store.Change{Event: "e", Time: d.now, Match: &m, Answer: []byte(m.ID)})
		if err != nil {
			d.Error(err)
		}
		if !seen {
			applied.Add(1)
		}
	})
	equal(d, "applied", applied.Load(), int32(1))
	answer, _, _ := d.store.Seen(d.Context(), "e")
	equal(d, "matches", d.chatMatches("tg:1"), []string{string(answer)})
}

func testMixed(d *desk) {
	const n = 60
	together(n, func(i int) {
		m, o := table(fmt.Sprint("m", i), "tg:1")
		if i%3 == 0 {
			m.Rev = 5 // is not there
		}
		_, _, err := d.store.Commit(d.Context(), store.Change{Event: m.ID, Time: d.now, Match: &m, Orders: []store.Order{o}})
		if refused := errors.Is(err, store.ErrConflict); refused != (i%3 == 0) {
			d.Errorf("change %d: error %v", i, err)
		}
	})
	equal(d, "matches", len(d.chatMatches("tg:1")), n-n/3)
	equal(d, "boards", len(d.claim("tg", 2*n, time.Hour)), n-n/3)
}

func testClaimRace(d *desk) {
	const n = 20
	for i := range n {
		m, o := table(fmt.Sprintf("m%02d", i), "tg:1")
		d.begin(m, o)
	}
	var mu sync.Mutex
	claimed := make(map[store.BoardKey]int)
	together(8, func(int) {
		for {
			found, err := d.store.ClaimBoards(d.Context(), "tg", d.now, 3, time.Hour)
			if err != nil || len(found) == 0 {
				return
			}
			for _, b := range found {
				mu.Lock()
				claimed[b.BoardKey]++
				mu.Unlock()
				shown := store.Shown{Ref: b.Match, Posts: b.Order.Posts, Rev: b.MatchRev}
				if err := d.store.SaveShown(d.Context(), b.BoardKey, shown); err != nil {
					d.Error(err)
				}
			}
		}
	})
	for key, times := range claimed {
		if times != 1 {
			d.Errorf("%+v was claimed %d times", key, times)
		}
	}
	equal(d, "claimed", len(claimed), n)
}

func testCloseRace(d *desk) {
	var mu sync.Mutex
	var committed []string
	s := d.store // restart sets another
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for j := 0; ; j++ {
				m, _ := table(fmt.Sprintf("m%02d-%d", i, j), "tg:1")
				if _, _, err := s.Commit(d.Context(), store.Change{Time: d.now, Match: &m}); err != nil {
					return
				}
				mu.Lock()
				committed = append(committed, m.ID)
				mu.Unlock()
			}
		})
	}
	for {
		mu.Lock()
		n := len(committed)
		mu.Unlock()
		if n > 50 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	d.restart()
	all.Wait()
	for _, id := range committed {
		d.match(id)
	}
}
