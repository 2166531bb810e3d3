package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"tablabot/bot"
	"tablabot/bot/lane"
)

// inbox takes updates in: it decodes them, offers their events to the handler in
// the order of their chats, and has the answers given.
type inbox struct {
	door    *Door
	handle  bot.Handler
	lanes   lane.Lanes // of chats
	replies replies
}

func newInbox(d *Door, handle bot.Handler) *inbox {
	return &inbox{door: d, handle: handle, replies: replies{door: d}}
}

// wait returns when all events are done with and all replies are sent or given up.
func (b *inbox) wait() {
	b.lanes.Wait()
	b.replies.wait()
}

// spinnerTime is how long a button may seem to work; Telegram forgets a tap soon
// after.
const spinnerTime = 8 * time.Second

// updateID reads the number of an update alone, which a malformed one still has.
func updateID(raw json.RawMessage) (int64, error) {
	var u struct {
		ID int64 `json:"update_id"`
	}
	err := json.Unmarshal(raw, &u)
	if err == nil && u.ID == 0 {
		err = fmt.Errorf("it has no number")
	}
	return u.ID, err
}

// accept queues a raw update in its chat's lane. done is called once, maybe before
// accept returns: with nil when the update needs no further offer, else with the
// handler's error. Malformed updates are logged and done.
func (b *inbox) accept(ctx context.Context, id int64, raw json.RawMessage, process func(context.Context, incoming) error, done func(error)) {
	d := b.door
	var u update
	if err := json.Unmarshal(raw, &u); err != nil {
		d.log.WarnContext(ctx, "skipped a malformed update", "update", id, "error", err)
		done(nil)
		return
	}
	in, ok := translate(d.me.Load(), d.clock.Now(), &u)
	switch {
	case ok:
		d.rememberPlace(&in)
		b.lanes.Go(string(in.event.Chat), func() { done(b.unlessAccepted(ctx, in, process)) })
	case in.query != "":
		b.lanes.Go(string(in.event.Chat), func() {
			d.answerQuery(ctx, in.query, bot.Answer{})
			done(nil)
		})
	default:
		done(nil)
	}
}

// unlessAccepted processes the event, but not the edit of an accepted command.
func (b *inbox) unlessAccepted(ctx context.Context, in incoming, process func(context.Context, incoming) error) error {
	if _, accepted := b.door.accepted.get(in.said); in.edited && accepted {
		return nil
	}
	return process(ctx, in)
}

// rememberPlace gives a tap the chat its board was posted to: a message out of
// reach does not tell its topic, and one of a deleted topic stands elsewhere.
func (d *Door) rememberPlace(in *incoming) {
	id, err := parseRef(in.event.Ref)
	if err != nil || in.event.Kind != bot.Tap {
		return
	}
	if s, ok := d.shown.get(messageID{in.at.chat, id}); ok {
		in.at = s.at
		in.event.Chat = in.at.key()
	}
}

// insist offers the event until the handler takes it or the context ends.
func (b *inbox) insist(ctx context.Context, in incoming) error {
	defer b.watchSpinner(ctx, in)()
	var wait backoff
	for {
		err := b.offer(ctx, in)
		if err == nil || ctx.Err() != nil {
			return err
		}
		pause := wait.after(err)
		b.door.log.ErrorContext(ctx, "an event could not be handled and is offered again",
			"update", in.update, "chat", in.event.Chat, "pause", pause, "error", err)
		if err := bot.Sleep(ctx, b.door.clock, pause); err != nil {
			return err
		}
	}
}

// once offers the event a single time: the sender of a webhook comes again.
func (b *inbox) once(ctx context.Context, in incoming) error {
	defer b.watchSpinner(ctx, in)()
	err := b.offer(ctx, in)
	if err != nil {
		b.door.log.ErrorContext(ctx, "an event could not be handled",
			"update", in.update, "chat", in.event.Chat, "error", err)
	}
	return err
}

// offer hands the event over and gives the answer. A handler that panics is tried
// twice, then the event is given up, so that it stops no other.
func (b *inbox) offer(ctx context.Context, in incoming) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if in.event.WantsAdmin() {
		in.event.Person.Admin = b.door.administers(ctx, in)
	}
	answer, err, panicked := b.guarded(ctx, in.event)
	if panicked {
		answer, err, panicked = b.guarded(ctx, in.event)
	}
	switch {
	case panicked:
		b.door.log.ErrorContext(ctx, "gave an event up that cannot be handled", "update", in.update, "chat", in.event.Chat)
		answer = bot.Answer{}
	case err != nil:
		return err
	case in.said != messageID{} && answer.Kind != bot.Refusal:
		b.door.accepted.put(in.said, struct{}{})
	}
	b.respond(ctx, in, answer)
	return nil
}

func (b *inbox) guarded(ctx context.Context, e bot.Event) (answer bot.Answer, err error, panicked bool) {
	defer func() {
		if cause := recover(); cause != nil {
			panicked = true
			b.door.log.ErrorContext(ctx, "handling an event panicked",
				"event", e.Key, "cause", b.door.api.redact.text(fmt.Sprint(cause)), "stack", string(debug.Stack()))
		}
	}()
	answer, err = b.handle(ctx, e)
	return answer, err, false
}

// watchSpinner stops the button's spinner if the handler takes long. The function
// it returns ends the watch.
func (b *inbox) watchSpinner(ctx context.Context, in incoming) (stop func()) {
	if in.query == "" {
		return func() {}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-over:
		case <-ctx.Done():
		case <-b.door.clock.After(spinnerTime):
			b.door.answerQuery(ctx, in.query, bot.Answer{})
		}
	}()
	return func() { close(over); <-ended }
}
