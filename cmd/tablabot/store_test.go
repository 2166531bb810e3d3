package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tablabot/store/bolt"
)

func TestBackupOfARunningAndOfAStoppedStore(t *testing.T) {
	folder := t.TempDir()
	store := filepath.Join(folder, "tablabot.db")
	p := play(t, at(store))
	for _, name := range []string{"running.db", "stopped.db"} {
		copied := filepath.Join(folder, name)
		code, stdout, stderr := run(t, "", at(store), "backup", copied)
		if want := copied + " is a copy of " + store + "\n"; code != 0 || stdout != want {
			t.Errorf("backup: code %d, %q, %q; want %q", code, stdout, stderr, want)
		}
		if code, _, stderr := run(t, "", nil, "check", copied); code != 0 {
			t.Errorf("check of the copy: %s", stderr)
		}
		before, _ := os.ReadFile(copied)
		fails(t, exitFailure, "tablabot: "+copied+" exists already and stays as it is: name a new file", at(store), "backup", copied)
		if after, _ := os.ReadFile(copied); !bytes.Equal(before, after) {
			t.Error("a copy that was there has changed")
		}
		p.stop()
	}
}

func TestAStoreThatIsInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tablabot.db")
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	fails(t, exitFailure, "tablabot: open the store "+path+": the store is in use by another process", at(path))
	fails(t, exitFailure, "tablabot: check the store "+path+": the store is in use by another process: check a copy made by tablabot backup", at(path), "check")
}

// TestStoresThatCannotBeOpened: whatever is wrong, the program says so and leaves
// the file as it is.
func TestStoresThatCannotBeOpened(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	store, err := bolt.Open(whole, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string][]byte{
		"empty":     {},
		"foreign":   []byte(strings.Repeat("this is a letter to my aunt\n", 1000)),
		"truncated": content[:len(content)/2],
		"zeroed":    make([]byte, len(content)),
	}
	for name, damaged := range tests {
		t.Run(name, func(t *testing.T) {
			for _, args := range [][]string{nil, {"check"}} {
				path := write(t, "tablabot.db", string(damaged))
				code, _, stderr := run(t, "", at(path), args...)
				if code != exitFailure || !strings.Contains(stderr, path+": the store is damaged") || strings.Count(stderr, "\n") != 1 {
					t.Errorf("tablabot %q: code %d, %q; want one sentence that the store is damaged", args, code, stderr)
				}
				if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, damaged) {
					t.Errorf("tablabot %q: the file has changed (%v)", args, err)
				}
			}
		})
	}
}

func TestAMissingFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "missing")
	path := filepath.Join(folder, "tablabot.db")
	fails(t, exitFailure, "tablabot: open the store "+path+": the folder "+folder+" does not exist", at(path))
	fails(t, exitFailure, "tablabot: there is no store "+path, at(path), "check")
	fails(t, exitFailure, "tablabot: there is no store "+path, at(path), "backup", filepath.Join(t.TempDir(), "copy.db"))
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}
