package bolt

import (
	"bytes"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"tablabot/store"
)

// maxProblems is how many problems Check lists.
const maxProblems = 10

// Check proves that a file is whole, and changes nothing: its pages form a tree,
// every record can be read, and every index agrees with the records both ways.
// Then it calls each, which may be nil, with every match and its log; an error of
// each ends the check and is returned. Its time is in proportion to the file.
//
// Errors: [store.ErrDamaged] with the first problems, [store.ErrNewer],
// [store.ErrLocked] while a process has the store open: check a copy then.
func Check(path string, each func(store.Match, []string) error) error {
	if err := check(path, each); err != nil {
		return fmt.Errorf("check the store %s: %w", path, err)
	}
	return nil
}

func check(path string, each func(store.Match, []string) error) error {
	if err := inspect(path); err != nil {
		return err
	}
	db, file, err := openProven(path, Options{}, true)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, both, err := readHeader(file); err != nil || !both {
		return errors.Join(err, damage("one of its two headers is unreadable: the latest change may be missing; opening the store mends it"))
	}
	var ids []string
	err = guard(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			t := &txn{tx: tx}
			if version, err := t.layout(); err != nil || version != layoutVersion {
				return errors.Join(err, checkPages(tx))
			}
			ids = t.idsUnder(places, nil)
			return errors.Join(checkPages(tx), t.checkRecords())
		})
	})
	if err != nil || each == nil {
		return err
	}
	for _, id := range ids {
		match, lines, err := readWhole(db, id)
		if err == nil {
			err = each(match, lines)
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
	}
	return nil
}

func readWhole(db *bbolt.DB, id string) (match store.Match, lines []string, err error) {
	err = guard(func() error {
		return db.View(func(tx *bbolt.Tx) error {
			t := &txn{tx: tx}
			record, err := t.match(id)
			if err != nil {
				return err
			}
			match = record.Match
			lines, err = t.log(id)
			return err
		})
	})
	return match, lines, err
}

// checkPages lets bbolt look for itself. It does so in a goroutine that no guard
// reaches, which is why the shape was proven before.
func checkPages(tx *bbolt.Tx) error {
	var problems problems
	for err := range tx.Check() {
		problems.add("%v", err)
	}
	return problems.err()
}

// problems is a list of at most maxProblems sentences.
type problems []error

func (p *problems) add(format string, args ...any) {
	if len(*p) < maxProblems {
		*p = append(*p, damage(format, args...))
	}
}

func (p *problems) note(err error) {
	if err != nil {
		p.add("%v", err)
	}
}

func (p problems) err() error { return errors.Join(p...) }

// audit holds the indexes against what the records say they should be.
type audit struct {
	*txn
	problems
	wanted map[bucket]map[string]bool
}

// checkRecords reads every record and compares every index both ways.
func (t *txn) checkRecords() error {
	a := &audit{txn: t, wanted: make(map[bucket]map[string]bool)}
	matches := a.checkMatches()
	a.checkBoards(matches)
	a.checkDeadlines(matches)
	a.checkEvents()
	a.checkPlain()
	for _, b := range []bucket{pointers, history, seats, open, chatBoards, refs, due, appointments, eventTimes} {
		a.compare(b)
	}
	return a.problems.err()
}

func (a *audit) want(entries ...entry) {
	for _, e := range entries {
		if a.wanted[e.bucket] == nil {
			a.wanted[e.bucket] = make(map[string]bool)
		}
		a.wanted[e.bucket][e.key] = true
	}
}

// compare reports the entries of an index that no record explains, and those that
// are missing.
func (a *audit) compare(b bucket) {
	missing := a.wanted[b]
	a.scan(b, nil, func(key, _ []byte) bool {
		if !missing[string(key)] {
			a.add("the index %s has %q, which no record explains", b, key)
		}
		delete(missing, string(key))
		return true
	})
	for key := range missing {
		a.add("the index %s lacks %q", b, key)
	}
}

