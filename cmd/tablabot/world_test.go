package main

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tablabot/bot/talk"
	"tablabot/store/bolt"
)

// worldSpeed is how much faster than the machine's a world's clock runs. A platform
// takes so many sends a minute; at this speed they do not hold the tests up, and a
// slow machine is still fast enough for the few seconds in which a platform wants
// its answers.
const worldSpeed = 10

// world is the whole program, a process of its own with one store, and all the
// platforms it is on. Many chats play in it side by side. An unkind world kills the
// program as a power cut would, every few taps, between taps or during one.
type world struct {
	*testing.T
	unkind    bool
	platforms []platform
	path      string // of the store
	clock     fastClock
	stderr    *output

	mu     sync.Mutex
	child  *exec.Cmd
	random *rand.Rand
	fuse   int // taps until the next kill
	kills  int
	deaths sync.WaitGroup
}

// Taps between two kills.
const (
	leastFuse = 25
	mostFuse  = 125
)

func newWorld(t *testing.T, unkind bool) *world {
	w := &world{T: t, unkind: unkind, path: filepath.Join(quickDir(t), "tablabot.db"), clock: newFastClock(worldSpeed),
		stderr: new(output), random: rand.New(rand.NewPCG(1, 2)), fuse: leastFuse}
	for _, open := range platforms {
		w.platforms = append(w.platforms, open(t, w.clock))
	}
	w.begin()
	t.Cleanup(w.end)
	return w
}

// quickDir is a folder for a test, in memory where the machine keeps one there: what
// is written outlives a process, and syncs to a disk are tested with the store.
func quickDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "tablabot")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// end stops the program and proves what it leaves.
func (w *world) end() {
	w.deaths.Wait()
	w.kill()
	if w.unkind {
		for _, platform := range w.platforms {
			platform.pardon()
		}
	}
	if w.Failed() {
		w.Logf("the program says:\n%s", w.stderr)
	}
	if err := bolt.Check(w.path, talk.Check); err != nil {
		w.Errorf("the store afterwards: %v", err)
	}
	w.Logf("the program was killed %d times", w.kills)
}

// begin starts the program in a process of its own.
func (w *world) begin() {
	w.child = exec.CommandContext(context.Background(), os.Args[0])
	w.child.Env = append(os.Environ(), asProgram+"=1", testClock+"="+w.clock.String(), "TABLABOT_STORE_PATH="+w.path,
		"TABLABOT_LOG_LEVEL=warn")
	for _, platform := range w.platforms {
		w.child.Env = append(w.child.Env, platform.environ()...)
	}
	w.child.Stderr = w.stderr
	if err := w.child.Start(); err != nil {
		w.Errorf("start the program: %v", err)
	}
}

// kill ends the program as a power cut would.
func (w *world) kill() {
	w.child.Process.Kill()
	w.child.Wait()
}

// tapping counts a tap that is about to be made. Where its fuse is out an unkind
// world kills the program soon and starts it again.
func (w *world) tapping() {
	if !w.unkind {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fuse--; w.fuse > 0 {
		return
	}
	w.fuse = leastFuse + w.random.IntN(mostFuse-leastFuse)
	wait := time.Duration(w.random.IntN(20)) * time.Millisecond
	w.deaths.Go(func() {
		time.Sleep(wait)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.kill()
		w.begin()
		w.kills++
	})
}
