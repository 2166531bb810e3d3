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

// deadlines returns everything the table waits for. They follow from the state
// alone: they are dated from what people did last.
func (t *Table) deadlines() []store.Deadline {
	due := []store.Deadline{} // never nil, which would keep the old ones
	at := func(kind string, after time.Duration) {
		due = append(due, store.Deadline{Match: t.ID, Kind: kind, Turn: t.Decision, At: t.Since.Add(after)})
	}
	switch _, waits := t.actor(); {
	case t.Stage == Open && t.Invited != nil:
		at(expireKind, invitationLasts)
	case t.Stage == Open:
		at(expireKind, tableExpires)
	case t.Stage == Playing:
		if waits && !t.Reminded {
			at(remindKind, remindAfter)
		}
		if waits && !t.Claimable {
			at(claimKind, claimAfter)
		}
		at(stopKind, stopAfter)
	}
	return due
}

// deadline lets a deadline do its work, if the match still waits for what it was
// made for.
func (t *Talk) deadline(ctx context.Context, event bot.Event) error {
	boards, err := t.Store.Boards(ctx, event.Deadline.Match)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	_, err = t.decide(ctx, event.Deadline.Match, event, func(d *deal) bot.Answer {
		d.changed = true // in any case, so that the deadline itself is gone
		if d.table.Decision == event.Deadline.Turn {
			d.comeDue(event.Deadline.Kind, boards)
		}
		return bot.Answer{}
	})
	return err
}

// comeDue does what a deadline of the kind asks for.
func (d *deal) comeDue(kind string, boards []store.Board) {
	switch kind {
	case remindKind:
		d.table.Reminded = true
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
