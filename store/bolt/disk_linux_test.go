package bolt_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"tablabot/engine/enginetest"
	"tablabot/store"
	"tablabot/store/bolt"
)

// smallDisk mounts a disk of a megabyte.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=1m"); err != nil {
		enginetest.Need(t, "tmpfs", fmt.Sprintf("a small disk cannot be mounted: %v", err))
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

func TestOpenReadOnlyDisk(t *testing.T) {
	folder := smallDisk(t)
	path := filepath.Join(folder, "tablabot.db")
	if err := os.WriteFile(path, read(t, written(t, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tablabot.db", "new.db"} {
		err := openError(filepath.Join(folder, name))
		if !errors.Is(err, syscall.EROFS) || errors.Is(err, store.ErrDamaged) {
			t.Errorf("open %s: error %v, want %v", name, err, syscall.EROFS)
		}
	}
	if err := bolt.Check(path, nil); err != nil {
		t.Errorf("check: %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	folder := smallDisk(t)
	path, ballast := filepath.Join(folder, "tablabot.db"), filepath.Join(folder, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 300<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	s, saved := untilFull(t, path, bolt.Options{})
	if err := s.BackupFile(path + ".copy"); !errors.Is(err, store.ErrFull) {
		t.Errorf("back up to a full disk: error %v, want %v", err, store.ErrFull)
	}
	if files, _ := os.ReadDir(folder); len(files) != 2 {
		t.Errorf("files after a backup that had no room: %v", files)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	fill(t, s, saved+10, saved+20) // there is room again
	closeWhole(t, s, path, saved)
}

func TestOpenForbidden(t *testing.T) {
	path := written(t, 1)
	for file, mode := range map[string]os.FileMode{path: 0o444, filepath.Dir(filepath.Dir(path)): 0o755} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	asAnybody(t, func() { err = openError(path) })
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error %v, want %v", err, fs.ErrPermission)
	}
}

// asAnybody calls f with no more rights to files than anybody has, even if root tests.
func asAnybody(t *testing.T, f func()) {
	t.Helper()
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // and never unlocked: the thread ends with its rights
		if os.Getuid() == 0 {
			const nobody = 65534
			if err = syscall.Setfsuid(nobody); err != nil {
				return
			}
		}
		f()
	}()
	<-done
	if err != nil {
		t.Fatal(err)
	}
}
