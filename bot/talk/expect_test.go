package talk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/store"
)

// want holds that an answer is of a kind and says a text.
func (r *rig) want(got bot.Answer, kind bot.AnswerKind, text string) {
	r.Helper()
	if got.Kind != kind || !strings.Contains(got.Text, text) {
		r.Fatalf("got answer of kind %d: %q, want kind %d: %q", got.Kind, got.Text, kind, text)
	}
}

// unchanged holds that an event is answered so and leaves the newest match as it was.
func (r *rig) unchanged(do func() bot.Answer, kind bot.AnswerKind, text string) {
	r.Helper()
	before := r.state()
	r.want(do(), kind, text)
	if after := r.state(); after != before {
		r.Fatalf("the match changed, though the answer was %q:\nwas %s\nis  %s", text, before, after)
	}
}

// shows holds that the newest board's text contains all of the texts.
func (r *rig) shows(texts ...string) {
	r.Helper()
	screen := r.screen()
	for _, text := range texts {
		if !strings.Contains(screen.Text.String(), text) {
			r.Fatalf("want %q on the board:\n%s", text, shown(screen))
		}
	}
}

// hides holds that the newest board's text contains none of the texts.
func (r *rig) hides(texts ...string) {
	r.Helper()
	screen := r.screen()
	for _, text := range texts {
		if strings.Contains(screen.Text.String(), text) {
			r.Fatalf("want no %q on the board:\n%s", text, shown(screen))
		}
	}
}

// data returns the data of the first button whose label begins with the text, empty
// if there is none.
func (r *rig) data(label string) string {
	r.Helper()
	return dataOf(r.screen().Groups, label)
}

func dataOf(groups []bot.Group, label string) string {
	for _, group := range groups {
		for _, button := range group.Buttons {
			if strings.HasPrefix(button.Label, label) {
				return button.Data
			}
		}
	}
	return ""
}

// labels returns the labels of all buttons of a board.
func labels(screen bot.Screen) []string {
	var out []string
	for _, group := range screen.Groups {
		for _, button := range group.Buttons {
			out = append(out, button.Label)
		}
	}
	return out
}

// note returns the text of an answer's note.
func (r *rig) note(answer bot.Answer) string {
	r.Helper()
	if answer.Note == nil {
		r.Fatalf("want a note, got %+v", answer)
	}
	return answer.Note.Text.String()
}

// tapNote taps a button of a note.
func (r *rig) tapNote(name string, answer bot.Answer, label string) bot.Answer {
	r.Helper()
	r.note(answer)
	data := dataOf(answer.Note.Groups, label)
	if data == "" {
		r.Fatalf("no button %q on the note %q", label, r.note(answer))
	}
	return r.tapData(name, data)
}

// tapNoteTwice does what needs two taps on a note.
func (r *rig) tapNoteTwice(name string, answer bot.Answer, label string) bot.Answer {
	r.Helper()
	if first := r.tapNote(name, answer, label); first.Kind != bot.Warning {
		r.Fatalf("the first tap on %q is answered %+v", label, first)
	}
	r.clock.Advance(2 * time.Second)
	return r.tapNote(name, answer, label)
}

// forge changes the newest match's table behind the conversation's back, to begin a
// test at a position of interest.
func (r *rig) forge(change func(*Table)) {
	r.Helper()
	r.forged = true
	r.event++
	match := r.match()
	table := r.table()
	change(table)
	state, err := table.encode()
	if err != nil {
		r.Fatal(err)
	}
	match.State = state
	if _, _, err := r.store.Commit(context.Background(), store.Change{Event: fmt.Sprintf("forge/%d", r.event),
		Time: r.clock.Now(), Match: &match, Deadlines: table.deadlines()}); err != nil {
		r.Fatal(err)
	}
}

