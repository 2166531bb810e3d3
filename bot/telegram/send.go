package telegram

import (
	"context"
	"crypto/sha256"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tablabot/bot"
)

// content is what a message shall show, as Telegram wants it.
type content struct {
	photo   bool
	picture string // its name; empty if it has none
	html    string
	markup  string
}

// shown is what a message shows, as far as the door knows.
type shown struct {
	at      place
	photo   bool
	picture string
	text    [sha256.Size]byte // of the HTML
}

func (c *content) shownAt(at place) shown {
	return shown{at, c.photo, c.picture, sha256.Sum256([]byte(c.html))}
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
	c, err := contentOf(r)
	if err != nil {
		return nil, &screenError{err}
	}
	m, err := d.sendOnce(ctx, at, r, c, replyTo)
	if at.thread != 0 && refuses(err, saysNoThread) {
		d.log.WarnContext(ctx, "a topic is gone; posting to its group", "chat", at.key())
		m, err = d.sendOnce(ctx, place{chat: at.chat}, r, c, replyTo)
	}
	if err != nil {
		return nil, err
	}
	d.shown.put(messageID{at.chat, m.ID}, c.shownAt(at))
	return m, nil
}

func (d *Door) sendOnce(ctx context.Context, at place, r bot.Rendered, c content, replyTo int) (*message, error) {
	p := params{"chat_id": strconv.FormatInt(at.chat, 10), "parse_mode": tgbotapi.ModeHTML}
	p.AddNonZero("message_thread_id", at.thread)
	p.AddBool("disable_notification", r.Silent)
	if c.markup != noButtons {
		p["reply_markup"] = c.markup
	}
	if replyTo != 0 {
		p["reply_parameters"] = asJSON(replyParameters{replyTo, true})
	}
	if !c.photo {
		p["text"] = c.html
		p["link_preview_options"] = noPreview
		return messageOf(d.api.call(ctx, "sendMessage", p))
	}
	p.AddNonEmpty("caption", c.html)
	return d.withPicture(ctx, r, func(fileID string) (*message, error) {
		if fileID == "" {
			delete(p, "photo")
			return messageOf(d.api.call(ctx, "sendPhoto", p, upload("photo", r.PNG)))
		}
		p["photo"] = fileID
		return messageOf(d.api.call(ctx, "sendPhoto", p))
	})
}

// noPreview keeps a link in a text from taking more room than the text.
const noPreview = `{"is_disabled":true}`

type replyParameters struct {
	Message int  `json:"message_id"`
	Anyway  bool `json:"allow_sending_without_reply"`
}

// contentOf returns what a message with the screen shows.
func contentOf(r bot.Rendered) (content, error) {
	k, err := keyboardOf(r.Groups)
	if err != nil {
		return content{}, err
	}
	if r.PNG == nil {
		return content{html: html(r.Text, maxText), markup: asJSON(k)}, nil
	}
	return content{photo: true, picture: r.Picture, html: html(r.Text, maxCaption), markup: asJSON(k)}, nil
}

// screenError is about a screen that no message can hold: no later try helps.
type screenError struct{ err error }

func (e *screenError) Error() string { return e.err.Error() }
func (e *screenError) Unwrap() error { return e.err }
