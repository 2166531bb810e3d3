package telegram

import (
	"context"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tablabot/bot"
)

// shown is what a message shows, as far as the door knows.
type shown struct {
	at      place
	photo   bool
	picture string // its name; empty if unknown
	html    string
	markup  string
}

// Post sends a new message. A topic that was deleted is left for the chat's
// main thread. Errors: those of package bot, and a plain one for a screen that
// no message can hold.
func (d *Door) Post(ctx context.Context, chat bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	at, err := parseChat(chat)
	if err != nil {
		return "", err
	}
	m, err := d.send(ctx, at, r, 0)
	if err != nil {
		return "", sendError(ctx, "post to "+string(chat), err)
	}
	return refOf(m.ID), nil
}

// send posts the screen, as a reply if a message is named.
func (d *Door) send(ctx context.Context, at place, r bot.Rendered, replyTo int) (*message, error) {
	if !r.Silent {
		r.Text = ping(r.Text, r.Mention)
	}
	shows, err := contentOf(at, r)
	if err != nil {
		return nil, &screenError{err}
	}
	m, err := d.sendOnce(ctx, at, r, shows, replyTo)
	if at.thread != 0 && refuses(err, saysNoThread) {
		d.log.WarnContext(ctx, "a topic is gone; posting to its group", "chat", at.key())
		m, err = d.sendOnce(ctx, place{chat: at.chat}, r, shows, replyTo)
	}
	if err != nil {
		return nil, err
	}
	d.shown.put(messageID{at.chat, m.ID}, shows)
	return m, nil
}

func (d *Door) sendOnce(ctx context.Context, at place, r bot.Rendered, shows shown, replyTo int) (*message, error) {
	p := params{"chat_id": strconv.FormatInt(at.chat, 10), "parse_mode": tgbotapi.ModeHTML}
	p.AddNonZero("message_thread_id", at.thread)
	p.AddBool("disable_notification", r.Silent)
	if shows.markup != noButtons {
		p["reply_markup"] = shows.markup
	}
	if replyTo != 0 {
		p["reply_parameters"] = asJSON(replyParameters{replyTo, true})
	}
	if !shows.photo {
		p["text"] = shows.html
		p["link_preview_options"] = `{"is_disabled":true}`
		return d.messageOf(d.api.call(ctx, "sendMessage", p))
	}
	p.AddNonEmpty("caption", shows.html)
	return d.withPicture(ctx, r, func(fileID string) (*message, error) {
		if fileID == "" {
			delete(p, "photo")
			return d.messageOf(d.api.call(ctx, "sendPhoto", p, upload("photo", r.PNG)))
		}
		p["photo"] = fileID
		return d.messageOf(d.api.call(ctx, "sendPhoto", p))
	})
}

type replyParameters struct {
	Message int  `json:"message_id"`
	Anyway  bool `json:"allow_sending_without_reply"`
}

// contentOf returns what a message with the screen shows.
func contentOf(at place, r bot.Rendered) (shown, error) {
	k, err := keyboardOf(r.Groups)
	if err != nil {
		return shown{}, err
	}
	s := shown{at: at, photo: r.PNG != nil, markup: asJSON(k)}
	limit := maxText
	if s.photo {
		s.picture, limit = r.Picture, maxCaption
	}
	s.html = html(r.Text, limit)
	return s, nil
}

// screenError is about a screen that no message can hold: no later try helps.
type screenError struct{ err error }

func (e *screenError) Error() string { return e.err.Error() }
func (e *screenError) Unwrap() error { return e.err }
