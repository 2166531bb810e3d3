package discordtest

import (
	"maps"
	"slices"
)

// Permissions of the bot in a channel.
const (
	ManageChannels = 1 << 4
	Administrator  = 1 << 3
	ViewChannel    = 1 << 10
	SendMessages   = 1 << 11
	EmbedLinks     = 1 << 14
	AttachFiles    = 1 << 15
	SendInThreads  = 1 << 38
)

// AllPermissions are those a bot is usually given.
const AllPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | SendInThreads

// Types of channels.
const (
	textChannel   = 0
	directMessage = 1
	groupMessage  = 3
	publicThread  = 11
)

// Guild is a server of the platform.
type Guild struct {
	ID, Name string
	Bot      bool // the bot is a member
	members  map[string]member
}

type member struct {
	nick        string
	permissions uint64
}

// User is a person.
type User struct {
	ID, Name, GlobalName, Locale string
	BlocksBot                    bool // takes no direct messages of it
}

// Channel is a place to write in.
type Channel struct {
	ID, Name         string
	Type             int
	Guild, Parent    string
	Permissions      uint64 // of the bot
	Archived, Locked bool   // a thread
	people           []string
}

// AddGuild adds a server that the bot is a member of.
func (s *Server) AddGuild(name string) string { return s.addGuild(name, true) }

// AddForeignGuild adds a server that the bot is no member of: people may use it
// there only because they installed it for themselves.
func (s *Server) AddForeignGuild(name string) string { return s.addGuild(name, false) }

func (s *Server) addGuild(name string, withBot bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: s.newID(), Name: name, Bot: withBot, members: make(map[string]member)}
	s.guilds[g.ID] = g
	if withBot {
		s.gateway.dispatch("GUILD_CREATE", s.guildJSON(g))
	}
	return g.ID
}

// AddUser adds a person; members of every guild by it.
func (s *Server) AddUser(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: s.newID(), Name: name, Locale: "en-US"}
	s.users[u.ID] = u
	return u.ID
}

// ChangeUser changes a person.
func (s *Server) ChangeUser(id string, change func(*User)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.users[id])
}

// SetMember gives a person a name and permissions within a server.
func (s *Server) SetMember(guild, user, nick string, permissions uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds[guild].members[user] = member{nick, permissions}
}

// AddChannel adds a text channel to a server.
func (s *Server) AddChannel(guild, name string) string {
	return s.addChannel(Channel{Name: name, Type: textChannel, Guild: guild, Permissions: AllPermissions})
}

// AddThread adds a thread to a channel.
func (s *Server) AddThread(parent, name string) string {
	s.mu.Lock()
	guild := s.channels[parent].Guild
	s.mu.Unlock()
	return s.addChannel(Channel{Name: name, Type: publicThread, Guild: guild, Parent: parent, Permissions: AllPermissions})
}

// AddDM adds the channel between a person and the bot.
func (s *Server) AddDM(user string) string {
	return s.addChannel(Channel{Type: directMessage, people: []string{user}, Permissions: AllPermissions})
}

// AddGroup adds a private channel of several people; the bot is never a member.
func (s *Server) AddGroup(users ...string) string {
	return s.addChannel(Channel{Type: groupMessage, people: users})
}

func (s *Server) addChannel(c Channel) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.ID = s.newID()
	s.channels[c.ID] = &c
	return c.ID
}

// ChangeChannel changes a channel.
func (s *Server) ChangeChannel(id string, change func(*Channel)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.channels[id])
}

// DeleteChannel deletes a channel or thread with its messages.
func (s *Server) DeleteChannel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	delete(s.channels, id)
	maps.DeleteFunc(s.messages, func(_ string, m *Message) bool { return m.Channel == id })
	name := "CHANNEL_DELETE"
	if c.Type == publicThread {
		name = "THREAD_DELETE"
	}
	s.gateway.dispatch(name, channelJSON(c))
}

// RemoveBot throws the bot out of a server.
func (s *Server) RemoveBot(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds[guild].Bot = false
	s.gateway.dispatch("GUILD_DELETE", object{"id": guild})
}

// ReturnBot takes the bot into a server again.
func (s *Server) ReturnBot(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[guild]
	g.Bot = true
	s.gateway.dispatch("GUILD_CREATE", s.guildJSON(g))
}

// Outage makes a server unavailable, which says nothing about the bot.
func (s *Server) Outage(guild string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.dispatch("GUILD_DELETE", object{"id": guild, "unavailable": true})
}

// object is a JSON object.
type object map[string]any

func (s *Server) guildJSON(g *Guild) object {
	channels := []object{}
	for _, id := range slices.Sorted(maps.Keys(s.channels)) {
		if c := s.channels[id]; c.Guild == g.ID && c.Type == textChannel {
			channels = append(channels, channelJSON(c))
		}
	}
	return object{"id": g.ID, "name": g.Name, "unavailable": false, "channels": channels, "threads": []object{}, "roles": []object{}}
}

func channelJSON(c *Channel) object {
	o := object{"id": c.ID, "type": c.Type}
	if c.Name != "" {
		o["name"] = c.Name
	}
	if c.Guild != "" {
		o["guild_id"] = c.Guild
	}
	if c.Parent != "" {
		o["parent_id"] = c.Parent
	}
	return o
}

func userJSON(u *User) object {
	o := object{"id": u.ID, "username": u.Name, "discriminator": "0", "avatar": nil, "global_name": nil, "public_flags": 0, "flags": 0}
	if u.GlobalName != "" {
		o["global_name"] = u.GlobalName
	}
	return o
}

// botIn reports whether the bot is a member where the channel is.
func (s *Server) botIn(c *Channel) bool {
	switch c.Type {
	case directMessage:
		return true
	case groupMessage:
		return false
	}
	g := s.guilds[c.Guild]
	return g != nil && g.Bot && c.Permissions&ViewChannel != 0
}
