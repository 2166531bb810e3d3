package talk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/dice"
	"tablabot/store"
)

// deal is one decision being made on one table. Decisions change its parts; the
// whole is committed once they return.
type deal struct {
	event  bot.Event
	words  *locale.Words
	record store.Match // as read
	table  *Table
	waited *engine.Seat // whom the match waited for before the decision

	changed bool     // the table was changed
	must    bool     // everyone must soon see it; otherwise it is a preview
	log     []string // actions applied
	orders  []store.Order
	chat    *store.Chat // the home chat's record, if it changes too
	held    time.Time   // nothing of it is shown earlier

	judges func(engine.Terms) bool // whether the computer can play
}

// decider is one decision: it changes the deal and says what the sender is told.
type decider func(*deal) bot.Answer

// tries is how often a decision is made again when the match changed meanwhile.
const tries = 16

// decide loads a match, lets f decide, and commits what it changed.
func (t *Talk) decide(ctx context.Context, id string, event bot.Event, f decider) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	var answer bot.Answer
	err := t.Lanes.Do(ctx, "match/"+id, func() error {
		for range tries {
			record, err := t.Store.Match(ctx, id)
			if errors.Is(err, store.ErrNotFound) {
				answer = refusal(words, "match.unknown", nil)
				return nil
			}
			if err != nil {
				return err
			}
			if event.Chat != "" && !slices.Contains(record.Chats, string(event.Chat)) {
				answer = refusal(words, "match.unknown", nil) // data made up elsewhere
				return nil
			}
			table, err := decodeTable(record.State)
			if err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
			d := &deal{event: event, words: words, record: record, table: table, waited: table.waitsFor(), judges: t.judges}
			answer = f(d)
			if !d.changed {
				return nil
			}
			if err := t.hold(ctx, d); err != nil {
				return err
			}
			if answer, err = t.commit(ctx, d, answer); !errors.Is(err, store.ErrConflict) {
				return err
			}
		}
		return fmt.Errorf("match %s keeps changing: %w", id, store.ErrConflict)
	})
	if err != nil && ctx.Err() == nil && asked(event) {
		t.Log.Error("an event could not be saved", "event", event.Key, "match", id, "error", err)
		return refusal(words, "error.unsaved", nil), nil
	}
	return answer, err
}

// asked reports whether somebody waits for the event's answer. Whatever else could
// not be saved is offered again.
func asked(event bot.Event) bool {
	return event.Kind == bot.Command || event.Kind == bot.Tap || event.Kind == bot.Say
}

// commit stores what a deal changed and wakes whoever brings it to the chats.
func (t *Talk) commit(ctx context.Context, d *deal, answer bot.Answer) (bot.Answer, error) {
	change, err := d.change(answer)
	if err != nil {
		return answer, err
	}
	stored, seen, err := t.Store.Commit(ctx, change)
	if err != nil {
		return answer, err
	}
	if seen {
		return decodeAnswer(stored), nil
	}
	t.Wake()
	return answer, nil
}

// change is the deal as the store takes it.
func (d *deal) change(answer bot.Answer) (store.Change, error) {
	d.date()
	state, err := d.table.encode()
	if err != nil {
		return store.Change{}, err
	}
	match := d.record
	if slot := d.table.slot(); slot != match.Slot {
		match.Slot = slot
		for _, chat := range match.Chats {
			d.orders = append(d.orders, store.Order{BoardKey: store.BoardKey{Match: match.ID, Chat: chat, Slot: slot}, Posts: 1, NotBefore: d.held})
		}
	}
	match.State, match.People, match.Updated = state, d.table.people(), d.event.Time
	match.Finished = d.table.over()
	return store.Change{Event: d.event.Key, Time: d.event.Time, Match: &match, MustShow: d.must, Log: d.log,
		Orders: d.orders, Deadlines: d.table.deadlines(), Chat: d.chat, Answer: encodeAnswer(answer)}, nil
}

// own counts a decision of a player; it is shown to all.
func (d *deal) own() {
	d.acted()
	d.must, d.table.Reminded = true, false
	d.table.Decision++
}

// apply carries an action out and logs it.
func (d *deal) apply(a engine.Action) error {
	if err := d.table.Match.Apply(a); err != nil {
		return err
	}
	d.log = append(d.log, a.String())
	return nil
}

// throw returns the match's next two dice.
func (d *deal) throw() [2]uint8 {
	a, b := dice.Roll(d.table.Seed, d.table.words(), d.table.Match.Thrown)
	return [2]uint8{uint8(a), uint8(b)}
}

// mover returns the seat of the event's person.
func (d *deal) mover() (engine.Seat, bool) { return d.table.seatOf(d.event.Person.Key) }

// since is how long ago something was.
func (d *deal) since(at time.Time) time.Duration { return d.event.Time.Sub(at) }

// no is a refusal.
func (d *deal) no(id string, args locale.Args) bot.Answer { return refusal(d.words, id, args) }

// yes is a confirmation.
func (d *deal) yes(id string, args locale.Args) bot.Answer { return ok(d.words, id, args) }

// name is how a seat's player is called.
func (d *deal) name(seat engine.Seat) string { return d.table.Seats[seat].called(d.words) }
