package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"sync"
	"time"

	"tablabot/bot"
)

const (
	pollGrace   = 10 * time.Second // over the long poll's own time
	pollAgain   = time.Second      // how long to wait for slow events before asking for others
	idleReset   = 24 * time.Hour   // after a week of silence the numbers of updates start anew
	maxFinished = 1000             // numbers remembered against repetition
)

// poll receives updates until the context ends or Telegram refuses the bot. The
// offset it asks with confirms only updates that are done with.
func (d *Door) poll(ctx context.Context, in *inbox) error {
	d.dropWebhook(ctx)
	seen := newTracker()
	var wait backoff
	last := d.clock.Now()
	for {
		batch, err := d.getUpdates(ctx, seen)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			wait.reset()
		case refusesToken(err):
			return errWrongToken
		default:
			if err := d.pollTrouble(ctx, &wait, err); err != nil {
				return err
			}
			continue
		}
		switch now := d.clock.Now(); {
		case len(batch) > 0:
			last = now
		case now.Sub(last) > idleReset:
			seen.reset()
			last = now
		}
		d.take(ctx, in, seen, batch)
		select {
		case <-seen.idle():
		case <-ctx.Done():
		case <-d.clock.After(pollAgain):
		}
	}
}

func (d *Door) take(ctx context.Context, in *inbox, seen *tracker, batch []json.RawMessage) {
	for _, raw := range batch {
		id, err := updateID(raw)
		if err != nil {
			d.log.WarnContext(ctx, "skipped an update without a number", "error", err)
			continue
		}
		if !seen.start(id) {
			continue
		}
		in.accept(ctx, id, raw, in.insist, func(err error) {
			if err == nil { // else the context has ended: it is offered again after the next start
				seen.finish(id)
			}
		})
	}
}

// getUpdates asks for what is new: waiting for it, unless known updates are still
// being handled, which Telegram would return at once.
func (d *Door) getUpdates(ctx context.Context, seen *tracker) ([]json.RawMessage, error) {
	offset, busy := seen.offset()
	p := params{"allowed_updates": allowedUpdates, "limit": "100"}
	p.AddNonZero64("offset", offset)
	timeout := d.cfg.PollTimeout
	if busy {
		timeout = 0
	}
	p.AddNonZero("timeout", int(timeout/time.Second))
	bounded, cancel := context.WithTimeout(ctx, timeout+pollGrace)
	defer cancel()
	raw, err := d.api.callWithin(ctx, bounded, "getUpdates", p)
	if err != nil {
		return nil, err
	}
	var batch []json.RawMessage
	return batch, decode("getUpdates", raw, &batch)
}

// pollTrouble waits after a failed poll and mends what it can.
func (d *Door) pollTrouble(ctx context.Context, wait *backoff, err error) error {
	pause := wait.after(err)
	var refusal *apiError
	if errors.As(err, &refusal) && refusal.Code == 409 {
		if refusal.says("webhook is active") {
			d.dropWebhook(ctx)
		} else {
			d.log.Warn("another program receives this bot's updates: only one may run with a token")
			pause = max(pause, 3*time.Second)
		}
	}
	d.log.Warn("Telegram gave no updates", "pause", pause, "error", err)
	return bot.Sleep(ctx, d.clock, pause)
}

// dropWebhook makes polling possible; updates that wait are kept.
func (d *Door) dropWebhook(ctx context.Context) {
	err := only(d.api.call(ctx, "deleteWebhook", params{"drop_pending_updates": strconv.FormatBool(false)}))
	if err != nil && ctx.Err() == nil {
		d.log.Warn("the webhook could not be removed", "error", err)
	}
}

// tracker knows which updates are being handled and which are done with.
type tracker struct {
	mu       sync.Mutex
	open     map[int64]bool
	finished map[int64]bool
	order    []int64       // of finished, oldest first
	next     int64         // one above the highest number seen; 0 before the first
	calm     chan struct{} // closed while open is empty
}

func newTracker() *tracker {
	t := &tracker{open: make(map[int64]bool), finished: make(map[int64]bool), calm: make(chan struct{})}
	close(t.calm)
	return t
}

// start reports whether the update is new; it is then open until finished.
func (t *tracker) start(id int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open[id] || t.finished[id] {
		return false
	}
	if len(t.open) == 0 {
		t.calm = make(chan struct{})
	}
	t.open[id] = true
	t.next = max(t.next, id+1)
	return true
}

func (t *tracker) finish(id int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.open, id)
	if len(t.open) == 0 {
		close(t.calm)
	}
	t.finished[id] = true
	t.order = append(t.order, id)
	if len(t.order) > maxFinished {
		delete(t.finished, t.order[0])
		t.order = t.order[1:]
	}
}

// offset returns the lowest number not done with, 0 if none was ever seen, and
// whether any update is open.
func (t *tracker) offset() (offset int64, busy bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	offset = t.next
	for id := range t.open {
		offset = min(offset, id)
	}
	return offset, len(t.open) > 0
}

// idle returns a channel that is closed when no update is open.
func (t *tracker) idle() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calm
}

// reset forgets the numbers if no update is open.
func (t *tracker) reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.open) == 0 {
		t.next = 0
		clear(t.finished)
		t.order = nil
	}
}
