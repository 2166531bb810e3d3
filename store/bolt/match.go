package bolt

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"tablabot/store"
)

// matchRecord is a match as it is stored.
type matchRecord struct {
	store.Match
	Lines int // of its log
}

// place is where a match's record lies.
type place struct {
	bucket bucket
	key    string
}

func placeOf(m *store.Match) place {
	k := keyBuilder(nil).text(m.Home)
	if !m.Finished {
		return place{live, string(k.text(m.ID))}
	}
	return place{archive, string(k.time(m.Updated).text(m.ID))}
}

// matchEntries returns all entries by which a match is found, but for its place.
func matchEntries(m *store.Match) []entry {
	var entries []entry
	for _, chat := range m.Chats {
		k := keyBuilder(nil).text(chat)
		switch {
		case chat == m.Home:
		case m.Finished:
			entries = append(entries, entry{history, string(k.time(m.Updated).text(m.ID))})
		default:
			entries = append(entries, entry{pointers, string(k.text(m.ID))})
		}
	}
	if m.Finished {
		return entries
	}
	for _, person := range m.People {
		entries = append(entries, entry{seats, string(keyBuilder(nil).text(person).text(m.ID))})
	}
	return entries
}

// match returns the record of a match, or [store.ErrNotFound].
func (t *txn) match(id string) (matchRecord, error) {
	var record matchRecord
	at := t.get(places, keyBuilder(nil).text(id))
	if at == nil {
		return record, fmt.Errorf("match %s: %w", id, store.ErrNotFound)
	}
	name, key, _ := bytes.Cut(at, []byte{0})
	if b := bucket(name); b != live && b != archive {
		return record, fmt.Errorf("%w: match %s lies in %q", store.ErrDamaged, id, name)
	}
	ok, err := t.read(bucket(name), key, &record)
	switch {
	case err != nil:
		return record, fmt.Errorf("match %s: %w", id, err)
	case !ok:
		return record, fmt.Errorf("%w: match %s is not where it should be", store.ErrDamaged, id)
	}
	return record, nil
}

// putMatch stores a match; was is the record that is stored, nil if there is none.
func (t *txn) putMatch(was, is *matchRecord) {
	to := placeOf(&is.Match)
	var before []entry
	var from place
	if was != nil {
		before, from = matchEntries(&was.Match), placeOf(&was.Match)
	}
	if from != to {
		if was != nil {
			t.delete(from.bucket, []byte(from.key))
		}
		at := keyBuilder(nil).text(string(to.bucket))
		t.put(places, keyBuilder(nil).text(is.ID), append(at, to.key...))
	}
	t.write(to.bucket, []byte(to.key), is)
	t.reindex(before, matchEntries(&is.Match))
}

// appendLog adds lines to a match's log and counts them in its record.
func (t *txn) appendLog(m *matchRecord, lines []string) {
	for _, line := range lines {
		t.put(logs, logKey(m.ID, m.Lines), store.Seal([]byte(line)))
		m.Lines++
	}
}

func logKey(id string, line int) []byte { return keyBuilder(nil).text(id).number(int64(line)) }

func (t *txn) log(id string) ([]string, error) {
	var lines []string
	var err error
	t.scan(logs, keyBuilder(nil).text(id), func(key, value []byte) bool {
		var line []byte
		if !bytes.Equal(key, logKey(id, len(lines))) {
			err = fmt.Errorf("%w: line %d of the log of match %s is missing", store.ErrDamaged, len(lines), id)
			return false
		}
		if line, err = store.Unseal(value); err != nil {
			err = fmt.Errorf("line %d of the log of match %s: %w", len(lines), id, err)
			return false
		}
		lines = append(lines, string(line))
		return true
	})
	return lines, err
}

// matches returns the matches whose ids are given.
func (t *txn) matches(ids []string) ([]store.Match, error) {
	var found []store.Match
	for _, id := range ids {
		record, err := t.match(id)
		if err != nil {
			return nil, lostEntry(err)
		}
		found = append(found, record.Match)
	}
	slices.SortFunc(found, func(a, b store.Match) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// lostEntry is the error of an entry that leads nowhere.
func lostEntry(err error) error {
	return fmt.Errorf("%w: an index is wrong: %v", store.ErrDamaged, err)
}

// idsUnder returns the match ids of the entries with a prefix, which they follow.
func (t *txn) idsUnder(b bucket, prefix []byte) []string {
	var ids []string
	t.scan(b, prefix, func(key, _ []byte) bool {
		r := keyReader{rest: key[len(prefix):]}
		ids = append(ids, r.text())
		return true
	})
	return ids
}

// Match implements [store.Store].
func (s *Store) Match(ctx context.Context, id string) (store.Match, error) {
	var record matchRecord
	err := s.read(ctx, func(t *txn) (err error) {
		record, err = t.match(id)
		return err
	})
	return record.Match, wrap("read a match", err)
}

// Log implements [store.Store].
func (s *Store) Log(ctx context.Context, id string) ([]string, error) {
	var lines []string
	err := s.read(ctx, func(t *txn) error {
		_, err := t.match(id)
		if err == nil {
			lines, err = t.log(id)
		}
		return err
	})
	return lines, wrap("read a log", err)
}

// ChatMatches implements [store.Store].
func (s *Store) ChatMatches(ctx context.Context, chat string) ([]store.Match, error) {
	return s.matchesUnder(ctx, chat, live, pointers)
}

// PersonMatches implements [store.Store].
func (s *Store) PersonMatches(ctx context.Context, person string) ([]store.Match, error) {
	return s.matchesUnder(ctx, person, seats)
}

func (s *Store) matchesUnder(ctx context.Context, key string, buckets ...bucket) ([]store.Match, error) {
	var found []store.Match
	err := s.read(ctx, func(t *txn) (err error) {
		var ids []string
		for _, b := range buckets {
			ids = append(ids, t.idsUnder(b, keyBuilder(nil).text(key))...)
		}
		found, err = t.matches(ids)
		return err
	})
	return found, wrap("list matches", err)
}

// ChatHistory implements [store.Store].
func (s *Store) ChatHistory(ctx context.Context, chat string, n int) ([]store.Match, error) {
	var found []store.Match
	err := s.read(ctx, func(t *txn) error {
		prefix := keyBuilder(nil).text(chat)
		endings := slices.Concat(t.last(archive, prefix, n), t.last(history, prefix, n))
		slices.SortFunc(endings, func(a, b []byte) int { return bytes.Compare(b, a) })
		for _, ending := range endings[:max(0, min(n, len(endings)))] {
			r := keyReader{rest: ending}
			r.number()
			record, err := t.match(r.text())
			if err != nil {
				return lostEntry(err)
			}
			found = append(found, record.Match)
		}
		return nil
	})
	return found, wrap("list a chat's history", err)
}

// last returns what follows the prefix in the last n keys that have it.
func (t *txn) last(b bucket, prefix []byte, n int) [][]byte {
	var tails [][]byte
	cursor := t.bucket(b).Cursor()
	after := append(bytes.Clone(prefix[:len(prefix)-1]), 1) // prefixes end with NUL
	key, _ := cursor.Seek(after)
	if key == nil {
		key, _ = cursor.Last()
	} else {
		key, _ = cursor.Prev()
	}
	for ; len(tails) < n && bytes.HasPrefix(key, prefix); key, _ = cursor.Prev() {
		tails = append(tails, bytes.Clone(key[len(prefix):]))
	}
	return tails
}

// read runs a read transaction for a method.
func (s *Store) read(ctx context.Context, read func(*txn) error) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	return s.view(read)
}

// wrap names the operation that an error belongs to.
func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}
