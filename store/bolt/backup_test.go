package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/store"
	"tablabot/store/bolt"
)

// serve offers copies of a store until the test ends.
func serve(t *testing.T, s *bolt.Store, path string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- bolt.ServeBackups(ctx, s, path) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(path + ".sock"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the socket was left: %v", err)
		}
	})
	for {
		if conn, err := net.Dial("unix", path+".sock"); err == nil {
			conn.Close()
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// shortFolder returns a folder whose name is short enough for sockets.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "tb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

func TestBackup(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	s := openAt(t, path)
	fill(t, s, 0, 30)
	serve(t, s, path)
	for name, backUp := range map[string]func(dest string) error{
		"of one's own store":        s.BackupFile,
		"of another's store":        func(dest string) error { return bolt.Backup(t.Context(), path, dest) },
		"of a copy nobody has open": nil,
	} {
		t.Run(name, func(t *testing.T) {
			dest := filepath.Join(t.TempDir(), "copy.db")
			if backUp == nil {
				stopped := filepath.Join(t.TempDir(), "stopped.db")
				if err := s.BackupFile(stopped); err != nil {
					t.Fatal(err)
				}
				backUp = func(dest string) error { return bolt.Backup(t.Context(), stopped, dest) }
			}
			if err := backUp(dest); err != nil {
				t.Fatal(err)
			}
			all, err := contents(dest)
			if err != nil || len(all) != 30 {
				t.Errorf("the copy has %d matches, error %v", len(all), err)
			}
			before := read(t, dest)
			if err := backUp(dest); !errors.Is(err, fs.ErrExist) {
				t.Errorf("back up to an existing file: error %v, want %v", err, fs.ErrExist)
			}
			if !bytes.Equal(before, read(t, dest)) {
				t.Error("the existing file was changed")
			}
			if left, _ := os.ReadDir(filepath.Dir(dest)); len(left) > 1 && !strings.HasPrefix(left[0].Name(), "copy") {
				t.Errorf("files were left: %v", left)
			}
			if err := backUp(filepath.Join(dest, "no", "folder")); err == nil {
				t.Error("a copy was written into a missing folder")
			}
		})
	}
	info, err := os.Stat(path + ".sock")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("socket: mode %v, error %v, want 0600", info.Mode(), err)
	}
}

// TestBackupWhileWriting makes copies of a store that is written to: each holds
// the beginning of what was committed.
func TestBackupWhileWriting(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	s := openAt(t, path)
	serve(t, s, path)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if err := commitMatch(context.Background(), s, fmt.Sprintf("m%04d", i)); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	defer func() { close(stop); <-stopped }()
	for i := range 8 {
		dest := filepath.Join(folder, fmt.Sprint("copy", i))
		if err := bolt.Backup(t.Context(), path, dest); err != nil {
			t.Fatal(err)
		}
		all, err := contents(dest)
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(all) {
			if id := fmt.Sprintf("m%04d", n); all[id] == "" {
				t.Errorf("copy %d has %d matches, but not %s", i, len(all), id)
			}
		}
	}
}

func TestServeBackupsReplacesWhatWasLeft(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	s := openAt(t, path)
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: path + ".sock", Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	left.Close() // as a killed process leaves it
	serve(t, s, path)
	if err := bolt.Backup(t.Context(), path, filepath.Join(folder, "copy")); err != nil {
		t.Error(err)
	}
}

func TestServeBackupsRefuses(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	s := openAt(t, path)
	if err := os.WriteFile(path+".sock", []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := bolt.ServeBackups(t.Context(), s, path); err == nil || !strings.Contains(err.Error(), "in the way") {
		t.Errorf("a file in the way: error %v", err)
	}
	if got := string(read(t, path+".sock")); got != "a file" {
		t.Errorf("the file in the way was changed to %q", got)
	}
	if err := bolt.ServeBackups(t.Context(), s, filepath.Join(folder, strings.Repeat("long", 40))); err == nil {
		t.Error("a socket with a long name was made")
	}
}

// TestBackupOfBrokenAnswers asks a process that answers badly.
func TestBackupOfBrokenAnswers(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	openAt(t, path)
	for name, answer := range map[string]string{
		"nothing": "", "noise": "noise\n", "too little": "tablabot copy 100000\nabc",
		"a refusal": "tablabot refuses: the store is closed\n", "no store": "tablabot copy 3\nabc",
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := net.Listen("unix", path+".sock")
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				conn, err := listener.Accept()
				if err == nil {
					fmt.Fprint(conn, answer)
					conn.Close()
				}
			}()
			dest := filepath.Join(folder, "copy")
			if err := bolt.Backup(t.Context(), path, dest); err == nil {
				t.Error("no error")
			} else {
				t.Log(err)
			}
			listener.Close()
			<-done
			if left, _ := filepath.Glob(dest + "*"); len(left) > 0 {
				t.Errorf("files were left: %v", left)
			}
		})
	}
}

// TestBackupWriter copies what is committed, and nothing later.
func TestBackupWriter(t *testing.T) {
	s := openAt(t, filepath.Join(t.TempDir(), "tablabot.db"))
	fill(t, s, 0, 3)
	var copied bytes.Buffer
	if err := s.Backup(&copied); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, copied.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	other := openAt(t, path)
	for i := range 3 {
		id := fmt.Sprint("m", i)
		want, wantErr := s.Match(t.Context(), id)
		got, err := other.Match(t.Context(), id)
		if diff := cmp.Diff(want, got); diff != "" || err != nil || wantErr != nil {
			t.Errorf("%s: errors %v, %v (-store +copy):\n%s", id, wantErr, err, diff)
		}
	}
	fill(t, other, 3, 5) // a copy is a store
	if err := s.Backup(fullWriter{}); !errors.Is(err, errFullWriter) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("a writer that fails: error %v, want %v", err, errFullWriter)
	}
}

var errFullWriter = errors.New("no room")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFullWriter }

// TestBackupNamesTheDamagedStore: the file to remove or to mend is the store, and
// the copy is not begun.
func TestBackupNamesTheDamagedStore(t *testing.T) {
	folder := t.TempDir()
	path, dest := filepath.Join(folder, "broken.db"), filepath.Join(folder, "copy.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := bolt.Backup(t.Context(), path, dest)
	if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "reading "+path) {
		t.Errorf("error %v, want %v and the store's name", err, store.ErrDamaged)
	}
	if left, _ := os.ReadDir(folder); len(left) != 1 {
		t.Errorf("files were left: %v", left)
	}
}

// TestBackupOfAStoreJustOpened: a program opens its store a moment before it offers
// copies.
func TestBackupOfAStoreJustOpened(t *testing.T) {
	folder := shortFolder(t)
	path := filepath.Join(folder, "tablabot.db")
	s := openAt(t, path)
	fill(t, s, 0, 3)
	done := make(chan error)
	dest := filepath.Join(folder, "copy.db")
	go func() { done <- bolt.Backup(t.Context(), path, dest) }()
	time.Sleep(300 * time.Millisecond) // less than a backup waits for the lock
	serve(t, s, path)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if all, err := contents(dest); err != nil || len(all) != 3 {
		t.Errorf("the copy has %d matches, error %v", len(all), err)
	}
}
