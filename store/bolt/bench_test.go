package bolt_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tablabot/store"
	"tablabot/store/bolt"
)

func benchStore(b *testing.B) *bolt.Store {
	s, err := bolt.Open(filepath.Join(b.TempDir(), "tablabot.db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	return s
}

var stateText = []byte(strings.Repeat("a state of some length; ", 80)) // 2 kB

// tap is what one tap does to the store: reads, and a commit of one line.
func tap(ctx context.Context, s *bolt.Store, id, event string) error {
	if _, ok, err := s.Seen(ctx, event); ok || err != nil {
		return fmt.Errorf("seen %t: %w", ok, err)
	}
	m, err := s.Match(ctx, id)
	if err != nil {
		return err
	}
	if _, err := s.Chat(ctx, m.Home); err != nil {
		return err
	}
	if _, err := s.Person(ctx, m.People[0]); err != nil {
		return err
	}
	if _, err := s.Boards(ctx, id); err != nil {
		return err
	}
	order := store.Order{BoardKey: store.BoardKey{Match: id, Chat: m.Home}, Posts: 1}
	_, _, err = s.Commit(ctx, store.Change{
		Event: event, Time: time.Now(), Match: &m, MustShow: true, Log: []string{"play 0 13/7 8/7"},
		Orders: []store.Order{order}, Answer: []byte("ok"),
		Deadlines: []store.Deadline{
			{Match: id, Kind: "remind", Turn: 1, At: time.Now().Add(time.Minute)},
			{Match: id, Kind: "claim", Turn: 1, At: time.Now().Add(72 * time.Hour)},
		},
		People: []store.Person{{Key: m.People[0], Name: "Ana"}},
	})
	return err
}

func begin(b *testing.B, s *bolt.Store, id string, lines int, finished bool) {
	m := store.Match{
		ID: id, Home: "tg:" + id, Chats: []string{"tg:" + id}, People: []string{"tg:ana" + id, "tg:bo" + id},
		Created: time.Now(), Updated: time.Now(), State: stateText, Finished: finished,
	}
	log := make([]string, lines)
	for i := range log {
		log[i] = fmt.Sprintf("play %d 13/7 8/7", i)
	}
	if _, _, err := s.Commit(b.Context(), store.Change{Match: &m, Log: log}); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkCommit measures durable taps of many people at once.
func BenchmarkCommit(b *testing.B) {
	for _, people := range []int{1, 64} {
		b.Run(fmt.Sprintf("people=%d", people), func(b *testing.B) {
			s := benchStore(b)
			for i := range people {
				begin(b, s, fmt.Sprint("m", i), 0, false)
			}
			var taps atomic.Int64
			var all sync.WaitGroup
			b.ResetTimer()
			for i := range people {
				all.Go(func() {
					for n := taps.Add(1); n <= int64(b.N); n = taps.Add(1) {
						if err := tap(b.Context(), s, fmt.Sprint("m", i), fmt.Sprint("e", n)); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
		})
	}
}

// BenchmarkTap measures one tap in matches of any length, beside any archive. The
// figures should be alike.
func BenchmarkTap(b *testing.B) {
	for _, size := range []struct{ lines, archived int }{{10, 0}, {10_000, 0}, {10, 20_000}} {
		b.Run(fmt.Sprintf("lines=%d/archived=%d", size.lines, size.archived), func(b *testing.B) {
			s := benchStore(b)
			fillArchive(b, s, size.archived)
			begin(b, s, "m", size.lines, false)
			b.ResetTimer()
			for i := range b.N {
				if err := tap(b.Context(), s, "m", fmt.Sprint("e", i)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func fillArchive(b *testing.B, s *bolt.Store, n int) {
	var all sync.WaitGroup
	var next atomic.Int64
	for range 256 {
		all.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				begin(b, s, fmt.Sprint("old", i), 100, true)
			}
		})
	}
	all.Wait()
}

// BenchmarkOpen measures the start, which reads the whole file once.
func BenchmarkOpen(b *testing.B) {
	path := filepath.Join(b.TempDir(), "tablabot.db")
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	fillArchive(b, s, 20_000)
	var size countingWriter
	if err := s.Backup(&size); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		s.Close()
		if s, err = bolt.Open(path, bolt.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	s.Close()
}

type countingWriter int64

func (w *countingWriter) Write(p []byte) (int, error) {
	*w += countingWriter(len(p))
	return len(p), nil
}
