package telegram

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tablabot/bot"
)

const (
	maxToast    = 200 // characters, https://core.telegram.org/bots/api#answercallbackquery
	answerTime  = 5 * time.Second
	refusalRest = time.Minute // between two refusals told to one person in a group
	replyTime   = time.Minute // after which a reply helps nobody
	maxReplies  = 64          // under way at once
)

// respond gives the answer: at once on a tap, in the background as a message.
func (b *inbox) respond(ctx context.Context, in incoming, answer bot.Answer) {
	if in.query != "" {
		b.door.answerQuery(ctx, in.query, answer)
	} else if answer.Text != "" && in.reply != 0 && b.door.mayReply(in, answer) {
		b.replies.send(ctx, in, bot.Rendered{Text: bot.Text{{Text: answer.Text}}, Silent: true}, false)
	}
	if answer.Note != nil && in.event.Person.Key != "" {
		b.replies.send(ctx, in, *answer.Note, answer.Instead && in.query != "")
	}
}

// answerQuery ends a button's spinner and shows the text, if any. It succeeds or
// is logged: a tap that was forgotten by Telegram has no one waiting.
func (d *Door) answerQuery(ctx context.Context, query string, answer bot.Answer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer cancel()
	p := params{"callback_query_id": query}
	p.AddNonEmpty("text", cut(answer.Text, maxToast))
	p.AddBool("show_alert", answer.Kind == bot.Warning && answer.Text != "")
	err := only(d.api.call(ctx, "answerCallbackQuery", p))
	if err != nil && !refuses(err, saysOldQuery) {
		d.log.WarnContext(ctx, "a tap got no answer", "error", err)
	}
}

// voice is a person in a chat.
type voice struct {
	chat   bot.ChatKey
	person bot.PersonKey
}

// mayReply reports whether a text may be sent. Refusals in groups are told to one
// person once a minute, because replies eat the group's budget.
func (d *Door) mayReply(in incoming, answer bot.Answer) bool {
	if answer.Kind != bot.Refusal || in.event.Private {
		return true
	}
	now := d.clock.Now()
	who := voice{in.event.Chat, in.event.Person.Key}
	if last, ok := d.refused.get(who); ok && now.Sub(last) < refusalRest {
		return false
	}
	d.refused.put(who, now)
	return true
}

// replies sends messages that answer an event, within the door's budget and best
// effort.
type replies struct {
	door  *Door
	wg    sync.WaitGroup
	count atomic.Int32
}

// send sends a message, or lets it take the place of the one that was tapped.
func (r *replies) send(ctx context.Context, in incoming, screen bot.Rendered, instead bool) {
	if r.count.Add(1) > maxReplies {
		r.count.Add(-1)
		r.door.log.WarnContext(ctx, "dropped a reply: too many are waiting", "chat", in.event.Chat)
		return
	}
	r.wg.Go(func() {
		defer r.count.Add(-1)
		if err := r.door.reply(ctx, in, screen, instead); err != nil && ctx.Err() == nil {
			r.door.log.WarnContext(ctx, "a reply could not be sent", "chat", in.event.Chat, "error", err)
		}
	})
}

func (r *replies) wait() { r.wg.Wait() }

// reply sends one message, or edits the one that was tapped, trying again as long as
// that makes sense.
func (d *Door) reply(ctx context.Context, in incoming, screen bot.Rendered, instead bool) error {
	late := d.clock.Now().Add(replyTime)
	for {
		if err := d.await(ctx, in.at.key(), late); err != nil {
			return err
		}
		err := d.sendReply(ctx, in, screen, instead)
		var retry *bot.RetryError
		switch {
		case errors.Is(err, bot.ErrNotModified):
			return nil
		case errors.Is(err, bot.ErrNoPictures) && screen.PNG != nil:
			screen.PNG = nil
		case errors.As(err, &retry) && d.clock.Now().Add(retry.After).Before(late):
			if err := bot.Sleep(ctx, d.clock, retry.After); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

func (d *Door) sendReply(ctx context.Context, in incoming, screen bot.Rendered, instead bool) error {
	if instead {
		return d.Edit(ctx, in.at.key(), in.event.Ref, screen)
	}
	to := in.reply
	if id, err := parseRef(in.event.Ref); to == 0 && err == nil {
		to = id // a tap: the board
	}
	_, err := d.send(ctx, in.at, screen, to)
	return sendError(ctx, "reply in "+string(in.at.key()), err)
}

var errLate = errors.New("the chat's budget is used up")

// await takes one send from the budget, waiting for it if it comes in time.
func (d *Door) await(ctx context.Context, chat bot.ChatKey, late time.Time) error {
	for {
		now := d.clock.Now()
		wait := d.budget.Take(chat, now)
		if wait <= 0 {
			return nil
		}
		if now.Add(wait).After(late) {
			return errLate
		}
		if err := bot.Sleep(ctx, d.clock, wait); err != nil {
			return err
		}
	}
}
