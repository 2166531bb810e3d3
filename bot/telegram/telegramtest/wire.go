package telegramtest

import "unicode/utf16"

// object is a JSON object on its way to the bot.
type object = map[string]any

func (c *chat) wire() object {
	o := object{"id": c.id, "type": c.kind}
	if c.kind == "private" {
		o["first_name"] = c.title
	} else {
		o["title"] = c.title
	}
	if c.forum {
		o["is_forum"] = true
	}
	return o
}

// wireMessage is the message as bots get it. Callers hold mu.
func (s *Server) wireMessage(m *Message) object {
	o := s.wireBare(m)
	if r := s.chats[m.Chat].message(m.ReplyTo); r != nil {
		o["reply_to_message"] = s.wireBare(r)
	} else if first := s.chats[m.Chat].message(m.Thread); first != nil && m.topic && m.ID != m.Thread {
		o["reply_to_message"] = s.wireBare(first) // a topic's messages seem to reply to its first
	}
	return o
}

// wireBare is the message without the one it replies to.
func (s *Server) wireBare(m *Message) object {
	o := object{"message_id": m.ID, "date": m.Date.Unix(), "chat": s.chats[m.Chat].wire()}
	if u := s.users[m.From]; u != nil {
		o["from"] = *u
	}
	if c := s.chats[m.senderChat]; c != nil {
		o["sender_chat"] = c.wire()
	}
	if m.Thread != 0 {
		o["message_thread_id"] = m.Thread
	}
	if m.topic {
		o["is_topic_message"] = true
	}
	if !m.Edited.IsZero() {
		o["edit_date"] = m.Edited.Unix()
	}
	if m.forwarded {
		o["forward_origin"] = object{"type": "hidden_user", "date": m.Date.Unix(), "sender_user_name": "Somebody"}
	}
	switch {
	case m.topicName != "":
		o["forum_topic_created"] = object{"name": m.topicName, "icon_color": 7322096}
	case m.migrateTo != 0:
		o["migrate_to_chat_id"] = m.migrateTo
	case m.migrateOld != 0:
		o["migrate_from_chat_id"] = m.migrateOld
	}
	s.wireContent(o, m)
	return o
}

func (s *Server) wireContent(o object, m *Message) {
	text, entities := "text", "entities"
	if m.Photo != nil {
		text, entities = "caption", "caption_entities"
		o["photo"] = m.Photo.wire()
	}
	if m.Text != "" {
		o[text] = m.Text
	}
	if len(m.Entities) > 0 {
		o[entities] = m.Entities
	}
	if len(m.Keyboard) > 0 {
		o["reply_markup"] = object{"inline_keyboard": m.Keyboard}
	}
}

func utf16Units(s string) []uint16    { return utf16.Encode([]rune(s)) }
func utf16Text(units []uint16) string { return string(utf16.Decode(units)) }
func utf16Length(s string) int        { return len(utf16Units(s)) }
