package talk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/store"
)

const (
	// thinkShown is how long a board waits for the computer's answer, so that one edit
	// shows the person's play and the computer's.
	thinkShown = 1500 * time.Millisecond
	// nextPause is how long a result stands before the computer starts the next game.
	nextPause = 5 * time.Second
)

// thinker returns the computer's seat if the match waits for it to do something, and
// after which pause it does.
func (t *Table) thinker() (seat engine.Seat, pause time.Duration, thinks bool) {
	if seat, waits := t.actor(); waits {
		return seat, 0, t.Seats[seat].computer()
	}
	if t.Stage != Playing || t.Match.Phase != engine.ToStart {
		return 0, 0, false
	}
	for i, s := range t.Seats {
		if s.computer() {
			return engine.Seat(i), nextPause, true
		}
	}
	return 0, 0, false
}

// thinks reports whether the match waits for the computer's decision.
func (t *Table) thinks() bool {
	_, pause, thinks := t.thinker()
	return thinks && pause == 0
}

// think lets the computer decide what a deadline asks for, and hands its decision in as
// an event of its own. Nothing is locked meanwhile: if the match has gone on by then the
// decision counts for nothing.
func (t *Talk) think(ctx context.Context, event bot.Event) error {
	id := event.Deadline.Match
	_, table, err := t.load(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	seat, _, thinks := table.thinker()
	if !thinks || table.Decision != event.Deadline.Turn {
		return nil
	}
	if t.Computer == nil {
		return fmt.Errorf("match %s waits for the computer, and there is none", id)
	}
	action, err := t.Computer.Act(ctx, table.Match, table.Seats[seat].Level)
	if err != nil {
		return fmt.Errorf("match %s: %w", id, err)
	}
	_, err = t.Handle(ctx, bot.Event{Key: fmt.Sprintf("think/%s/%d", id, event.Deadline.Turn), Kind: bot.Thought,
		Deadline: event.Deadline, Data: thoughtText(action)})
	return err
}

// A roll has no dice before the match throws them, so that its text is a word of its own.
const rollThought = "roll"

func thoughtText(a engine.Action) string {
	if a.Verb == engine.Throw {
		return rollThought
	}
	return a.String()
}

func parseThought(text string) (engine.Action, error) {
	if text == rollThought {
		return engine.Action{Verb: engine.Throw}, nil
	}
	return engine.ParseAction(text)
}

// thought carries out what the computer has decided, if the match still waits for it.
func (t *Talk) thought(ctx context.Context, event bot.Event) error {
	action, err := parseThought(event.Data)
	if err != nil {
		return fmt.Errorf("match %s: %w", event.Deadline.Match, err)
	}
	_, err = t.decide(ctx, event.Deadline.Match, event, func(d *deal) bot.Answer {
		seat, _, thinks := d.table.thinker()
		if !thinks || d.table.Decision != event.Deadline.Turn {
			return bot.Answer{}
		}
		action.Seat = seat
		if err := d.carryOut(action); err != nil {
			return d.broken(err)
		}
		return bot.Answer{}
	})
	return err
}

// carryOut does what the computer has decided, as if it had tapped.
func (d *deal) carryOut(a engine.Action) (err error) {
	switch a.Verb {
	case engine.Start:
		err = d.startNext()
	case engine.Throw:
		_, err = d.rollDice(a.Seat)
	case engine.Play, engine.Remainder:
		d.table.Match.Game.Turn.Draft = a.Steps
		_, err = d.playDraft()
	default:
		_, err = d.declare(a.Verb, a.Seat)
	}
	return err
}

// hold keeps the boards back while the computer thinks about what a person did, so that
// one edit shows both; once it has done everything nothing is kept back any more.
func (t *Talk) hold(ctx context.Context, d *deal) error {
	own := d.event.Kind == bot.Thought
	if d.table.thinks() {
		d.held = d.event.Time.Add(thinkShown)
	}
	if !d.table.againstComputer() || own == d.table.thinks() {
		return nil
	}
	boards, err := t.boards(ctx, d.table.ID)
	if err != nil {
		return err
	}
	for _, board := range boards {
		if board.Slot == d.table.slot() {
			d.order(board)
		}
	}
	return nil
}

// order changes from when on a board is shown, unless there is nothing to change.
func (d *deal) order(board store.Board) {
	for i := range d.orders {
		if d.orders[i].BoardKey == board.BoardKey {
			d.orders[i].NotBefore = d.held
			return
		}
	}
	if order := board.Order; !order.NotBefore.Equal(d.held) {
		order.NotBefore = d.held
		d.orders = append(d.orders, order)
	}
}
