package storetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tablabot/store"
)

// asRead fills in what a board says of its match.
func (m *Model) asRead(b store.Board) store.Board {
	match := m.matches[b.Match]
	b.MatchRev, b.MatchMust, b.MatchSlot = match.Rev, match.Must, match.Slot
	return b
}

// sortedBoards returns the boards that a question is true of.
func (m *Model) sortedBoards(ask func(*store.Board) bool) []store.Board {
	var found []store.Board
	for _, b := range m.boards {
		if b = m.asRead(b); ask(&b) {
			found = append(found, b)
		}
	}
	slices.SortFunc(found, func(a, b store.Board) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Chat, b.Chat))
	})
	return found
}

// Boards implements [store.Store].
func (m *Model) Boards(ctx context.Context, match string) ([]store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if _, ok := m.matches[match]; !ok {
		return nil, fmt.Errorf("match %s: %w", match, store.ErrNotFound)
	}
	return m.sortedBoards(func(b *store.Board) bool { return b.Match == match }), nil
}

// BoardAt implements [store.Store].
func (m *Model) BoardAt(ctx context.Context, chat, ref string) (store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Board{}, err
	}
	defer end()
	found := m.sortedBoards(func(b *store.Board) bool { return ref != "" && b.Chat == chat && b.Shown.Ref == ref })
	if len(found) == 0 {
		return store.Board{}, fmt.Errorf("message %s in %s: %w", ref, chat, store.ErrNotFound)
	}
	return found[len(found)-1], nil
}

// ClaimBoards implements [store.Store].
func (m *Model) ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	for key, b := range m.boards {
		if !b.LeaseEnds.After(now) {
			b.LeaseEnds = time.Time{}
			m.boards[key] = b
		}
	}
	found := m.sortedBoards(func(b *store.Board) bool {
		return b.Door() == door && b.Due() && !b.Order.NotBefore.After(now) && b.LeaseEnds.IsZero()
	})
	slices.SortStableFunc(found, func(a, b store.Board) int { return a.Order.NotBefore.Compare(b.Order.NotBefore) })
	found = found[:max(0, min(n, len(found)))]
	for i := range found {
		found[i].LeaseEnds = now.Add(lease)
		if b := m.boards[found[i].BoardKey]; lease > 0 {
			b.LeaseEnds = found[i].LeaseEnds
			m.boards[b.BoardKey] = b
		}
	}
	return found, nil
}

// SaveShown implements [store.Store].
func (m *Model) SaveShown(ctx context.Context, key store.BoardKey, shown store.Shown) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	b, ok := m.boards[key]
	if !ok {
		return fmt.Errorf("board of match %s: %w", key.Match, store.ErrNotFound)
	}
	b.Shown, b.LeaseEnds = shown, time.Time{}
	m.boards[key] = b
	return nil
}

// ClaimDeadlines implements [store.Store].
func (m *Model) ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]store.Deadline, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var found []store.Deadline
	for i := range m.deadlines {
		d := &m.deadlines[i]
		if !d.leaseEnds.After(now) {
			d.leaseEnds = time.Time{}
		}
		if len(found) < n && !d.At.After(now) && d.leaseEnds.IsZero() {
			found = append(found, d.Deadline)
			if lease > 0 {
				d.leaseEnds = now.Add(lease)
			}
		}
	}
	return found, nil
}

// NextDue implements [store.Store].
func (m *Model) NextDue(ctx context.Context) (time.Time, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return time.Time{}, err
	}
	defer end()
	var times []time.Time
	for _, d := range m.deadlines {
		times = append(times, latest(d.At, d.leaseEnds))
	}
	for _, b := range m.sortedBoards((*store.Board).Due) {
		times = append(times, latest(b.Order.NotBefore, b.LeaseEnds))
	}
	times = slices.DeleteFunc(times, time.Time.IsZero)
	if len(times) == 0 {
		return time.Time{}, nil
	}
	return slices.MinFunc(times, time.Time.Compare), nil
}
