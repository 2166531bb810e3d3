package bolt

import (
	"sync"
	"time"

	"tablabot/store"
)

// leases are the claims that run, by what was claimed. They end by their time at
// the latest, so there are never more than were claimed within one lease.
//
// Whoever claims locks them before he takes his snapshot, and whoever ends a lease
// does it after his commit: a snapshot older than the commit still sees the lease.
type leases[K comparable] struct {
	sync.Mutex
	ends map[K]time.Time
}

// end returns when a lease ends; the zero time if there is none.
func (l *leases[K]) end(of K) time.Time {
	l.Lock()
	defer l.Unlock()
	return l.ends[of]
}

func (l *leases[K]) release(of K) {
	l.Lock()
	defer l.Unlock()
	delete(l.ends, of)
}

// expire forgets the leases that have ended. The caller holds the lock.
func (l *leases[K]) expire(now time.Time) {
	for of, end := range l.ends {
		if !end.After(now) {
			delete(l.ends, of)
		}
	}
}

// grant begins a lease. The caller holds the lock.
func (l *leases[K]) grant(of K, end time.Time) {
	if l.ends == nil {
		l.ends = make(map[K]time.Time)
	}
	l.ends[of] = end
}

// deadlineID tells deadlines apart; the same one set again is another.
type deadlineID struct {
	match, kind string
	turn        int
	at          int64
	rev         uint64
}

func (d *deadlineRecord) id() deadlineID {
	return deadlineID{d.Match, d.Kind, d.Turn, nanos(d.At), d.Rev}
}

// claims are the leases of a store.
type claims struct {
	boards    leases[store.BoardKey]
	deadlines leases[deadlineID]
}
