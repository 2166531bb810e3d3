package bolt

import (
	"fmt"
	"strconv"

	"go.etcd.io/bbolt"

	"tablabot/store"
)

// layoutVersion is the version of the buckets and keys below. Records carry
// versions of their own.
const layoutVersion = 1

// bucket is the name of one ordered map of the file.
type bucket string

const (
	meta bucket = "meta" // "layout", "program"

	live     bucket = "live"     // home chat, match id: match
	archive  bucket = "archive"  // home chat, time of the end, match id: match
	places   bucket = "places"   // match id: bucket and key of the match
	pointers bucket = "pointers" // other chat, id of a live match
	history  bucket = "history"  // other chat, time of the end, id of an archived match
	seats    bucket = "seats"    // person, id of a live match
	logs     bucket = "logs"     // match id, line from 0: line

	chats  bucket = "chats"  // chat: chat
	people bucket = "people" // person: person

	boards     bucket = "boards"     // match id, slot, chat: board
	open       bucket = "open"       // board that is not done
	chatBoards bucket = "chatboards" // chat, board
	refs       bucket = "refs"       // chat, message, board
	due        bucket = "due"        // door, not before, board

	deadlines    bucket = "deadlines"    // time, match id, kind, turn: deadline
	appointments bucket = "appointments" // match id, key of the deadline

	events     bucket = "events"     // event: time and answer
	eventTimes bucket = "eventtimes" // time, event
)

func allBuckets() []bucket {
	return []bucket{meta, live, archive, places, pointers, history, seats, logs, chats, people,
		boards, open, chatBoards, refs, due, deadlines, appointments, events, eventTimes}
}

// layoutSteps returns what leads from each layout to the next: the first leads
// from 1 to 2.
func layoutSteps() []func(*txn) error { return nil }

// createLayout makes all buckets of a new file.
func (t *txn) createLayout(program string) error {
	for _, b := range allBuckets() {
		if _, err := t.tx.CreateBucket([]byte(b)); err != nil {
			return fmt.Errorf("create bucket %s: %w", b, err)
		}
	}
	t.put(meta, []byte("layout"), []byte(strconv.Itoa(layoutVersion)))
	t.put(meta, []byte("program"), []byte(program))
	return t.err
}

// layout returns the version of the file's layout, if this program can use it.
func (t *txn) layout() (int, error) {
	root := t.tx.Bucket([]byte(meta))
	if root == nil {
		return 0, fmt.Errorf("%w: it is not a store of tablabot", store.ErrDamaged)
	}
	text := root.Get([]byte("layout"))
	version, err := strconv.Atoi(string(text))
	if err != nil || version < 1 {
		return 0, fmt.Errorf("%w: its layout is %q", store.ErrDamaged, text)
	}
	if version > layoutVersion {
		return 0, fmt.Errorf("%w: %s", store.ErrNewer, root.Get([]byte("program")))
	}
	if version == layoutVersion {
		for _, b := range allBuckets() {
			if t.tx.Bucket([]byte(b)) == nil {
				return 0, fmt.Errorf("%w: the bucket %s is missing", store.ErrDamaged, b)
			}
		}
	}
	return version, nil
}

// migrateLayout leads the file to this program's layout and notes the program.
func (t *txn) migrateLayout(from int, program string) error {
	for _, step := range layoutSteps()[from-1:] {
		if err := step(t); err != nil {
			return err
		}
	}
	t.put(meta, []byte("layout"), []byte(strconv.Itoa(layoutVersion)))
	t.put(meta, []byte("program"), []byte(program))
	return t.err
}

// upToDate reports whether opening the file has nothing to write.
func (t *txn) upToDate(version int, program string) bool {
	return version == layoutVersion && string(t.get(meta, []byte("program"))) == program
}

// txn is a transaction. The first error of a write is kept and ends all later
// ones, so that it is looked at once, at the end.
type txn struct {
	tx    *bbolt.Tx
	dirty bool // something was written
	err   error
}
