package bolt

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"go.etcd.io/bbolt"
)

// maxBatch is how many changes share one transaction at most.
const maxBatch = 256

// job is a change that waits for its turn. The change may be made more than once,
// if a batch has to be begun anew; the last time counts. It must look at
// everything that may refuse it before it writes anything.
type job struct {
	change func(*txn) error
	err    error
	done   chan struct{}
}

// write makes a change durable. The context bounds the wait for its turn.
func (s *Store) write(ctx context.Context, change func(*txn) error) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	j := &job{change: change, done: make(chan struct{})}
	select {
	case s.jobs <- j:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return errClosed
	}
	<-j.done
	return explain(j.err)
}

// runWriter makes changes, as many as are waiting in one transaction, until the
// store is closed.
func (s *Store) runWriter() {
	defer close(s.stopped)
	debug.SetPanicOnFault(true)
	for {
		select {
		case first := <-s.jobs:
			s.runBatch(s.gather(first))
		case <-s.closing:
			return
		}
	}
}

// gather returns the first job and all others that are waiting.
func (s *Store) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < maxBatch {
		select {
		case j := <-s.jobs:
			batch = append(batch, j)
		default:
			return batch
		}
	}
	return batch
}

// runBatch makes the changes of a batch durable, each whole or not at all. If one
// breaks off halfway, the transaction begins anew without it.
func (s *Store) runBatch(batch []*job) {
	for len(batch) > 0 && s.broken == nil {
		failed := s.attempt(batch)
		if failed < 0 {
			break
		}
		close(batch[failed].done)
		batch = append(batch[:failed:failed], batch[failed+1:]...)
	}
	for _, j := range batch {
		if s.broken != nil {
			j.err = s.broken
		}
		close(j.done)
	}
}

// attempt makes all changes in one transaction. It returns the index of one that
// broke off halfway, or -1 if every job has its result.
func (s *Store) attempt(batch []*job) (failed int) {
	tx, err := s.db.Begin(true)
	if err != nil {
		fail(batch, err)
		return -1
	}
	defer s.end(tx)
	dirty := false
	for i, j := range batch {
		t := &txn{tx: tx}
		j.err = guard(func() error { return errors.Join(j.change(t), t.err) })
		if j.err != nil && t.dirty {
			return i
		}
		dirty = dirty || t.dirty
	}
	if !dirty {
		return -1
	}
	if err := guard(tx.Commit); err != nil {
		// Even a refusal was decided on what is now not there.
		fail(batch, err)
		if leavesDoubt(err) {
			s.broken = fmt.Errorf("an earlier change could not be saved, the store has to be opened anew: %w", explain(err))
		}
	}
	return -1
}

// end rolls a transaction back unless it was committed.
func (s *Store) end(tx *bbolt.Tx) {
	err := guard(func() error {
		tx.Rollback() // the only error is that it has ended
		return nil
	})
	if err != nil {
		s.broken, s.stuck = err, true
	}
}

func fail(batch []*job, err error) {
	for _, j := range batch {
		j.err = err
	}
}
