package bolt

import (
	"bytes"
	"fmt"

	"go.etcd.io/bbolt"

	"tablabot/store"
)

func (t *txn) bucket(b bucket) *bbolt.Bucket { return t.tx.Bucket([]byte(b)) }

// get returns a value, or nil. It is valid until the end of the transaction.
func (t *txn) get(b bucket, key []byte) []byte { return t.bucket(b).Get(key) }

// read decodes a record; ok is false if there is none.
func (t *txn) read(b bucket, key []byte, record any) (ok bool, err error) {
	data := t.get(b, key)
	if data == nil {
		return false, nil
	}
	if err := store.DecodeRecord(data, record); err != nil {
		return false, fmt.Errorf("in bucket %s: %w", b, err)
	}
	return true, nil
}

func (t *txn) put(b bucket, key, value []byte) {
	if t.err == nil {
		t.dirty = true
		t.err = t.bucket(b).Put(key, value)
	}
}

func (t *txn) write(b bucket, key []byte, record any) {
	data, err := store.EncodeRecord(record)
	if err != nil && t.err == nil {
		t.dirty, t.err = true, err
	}
	t.put(b, key, data)
}

func (t *txn) delete(b bucket, key []byte) {
	if t.err == nil {
		t.dirty = true
		t.err = t.bucket(b).Delete(key)
	}
}

// scan calls each for every key with the prefix, in order, until it returns false.
// Nothing may be written to the bucket meanwhile.
func (t *txn) scan(b bucket, prefix []byte, each func(key, value []byte) bool) {
	cursor := t.bucket(b).Cursor()
	for k, v := cursor.Seek(prefix); k != nil && bytes.HasPrefix(k, prefix); k, v = cursor.Next() {
		if !each(k, v) {
			return
		}
	}
}

// keys returns copies of all keys with the prefix, in order.
func (t *txn) keys(b bucket, prefix []byte) [][]byte {
	var keys [][]byte
	t.scan(b, prefix, func(key, _ []byte) bool {
		keys = append(keys, bytes.Clone(key))
		return true
	})
	return keys
}

// entry is a key of an index; it has no value.
type entry struct {
	bucket bucket
	key    string
}

// reindex turns the entries that a record had into those that it has.
func (t *txn) reindex(before, after []entry) {
	had := make(map[entry]bool, len(before))
	for _, e := range before {
		had[e] = true
	}
	for _, e := range after {
		if had[e] {
			delete(had, e)
			continue
		}
		t.put(e.bucket, []byte(e.key), nil)
	}
	for e := range had {
		t.delete(e.bucket, []byte(e.key))
	}
}
