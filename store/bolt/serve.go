package bolt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A running store offers copies on a socket beside its file: whoever may open the
// socket (mode 0600) connects and reads a line with the size of the copy, or with
// a sentence why there is none, and then the copy.
const (
	greeting = "tablabot copy "
	refusal  = "tablabot refuses: "
	// patience is how long a reader may take for a piece of the copy.
	patience = 30 * time.Second
	// maxSocketPath is the longest name a socket may have on all systems.
	maxSocketPath = 103
)

// errNobody: no process offers copies of the store.
var errNobody = errors.New("nobody offers copies")

// ServeBackups offers copies of a running store to [Backup] in other processes,
// one at a time, until the context ends; then it returns nil. Path is that of the
// store; the socket is path with ".sock". What an earlier process left there is
// replaced: whoever has the store open is its only owner.
func ServeBackups(ctx context.Context, s *Store, path string) error {
	listener, socket, err := listen(path)
	if err != nil {
		return fmt.Errorf("offer copies of the store %s: %w", path, err)
	}
	defer os.Remove(socket)
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	defer listener.Close()
	for {
		conn, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				conn.Close()
			}
			return nil
		case errors.Is(err, net.ErrClosed):
			return fmt.Errorf("offer copies of the store %s: %w", path, err)
		case err != nil: // no file descriptor left, for instance
			pause(ctx, time.Second)
		default:
			s.serveCopy(ctx, conn)
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// listen makes the socket under another name, so that it has its mode before
// anyone can find it.
func listen(path string) (*net.UnixListener, string, error) {
	socket, err := socketPath(path)
	if err != nil {
		return nil, "", err
	}
	if info, err := os.Lstat(socket); err == nil && info.Mode().Type() != fs.ModeSocket {
		return nil, "", fmt.Errorf("%s is in the way", socket)
	}
	draft := socket + "~"
	if err := os.Remove(draft); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", err
	}
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: draft, Net: "unix"})
	if err != nil {
		return nil, "", err
	}
	listener.SetUnlinkOnClose(false)
	if err = os.Chmod(draft, fileMode); err == nil {
		err = os.Rename(draft, socket)
	}
	if err != nil {
		listener.Close()
		os.Remove(draft)
		return nil, "", err
	}
	return listener, socket, nil
}

// socketPath returns the name of a store's socket: the shorter one of the absolute
// path and that from the working directory, because a socket's name must be short.
func socketPath(path string) (string, error) {
	socket, err := filepath.Abs(path + ".sock")
	if err != nil {
		return "", err
	}
	if folder, err := os.Getwd(); err == nil {
		if relative, err := filepath.Rel(folder, socket); err == nil && len(relative) < len(socket) {
			socket = relative
		}
	}
	if len(socket) >= maxSocketPath {
		return "", fmt.Errorf("the path %s is too long for a socket", socket)
	}
	return socket, nil
}

// serveCopy sends a copy. What goes wrong is for the reader to notice: his copy is
// shorter than announced.
func (s *Store) serveCopy(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	w := patientWriter{conn}
	err := s.read(ctx, func(t *txn) error {
		if _, err := fmt.Fprintf(w, "%s%d\n", greeting, t.tx.Size()); err != nil {
			return nil // the reader has gone
		}
		_ = writeTo(w, t.tx)
		return nil
	})
	if err != nil {
		fmt.Fprintf(w, "%s%s\n", refusal, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// patientWriter gives the reader a while for each piece.
type patientWriter struct{ conn net.Conn }

func (w patientWriter) Write(p []byte) (int, error) {
	if err := w.conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return w.conn.Write(p)
}

// copyRunning asks the process that has the store open for a copy. Errors:
// errNobody.
func copyRunning(ctx context.Context, path string, w io.Writer) error {
	socket, err := socketPath(path)
	if err != nil {
		return errNobody
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", socket)
	if err != nil {
		return errors.Join(ctx.Err(), errNobody)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	err = receiveCopy(bufio.NewReader(conn), w)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

func receiveCopy(r *bufio.Reader, w io.Writer) error {
	line, err := r.ReadString('\n')
	if err != nil {
		return fmt.Errorf("the running program ended the copy: %w", err)
	}
	line = strings.TrimSuffix(line, "\n")
	if reason, ok := strings.CutPrefix(line, refusal); ok {
		return fmt.Errorf("the running program answers: %s", reason)
	}
	text, ok := strings.CutPrefix(line, greeting)
	size, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return fmt.Errorf("the running program answers %q", line)
	}
	if n, err := io.CopyN(w, r, size); err != nil {
		return fmt.Errorf("the running program sent %d of %d bytes: %w", n, size, err)
	}
	return nil
}
