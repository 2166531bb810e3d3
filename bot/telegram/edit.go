package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tablabot/bot"
)

// Edit replaces what the message shows, sending only what changed as far as the
// door remembers. A text may become a picture; a picture cannot become a text,
// which is an [bot.ErrExpired]: post anew.
func (d *Door) Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, r bot.Rendered) error {
	operation := fmt.Sprintf("edit message %s of %s", ref, chat)
	at, id, err := parseMessage(chat, ref)
	if err != nil {
		return err
	}
	c, err := contentOf(r)
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	before, known := d.shown.get(id)
	if known && before.photo && !c.photo {
		return fmt.Errorf("%s: a picture cannot become a text: %w", operation, bot.ErrExpired)
	}
	if err = d.edit(ctx, id, before, c, r); err == nil || refuses(err, saysNotModified) {
		d.shown.put(id, c.shownAt(at))
	} else {
		d.shown.forget(id)
	}
	return sendError(ctx, operation, err)
}

// edit sends what differs from what the message showed before; a zero before is
// unknown.
func (d *Door) edit(ctx context.Context, id messageID, before shown, c content, r bot.Rendered) error {
	p := id.params()
	p["reply_markup"] = c.markup
	switch {
	case !c.photo:
		p["text"], p["parse_mode"] = c.html, tgbotapi.ModeHTML
		p["link_preview_options"] = noPreview
		return only(d.api.call(ctx, "editMessageText", p))
	case !before.photo || c.picture == "" || before.picture != c.picture:
		return d.editMedia(ctx, p, c, r)
	case before.text == c.shownAt(before.at).text:
		return only(d.api.call(ctx, "editMessageReplyMarkup", p))
	}
	p["caption"], p["parse_mode"] = c.html, tgbotapi.ModeHTML
	return only(d.api.call(ctx, "editMessageCaption", p))
}

func (d *Door) editMedia(ctx context.Context, p params, c content, r bot.Rendered) error {
	media := inputMediaPhoto{Type: "photo", Caption: c.html, ParseMode: tgbotapi.ModeHTML}
	_, err := d.withPicture(ctx, r, func(fileID string) (*message, error) {
		if fileID != "" {
			media.Media = fileID
			p["media"] = asJSON(media)
			return messageOf(d.api.call(ctx, "editMessageMedia", p))
		}
		const part = "board"
		media.Media = "attach://" + part
		p["media"] = asJSON(media)
		return messageOf(d.api.call(ctx, "editMessageMedia", p, upload(part, r.PNG)))
	})
	return err
}

type inputMediaPhoto struct {
	Type      string `json:"type"`
	Media     string `json:"media"`
	Caption   string `json:"caption"`
	ParseMode string `json:"parse_mode"`
}

// Strip takes the buttons off a message and leaves the rest. A message without
// buttons is left as it is.
func (d *Door) Strip(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef) error {
	_, id, err := parseMessage(chat, ref)
	if err != nil {
		return err
	}
	p := id.params()
	p["reply_markup"] = noButtons
	err = only(d.api.call(ctx, "editMessageReplyMarkup", p))
	if refuses(err, saysNotModified) {
		return nil
	}
	return sendError(ctx, fmt.Sprintf("strip message %s of %s", ref, chat), err)
}

func parseMessage(chat bot.ChatKey, ref bot.BoardRef) (place, messageID, error) {
	at, err := parseChat(chat)
	if err != nil {
		return place{}, messageID{}, err
	}
	id, err := parseRef(ref)
	return at, messageID{at.chat, id}, err
}

func (m messageID) params() params {
	return params{"chat_id": strconv.FormatInt(m.chat, 10), "message_id": strconv.Itoa(m.id)}
}

// only leaves the error of a call whose result nobody needs.
func only(_ json.RawMessage, err error) error { return err }

// messageOf decodes a sent message.
func messageOf(raw json.RawMessage, err error) (*message, error) {
	if err != nil {
		return nil, err
	}
	m := new(message)
	return m, decode("a send", raw, m)
}
