package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"

	"tablabot/store"
)

// Backup writes a copy of the running store. A slow writer keeps a snapshot open,
// which lets the file grow; it should be a file of this machine.
func (s *Store) Backup(w io.Writer) error {
	err := s.read(context.Background(), func(t *txn) error { return writeTo(w, t.tx) })
	return wrap("copy the store", err)
}

// BackupFile writes a copy of the running store to a new file. The file gets its
// name when the copy was checked and is on the disk; an existing file stays, with
// an error that is [fs.ErrExist].
func (s *Store) BackupFile(path string) error { return writeCopy(path, s.Backup) }

// writeCopy makes a file whole, or not at all.
func writeCopy(path string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("back up to %s: %w", path, fs.ErrExist)
	}
	draft, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	defer os.Remove(draft.Name())
	err = write(draft)
	if err == nil {
		err = draft.Sync()
	}
	if err := errors.Join(err, draft.Close()); err != nil {
		return fmt.Errorf("back up to %s: %w", path, explain(err))
	}
	if err := check(draft.Name(), nil); err != nil {
		return fmt.Errorf("back up to %s: the copy is not whole: %w", path, err)
	}
	if err := giveName(draft.Name(), path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

// giveName gives a file that is on the disk its final name, unless that is taken.
func giveName(draft, path string) error {
	err := os.Link(draft, path)
	if err != nil && !errors.Is(err, fs.ErrExist) { // a file system without links
		if _, missing := os.Lstat(path); missing == nil {
			return fs.ErrExist
		}
		err = os.Rename(draft, path)
	}
	if err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

// writeTo copies a snapshot. bbolt drops the kind of some of its writer's errors.
func writeTo(w io.Writer, tx *bbolt.Tx) error {
	honest := &honestWriter{Writer: w}
	_, err := tx.WriteTo(honest)
	return cmp.Or(honest.err, err)
}

// honestWriter keeps the first error.
type honestWriter struct {
	io.Writer
	err error
}

func (w *honestWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.err = cmp.Or(w.err, err)
	return n, err
}

// copyStopped copies a store that no process has open.
func copyStopped(path string, w io.Writer) error {
	if err := inspect(path); err != nil {
		return err
	}
	db, _, err := openProven(path, Options{}, true)
	if err != nil {
		return err
	}
	defer db.Close()
	return explain(guard(func() error {
		return db.View(func(tx *bbolt.Tx) error { return writeTo(w, tx) })
	}))
}

// Backup writes a copy of the store in path to a new file. If a process has the
// store open, it is asked for the copy, see [ServeBackups]; otherwise the file is
// read. The copy gets its name when it was checked and is on the disk; an existing
// file stays, with an error that is [fs.ErrExist]. Errors: [store.ErrLocked] if
// the process that has the store open serves no copies.
func Backup(ctx context.Context, path, dest string) error {
	return writeCopy(dest, func(w io.Writer) error {
		err := copyRunning(ctx, path, w)
		if !errors.Is(err, errNobody) {
			return err
		}
		err = copyStopped(path, w)
		switch {
		case errors.Is(err, store.ErrLocked): // by a process that may have begun to offer copies meanwhile
			if again := copyRunning(ctx, path, w); !errors.Is(again, errNobody) {
				return again
			}
			return fmt.Errorf("%w, which does not offer copies", err)
		case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrNewer): // not the copy is
			return fmt.Errorf("reading %s: %w", path, err)
		}
		return err
	})
}
