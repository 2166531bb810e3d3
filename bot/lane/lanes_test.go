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
		if len(lanes.busy) != 0 || lanes.waiting != 0 {
			t.Errorf("%d idle keys are still kept, %d functions seem to wait", len(lanes.busy), lanes.waiting)
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

func TestGoKeepsTheOrderOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lanes Lanes
		got := make(map[string][]int)
		var mu sync.Mutex
		for i := range 30 {
			key := fmt.Sprint(i % 3)
			ok := lanes.Go(key, func() {
				time.Sleep(time.Duration(30-i) * time.Second) // later ones are faster
				mu.Lock()
				defer mu.Unlock()
				got[key] = append(got[key], i)
			})
			if !ok {
				t.Errorf("call %d is refused without a limit", i)
			}
		}
		lanes.Wait()
		want := make(map[string][]int)
		for i := range 30 {
			want[fmt.Sprint(i%3)] = append(want[fmt.Sprint(i%3)], i)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("order of work (-want +got):\n%s", diff)
		}
		if len(lanes.busy) != 0 || lanes.waiting != 0 {
			t.Errorf("%d idle keys are still kept, %d functions seem to wait", len(lanes.busy), lanes.waiting)
		}
	})
}

// TestGoStandsBehindDo: both ways of coming share one queue.
func TestGoStandsBehindDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lanes Lanes
		var got []string
		if err := lanes.Do(t.Context(), "m", func() error {
			lanes.Go("m", func() { got = append(got, "second") })
			synctest.Wait()
			got = append(got, "first")
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if err := lanes.Do(t.Context(), "m", func() error { got = append(got, "third"); return nil }); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"first", "second", "third"}, got); diff != "" {
			t.Errorf("order of work (-want +got):\n%s", diff)
		}
	})
}

// TestGoRefusesBeyondTheLimit: the limit counts those who wait, whatever their key,
// and neither those who run nor those who left.
func TestGoRefusesBeyondTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lanes := Lanes{Limit: 2}
		hold := make(chan struct{})
		var ran [2]atomic.Int32 // a, b
		push := func(key string, want bool) {
			t.Helper()
			if got := lanes.Go(key, func() { <-hold; ran[key[0]-'a'].Add(1) }); got != want {
				t.Errorf("Go(%q) is %v, want %v", key, got, want)
			}
			synctest.Wait()
		}
		push("a", true) // runs
		push("a", true) // waits
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() { gone <- lanes.Do(ctx, "a", func() error { return nil }) }()
		synctest.Wait() // waits too
		push("a", false)
		push("b", true) // has nobody before it
		push("b", false)
		cancel()
		<-gone
		push("b", true)
		push("a", false)
		close(hold)
		lanes.Wait()
		if a, b := ran[0].Load(), ran[1].Load(); a != 2 || b != 2 {
			t.Errorf("%d functions of a and %d of b ran, want 2 each", a, b)
		}
		push("a", true)
		lanes.Wait()
	})
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
		for i, call := range calls {
			key, hasty := call%keys, call >= keys
			work := func() {
				if running[key].Add(1) != 1 {
					t.Errorf("two functions of key %d at once", key)
				}
				ran.Add(1)
				running[key].Add(-1)
			}
			if i%2 == 0 {
				lanes.Go(fmt.Sprint(key), work)
				continue
			}
			ctx, cancel := context.WithCancel(context.Background())
			wait.Go(func() {
				defer cancel()
				err := lanes.Do(ctx, fmt.Sprint(key), func() error { work(); return nil })
				if err != nil {
					refused.Add(1)
				}
			})
			if hasty {
				cancel()
			}
		}
		wait.Wait()
		lanes.Wait()
		if got := int(ran.Load() + refused.Load()); got != len(calls) {
			t.Errorf("%d calls ran and %d gave up, want %d together", ran.Load(), refused.Load(), len(calls))
		}
		if len(lanes.busy) != 0 || lanes.waiting != 0 {
			t.Errorf("%d idle keys are still kept, %d functions seem to wait", len(lanes.busy), lanes.waiting)
		}
	})
}
