package courier

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

// round is one run of a courier. Its methods are called by one goroutine.
type round struct {
	*Courier
	queue   *queue
	running int
	results chan result
	trouble time.Time // the store is not asked earlier
}

// claim queues what is due, and renews the leases of what is queued already.
func (r *round) claim(ctx context.Context) {
	now := r.Clock.Now()
	if r.trouble.After(now) {
		return
	}
	for r.queue.len() < queueSize {
		boards, err := r.Store.ClaimBoards(ctx, r.Door.Name(), now, claimSize, lease)
		if err != nil {
			if ctx.Err() == nil {
				r.Log.Error("boards could not be claimed", "error", err)
				r.trouble = now.Add(trouble)
			}
			return
		}
		for _, board := range boards {
			r.take(board, now)
		}
		if len(boards) < claimSize {
			break
		}
	}
	r.queue.tidy(now)
}

func (r *round) take(board store.Board, now time.Time) {
	j := r.queue.find(board.BoardKey)
	if j == nil {
		j = &job{board: board, since: now, at: now}
		if j.urgency() == 2 {
			j.at = now.Add(r.Debounce)
		}
		r.queue.add(j)
	}
	j.leased = now.Add(lease)
	r.update(j, board, now)
}

// update tells a waiting job what has become of its board: what has to be seen
// goes at once, a preview that changed again waits again.
func (r *round) update(j *job, board store.Board, now time.Time) {
	if j.running {
		return
	}
	before := j.board
	j.board = board
	switch {
	case j.failures > 0 || before.MatchRev == board.MatchRev:
	case j.urgency() < 2:
		j.at = now
	default:
		j.at = earliest(now.Add(r.Debounce), j.since.Add(patience*r.Debounce))
	}
	j.at = latest(j.at, board.Order.NotBefore)
}

// refresh looks again at the previews that wait: one of them may have become
// urgent, and its lease keeps it out of the next claim.
func (r *round) refresh(ctx context.Context) {
	for _, j := range r.queue.previews() {
		r.look(ctx, j)
	}
}

// look reads the board of a waiting job again.
func (r *round) look(ctx context.Context, j *job) {
	if board, err := r.board(ctx, j.board.BoardKey); err == nil {
		r.update(j, board, r.Clock.Now())
	}
}

// begin starts jobs while there are any that may begin and hands to do them.
func (r *round) begin(ctx context.Context) {
	for r.running < workers {
		j := r.queue.begin(r.Clock.Now())
		if j == nil {
			return
		}
		r.running++
		go func() { r.results <- r.do(ctx, j) }()
	}
}

// alarm rings when something may be due.
func (r *round) alarm(ctx context.Context) <-chan time.Time {
	now := r.Clock.Now()
	var at time.Time
	if r.running < workers {
		at = r.queue.due()
	}
	due, err := r.Store.NextDue(ctx)
	switch {
	case err != nil:
		due = now.Add(trouble)
	case !due.IsZero() && !due.After(now):
		due = now.Add(idle) // everything of ours is claimed: it is another's
	}
	at = earliest(at, due)
	if at.IsZero() {
		return nil
	}
	return r.Clock.After(max(latest(at, r.trouble).Sub(now), 0))
}

// settle takes the result of a job and decides when it is tried again. An error
// ends the courier.
func (r *round) settle(ctx context.Context, done result) error {
	r.running--
	j, now := done.job, r.Clock.Now()
	finished := done.err == nil && done.wait == 0
	chat := r.queue.end(j, finished)
	if done.old != "" {
		r.queue.add(&job{board: j.board, strip: done.old, since: now, at: now, leased: now.Add(stripping)})
	}
	var retry *bot.RetryError
	switch {
	case errors.Is(done.err, bot.ErrFatal):
		return fmt.Errorf("deliver boards: %w", done.err)
	case finished:
		chat.failures = 0
	case errors.As(done.err, &retry):
		r.slowDown(chat, retry, now)
	case done.err != nil && j.strip != "":
		r.Log.Debug("old buttons stay", "chat", chat.key, "error", done.err)
		j.leased = now // best effort: forget it
	case done.err != nil:
		j.failures++
		j.at = now.Add(backoff(j.failures))
		r.Log.Error("a board could not be delivered", "chat", chat.key, "match", j.board.Match, "again", j.at, "error", done.err)
	case done.whole:
		chat.until = now.Add(done.wait)
	default:
		j.at = now.Add(done.wait)
	}
	if !finished && j.strip == "" {
		r.look(ctx, j) // it may have changed while it ran
	}
	return nil
}

// slowDown leaves a chat, or all of them, alone for as long as the platform asks;
// without an answer of the platform the wait grows.
func (r *round) slowDown(chat *chat, retry *bot.RetryError, now time.Time) {
	wait := retry.After
	if retry.Cause == nil {
		r.Log.Info("the platform asks to slow down", "chat", chat.key, "for", wait, "global", retry.Global)
	} else {
		chat.failures++
		wait = max(wait, backoff(chat.failures))
		r.Log.Warn("the platform cannot be reached", "chat", chat.key, "for", wait, "error", retry.Cause)
	}
	until := now.Add(max(wait, 10*time.Millisecond))
	chat.until = latest(chat.until, until)
	if retry.Global {
		r.queue.until = latest(r.queue.until, until)
	}
}

// drain waits for what is in flight; after a moment of grace it is interrupted.
func (r *round) drain(stop context.CancelFunc) {
	enough := r.Clock.After(grace)
	for ; r.running > 0; r.running-- {
		select {
		case <-r.results:
		case <-enough:
			stop()
			<-r.results
		}
	}
}
