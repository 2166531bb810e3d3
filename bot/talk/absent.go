package talk

import (
	"context"
	"errors"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/store"
)

// What happens when people stay away.
const (
	remindAfter     = 5 * time.Minute     // the board is posted anew, once, with a mention
	claimAfter      = 72 * time.Hour      // the opponent may claim the match
	stopAfter       = 14 * 24 * time.Hour // the match is stopped without a result
	tableExpires    = time.Hour
	invitationLasts = 24 * time.Hour
)

// The kinds of deadlines.
const (
	remindKind = "remind"
	claimKind  = "claim"
	stopKind   = "stop"
	expireKind = "expire"
)

// deadlines returns everything the table waits for, dated from now.
func (d *deal) deadlines() []store.Deadline {
	at := func(kind string, after time.Duration) store.Deadline {
		return store.Deadline{Match: d.table.ID, Kind: kind, Turn: d.table.Decision, At: d.event.Time.Add(after)}
	}
	switch d.table.Stage {
	case Open:
		if d.table.Invited != nil {
			return []store.Deadline{at(expireKind, invitationLasts)}
		}
		return []store.Deadline{at(expireKind, tableExpires)}
	case Playing:
		if d.event.Kind == bot.DeadlineUp {
			return d.remaining()
		}
		if _, waits := d.table.actor(); !waits {
			return []store.Deadline{at(stopKind, stopAfter)}
		}
		return []store.Deadline{at(remindKind, remindAfter), at(claimKind, claimAfter), at(stopKind, stopAfter)}
	}
	return nil
}

// remaining returns the deadlines that come after the one that has fired: all are
// dated from the same moment.
func (d *deal) remaining() []store.Deadline {
	after := map[string]time.Duration{remindKind: remindAfter, claimKind: claimAfter, stopKind: stopAfter}
	fired := d.event.Deadline
	start := fired.At.Add(-after[fired.Kind])
	var rest []store.Deadline
	for _, kind := range []string{remindKind, claimKind, stopKind} {
		if after[kind] > after[fired.Kind] {
			rest = append(rest, store.Deadline{Match: fired.Match, Kind: kind, Turn: fired.Turn, At: start.Add(after[kind])})
		}
	}
	return rest
}

// deadline lets a deadline do its work, if the match still waits for what it was
// made for.
func (t *Talk) deadline(ctx context.Context, event bot.Event) error {
	boards, err := t.Store.Boards(ctx, event.Deadline.Match)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	_, err = t.decide(ctx, event.Deadline.Match, event, func(d *deal) bot.Answer {
		if d.table.Decision == event.Deadline.Turn {
			d.comeDue(event.Deadline.Kind, boards)
		}
		return bot.Answer{}
	})
	return err
}

// comeDue does what a deadline of the kind asks for. It marks the table changed in
// any case, so that the deadline itself is gone.
func (d *deal) comeDue(kind string, boards []store.Board) {
	d.changed = true
	switch kind {
	case remindKind:
		d.repost(boards, true)
	case claimKind:
		d.must, d.table.Claimable = true, true
		d.repost(boards, true)
	case stopKind:
		d.must = true
		if d.apply(engine.Action{Verb: engine.Stop}) == nil {
			d.table.Stage = Ended
		}
	case expireKind:
		if d.table.Stage == Open {
			d.must = true
			d.table.Stage, d.table.Why = Closed, "expired"
		}
	}
}

// repost orders the board to be posted anew, below everything else.
func (d *deal) repost(boards []store.Board, ping bool) {
	for _, board := range boards {
		if board.Slot == d.table.slot() {
			d.orders = append(d.orders, store.Order{BoardKey: board.BoardKey, Posts: board.Order.Posts + 1, Ping: ping})
		}
	}
}
