package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"tablabot/store"
)

func openTest(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "tablabot.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestBatch lets changes of all kinds share a batch: those that are refused, break
// off halfway or panic leave the others alone.
func TestBatch(t *testing.T) {
	s := openTest(t)
	refused, broken := errors.New("refused"), errors.New("broken")
	mark := func(txn *txn, i int) { txn.put(meta, fmt.Append(nil, "mark", i), []byte("x")) }
	kinds := []struct {
		change func(t *txn, i int) error
		want   error
	}{
		{func(t *txn, i int) error { mark(t, i); return nil }, nil},
		{func(*txn, int) error { return refused }, refused},
		{func(t *txn, i int) error { mark(t, i); return broken }, broken},
		{func(t *txn, i int) error { mark(t, i); panic("a bug") }, store.ErrDamaged},
		{func(t *txn, i int) error { mark(t, i); t.put(meta, nil, nil); return nil }, errAny},
	}
	var busy, all sync.WaitGroup
	release := make(chan struct{})
	busy.Add(1)
	all.Go(func() {
		s.write(t.Context(), func(*txn) error { busy.Done(); <-release; return refused })
	})
	busy.Wait() // all others wait for the writer now, and make one batch
	const n = 40
	for i := range n {
		kind := kinds[i%len(kinds)]
		all.Go(func() {
			err := s.write(t.Context(), func(t *txn) error { return kind.change(t, i) })
			if !errors.Is(err, kind.want) && !(kind.want == errAny && err != nil) {
				t.Errorf("change %d: error %v, want %v", i, err, kind.want)
			}
		})
	}
	close(release)
	all.Wait()
	err := s.view(func(txn *txn) error {
		for i := range n {
			got, want := txn.get(meta, fmt.Append(nil, "mark", i)) != nil, i%len(kinds) == 0
			if got != want {
				t.Errorf("change %d: made %t, want %t", i, got, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

var errAny = errors.New("any")

// TestBrokenDisk: once it is unknown what the disk holds, nothing is written any
// more, what is there can be read, and the store can be closed.
func TestBrokenDisk(t *testing.T) {
	s := openTest(t)
	if err := s.MigrateChat(t.Context(), "tg:1", "tg:2"); err != nil {
		t.Fatal(err)
	}
	doubt := errors.New("in doubt")
	s.write(t.Context(), func(*txn) error { s.broken = doubt; return nil })
	_, _, err := s.Commit(t.Context(), store.Change{Event: "e"})
	if !errors.Is(err, doubt) {
		t.Errorf("commit: error %v, want %v", err, doubt)
	}
	if _, err := s.Chat(t.Context(), "tg:1"); err != nil {
		t.Errorf("read: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestLeavesDoubt(t *testing.T) {
	for _, test := range []struct {
		err  error
		want bool
	}{
		{&fs.PathError{Op: "write", Err: syscall.ENOSPC}, false},
		{fmt.Errorf("resize: %w", &fs.PathError{Op: "truncate", Err: syscall.ENOSPC}), false},
		{&fs.PathError{Op: "sync", Err: syscall.EIO}, true},
		{syscall.EIO, true},
		{store.ErrDamaged, true},
	} {
		if got := leavesDoubt(test.err); got != test.want {
			t.Errorf("%v: got %t, want %t", test.err, got, test.want)
		}
	}
}
