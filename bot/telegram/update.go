package telegram

// The parts of https://core.telegram.org/bots/api#available-types that the door
// reads. What it does not read is not declared, so that it cannot be malformed.

type update struct {
	ID            int64          `json:"update_id"`
	Message       *message       `json:"message"`
	EditedMessage *message       `json:"edited_message"`
	CallbackQuery *callbackQuery `json:"callback_query"`
	MyChatMember  *memberUpdate  `json:"my_chat_member"`
}

// allowedUpdates asks for exactly what update declares.
const allowedUpdates = `["message","edited_message","callback_query","my_chat_member"]`

type message struct {
	ID              int         `json:"message_id"`
	Thread          int         `json:"message_thread_id"`
	IsTopic         bool        `json:"is_topic_message"`
	From            *user       `json:"from"`
	SenderChat      *chat       `json:"sender_chat"`
	Date            int64       `json:"date"` // 0: the message is out of reach, only Chat and ID are known
	EditDate        int64       `json:"edit_date"`
	Chat            chat        `json:"chat"`
	ForwardOrigin   *struct{}   `json:"forward_origin"`
	ReplyTo         *message    `json:"reply_to_message"`
	Text            string      `json:"text"`
	Entities        []entity    `json:"entities"`
	Caption         string      `json:"caption"`
	CaptionEntities []entity    `json:"caption_entities"`
	Photo           []photoSize `json:"photo"`
	MigrateTo       int64       `json:"migrate_to_chat_id"`
	MigrateFrom     int64       `json:"migrate_from_chat_id"`
}

// words returns the text, or the caption of a picture, with its entities.
func (m *message) words() (string, []entity) {
	if m.Text != "" {
		return m.Text, m.Entities
	}
	return m.Caption, m.CaptionEntities
}

// place returns the chat, or the topic if the message stands in one. A message
// in "General" may carry the id of a thread that is none.
func (m *message) place() place {
	at := place{chat: m.Chat.ID}
	if m.IsTopic && m.Thread > generalTopic {
		at.thread = m.Thread
	}
	return at
}

const generalTopic = 1

// fileID names the picture in its largest size; empty without a picture.
func (m *message) fileID() string {
	if len(m.Photo) == 0 {
		return ""
	}
	return m.Photo[len(m.Photo)-1].FileID
}

type user struct {
	ID        int64  `json:"id"`
	IsBot     bool   `json:"is_bot"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name"`
	Username  string `json:"username"`
	Language  string `json:"language_code"`
}

type chat struct {
	ID    int64  `json:"id"`
	Type  string `json:"type"`
	Title string `json:"title"`
}

func (c *chat) private() bool { return c.Type == "private" }

// entity marks a part of a text; Offset and Length count UTF-16 units.
type entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
}

type photoSize struct {
	FileID string `json:"file_id"`
}

type callbackQuery struct {
	ID      string   `json:"id"`
	From    user     `json:"from"`
	Message *message `json:"message"`
	Data    string   `json:"data"`
}

type memberUpdate struct {
	Chat chat       `json:"chat"`
	From user       `json:"from"`
	New  chatMember `json:"new_chat_member"`
}

type chatMember struct {
	Status   string `json:"status"`
	IsMember *bool  `json:"is_member"`         // of a restricted member
	CanWrite *bool  `json:"can_send_messages"` // of a restricted member
}

// administers reports whether the member may administer the chat.
func (m *chatMember) administers() bool {
	return m.Status == "creator" || m.Status == "administrator"
}

// present reports whether the member is in the chat and may write.
func (m *chatMember) present() bool {
	switch m.Status {
	case "left", "kicked":
		return false
	case "restricted":
		return (m.IsMember == nil || *m.IsMember) && (m.CanWrite == nil || *m.CanWrite)
	}
	return true
}
