package bolt

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"syscall"

	berrors "go.etcd.io/bbolt/errors"

	"tablabot/store"
)

// errClosed is the error of every method after Close.
var errClosed = errors.New("the store is closed")

// guard calls what reads the file. A panic or a memory fault, which bbolt answers
// damage with, becomes [store.ErrDamaged].
func guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%w: reading it ended with: %v", store.ErrDamaged, reason)
		}
	}()
	return read()
}

// explain translates errors of bbolt and of the system into those of the store.
func explain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		return store.ErrLocked
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return errClosed
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum):
		return fmt.Errorf("%w: its header is not that of a store: %v", store.ErrDamaged, err)
	case isFull(err):
		return fmt.Errorf("%w: %v", store.ErrFull, err)
	}
	return err
}

// isFull reports whether there was no room for what was to be written.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) ||
		errors.Is(err, berrors.ErrMaxSizeReached)
}

// isEnvironment reports whether an error comes from the system, not from what
// the file holds.
func isEnvironment(err error) bool {
	var path *fs.PathError
	var number syscall.Errno
	return errors.As(err, &path) || errors.As(err, &number)
}

// leavesDoubt reports whether after a failed commit it is unknown what the disk
// holds: everything but a refused write, for instance a failed sync.
func leavesDoubt(err error) bool {
	var path *fs.PathError
	refused := errors.As(err, &path) && (path.Op == "write" || path.Op == "truncate")
	return !refused && !errors.Is(err, berrors.ErrMaxSizeReached)
}
