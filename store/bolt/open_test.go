package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"tablabot/store"
	"tablabot/store/bolt"
)

// fill commits matches with boards, logs and deadlines.
func fill(t *testing.T, s store.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		if err := commitMatch(t.Context(), s, fmt.Sprint("m", i)); err != nil {
			t.Fatal(err)
		}
	}
}

func commitMatch(ctx context.Context, s store.Store, id string) error {
	now := time.Now()
	order := store.Order{BoardKey: store.BoardKey{Match: id, Chat: "tg:" + id[:1]}, Posts: 1}
	_, _, err := s.Commit(ctx, store.Change{
		Event: "begin " + id, Time: now,
		Match: &store.Match{
			ID: id, Home: order.Chat, Chats: []string{order.Chat, "dc:1"}, People: []string{"tg:ana", "tg:bo"},
			Created: now, Updated: now, State: bytes.Repeat([]byte(id), 200), Finished: strings.HasSuffix(id, "7"),
		},
		Log: []string{"opening 3 1", "play 0 8/5 6/5"}, Orders: []store.Order{order},
		Deadlines: []store.Deadline{{Match: id, Kind: "remind", At: now.Add(time.Hour)}},
		Chat:      nil, People: []store.Person{{Key: "tg:ana", Name: "Ana"}}, Answer: []byte("ok"),
	})
	if err != nil {
		return err
	}
	return s.SaveShown(ctx, order.BoardKey, store.Shown{Ref: id, Posts: 1, Rev: 1})
}

// written returns the path of a closed store with n matches.
func written(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tablabot.db")
	s, err := bolt.Open(path, bolt.Options{Program: "1.0"})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, 0, n)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestOpenRefuses(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := filepath.Join(folder, "foreign")
	db, err := bbolt.Open(foreign, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, test := range []struct {
		name, path string
		is         error
		says       string
	}{
		{"a folder", folder, nil, "it is a folder"},
		{"an empty file", file("empty", ""), store.ErrDamaged, "the file is empty"},
		{"a short text", file("text", "hello\n"), store.ErrDamaged, "damaged"},
		{"a long text", file("long", strings.Repeat("hello\n", 10_000)), store.ErrDamaged, "damaged"},
		{"zeros", file("zeros", string(make([]byte, 100_000))), store.ErrDamaged, "damaged"},
		{"a database of something else", foreign, store.ErrDamaged, "not a store of tablabot"},
		{"a device", os.DevNull, nil, "not an ordinary file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, err := range map[string]error{"Open": openError(test.path), "Check": bolt.Check(test.path, nil)} {
				if err == nil || !strings.Contains(err.Error(), test.says) || test.is != nil && !errors.Is(err, test.is) {
					t.Errorf("%s: error %v, want one that says %q and is %v", name, err, test.says, test.is)
				}
			}
		})
	}
	missing := filepath.Join(folder, "no", "tablabot.db")
	if err := openError(missing); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("open in a missing folder: error %v", err)
	}
	if err := bolt.Check(missing, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("check in a missing folder: error %v, want %v", err, fs.ErrNotExist)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*.new-*")); len(left) > 0 {
		t.Errorf("files were left: %v", left)
	}
}

// openError returns the error of opening a store, which must fail and leave the
// file as it was.
func openError(path string) error {
	before, _ := os.ReadFile(path)
	s, err := bolt.Open(path, bolt.Options{})
	if err == nil {
		s.Close()
		return nil
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		return fmt.Errorf("the file was changed, with the error: %v", err)
	}
	return err
}

func TestOpenLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tablabot.db")
	s := openAt(t, path)
	fill(t, s, 0, 1)
	quick := bolt.Options{LockTimeout: 10 * time.Millisecond}
	if _, err := bolt.Open(path, quick); !errors.Is(err, store.ErrLocked) {
		t.Errorf("open a second time: error %v, want %v", err, store.ErrLocked)
	}
	if err := bolt.Check(path, nil); !errors.Is(err, store.ErrLocked) {
		t.Errorf("check an open store: error %v, want %v", err, store.ErrLocked)
	}
	if err := bolt.Backup(t.Context(), path, path+".copy"); !errors.Is(err, store.ErrLocked) {
		t.Errorf("back up without an offer: error %v, want %v", err, store.ErrLocked)
	}
	fill(t, s, 1, 2)
}

// edit changes a closed store behind its back.
func edit(t *testing.T, path string, change func(*bbolt.Tx) error) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(change), db.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestOpenNewer(t *testing.T) {
	path := written(t, 1)
	edit(t, path, func(tx *bbolt.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		return errors.Join(meta.Put([]byte("layout"), []byte("99")), meta.Put([]byte("program"), []byte("7.5")))
	})
	err := openError(path)
	if !errors.Is(err, store.ErrNewer) || !strings.Contains(err.Error(), "7.5") {
		t.Errorf("open: error %v, want %v that names 7.5", err, store.ErrNewer)
	}
	if err := bolt.Check(path, nil); !errors.Is(err, store.ErrNewer) {
		t.Errorf("check: error %v, want %v", err, store.ErrNewer)
	}
}

func TestOpenNotesProgram(t *testing.T) {
	path := written(t, 1)
	before := read(t, path)
	s := openAt(t, path) // of version "test"
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(before, read(t, path)) {
		t.Error("the program's version was not noted")
	}
	before = read(t, path)
	s = openAt(t, path)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, read(t, path)) {
		t.Error("opening an up to date store changed it")
	}
}

func TestLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tablabot.db")
	s, saved := untilFull(t, path, bolt.Options{MaxSize: 1 << 20})
	closeWhole(t, s, path, saved)
	s, err := bolt.Open(path, bolt.Options{MaxSize: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, saved+10, saved+20)
	closeWhole(t, s, path, saved)
}

// untilFull commits matches until there is no room, and returns how many are there.
func untilFull(t *testing.T, path string, opts bolt.Options) (s *bolt.Store, saved int) {
	t.Helper()
	s, err := bolt.Open(path, opts)
	if err != nil {
		t.Fatal(err)
	}
	for ; err == nil && saved < 10_000; saved++ {
		err = commitMatch(t.Context(), s, fmt.Sprint("m", saved))
	}
	saved--
	if !errors.Is(err, store.ErrFull) {
		t.Fatalf("after %d matches: error %v, want %v", saved, err, store.ErrFull)
	}
	for i := range 5 { // a small change may still find a free page
		if err := commitMatch(t.Context(), s, fmt.Sprint("more", i)); err != nil && !errors.Is(err, store.ErrFull) {
			t.Errorf("another match: error %v, want %v", err, store.ErrFull)
		}
	}
	return s, saved
}

// closeWhole closes a store that must be whole and have n matches.
func closeWhole(t *testing.T, s *bolt.Store, path string, n int) {
	t.Helper()
	for i := range n {
		if _, err := s.Match(t.Context(), fmt.Sprint("m", i)); err != nil {
			t.Error(err)
		}
	}
	if err := errors.Join(s.Close(), bolt.Check(path, nil)); err != nil {
		t.Error(err)
	}
}
