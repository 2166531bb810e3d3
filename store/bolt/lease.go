package bolt

import (
	"maps"
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

func (l *leases[K]) release(which func(K) bool) {
	l.Lock()
	defer l.Unlock()
	maps.DeleteFunc(l.ends, func(of K, _ time.Time) bool { return which(of) })
}

// expire forgets the leases that have ended. The caller holds the lock.
func (l *leases[K]) expire(now time.Time) {
	maps.DeleteFunc(l.ends, func(_ K, end time.Time) bool { return !end.After(now) })
}

// grant begins a lease, unless it ends at once. The caller holds the lock.
func (l *leases[K]) grant(of K, now time.Time, lease time.Duration) {
	if lease <= 0 {
		return
	}
	if l.ends == nil {
		l.ends = make(map[K]time.Time)
	}
	l.ends[of] = now.Add(lease)
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
