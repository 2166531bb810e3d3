package lane

import (
	"context"
	"slices"
	"sync"
)

// Lanes is a set of queues, one a key. The zero value is ready to use; it must
// not be copied once used.
type Lanes struct {
	mu   sync.Mutex
	busy map[string]*queue // keys whose function runs now
}

// queue is who waits for a key, first come first.
type queue struct{ waiting []chan struct{} }

// Do runs fn once every earlier call with the same key has ended, and returns its
// error. If the context ends before fn's turn has come, fn is not run and the
// context's error is returned; fn itself is never interrupted.
func (l *Lanes) Do(ctx context.Context, key string, fn func() error) error {
	if err := l.enter(ctx, key); err != nil {
		return err
	}
	defer l.leave(key)
	return fn()
}

// enter returns nil once the key is the caller's.
func (l *Lanes) enter(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	turn := l.enqueue(key)
	if turn == nil {
		return nil
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		l.giveUp(key, turn)
		return ctx.Err()
	}
}

// enqueue takes an idle key and returns nil, or returns what is closed once it is
// the caller's turn.
func (l *Lanes) enqueue(key string) chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	q, busy := l.busy[key]
	if !busy {
		if l.busy == nil {
			l.busy = make(map[string]*queue)
		}
		l.busy[key] = new(queue)
		return nil
	}
	turn := make(chan struct{})
	q.waiting = append(q.waiting, turn)
	return turn
}

// giveUp leaves the queue. The turn may have come in the same instant: then it is
// passed on.
func (l *Lanes) giveUp(key string, turn chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	q := l.busy[key] // busy: either another's function runs, or the turn is ours
	if i := slices.Index(q.waiting, turn); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
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
	q.waiting = slices.Delete(q.waiting, 0, 1)
}
