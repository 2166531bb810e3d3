package telegramtest

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"
)

const (
	maxText    = 4096
	maxCaption = 1024
	maxRaw     = 32 << 10 // bytes before the marks are parsed
)

// target finds the chat of a send and checks that the bot may write there.
func (c *call) target(picture bool) (*chat, *Error) {
	ch, refusal := c.chat()
	if refusal != nil {
		return nil, refusal
	}
	switch {
	case !ch.mayWrite:
		return nil, badRequest("not enough rights to send text messages to the chat")
	case picture && !ch.mayPicture:
		return nil, badRequest("not enough rights to send photos to the chat")
	}
	return ch, nil
}

// chat finds the chat of a request and checks that the bot is in it.
func (c *call) chat() (*chat, *Error) {
	id := c.int64("chat_id")
	if c.params["chat_id"] == "" {
		return nil, badRequest("chat_id is empty")
	}
	ch := c.s.chats[id]
	switch {
	case ch == nil && c.s.users[id] != nil:
		return nil, forbidden("bot can't initiate conversation with a user")
	case ch == nil:
		return nil, badRequest("chat not found")
	case ch.migratedTo != 0:
		e := badRequest("group chat was upgraded to a supergroup chat")
		e.MigrateTo = ch.migratedTo
		return nil, e
	case ch.deleted:
		return nil, forbidden("the group chat was deleted")
	case ch.botStatus == "kicked" && ch.kind == "private":
		return nil, forbidden("bot was blocked by the user")
	case ch.botStatus == "kicked":
		return nil, forbidden("bot was kicked from the %s chat", ch.kind)
	case ch.botStatus == "left":
		return nil, forbidden("bot is not a member of the %s chat", ch.kind)
	}
	return ch, nil
}

func (c *call) sendMessage() (any, *Error) {
	ch, refusal := c.target(false)
	if refusal != nil {
		return nil, refusal
	}
	m, refusal := c.newMessage(ch)
	if refusal != nil {
		return nil, refusal
	}
	if m.Text, m.Entities, refusal = c.text(c.params["text"], c.params["parse_mode"], maxText); refusal != nil {
		return nil, refusal
	}
	return c.deliver(ch, m)
}

func (c *call) sendPhoto() (any, *Error) {
	ch, refusal := c.target(true)
	if refusal != nil {
		return nil, refusal
	}
	m, refusal := c.newMessage(ch)
	if refusal != nil {
		return nil, refusal
	}
	if m.Text, m.Entities, refusal = c.text(c.params["caption"], c.params["parse_mode"], maxCaption); refusal != nil {
		return nil, refusal
	}
	file, uploaded := c.files["photo"]
	if m.Photo, refusal = c.photoOf(c.params["photo"], file, uploaded); refusal != nil {
		return nil, refusal
	}
	return c.deliver(ch, m)
}

// newMessage reads what all sends have in common.
func (c *call) newMessage(ch *chat) (*Message, *Error) {
	m := &Message{From: c.s.me.ID, Date: c.s.clock.Now(), Silent: c.bool("disable_notification")}
	if refusal := c.thread(ch, m); refusal != nil {
		return nil, refusal
	}
	var reply struct {
		ID     int  `json:"message_id"`
		Anyway bool `json:"allow_sending_without_reply"`
	}
	if refusal := c.json("reply_parameters", &reply); refusal != nil {
		return nil, refusal
	}
	if reply.ID != 0 {
		if ch.message(reply.ID) != nil {
			m.ReplyTo = reply.ID
		} else if !reply.Anyway {
			return nil, badRequest("message to be replied not found")
		}
	}
	var refusal *Error
	m.Keyboard, refusal = c.keyboard()
	return m, refusal
}

func (c *call) thread(ch *chat, m *Message) *Error {
	thread := int(c.int64("message_thread_id"))
	if thread == 0 {
		return nil
	}
	t := ch.topics[thread]
	switch {
	case t == nil || t.deleted:
		return badRequest("message thread not found")
	case t.closed && ch.botStatus != "administrator":
		return badRequest("TOPIC_CLOSED")
	}
	m.Thread, m.topic = thread, true
	return nil
}

// deliver counts the send and puts the message into its chat.
func (c *call) deliver(ch *chat, m *Message) (any, *Error) {
	if refusal := c.s.spend(ch); refusal != nil {
		return nil, refusal
	}
	ch.add(m)
	ch.otherBot = false
	return c.s.wireMessage(m), nil
}

// text reads a text or caption, which only a caption may leave empty.
func (c *call) text(raw, mode string, limit int) (string, []Entity, *Error) {
	if len(raw) > maxRaw {
		return "", nil, badRequest("text is too long")
	}
	text, entities := raw, []Entity(nil)
	switch mode {
	case "":
	case "HTML":
		var err error
		if text, entities, err = parseHTML(raw, c.s.userOf); err != nil {
			return "", nil, badRequest("%v", err)
		}
	default:
		return "", nil, badRequest("unsupported parse_mode")
	}
	text, entities = clean(text, entities)
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && limit == maxText:
		return "", nil, badRequest("message text is empty")
	case n > limit && limit == maxText:
		return "", nil, badRequest("message is too long")
	case n > limit:
		return "", nil, badRequest("message caption is too long")
	}
	return text, entities, nil
}

func (s *Server) userOf(id int64) *User { return s.users[id] }

const (
	maxButtons   = 100
	maxPerRow    = 8
	maxDataBytes = 64
)

// keyboard reads and checks the inline keyboard of a request.
func (c *call) keyboard() ([][]Button, *Error) {
	raw := c.params["reply_markup"]
	if raw == "" || raw == "null" {
		return nil, nil
	}
	var markup struct {
		Rows *[][]json.RawMessage `json:"inline_keyboard"`
	}
	if err := json.Unmarshal([]byte(raw), &markup); err != nil {
		return nil, badRequest("can't parse reply keyboard markup JSON object")
	}
	if markup.Rows == nil {
		c.s.violate("%s: reply_markup without an array of buttons: %s", c.method, raw)
		return nil, nil // as the real server: no array, no keyboard
	}
	var rows [][]Button
	count := 0
	for _, raw := range *markup.Rows {
		var row []Button
		for _, r := range raw {
			b, refusal := readButton(r)
			if refusal != nil {
				return nil, refusal
			}
			row = append(row, b)
		}
		if count += len(row); len(row) > maxPerRow || count > maxButtons {
			return nil, badRequest("reply markup is too long")
		}
		if len(row) > 0 {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func readButton(raw json.RawMessage) (Button, *Error) {
	var b Button
	if err := json.Unmarshal(raw, &b); err != nil {
		return b, badRequest("can't parse inline keyboard button: %v", err)
	}
	switch {
	case b.Text == "":
		return b, badRequest("can't parse inline keyboard button: Field \"text\" must be of type String")
	case b.Data == "" && b.URL == "":
		return b, badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
	case len(b.Data) > maxDataBytes:
		return b, badRequest("BUTTON_DATA_INVALID")
	}
	switch b.Style {
	case "", "primary", "success", "danger":
		return b, nil
	}
	return b, badRequest("can't parse inline keyboard button: unsupported style %s", strconv.Quote(b.Style))
}
