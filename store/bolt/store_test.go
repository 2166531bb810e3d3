package bolt_test

import (
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"tablabot/store"
	"tablabot/store/bolt"
	"tablabot/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openAt opens a store; when the test has ended it is closed and its file must be
// whole.
func openAt(t *testing.T, path string) *bolt.Store {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := bolt.Check(path, nil); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	paths := make(map[store.Store]string)
	openNew := func(t *testing.T) store.Store {
		path := filepath.Join(t.TempDir(), "tablabot.db")
		s := openAt(t, path)
		paths[s] = path
		return s
	}
	reopen := func(t *testing.T, old store.Store) store.Store {
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		s := openAt(t, paths[old])
		paths[s] = paths[old]
		return s
	}
	storetest.Run(t, openNew, reopen)
}