// checkMatches returns all matches, without what only they need.
func (a *audit) checkMatches() map[string]*store.Match {
	matches := make(map[string]*store.Match)
	for _, b := range []bucket{live, archive} {
		a.scan(b, nil, func(key, value []byte) bool {
			var record matchRecord
			if err := store.DecodeRecord(value, &record); err != nil {
				a.add("%v", err)
				return true
			}
			if (place{b, string(key)}) != placeOf(&record.Match) {
				a.add("match %s lies in %s under the wrong key", record.ID, b)
			}
			at := append(keyBuilder(nil).text(string(b)), key...)
			if !bytes.Equal(a.get(places, keyBuilder(nil).text(record.ID)), at) {
				a.add("match %s cannot be found by its id", record.ID)
			}
			if record.Rev == 0 || record.Must > record.Rev {
				a.add("match %s has revision %d and has to show %d", record.ID, record.Rev, record.Must)
			}
			a.want(matchEntries(&record.Match)...)
			a.checkLog(&record)
			record.State = nil
			matches[record.ID] = &record.Match
			return true
		})
	}
	if n := a.bucket(places).Stats().KeyN; n != len(matches) {
		a.add("%d matches can be found, %d are there", n, len(matches))
	}
	a.scan(logs, nil, func(key, _ []byte) bool {
		r := keyReader{rest: key}
		if id := r.text(); matches[id] == nil {
			a.add("there is a log of match %s, which is not there", id)
		}
		return true
	})
	return matches
}

func (a *audit) checkLog(m *matchRecord) {
	lines, err := a.log(m.ID)
	a.note(err)
	if err == nil && len(lines) != m.Lines {
		a.add("the log of match %s has %d lines instead of %d", m.ID, len(lines), m.Lines)
	}
}

func (a *audit) checkBoards(matches map[string]*store.Match) {
	a.scan(boards, nil, func(key, value []byte) bool {
		var record boardRecord
		if err := store.DecodeRecord(value, &record); err != nil {
			a.add("%v", err)
			return true
		}
		match := matches[record.Order.Match]
		if match == nil {
			a.add("there is a board of match %s, which is not there", record.Order.Match)
			return true
		}
		board := record.of(match)
		if !bytes.Equal(key, boardKey(board.BoardKey)) {
			a.add("a board of match %s lies under the wrong key", board.Match)
		}
		a.want(boardEntries(&board)...)
		return true
	})
}

func (a *audit) checkDeadlines(matches map[string]*store.Match) {
	a.scan(deadlines, nil, func(key, value []byte) bool {
		record, err := readDeadline(key, value)
		if err != nil {
			a.add("%v", err)
			return true
		}
		if match := matches[record.Match]; match == nil || match.Finished || record.Rev > match.Rev {
			a.add("there is a deadline of match %s, which cannot have it", record.Match)
		}
		a.want(entry{appointments, string(appointmentKey(&record.Deadline))})
		return true
	})
}

func (a *audit) checkEvents() {
	a.scan(events, nil, func(key, value []byte) bool {
		var record eventRecord
		if err := store.DecodeRecord(value, &record); err != nil {
			a.add("%v", err)
			return true
		}
		r := keyReader{rest: key}
		a.want(entry{eventTimes, string(eventTimeKey(record.Time, r.text()))})
		return true
	})
}

// checkPlain reads the records that no index leads to.
func (a *audit) checkPlain() {
	a.scan(chats, nil, func(key, value []byte) bool {
		var chat store.Chat
		if err := store.DecodeRecord(value, &chat); err != nil || !bytes.Equal(key, keyBuilder(nil).text(chat.Key)) {
			a.add("the record of chat %q is wrong: %v", key, err)
		}
		return true
	})
	a.scan(people, nil, func(key, value []byte) bool {
		var person store.Person
		if err := store.DecodeRecord(value, &person); err != nil || !bytes.Equal(key, keyBuilder(nil).text(person.Key)) {
			a.add("the record of person %q is wrong: %v", key, err)
		}
		return true
	})
}
