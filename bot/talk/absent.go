package talk

import (
	"context"
	"slices"
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
	ThinkKind  = "think" // the computer is to decide; handling it takes as long as that
)

// waitsFor returns whom the match waits for, nil if for nobody.
func (t *Table) waitsFor() *engine.Seat {
	if seat, waits := t.actor(); waits {
		return &seat
	}
	return nil
}

// acted notes that a player did something. He is there: whatever waits for him waits
// anew. What others do meanwhile does not count.
func (d *deal) acted() {
	d.changed = true
	if seat, sits := d.mover(); sits && (d.waited == nil || *d.waited == seat) {
		d.table.Since, d.table.Claimable = d.event.Time, false
	}
}

// date lets everything wait anew if the match has begun to wait for somebody else.
func (d *deal) date() {
	now := d.table.waitsFor()
	if now != d.waited && (now == nil || d.waited == nil || *now != *d.waited) {
		d.table.Since, d.table.Claimable, d.table.Reminded = d.event.Time, false, false
	}
}

// deadlines returns everything the table waits for. They follow from the state
// alone: they are dated from what people did last.
func (t *Table) deadlines() []store.Deadline {
	due := []store.Deadline{} // never nil, which would keep the old ones
	at := func(kind string, after time.Duration) {
		due = append(due, store.Deadline{Match: t.ID, Kind: kind, Turn: t.Decision, At: t.Since.Add(after)})
	}
	switch {
	case t.Stage == Open && t.Invited != nil:
		at(expireKind, invitationLasts)
	case t.Stage == Open:
		at(expireKind, tableExpires)
	case t.Stage == Playing:
		if _, pause, thinks := t.thinker(); thinks {
			at(ThinkKind, pause)
		}
		seat, waits := t.actor()
		waits = waits && !t.Seats[seat].computer()
		if waits && !t.Reminded {
			at(remindKind, remindAfter)
		}
		if waits && !t.Claimable && !t.Seats[seat.Other()].computer() {
			at(claimKind, claimAfter)
		}
		at(stopKind, stopAfter)
	}
	return due
}

// deadline lets a deadline do its work, if the match still waits for what it was
// made for.
func (t *Talk) deadline(ctx context.Context, event bot.Event) error {
	if event.Deadline.Kind == ThinkKind {
		return t.think(ctx, event)
	}
	boards, err := t.boards(ctx, event.Deadline.Match)
	if err != nil {
		return err
	}
	_, err = t.decide(ctx, event.Deadline.Match, event, func(d *deal) bot.Answer {
		if d.table.over() {
			return bot.Answer{} // its deadlines went with it
		}
		d.changed = true // in any case, so that the deadline itself is gone
		if d.isDue(event.Deadline) {
			d.comeDue(event.Deadline.Kind, boards)
		}
		return bot.Answer{}
	})
	return err
}

// isDue reports whether the match still waits for what the deadline was made for.
func (d *deal) isDue(deadline bot.Deadline) bool {
	return slices.ContainsFunc(d.table.deadlines(), func(own store.Deadline) bool {
		return own.Kind == deadline.Kind && own.Turn == deadline.Turn && !own.At.After(d.event.Time)
	})
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
		if d.apply(engine.Action{Verb: engine.Stop}) == nil {
			d.must, d.table.Stage = true, Ended
		}
	case expireKind:
		d.must = true
		d.table.Stage, d.table.Why = Closed, "expired"
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
