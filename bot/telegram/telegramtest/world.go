package telegramtest

import "fmt"

// User is a person or a bot, as Telegram shows it to bots.
type User struct {
	ID        int64  `json:"id"`
	IsBot     bool   `json:"is_bot"`
	FirstName string `json:"first_name"`
	LastName  string `json:"last_name,omitempty"`
	Username  string `json:"username,omitempty"`
	Language  string `json:"language_code,omitempty"`
}

// chat is a chat with everything in it. Fields are guarded by Server.mu.
type chat struct {
	id       int64
	kind     string // private, group, supergroup, channel
	title    string
	forum    bool
	members  map[int64]bool
	admins   map[int64]bool
	topics   map[int]*topic
	messages []*Message
	lastID   int

	botStatus  string // member, administrator, restricted, left, kicked
	mayWrite   bool
	mayPicture bool
	migratedTo int64
	deleted    bool
	otherBot   bool // another bot spoke last

	allowance
}

type topic struct{ closed, deleted bool }

// Senders that stand for a chat.
const (
	groupAnonymousBot = 1087968824
	channelBot        = 136817688
	telegramService   = 777000
)

func (s *Server) addOfficials() {
	s.lastID = 5_000_000
	var id int64
	_, _ = fmt.Sscanf(s.opts.Token, "%d:", &id)
	s.me = User{ID: id, IsBot: true, FirstName: "Tabla", Username: s.opts.Username}
	for _, u := range []User{
		s.me,
		{ID: groupAnonymousBot, IsBot: true, FirstName: "Group", Username: "GroupAnonymousBot"},
		{ID: channelBot, IsBot: true, FirstName: "Channel", Username: "Channel_Bot"},
		{ID: telegramService, FirstName: "Telegram"},
	} {
		s.users[u.ID] = &u
	}
}

// AddUser adds a person and returns the id. The language may be empty.
func (s *Server) AddUser(firstName, language string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: s.nextID(), FirstName: firstName, Language: language}
	s.users[u.ID] = u
	return u.ID
}

// ChangeUser lets a test set more of a person.
func (s *Server) ChangeUser(id int64, change func(*User)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.users[id])
}

// AddPrivate lets the person start the bot; the chat's id is the person's.
func (s *Server) AddPrivate(user int64) int64 {
	s.mu.Lock()
	name := s.users[user].FirstName
	s.mu.Unlock()
	return s.addChat(user, "private", name, user)
}

// AddGroup adds a basic group with the bot as a member.
func (s *Server) AddGroup(title string, members ...int64) int64 {
	s.mu.Lock()
	id := -s.nextID()
	s.mu.Unlock()
	return s.addChat(id, "group", title, members...)
}

// AddSupergroup adds a supergroup with the bot as a member.
func (s *Server) AddSupergroup(title string, members ...int64) int64 {
	s.mu.Lock()
	id := supergroupID(s.nextID())
	s.mu.Unlock()
	return s.addChat(id, "supergroup", title, members...)
}

// AddForum adds a supergroup with topics, see [Server.AddTopic].
func (s *Server) AddForum(title string, members ...int64) int64 {
	id := s.AddSupergroup(title, members...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[id].forum = true
	s.chats[id].lastID = 1 // the topic "General" has this id and no messages of it
	return id
}

// AddChannel adds a channel, as which people may speak elsewhere, see [Post].
func (s *Server) AddChannel(title string) int64 {
	s.mu.Lock()
	id := supergroupID(s.nextID())
	s.mu.Unlock()
	return s.addChat(id, "channel", title)
}

// AddTopic adds a topic to a forum and returns its thread id.
func (s *Server) AddTopic(forum int64, name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[forum]
	m := c.add(&Message{Date: s.clock.Now(), topicName: name})
	m.Thread, m.topic = m.ID, true
	c.topics[m.ID] = new(topic)
	return m.ID
}

// CloseTopic closes a topic to everybody but administrators.
func (s *Server) CloseTopic(forum int64, thread int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[forum].topics[thread].closed = true
}

// DeleteTopic deletes a topic with its messages.
func (s *Server) DeleteTopic(forum int64, thread int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[forum]
	c.topics[thread].deleted = true
	for _, m := range c.messages {
		if m.Thread == thread && m.topic {
			m.deleted = true
		}
	}
}

func supergroupID(n int64) int64 { return -1_000_000_000_000 - n }

func (s *Server) addChat(id int64, kind, title string, members ...int64) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &chat{
		id: id, kind: kind, title: title,
		members: make(map[int64]bool), admins: make(map[int64]bool), topics: make(map[int]*topic),
		botStatus: "member", mayWrite: true, mayPicture: true,
	}
	for _, m := range members {
		c.members[m] = true
	}
	s.chats[id] = c
	return id
}

// SetAdmin makes the person an administrator of the chat, or no longer.
func (s *Server) SetAdmin(chat, user int64, admin bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chats[chat].admins[user] = admin
}

// add numbers the message and appends it. Callers hold Server.mu.
func (c *chat) add(m *Message) *Message {
	c.lastID++
	m.ID, m.Chat = c.lastID, c.id
	c.messages = append(c.messages, m)
	return m
}

// message returns a message that exists, or nil.
func (c *chat) message(id int) *Message {
	for _, m := range c.messages {
		if m.ID == id && !m.deleted {
			return m
		}
	}
	return nil
}

func (c *chat) group() bool { return c.kind == "group" || c.kind == "supergroup" }
