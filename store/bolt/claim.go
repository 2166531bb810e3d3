package bolt

import (
	"bytes"
	"context"
	"errors"
	"math"
	"time"

	"tablabot/store"
)

// ClaimBoards implements [store.Store].
func (s *Store) ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error) {
	table := &s.claims.boards
	table.Lock()
	defer table.Unlock()
	table.expire(now)
	var claimed []store.Board
	err := s.read(ctx, func(t *txn) (err error) {
		t.scanDue(door, math.MinInt64, func(notBefore int64, key store.BoardKey) bool {
			if len(claimed) >= n || notBefore > nanos(now) {
				return false
			}
			if _, leased := table.ends[key]; leased {
				return true
			}
			var b store.Board
			if b, err = t.board(key); err != nil {
				err = lostEntry(err)
				return false
			}
			b.LeaseEnds = now.Add(lease)
			claimed = append(claimed, b)
			return true
		})
		return err
	})
	if err != nil {
		return nil, wrap("claim boards", err)
	}
	for i := range claimed {
		table.grant(claimed[i].BoardKey, now, lease)
	}
	return claimed, nil
}

// scanDue calls each for every due board of a door from a time on, in the order of
// time, until it returns false.
func (t *txn) scanDue(door string, from int64, each func(notBefore int64, key store.BoardKey) bool) {
	prefix := keyBuilder(nil).text(door)
	cursor := t.bucket(due).Cursor()
	key, _ := cursor.Seek(keyBuilder(nil).text(door).number(from))
	for ; bytes.HasPrefix(key, prefix); key, _ = cursor.Next() {
		r := keyReader{rest: key[len(prefix):]}
		if notBefore := r.number(); !each(notBefore, readBoardKey(&r)) {
			return
		}
	}
}

// ClaimDeadlines implements [store.Store].
func (s *Store) ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error) {
	table := &s.claims.deadlines
	table.Lock()
	defer table.Unlock()
	table.expire(now)
	var claimed []deadlineRecord
	err := s.read(ctx, func(t *txn) (err error) {
		t.scan(deadlines, nil, func(key, value []byte) bool {
			var d deadlineRecord
			if d, err = readDeadline(key, value); err != nil || d.At.After(now) || len(claimed) >= n {
				return false
			}
			if _, leased := table.ends[d.id()]; !leased {
				claimed = append(claimed, d)
			}
			return true
		})
		return err
	})
	if err != nil {
		return nil, wrap("claim deadlines", err)
	}
	var result []store.Deadline
	for i := range claimed {
		table.grant(claimed[i].id(), now, lease)
		result = append(result, claimed[i].Deadline)
	}
	return result, nil
}

// NextDue implements [store.Store].
func (s *Store) NextDue(ctx context.Context) (time.Time, error) {
	s.claims.boards.Lock()
	defer s.claims.boards.Unlock()
	s.claims.deadlines.Lock()
	defer s.claims.deadlines.Unlock()
	var next time.Time
	err := s.read(ctx, func(t *txn) (err error) {
		if next, err = s.nextDeadline(t); err != nil {
			return err
		}
		for door, ok := t.nextDoor(nil); ok; door, ok = t.nextDoor(&door) {
			next = earlier(next, s.nextBoard(t, door))
		}
		leased, err := s.nextLeased(t)
		next = earlier(next, leased)
		return err
	})
	if err != nil {
		return time.Time{}, wrap("find what is due next", err)
	}
	return next, nil
}

// nextDeadline returns when the first deadline can be claimed. It looks no
// further than the first that is not leased.
func (s *Store) nextDeadline(t *txn) (next time.Time, err error) {
	t.scan(deadlines, nil, func(key, value []byte) bool {
		var d deadlineRecord
		if d, err = readDeadline(key, value); err != nil {
			return false
		}
		end, leased := s.claims.deadlines.ends[d.id()]
		next = earlier(next, later(d.At, end))
		return leased
	})
	return next, err
}

// nextBoard returns when the first board of a door that is put off, and not
// leased, can be claimed.
func (s *Store) nextBoard(t *txn, door string) (next time.Time) {
	t.scanDue(door, math.MinInt64+1, func(notBefore int64, key store.BoardKey) bool {
		if _, leased := s.claims.boards.ends[key]; leased {
			return true
		}
		next = time.Unix(0, notBefore).UTC()
		return false
	})
	return next
}

// nextLeased returns when the first board that is due and leased can be claimed
// again.
func (s *Store) nextLeased(t *txn) (next time.Time, err error) {
	for key, end := range s.claims.boards.ends {
		b, err := t.board(key)
		switch {
		case errors.Is(err, store.ErrNotFound): // its chat has moved
		case err != nil:
			return next, err
		case b.Due():
			next = earlier(next, later(b.Order.NotBefore, end))
		}
	}
	return next, nil
}

// nextDoor returns the first door with due boards after the given one.
func (t *txn) nextDoor(after *string) (door string, ok bool) {
	cursor := t.bucket(due).Cursor()
	key, _ := cursor.First()
	if after != nil {
		key, _ = cursor.Seek(append([]byte(*after), 1))
	}
	r := keyReader{rest: key}
	return r.text(), key != nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// earlier returns the earlier of two times; the zero time is none.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
