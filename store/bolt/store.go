package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"tablabot/store"
)

// Options of [Open]. The zero value is what a program wants.
type Options struct {
	// Program is the version of the program; it is noted in the file and named
	// to an older program that cannot read it.
	Program string
	// MaxSize is the greatest size of the file in bytes; 0 sets no limit. A
	// change that needs more is refused with [store.ErrFull].
	MaxSize int
	// LockTimeout is how long Open waits for another process to let go of the
	// file; 0 means a second.
	LockTimeout time.Duration
}

const (
	lockTimeout = time.Second
	// mapSize is mapped from the start: to map more, bbolt has to wait for all
	// readers, and everyone for it.
	mapSize  = 1 << 30
	fileMode = 0o600
)

// Store is a [store.Store] in one file.
type Store struct {
	path   string
	db     *bbolt.DB
	file   *os.File // of db
	claims claims

	jobs    chan *job
	closing chan struct{}
	stopped chan struct{} // the writer has ended
	once    sync.Once
	closed  error // what Close returned
	broken  error // why nothing can be written any more; the writer's own
	stuck   bool  // a broken transaction could not be ended; the writer's own
}

var _ store.Store = (*Store)(nil)

// Open opens the store in a file, or makes a new one if the file does not exist.
// Errors: [store.ErrLocked], [store.ErrNewer], [store.ErrDamaged] (an empty file,
// too), [store.ErrFull]; whatever the error, an existing file is as it was.
func Open(path string, opts Options) (*Store, error) {
	s, err := openStore(path, opts)
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", path, err)
	}
	return s, nil
}

func openStore(path string, opts Options) (*Store, error) {
	if err := inspect(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(path, opts); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	db, file, err := openProven(path, opts, false)
	if err != nil {
		return nil, err
	}
	s := &Store{
		path: path, db: db, file: file,
		jobs:    make(chan *job),
		closing: make(chan struct{}),
		stopped: make(chan struct{}),
	}
	if err := s.start(opts.Program); err != nil {
		db.Close()
		return nil, err
	}
	go s.runWriter()
	return s, nil
}

// inspect looks at a file before it is opened.
func inspect(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("it is a folder; the store is a file")
	case !info.Mode().IsRegular():
		return errors.New("it is not an ordinary file")
	case info.Size() == 0:
		return fmt.Errorf("%w: the file is empty; remove it to begin a new store", store.ErrDamaged)
	}
	return nil
}

// create makes a new store beside its name and moves it there, so that the file
// never exists half-made. A file that appears meanwhile stays.
func create(path string, opts Options) error {
	folder := filepath.Dir(path)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder %s does not exist", folder)
	}
	draft, err := os.CreateTemp(folder, filepath.Base(path)+".new-*")
	if err != nil {
		return explain(err)
	}
	defer os.Remove(draft.Name())
	draft.Close()
	db, err := bbolt.Open(draft.Name(), fileMode, &bbolt.Options{Timeout: lockTimeout})
	if err != nil {
		return explain(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return (&txn{tx: tx}).createLayout(opts.Program) })
	if err := errors.Join(err, db.Close()); err != nil {
		return explain(err)
	}
	if err := giveName(draft.Name(), path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// openProven opens the database of an existing file whose shape it has proven.
// It does so before bbolt reads the list of free pages, which it does at once when
// it may write: were it to panic then, nobody could let go of the lock.
func openProven(path string, opts Options, readOnly bool) (*bbolt.DB, *os.File, error) {
	db, file, err := openDatabase(path, opts, true)
	if err != nil {
		return nil, nil, err
	}
	if err := proveShape(file); err != nil {
		db.Close()
		return nil, nil, err
	}
	if readOnly {
		return db, file, nil
	}
	if err := db.Close(); err != nil {
		return nil, nil, err
	}
	return openDatabase(path, opts, false)
}

func openDatabase(path string, opts Options, readOnly bool) (db *bbolt.DB, file *os.File, err error) {
	options := &bbolt.Options{
		Timeout:         cmp.Or(opts.LockTimeout, lockTimeout),
		InitialMmapSize: mapSize,
		MaxSize:         opts.MaxSize,
		FreelistType:    bbolt.FreelistMapType,
		ReadOnly:        readOnly,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			var err error
			file, err = os.OpenFile(name, flag&^os.O_CREATE, mode)
			return file, err
		},
	}
	err = guard(func() error {
		db, err = bbolt.Open(path, fileMode, options)
		return err
	})
	if err == nil {
		return db, file, nil
	}
	if err = explain(err); !isEnvironment(err) && !isStoreError(err) {
		err = fmt.Errorf("%w: %v", store.ErrDamaged, err)
	}
	return nil, nil, err
}

func isStoreError(err error) bool {
	for _, known := range []error{store.ErrLocked, store.ErrDamaged, store.ErrNewer, store.ErrFull} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// start reads the layout and leads it to this program's.
func (s *Store) start(program string) error {
	var version int
	var done bool
	err := s.view(func(t *txn) (err error) {
		if version, err = t.layout(); err == nil {
			done = t.upToDate(version, program)
		}
		return err
	})
	if err != nil || done {
		return err
	}
	return explain(guard(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			return (&txn{tx: tx}).migrateLayout(version, program)
		})
	}))
}

// view runs a short read transaction on a snapshot. What read keeps it must copy.
func (s *Store) view(read func(*txn) error) error {
	return explain(guard(func() error {
		return s.db.View(func(tx *bbolt.Tx) error { return read(&txn{tx: tx}) })
	}))
}

// Close waits for the transactions that run, and closes the file. Every later
// call of a method is an error.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.closing)
		<-s.stopped
		if s.stuck {
			s.closed = s.file.Close() // bbolt would wait for itself
			return
		}
		s.closed = s.db.Close()
	})
	if s.closed != nil {
		return fmt.Errorf("close the store %s: %w", s.path, s.closed)
	}
	return nil
}

// check reports whether a method may begin.
func (s *Store) check(ctx context.Context) error {
	select {
	case <-s.closing:
		return errClosed
	default:
		return ctx.Err()
	}
}
