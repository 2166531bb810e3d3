package bolt

import (
	"context"
	"errors"
	"fmt"

	"tablabot/store"
)

// boardRecord is a board as it is stored.
type boardRecord struct {
	Order store.Order
	Shown store.Shown
}

func (r *boardRecord) of(m *store.Match) store.Board {
	return store.Board{
		BoardKey: r.Order.BoardKey, Order: r.Order, Shown: r.Shown,
		MatchRev: m.Rev, MatchMust: m.Must, MatchSlot: m.Slot,
	}
}

func boardKey(k store.BoardKey) keyBuilder {
	return keyBuilder(nil).text(k.Match).number(int64(k.Slot)).text(k.Chat)
}

// readBoardKey takes the key of a board from the end of an entry.
func readBoardKey(r *keyReader) store.BoardKey {
	return store.BoardKey{Match: r.text(), Slot: int(r.number()), Chat: r.text()}
}

// boardEntries returns all entries by which a board is found.
func boardEntries(b *store.Board) []entry {
	key := boardKey(b.BoardKey)
	under := func(prefix keyBuilder) string { return string(append(prefix, key...)) }
	entries := []entry{{chatBoards, under(keyBuilder(nil).text(b.Chat))}}
	if b.Shown.Ref != "" {
		entries = append(entries, entry{refs, under(keyBuilder(nil).text(b.Chat).text(b.Shown.Ref))})
	}
	if !b.Shown.Done {
		entries = append(entries, entry{open, string(key)})
	}
	if b.Due() {
		entries = append(entries, entry{due, under(keyBuilder(nil).text(b.Door()).time(b.Order.NotBefore))})
	}
	return entries
}

// board returns a board, or [store.ErrNotFound].
func (t *txn) board(key store.BoardKey) (store.Board, error) {
	record, err := t.boardRecord(key)
	if err != nil {
		return store.Board{}, err
	}
	match, err := t.match(key.Match)
	if err != nil {
		return store.Board{}, lostEntry(err)
	}
	return record.of(&match.Match), nil
}

func (t *txn) boardRecord(key store.BoardKey) (boardRecord, error) {
	var record boardRecord
	ok, err := t.read(boards, boardKey(key), &record)
	if err == nil && !ok {
		err = store.ErrNotFound
	}
	if err != nil {
		err = fmt.Errorf("board %d of match %s in %s: %w", key.Slot, key.Match, key.Chat, err)
	}
	return record, err
}

// putBoard stores a board; was is what is stored, nil if there is none.
func (t *txn) putBoard(was, is *store.Board) {
	var before []entry
	if was != nil {
		before = boardEntries(was)
	}
	t.write(boards, boardKey(is.BoardKey), &boardRecord{Order: is.Order, Shown: is.Shown})
	t.reindex(before, boardEntries(is))
}

// openBoards returns the boards of a match that are not done.
func (t *txn) openBoards(match *store.Match) ([]store.Board, error) {
	var found []store.Board
	for _, key := range t.keys(open, keyBuilder(nil).text(match.ID)) {
		var record boardRecord
		ok, err := t.read(boards, key, &record)
		if err == nil && !ok {
			err = lostEntry(fmt.Errorf("a board of match %s: %w", match.ID, store.ErrNotFound))
		}
		if err != nil {
			return nil, err
		}
		found = append(found, record.of(match))
	}
	return found, nil
}

// orderBoard creates a board of the match or gives it new orders.
func (t *txn) orderBoard(order store.Order, match *store.Match) error {
	order.NotBefore = order.NotBefore.UTC()
	var was *store.Board
	record, err := t.boardRecord(order.BoardKey)
	switch {
	case err == nil:
		board := record.of(match)
		was = &board
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	record.Order = order
	is := record.of(match)
	t.putBoard(was, &is)
	return nil
}

// Boards implements [store.Store].
func (s *Store) Boards(ctx context.Context, match string) ([]store.Board, error) {
	var found []store.Board
	err := s.read(ctx, func(t *txn) error {
		m, err := t.match(match)
		if err != nil {
			return err
		}
		t.scan(boards, keyBuilder(nil).text(match), func(_, value []byte) bool {
			var record boardRecord
			if err = store.DecodeRecord(value, &record); err != nil {
				return false
			}
			found = append(found, record.of(&m.Match))
			return true
		})
		return err
	})
	for i := range found {
		found[i].LeaseEnds = s.claims.boards.end(found[i].BoardKey)
	}
	return found, wrap("list boards", err)
}

// BoardAt implements [store.Store].
func (s *Store) BoardAt(ctx context.Context, chat, ref string) (store.Board, error) {
	var found store.Board
	err := s.read(ctx, func(t *txn) (err error) {
		tails := t.last(refs, keyBuilder(nil).text(chat).text(ref), 1)
		if len(tails) == 0 {
			return fmt.Errorf("message %s in %s: %w", ref, chat, store.ErrNotFound)
		}
		found, err = t.board(readBoardKey(&keyReader{rest: tails[0]}))
		return err
	})
	if err != nil {
		return store.Board{}, wrap("find a board", err)
	}
	found.LeaseEnds = s.claims.boards.end(found.BoardKey)
	return found, nil
}

// SaveShown implements [store.Store].
func (s *Store) SaveShown(ctx context.Context, key store.BoardKey, shown store.Shown) error {
	if shown.Ref != "" {
		if err := store.ValidKey("message", shown.Ref); err != nil {
			return wrap("save what a chat shows", err)
		}
	}
	err := s.write(ctx, func(t *txn) error {
		was, err := t.board(key)
		if err != nil {
			return err
		}
		is := was
		is.Shown = shown
		t.putBoard(&was, &is)
		return nil
	})
	if err != nil {
		return wrap("save what a chat shows", err)
	}
	s.claims.boards.release(func(of store.BoardKey) bool { return of == key })
	return nil
}
