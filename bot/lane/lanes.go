package lane

import (
	"context"
	"slices"
	"sync"
)

// Lanes is a set of queues, one a key. The zero value is ready to use; it must
// not be copied once used.
type Lanes struct {
	// Limit is how many functions may wait behind others; 0 means any number.
	// Only [Lanes.Go] refuses for it.
	Limit int

	mu      sync.Mutex
	busy    map[string]*queue // keys whose function runs now
	waiting int               // functions in all queues
	tasks   sync.WaitGroup    // what Go began
}

// queue is who waits for a key, first come first.
type queue struct{ waiting []chan struct{} }

// Do runs fn once every earlier call with the same key has ended, and returns its
// error. If the context ends before fn's turn has come, fn is not run and the
// context's error is returned; fn itself is never interrupted.
func (l *Lanes) Do(ctx context.Context, key string, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	turn, _ := l.enqueue(key, 0)
	select {
	case <-turn:
	case <-ctx.Done():
		l.giveUp(key, turn)
		return ctx.Err()
	}
	defer l.leave(key)
	return fn()
}

// Go runs fn in a goroutine of its own once every earlier call with the same key
// has ended, and returns at once. It reports false, and fn is not run, if fn would
// have to wait and Limit functions wait already.
func (l *Lanes) Go(key string, fn func()) bool {
	turn, ok := l.enqueue(key, l.Limit)
	if !ok {
		return false
	}
	l.tasks.Go(func() {
		<-turn
		defer l.leave(key)
		fn()
	})
	return true
}

// Wait returns when every function that Go took has ended.
func (l *Lanes) Wait() { l.tasks.Wait() }

// enqueue returns what is closed once it is the caller's turn, at once if the key
// is idle. It reports false if limit functions wait already; 0 means no limit.
func (l *Lanes) enqueue(key string, limit int) (turn chan struct{}, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	turn = make(chan struct{})
	q, busy := l.busy[key]
	switch {
	case !busy:
		if l.busy == nil {
			l.busy = make(map[string]*queue)
		}
		l.busy[key] = new(queue)
		close(turn)
		return turn, true
	case limit > 0 && l.waiting >= limit:
		return nil, false
	}
	q.waiting = append(q.waiting, turn)
	l.waiting++
	return turn, true
}

// giveUp leaves the queue. The turn may have come in the same instant: then it is
// passed on.
func (l *Lanes) giveUp(key string, turn chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := l.busy[key] // busy: either another's function runs, or the turn is ours
	if i := slices.Index(q.waiting, turn); i >= 0 {
		l.dropLocked(q, i)
		return
	}
	l.leaveLocked(key)
}

func (l *Lanes) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.leaveLocked(key)
}

// leaveLocked gives the key to the first who waits, or forgets it.
func (l *Lanes) leaveLocked(key string) {
	q := l.busy[key]
	if len(q.waiting) == 0 {
		delete(l.busy, key)
		return
	}
	close(q.waiting[0])
	l.dropLocked(q, 0)
}

// dropLocked takes the i-th out of a queue.
func (l *Lanes) dropLocked(q *queue, i int) {
	q.waiting = slices.Delete(q.waiting, i, i+1)
	l.waiting--
}
