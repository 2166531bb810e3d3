package think

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

// Errors of [Worker.Begin].
var (
	ErrBusy = errors.New("this is being worked on already")
	ErrFull = errors.New("too much work is waiting")
)

// queueSize is how much work waits at most.
const queueSize = 4096

// Worker works in the background, so many pieces of work at once. Make one with
// [NewWorker]; it does nothing before [Worker.Run].
type Worker struct {
	hands int
	log   *slog.Logger
	queue chan job

	mu   sync.Mutex
	keys map[string]bool // of what waits or is being done
}

type job struct {
	key  string
	work func(context.Context)
}

// NewWorker returns a worker with so many hands, at least one. Log may be nil.
func NewWorker(hands int, log *slog.Logger) *Worker {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Worker{hands: max(hands, 1), log: log, queue: make(chan job, queueSize), keys: make(map[string]bool)}
}

// Begin puts work at the end of the queue and returns at once. Its context ends when
// the worker stops. Errors: [ErrBusy] while work of the same key waits or is being
// done, [ErrFull].
func (w *Worker) Begin(key string, work func(context.Context)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.keys[key] {
		return fmt.Errorf("begin %s: %w", key, ErrBusy)
	}
	select {
	case w.queue <- job{key, work}:
		w.keys[key] = true
		return nil
	default:
		return fmt.Errorf("begin %s: %w", key, ErrFull)
	}
}

// Run works until the context ends, and returns nil once what was begun has ended.
// What still waits is dropped.
func (w *Worker) Run(ctx context.Context) error {
	var hands sync.WaitGroup
	for range w.hands {
		hands.Go(func() { w.work(ctx) })
	}
	hands.Wait()
	return nil
}

func (w *Worker) work(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case job := <-w.queue:
			w.do(ctx, job)
		}
	}
}

// do does one piece of work. A panic is an error of this piece alone.
func (w *Worker) do(ctx context.Context, job job) {
	defer func() {
		if p := recover(); p != nil {
			w.log.Error("panic in the background", "work", job.key, "panic", p, "stack", string(debug.Stack()))
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.keys, job.key)
	}()
	job.work(ctx)
}
