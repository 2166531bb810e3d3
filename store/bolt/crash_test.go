package bolt_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tablabot/store"
	"tablabot/store/bolt"
)

// crashPath names the store that a child process has to write to.
const crashPath = "TABLABOT_TEST_CRASH_PATH"

// TestCrash kills a process that commits, again and again. Every change that it
// acknowledged is there, and the file is whole.
func TestCrash(t *testing.T) {
	if path := os.Getenv(crashPath); path != "" {
		commitForever(path)
	}
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	path := filepath.Join(t.TempDir(), "tablabot.db")
	var acknowledged []string
	for round := range rounds {
		lines := killedChild(t, path, fmt.Sprint("r", round))
		acknowledged = append(acknowledged, lines...)
		if err := bolt.Check(path, nil); err != nil && (round > 0 || len(lines) > 0) {
			t.Fatalf("after round %d: %v", round, err)
		}
		s, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range acknowledged {
			verifyAcknowledged(t, s, id)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(acknowledged) == 0 {
		t.Error("no change was acknowledged")
	}
	t.Logf("%d changes were acknowledged in %d rounds", len(acknowledged), rounds)
}

// killedChild lets a process commit, kills it at a random moment and returns the
// lines that it printed.
func killedChild(t *testing.T, path, prefix string) []string {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestCrash$")
	child.Env = append(os.Environ(), crashPath+"="+path, "TABLABOT_TEST_CRASH_PREFIX="+prefix)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	scanner := bufio.NewScanner(out)
	for scanner.Scan() {
		if len(lines) == 0 {
			time.AfterFunc(time.Duration(rand.IntN(250_000))*time.Microsecond, func() { child.Process.Kill() })
		}
		lines = append(lines, scanner.Text())
	}
	if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the child process ended by itself: %v", err)
	}
	return lines
}

// commitForever commits matches of eight chats and prints each that is durable.
func commitForever(path string) {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("%s-%d-%d", os.Getenv("TABLABOT_TEST_CRASH_PREFIX"), worker, i)
				if err := beginAndPlay(s, id); err != nil {
					fmt.Fprintln(os.Stderr, err)
					os.Exit(1)
				}
				fmt.Println(id)
			}
		})
	}
	all.Wait()
}

// beginAndPlay commits three changes of a match.
func beginAndPlay(s *bolt.Store, id string) error {
	ctx := context.Background()
	if err := commitMatch(ctx, s, id); err != nil {
		return err
	}
	for range 2 {
		m, err := s.Match(ctx, id)
		if err != nil {
			return err
		}
		if m.Finished {
			return nil
		}
		m.State = fmt.Append(nil, "state ", m.Rev)
		event := fmt.Sprint("play ", id, m.Rev)
		if _, _, err := s.Commit(ctx, store.Change{Event: event, Time: time.Now(), Match: &m, Log: []string{event}}); err != nil {
			return err
		}
	}
	return nil
}

func verifyAcknowledged(t *testing.T, s *bolt.Store, id string) {
	t.Helper()
	m, err := s.Match(t.Context(), id)
	if err != nil {
		t.Errorf("acknowledged, but: %v", err)
		return
	}
	lines, logErr := s.Log(t.Context(), id)
	_, seen, seenErr := s.Seen(t.Context(), "begin "+id)
	if err := errors.Join(logErr, seenErr); err != nil || !seen {
		t.Errorf("match %s: event seen %t, error %v", id, seen, err)
	}
	if !m.Finished && (m.Rev != 3 || len(lines) != 4 || string(m.State) != "state 2") {
		t.Errorf("match %s: revision %d, %d lines, state %q", id, m.Rev, len(lines), m.State)
	}
}
