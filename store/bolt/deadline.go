package bolt

import (
	"bytes"
	"fmt"

	"tablabot/store"
)

// deadlineRecord is a deadline as it is stored.
type deadlineRecord struct {
	store.Deadline
	Rev uint64 // the match's revision that set it
}

func deadlineKey(d *store.Deadline) keyBuilder {
	return keyBuilder(nil).time(d.At).text(d.Match).text(d.Kind).number(int64(d.Turn))
}

func appointmentKey(d *store.Deadline) []byte {
	return append(keyBuilder(nil).text(d.Match), deadlineKey(d)...)
}

// setDeadlines replaces all deadlines of a match.
func (t *txn) setDeadlines(match *store.Match, all []store.Deadline) {
	prefix := keyBuilder(nil).text(match.ID)
	for _, key := range t.keys(appointments, prefix) {
		t.delete(appointments, key)
		t.delete(deadlines, key[len(prefix):])
	}
	for _, d := range all {
		d.At = d.At.UTC()
		t.put(appointments, appointmentKey(&d), nil)
		t.write(deadlines, deadlineKey(&d), &deadlineRecord{Deadline: d, Rev: match.Rev})
	}
}

// readDeadline decodes a deadline and holds it against its key.
func readDeadline(key, value []byte) (deadlineRecord, error) {
	var record deadlineRecord
	if err := store.DecodeRecord(value, &record); err != nil {
		return record, fmt.Errorf("a deadline: %w", err)
	}
	if !bytes.Equal(key, deadlineKey(&record.Deadline)) {
		return record, fmt.Errorf("%w: a deadline of match %s has a wrong key", store.ErrDamaged, record.Match)
	}
	return record, nil
}
