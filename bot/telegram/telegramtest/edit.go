package telegramtest

import "strings"

// edited finds the message that a request edits.
func (c *call) edited() (*chat, *Message, *Error) {
	ch, refusal := c.chat()
	if refusal != nil {
		return nil, nil, refusal
	}
	m := ch.message(int(c.int64("message_id")))
	switch {
	case m == nil:
		return nil, nil, badRequest("message to edit not found")
	case m.From != c.s.me.ID:
		return nil, nil, badRequest("message can't be edited")
	}
	return ch, m, nil
}

// change edits the message: next is what it shall look like.
func (c *call) change(ch *chat, m *Message, next Message) (any, *Error) {
	if m.shows(&next) {
		return nil, badRequest("message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message")
	}
	if refusal := c.s.spend(ch); refusal != nil {
		return nil, refusal
	}
	m.Text, m.Entities, m.Photo, m.Keyboard = next.Text, next.Entities, next.Photo, next.Keyboard
	m.Edited = c.s.clock.Now()
	m.Edits++
	return c.s.wireMessage(m), nil
}

func (c *call) editMessageText() (any, *Error) {
	ch, m, refusal := c.edited()
	if refusal != nil {
		return nil, refusal
	}
	if m.Photo != nil {
		return nil, badRequest("there is no text in the message to edit")
	}
	next := m.clone()
	if next.Text, next.Entities, refusal = c.text(c.params["text"], c.params["parse_mode"], maxText); refusal != nil {
		return nil, refusal
	}
	if next.Keyboard, refusal = c.keyboard(); refusal != nil {
		return nil, refusal
	}
	return c.change(ch, m, next)
}

func (c *call) editMessageCaption() (any, *Error) {
	ch, m, refusal := c.edited()
	if refusal != nil {
		return nil, refusal
	}
	if m.Photo == nil {
		return nil, badRequest("there is no caption in the message to edit")
	}
	next := m.clone()
	if next.Text, next.Entities, refusal = c.text(c.params["caption"], c.params["parse_mode"], maxCaption); refusal != nil {
		return nil, refusal
	}
	if next.Keyboard, refusal = c.keyboard(); refusal != nil {
		return nil, refusal
	}
	return c.change(ch, m, next)
}

func (c *call) editMessageReplyMarkup() (any, *Error) {
	ch, m, refusal := c.edited()
	if refusal != nil {
		return nil, refusal
	}
	next := m.clone()
	if next.Keyboard, refusal = c.keyboard(); refusal != nil {
		return nil, refusal
	}
	return c.change(ch, m, next)
}

func (c *call) editMessageMedia() (any, *Error) {
	ch, m, refusal := c.edited()
	if refusal != nil {
		return nil, refusal
	}
	if !ch.mayPicture {
		return nil, badRequest("not enough rights to send photos to the chat")
	}
	var media struct {
		Type, Media, Caption string
		ParseMode            string `json:"parse_mode"`
	}
	if refusal := c.json("media", &media); refusal != nil {
		return nil, refusal
	}
	if media.Type != "photo" {
		return nil, badRequest("can't parse media: unsupported type %q", media.Type)
	}
	next := m.clone()
	if next.Text, next.Entities, refusal = c.text(media.Caption, media.ParseMode, maxCaption); refusal != nil {
		return nil, refusal
	}
	if next.Keyboard, refusal = c.keyboard(); refusal != nil {
		return nil, refusal
	}
	name, attached := strings.CutPrefix(media.Media, "attach://")
	file, uploaded := c.files[name]
	if attached && !uploaded {
		return nil, badRequest("can't find the file %s in the request", name)
	}
	if next.Photo, refusal = c.photoOf(media.Media, file, attached); refusal != nil {
		return nil, refusal
	}
	return c.change(ch, m, next)
}

func (c *call) deleteMessage() (any, *Error) {
	ch, refusal := c.chat()
	if refusal != nil {
		return nil, refusal
	}
	m := ch.message(int(c.int64("message_id")))
	switch {
	case m == nil:
		return nil, badRequest("message to delete not found")
	case m.From != c.s.me.ID && ch.botStatus != "administrator",
		c.s.clock.Now().Sub(m.Date) > deleteTime:
		return nil, badRequest("message can't be deleted")
	}
	m.deleted = true
	return true, nil
}
