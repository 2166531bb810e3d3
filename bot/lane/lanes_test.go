package lane

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestOneKeyRunsInOrderOfArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lanes Lanes
		var got []int
		hold := make(chan struct{})
		for i := range 5 {
			go lanes.Do(t.Context(), "match", func() error {
				<-hold
				got = append(got, i)
				return nil
			})
			synctest.Wait() // i stands in the queue before i+1 comes
		}
		close(hold)
		synctest.Wait()
		if diff := cmp.Diff([]int{0, 1, 2, 3, 4}, got); diff != "" {
			t.Errorf("order of work (-want +got):\n%s", diff)
		}
		if len(lanes.busy) != 0 {
			t.Errorf("%d idle keys are still kept", len(lanes.busy))
		}
	})
}

func TestKeysRunSideBySide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lanes Lanes
		var running atomic.Int32
		hold := make(chan struct{})
		for i := range 10 {
			go lanes.Do(t.Context(), fmt.Sprint(i), func() error {
				running.Add(1)
				<-hold
				return nil
			})
		}
		synctest.Wait()
		if got := running.Load(); got != 10 {
			t.Errorf("%d of 10 keys run at once", got)
		}
		close(hold)
	})
}

func TestDoReturnsTheError(t *testing.T) {
	want := errors.New("no such match")
	var lanes Lanes
	if got := lanes.Do(t.Context(), "m", func() error { return want }); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAPanicFreesTheLane(t *testing.T) {
	var lanes Lanes
	func() {
		defer func() { _ = recover() }()
		_ = lanes.Do(t.Context(), "m", func() error { panic("boom") })
	}()
	ran := false
	if err := lanes.Do(t.Context(), "m", func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("after a panic: ran %v, error %v", ran, err)
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lanes Lanes
		hold := make(chan struct{})
		go lanes.Do(t.Context(), "m", func() error { <-hold; return nil })
		synctest.Wait()

		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		ran := false
		err := lanes.Do(ctx, "m", func() error { ran = true; return nil })
		if !errors.Is(err, context.DeadlineExceeded) || ran {
			t.Errorf("got error %v, ran %v; want the context's error and no run", err, ran)
		}

		next := make(chan error)
		go func() { next <- lanes.Do(t.Context(), "m", func() error { return nil }) }()
		close(hold)
		if err := <-next; err != nil {
			t.Errorf("whoever waits behind one that gave up: %v", err)
		}
	})
}

func TestAnEndedContextRunsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var lanes Lanes
	ran := false
	if err := lanes.Do(ctx, "m", func() error { ran = true; return nil }); err != context.Canceled || ran {
		t.Errorf("got error %v, ran %v", err, ran)
	}
}

// TestModel compares with what lanes promise: never two functions of a key at
// once, every call runs exactly once or returns its context's error, and nothing
// is kept at the end.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.IntRange(1, 4).Draw(t, "keys")
		calls := rapid.SliceOfN(rapid.IntRange(0, 2*keys-1), 1, 60).Draw(t, "calls")
		var lanes Lanes
		var wait sync.WaitGroup
		running := make([]atomic.Int32, keys)
		var ran, refused atomic.Int32
		for _, call := range calls {
			key, hasty := call%keys, call >= keys
			ctx, cancel := context.WithCancel(context.Background())
			wait.Go(func() {
				defer cancel()
				err := lanes.Do(ctx, fmt.Sprint(key), func() error {
					if running[key].Add(1) != 1 {
						t.Errorf("two functions of key %d at once", key)
					}
					ran.Add(1)
					running[key].Add(-1)
					return nil
				})
				if err != nil {
					refused.Add(1)
				}
			})
			if hasty {
				cancel()
			}
		}
		wait.Wait()
		if got := int(ran.Load() + refused.Load()); got != len(calls) {
			t.Errorf("%d calls ran and %d gave up, want %d together", ran.Load(), refused.Load(), len(calls))
		}
		if len(lanes.busy) != 0 {
			t.Errorf("%d idle keys are still kept", len(lanes.busy))
		}
	})
}
