package telegramtest

import (
	"strings"
	"time"
)

// Post is a message in the making, with all that [Server.Say] leaves out.
type Post struct {
	Chat      int64
	Thread    int // of a topic
	From      int64
	Text      string
	Caption   bool // the text stands under a photo
	ReplyTo   int
	As        int64 // speaks as this chat: the group itself, or a channel
	Forwarded bool
	Plain     bool // without marks on commands, as some clients send it
}

// Say lets a person write into a chat, as a reply if a message is named, and
// returns the message's id. A private chat is started by it.
func (s *Server) Say(chat, user int64, text string, replyTo int) int {
	return s.Send(Post{Chat: chat, From: user, Text: text, ReplyTo: replyTo})
}

// Send lets somebody write. The bot gets the message if it may see it.
func (s *Server) Send(p Post) int {
	s.mu.Lock()
	started := s.chats[p.Chat] != nil
	s.mu.Unlock()
	if !started && p.Chat == p.From {
		s.AddPrivate(p.From)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[p.Chat]
	m := &Message{From: p.From, Date: s.clock.Now(), Text: p.Text, ReplyTo: p.ReplyTo, forwarded: p.Forwarded, senderChat: p.As}
	switch {
	case p.As == p.Chat && p.As != 0:
		m.From = groupAnonymousBot
	case p.As != 0:
		m.From = channelBot
	}
	if p.Thread != 0 {
		m.Thread, m.topic = p.Thread, true
	} else if p.ReplyTo != 0 && c.kind == "supergroup" {
		m.Thread = p.ReplyTo // threads of replies have ids too, which name no topic
	}
	if !p.Plain {
		m.Entities = commandEntities(p.Text)
	}
	if p.Caption {
		m.Photo = &Photo{FileID: "AgACAgIAAxkperson", Width: 800, Height: 600}
	}
	c.add(m)
	if s.visible(c, m) {
		s.enqueue("message", p.Chat, s.wireMessage(m))
	}
	s.wake()
	return m.ID
}

// SayEdit lets the writer of a message change its text.
func (s *Server) SayEdit(chat int64, message int, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	m := c.message(message)
	m.Text, m.Entities, m.Edited = text, commandEntities(text), s.clock.Now()
	if s.visible(c, m) {
		s.enqueue("edited_message", chat, s.wireMessage(m))
	}
}

// OtherBot lets another bot write, after which commands that name no bot are not
// for this one.
func (s *Server) OtherBot(chat int64, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[chat]
	id := s.nextID()
	s.users[id] = &User{ID: id, IsBot: true, FirstName: "Other", Username: "other_bot"}
	c.add(&Message{From: id, Date: s.clock.Now(), Text: text})
	c.otherBot = true
}

// DeleteMessage deletes a message as its writer or an administrator does, of
// which bots hear nothing.
func (s *Server) DeleteMessage(chat int64, message int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.chats[chat].message(message); m != nil {
		m.deleted = true
	}
}

// visible holds the rules of privacy mode, https://core.telegram.org/bots/features#privacy-mode.
func (s *Server) visible(c *chat, m *Message) bool {
	switch {
	case c.botStatus == "left" || c.botStatus == "kicked" || c.deleted:
		return false
	case !c.group() || s.opts.NoPrivacy || c.botStatus == "administrator":
		return true
	}
	if r := c.message(m.ReplyTo); r != nil && r.From == s.me.ID {
		return true
	}
	if !strings.HasPrefix(m.Text, "/") {
		return false
	}
	name, _, _ := strings.Cut(m.Text, " ")
	if _, addressee, ok := strings.Cut(name, "@"); ok {
		return strings.EqualFold(addressee, s.me.Username)
	}
	return !c.otherBot
}

const callbackQueue = 150 * time.Second // after which an undelivered tap is dropped
