package bolt

import (
	"bytes"
	"context"
	"time"

	"tablabot/store"
)

// pruned is how many expired events a commit removes at most.
const pruned = 8

// eventRecord is what is remembered of an event.
type eventRecord struct {
	Time   time.Time
	Answer []byte
}

// expired reports whether an event is forgotten. Times far ahead come from a clock
// that was wrong, and are forgotten too.
func expired(event, now time.Time) bool {
	return now.Sub(event).Abs() > store.EventMemory
}

func eventTimeKey(at time.Time, event string) []byte {
	return keyBuilder(nil).time(at).text(event)
}

// seen returns the answer of an event that was committed lately.
func (t *txn) seen(event string, now time.Time) (answer []byte, ok bool, err error) {
	if event == "" {
		return nil, false, nil
	}
	var record eventRecord
	ok, err = t.read(events, keyBuilder(nil).text(event), &record)
	if err != nil || !ok || expired(record.Time, now) {
		return nil, false, err
	}
	return record.Answer, true, nil
}

func (t *txn) remember(event string, now time.Time, answer []byte) {
	key := keyBuilder(nil).text(event)
	var was eventRecord
	if ok, err := t.read(events, key, &was); ok && err == nil {
		t.delete(eventTimes, eventTimeKey(was.Time, event))
	}
	t.write(events, key, &eventRecord{Time: now.UTC(), Answer: answer})
	t.put(eventTimes, eventTimeKey(now, event), nil)
}

// pruneEvents removes some expired events, those of a wrong clock included.
func (t *txn) pruneEvents(now time.Time) {
	oldest := keyBuilder(nil).time(now.Add(-store.EventMemory))
	newest := keyBuilder(nil).time(now.Add(store.EventMemory).Add(1))
	var doomed [][]byte
	cursor := t.bucket(eventTimes).Cursor()
	for k, _ := cursor.First(); k != nil && bytes.Compare(k, oldest) < 0 && len(doomed) < pruned; k, _ = cursor.Next() {
		doomed = append(doomed, bytes.Clone(k))
	}
	for k, _ := cursor.Last(); k != nil && bytes.Compare(k, newest) >= 0 && len(doomed) < pruned; k, _ = cursor.Prev() {
		doomed = append(doomed, bytes.Clone(k))
	}
	for _, key := range doomed {
		t.delete(eventTimes, key)
		t.delete(events, key[8:])
	}
}

// newestEvent returns the time of the newest event.
func (t *txn) newestEvent() time.Time {
	key, _ := t.bucket(eventTimes).Cursor().Last()
	r := keyReader{rest: key}
	return time.Unix(0, r.number())
}

// Seen implements [store.Store]. The store's clock is the newest event that was
// committed.
func (s *Store) Seen(ctx context.Context, event string) (answer []byte, ok bool, err error) {
	err = s.read(ctx, func(t *txn) (err error) {
		answer, ok, err = t.seen(event, t.newestEvent())
		return err
	})
	return answer, ok, wrap("look for an event", err)
}
