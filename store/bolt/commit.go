package bolt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tablabot/store"
)

// Commit implements [store.Store].
func (s *Store) Commit(ctx context.Context, change store.Change) (answer []byte, seen bool, err error) {
	if err := change.Validate(); err != nil {
		return nil, false, wrap("commit", err)
	}
	if change.Time.IsZero() {
		change.Time = time.Now()
	}
	err = s.write(ctx, func(t *txn) (err error) {
		answer, seen, err = t.commit(&change)
		return err
	})
	if err != nil {
		return nil, false, wrap("commit", err)
	}
	return answer, seen, nil
}

// commit applies a change. Everything that may refuse it comes before apply.
func (t *txn) commit(c *store.Change) (answer []byte, seen bool, err error) {
	answer, seen, err = t.seen(c.Event, c.Time)
	if seen || err != nil {
		return answer, seen, err
	}
	was, err := t.expectMatch(c)
	if err != nil {
		return nil, false, err
	}
	if err := t.expectChat(c.Chat); err != nil {
		return nil, false, err
	}
	matches, err := t.expectOrders(c)
	if err != nil {
		return nil, false, err
	}
	return c.Answer, false, t.apply(c, was, matches)
}

// expectMatch returns the stored record of the change's match, nil if the change
// creates it. Errors: [store.ErrConflict] if it is not the one that was read.
func (t *txn) expectMatch(c *store.Change) (*matchRecord, error) {
	if c.Match == nil {
		return nil, nil
	}
	was, err := t.match(c.Match.ID)
	switch {
	case errors.Is(err, store.ErrNotFound) && c.Match.Rev == 0:
		return nil, nil
	case errors.Is(err, store.ErrNotFound):
		return nil, fmt.Errorf("match %s of revision %d is not there: %w", c.Match.ID, c.Match.Rev, store.ErrConflict)
	case err != nil:
		return nil, err
	case was.Rev != c.Match.Rev:
		return nil, fmt.Errorf("match %s has revision %d, not %d: %w", was.ID, was.Rev, c.Match.Rev, store.ErrConflict)
	case was.Finished:
		return nil, fmt.Errorf("%w: match %s is finished", store.ErrInvalid, was.ID)
	}
	return &was, nil
}

func (t *txn) expectChat(chat *store.Chat) error {
	if chat == nil {
		return nil
	}
	was, err := t.chat(chat.Key)
	if err == nil && was.Rev != chat.Rev {
		err = fmt.Errorf("chat %s has revision %d, not %d: %w", chat.Key, was.Rev, chat.Rev, store.ErrConflict)
	}
	return err
}

// expectOrders returns the matches of the orders, but for the change's own.
func (t *txn) expectOrders(c *store.Change) (map[string]*store.Match, error) {
	matches := make(map[string]*store.Match)
	for _, order := range c.Orders {
		if c.Match != nil || matches[order.Match] != nil {
			continue
		}
		record, err := t.match(order.Match)
		if err != nil {
			return nil, err
		}
		matches[order.Match] = &record.Match
	}
	return matches, nil
}

func (t *txn) apply(c *store.Change, was *matchRecord, matches map[string]*store.Match) error {
	if c.Match != nil {
		is, err := t.applyMatch(c, was)
		if err != nil {
			return err
		}
		matches[is.ID] = is
	}
	for _, order := range c.Orders {
		if err := t.orderBoard(order, matches[order.Match]); err != nil {
			return err
		}
	}
	if c.Chat != nil {
		chat := *c.Chat
		chat.Rev++
		t.write(chats, keyBuilder(nil).text(chat.Key), &chat)
	}
	for i := range c.People {
		t.write(people, keyBuilder(nil).text(c.People[i].Key), &c.People[i])
	}
	if c.Event != "" {
		t.remember(c.Event, c.Time, c.Answer)
		t.pruneEvents(c.Time)
	}
	return nil
}

// applyMatch stores the match, its log and its deadlines, and lets its boards know
// that there is something new to show.
func (t *txn) applyMatch(c *store.Change, was *matchRecord) (*store.Match, error) {
	is := matchRecord{Match: *c.Match}
	is.Must = 0
	var openBoards []store.Board
	if was != nil {
		var err error
		if openBoards, err = t.openBoards(&was.Match); err != nil {
			return nil, err
		}
		is.Must, is.Lines = was.Must, was.Lines
	}
	is.Rev++
	if c.MustShow {
		is.Must = is.Rev
	}
	is.Created, is.Updated = is.Created.UTC(), is.Updated.UTC()
	t.appendLog(&is, c.Log)
	t.putMatch(was, &is)
	for i := range openBoards {
		t.showAnew(&openBoards[i], &is.Match)
	}
	switch {
	case is.Finished:
		t.setDeadlines(&is.Match, nil)
	case c.Deadlines != nil:
		t.setDeadlines(&is.Match, c.Deadlines)
	}
	return &is.Match, nil
}

// showAnew corrects what a board is found by when its match has a new revision.
func (t *txn) showAnew(b *store.Board, match *store.Match) {
	after := *b
	after.MatchRev, after.MatchMust, after.MatchSlot = match.Rev, match.Must, match.Slot
	t.reindex(boardEntries(b), boardEntries(&after))
}
