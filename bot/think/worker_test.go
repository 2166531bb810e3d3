package think

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// running lets a worker run until the returned function stops it.
func running(t *testing.T, w *Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- w.Run(ctx) }()
	return func() {
		t.Helper()
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the worker ended with %v", err)
		}
	}
}

func TestWorkIsDoneInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWorker(1, nil)
		var got []int
		for i := range 5 {
			if err := w.Begin(fmt.Sprint(i), func(context.Context) { got = append(got, i) }); err != nil {
				t.Fatal(err)
			}
		}
		stop := running(t, w)
		synctest.Wait()
		stop()
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4}, got); diff != "" {
			t.Errorf("done (-want +got):\n%s", diff)
		}
	})
}

func TestTheSameIsNotBegunTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWorker(2, nil)
		stop := running(t, w)
		defer stop()
		slow := func(context.Context) { time.Sleep(time.Second) }
		if err := w.Begin("a", slow); err != nil {
			t.Error(err)
		}
		if err := w.Begin("a", slow); !errors.Is(err, ErrBusy) {
			t.Errorf("the same waits already, and the error is %v", err)
		}
		synctest.Wait()
		if err := w.Begin("a", slow); !errors.Is(err, ErrBusy) {
			t.Errorf("the same is being done, and the error is %v", err)
		}
		if err := w.Begin("b", slow); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		if err := w.Begin("a", slow); err != nil {
			t.Errorf("it is done, and begins anew with %v", err)
		}
	})
}

func TestOnlySoManyHands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const hands = 3
		w := NewWorker(hands, nil)
		stop := running(t, w)
		var mu sync.Mutex
		now, most, done := 0, 0, 0
		for i := range 10 * hands {
			_ = w.Begin(fmt.Sprint(i), func(context.Context) {
				mu.Lock()
				now++
				most = max(most, now)
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				now--
				done++
				mu.Unlock()
			})
		}
		time.Sleep(time.Minute)
		stop()
		if most != hands || done != 10*hands {
			t.Errorf("%d pieces of work, at most %d at once; want %d and %d", done, most, 10*hands, hands)
		}
	})
}

func TestAFullQueueRefuses(t *testing.T) {
	w := NewWorker(1, nil)
	for i := range queueSize {
		if err := w.Begin(fmt.Sprint(i), func(context.Context) {}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Begin("one more", func(context.Context) {}); !errors.Is(err, ErrFull) {
		t.Errorf("the error is %v", err)
	}
}

func TestAPanicIsNobodyElses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWorker(1, nil)
		stop := running(t, w)
		done := false
		_ = w.Begin("bad", func(context.Context) { panic("a mistake") })
		_ = w.Begin("good", func(context.Context) { done = true })
		synctest.Wait()
		if err := w.Begin("bad", func(context.Context) {}); err != nil {
			t.Errorf("what panicked cannot be begun again: %v", err)
		}
		synctest.Wait()
		stop()
		if !done {
			t.Error("the next piece of work was not done")
		}
	})
}

func TestTheEndInterruptsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWorker(1, nil)
		stop := running(t, w)
		ended := false
		_ = w.Begin("long", func(ctx context.Context) { <-ctx.Done(); ended = true })
		_ = w.Begin("late", func(context.Context) { t.Error("this was begun after the end") })
		synctest.Wait()
		stop()
		if !ended {
			t.Error("the worker did not wait for its work")
		}
	})
}
