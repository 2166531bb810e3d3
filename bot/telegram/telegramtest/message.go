package telegramtest

import (
	"image"
	"slices"
	"strings"
	"time"
)

// Message is a message as people see it.
type Message struct {
	ID       int
	Chat     int64
	Thread   int   // of a topic, else 0
	From     int64 // 0: a service message
	Date     time.Time
	Edited   time.Time // zero if never
	Edits    int
	Text     string // or the caption of a photo, without marks
	Entities []Entity
	Photo    *Photo // nil without
	Keyboard [][]Button
	ReplyTo  int
	Silent   bool

	topic      bool  // Thread names a topic of a forum
	senderChat int64 // who speaks for a chat, else 0
	topicName  string
	migrateTo  int64
	migrateOld int64
	forwarded  bool
	deleted    bool
}

// Entity is a marked part of a text; Offset and Length count UTF-16 units.
type Entity struct {
	Type   string `json:"type"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	URL    string `json:"url,omitempty"`
	User   *User  `json:"user,omitempty"`
}

// Button is a button under a message.
type Button struct {
	Text  string `json:"text"`
	Data  string `json:"callback_data,omitempty"`
	URL   string `json:"url,omitempty"`
	Style string `json:"style,omitempty"`
}

// Labels returns the buttons' labels, row by row.
func (m Message) Labels() [][]string {
	var rows [][]string
	for _, row := range m.Keyboard {
		var labels []string
		for _, b := range row {
			labels = append(labels, b.Text)
		}
		rows = append(rows, labels)
	}
	return rows
}

// Button returns the button with the label, or with the data.
func (m Message) Button(labelOrData string) (Button, bool) {
	for _, by := range []func(Button) string{
		func(b Button) string { return b.Text },
		func(b Button) string { return b.Data },
	} {
		for _, row := range m.Keyboard {
			for _, b := range row {
				if by(b) == labelOrData {
					return b, true
				}
			}
		}
	}
	return Button{}, false
}

// Image decodes the photo as people see it, or returns nil without one.
func (m Message) Image() (image.Image, error) {
	if m.Photo == nil {
		return nil, nil
	}
	return m.Photo.Image()
}

// Messages returns the messages of a chat that still exist, oldest first, without
// service messages.
func (s *Server) Messages(chat int64) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Message
	if c := s.chats[chat]; c != nil {
		for _, m := range c.messages {
			if !m.deleted && m.From != 0 {
				all = append(all, m.clone())
			}
		}
	}
	return all
}

// BotMessages returns those of Messages that the bot sent.
func (s *Server) BotMessages(chat int64) []Message {
	return slices.DeleteFunc(s.Messages(chat), func(m Message) bool { return m.From != s.me.ID })
}

// Message returns one message; ok is false if it does not exist.
func (s *Server) Message(chat int64, id int) (m Message, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.chats[chat]; c != nil {
		if m := c.message(id); m != nil {
			return m.clone(), true
		}
	}
	return Message{}, false
}

func (m *Message) clone() Message {
	c := *m
	c.Entities = slices.Clone(m.Entities)
	c.Keyboard = make([][]Button, len(m.Keyboard))
	for i, row := range m.Keyboard {
		c.Keyboard[i] = slices.Clone(row)
	}
	return c
}

// shows reports whether the message looks the same as another.
func (m *Message) shows(other *Message) bool {
	return m.Text == other.Text && slices.EqualFunc(m.Entities, other.Entities, sameEntity) && m.Photo == other.Photo &&
		slices.EqualFunc(m.Keyboard, other.Keyboard, slices.Equal)
}

func sameEntity(a, b Entity) bool {
	sameUser := a.User == b.User || a.User != nil && b.User != nil && a.User.ID == b.User.ID
	a.User, b.User = nil, nil
	return sameUser && a == b
}

// Marked returns the text that an entity marks.
func (m Message) Marked(e Entity) string {
	units := utf16Units(m.Text)
	end := min(e.Offset+e.Length, len(units))
	return utf16Text(units[min(e.Offset, end):end])
}

// Mentions returns the ids of the people the text links to.
func (m Message) Mentions() []int64 {
	var ids []int64
	for _, e := range m.Entities {
		if e.Type == "text_mention" && e.User != nil {
			ids = append(ids, e.User.ID)
		}
	}
	return ids
}

// commandEntities marks the commands in a text as clients do.
func commandEntities(text string) []Entity {
	var found []Entity
	for offset := 0; ; {
		i := strings.IndexByte(text[offset:], '/')
		if i < 0 {
			return found
		}
		start := offset + i
		end := start + 1
		for end < len(text) && (isWord(text[end]) || text[end] == '@') {
			end++
		}
		free := (start == 0 || text[start-1] == ' ' || text[start-1] == '\n') && (end == len(text) || text[end] != '/')
		if free && end > start+1 {
			found = append(found, Entity{Type: "bot_command", Offset: utf16Length(text[:start]), Length: utf16Length(text[start:end])})
		}
		offset = end
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