// place puts checkers on the board of the running game, each side in its own numbers.
func (r *rig) place(first, second []engine.Stack) {
	r.Helper()
	r.forge(func(t *Table) {
		position := engine.Position{}
		for seat, stacks := range [][]engine.Stack{first, second} {
			for _, stack := range stacks {
				position.Sides[seat].Set(stack.Point, stack.Checkers)
			}
		}
		t.Match.Game.Position = position
		if turn := t.Match.Game.Turn; turn != nil {
			turn.Start, turn.Draft = position, nil
		}
	})
}

// deal puts dice before a seat: the newest match waits for it to play them.
func (r *rig) deal(seat engine.Seat, a, b uint8) {
	r.Helper()
	r.forge(func(t *Table) {
		g := &t.Match.Game
		g.OnRoll, t.Match.Phase = seat, engine.ToPlay
		g.Rolls = [2]int{1, 1}
		g.Turn = &engine.Turn{Roll: [2]uint8{a, b}, Start: g.Position, Stages: []engine.Dice{engine.Roll(int(a), int(b))}}
	})
}

// onRoll lets the newest match wait for a seat's decision to roll.
func (r *rig) onRoll(seat engine.Seat) {
	r.Helper()
	r.forge(func(t *Table) {
		g := &t.Match.Game
		g.OnRoll, g.Turn, t.Match.Phase = seat, nil, engine.ToRoll
		g.Rolls = [2]int{1, 1}
	})
}

// nameOf is who sits on a seat.
func nameOf(seat engine.Seat) string { return []string{ana, bob}[seat] }

// wait lets time pass and fires every deadline that comes due, as the clock does.
func (r *rig) wait(d time.Duration) {
	r.Helper()
	r.clock.Advance(d)
	for {
		due, err := r.store.ClaimDeadlines(context.Background(), r.clock.Now(), 10, time.Minute)
		if err != nil {
			r.Fatal(err)
		}
		if len(due) == 0 {
			return
		}
		for _, deadline := range due {
			r.fire(deadline)
		}
	}
}

func (r *rig) fire(deadline store.Deadline) {
	r.Helper()
	event := bot.Event{Kind: bot.DeadlineUp, Deadline: bot.Deadline(deadline),
		Key: fmt.Sprintf("clock/%s/%s/%d/%d", deadline.Match, deadline.Kind, deadline.Turn, deadline.At.Unix())}
	r.want(r.handle(event), bot.OK, "")
}

// deliver shows every board that is due, as a courier would; messages are named after
// the match's number, the game and how often they were posted.
func (r *rig) deliver() {
	r.Helper()
	for {
		boards, err := r.store.ClaimBoards(context.Background(), r.chat.Door(), r.clock.Now(), 10, time.Minute)
		if err != nil {
			r.Fatal(err)
		}
		if len(boards) == 0 {
			return
		}
		for _, board := range boards {
			match, err := r.store.Match(context.Background(), board.Match)
			if err != nil {
				r.Fatal(err)
			}
			shown := board.Shown
			shown.Rev, shown.Posts = board.MatchRev, board.Order.Posts
			shown.Ref = string(messageOf(match.Number, board.Slot, board.Order.Posts))
			shown.Done = board.Slot < board.MatchSlot
			if err := r.store.SaveShown(context.Background(), board.BoardKey, shown); err != nil {
				r.Fatal(err)
			}
		}
	}
}

// messageOf names a delivered message.
func messageOf(number, slot, posts int) bot.BoardRef {
	return bot.BoardRef(fmt.Sprintf("%d/%d/%d", number, slot, posts))
}

// board returns the record of the newest match's board in its chat.
func (r *rig) board() store.Board {
	r.Helper()
	match := r.match()
	boards, err := r.store.Boards(context.Background(), match.ID)
	if err != nil {
		r.Fatal(err)
	}
	for _, board := range boards {
		if board.Slot == match.Slot && board.Chat == string(r.chat) {
			return board
		}
	}
	r.Fatalf("match %s has no board", match.ID)
	return store.Board{}
}
