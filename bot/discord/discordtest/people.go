package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Command has a person use a slash command. Values of options are text, numbers,
// booleans, or the id of a person. It returns what the person saw at once.
func (s *Server) Command(user, channel, name string, options map[string]any) Seen {
	s.Wait(func() bool { return slices.Contains(s.Commands(), name) })
	s.mu.Lock()
	defined, ok := s.definition(name)
	if !ok {
		s.violate("%s used the command %q, which is not registered", user, name)
		s.mu.Unlock()
		return Seen{}
	}
	data := object{"id": "1", "name": name, "type": 1}
	resolved := object{"users": object{}, "members": object{}}
	var list []object
	for _, o := range defined.Options {
		value, given := options[o.Name]
		switch {
		case !given && o.Required:
			s.violate("%s used %q without %q", user, name, o.Name)
		case given:
			list = append(list, object{"name": o.Name, "type": o.Type, "value": value})
			if id, isText := value.(string); isText && o.Type == 6 {
				s.resolve(resolved, id, s.channels[channel])
			}
		}
	}
	for option := range options {
		if !slices.ContainsFunc(list, func(o object) bool { return o["name"] == option }) {
			s.violate("%s gave %q the unknown option %q", user, name, option)
		}
	}
	if len(list) > 0 {
		data["options"], data["resolved"] = list, resolved
	}
	s.mu.Unlock()
	return s.interact(kindCommand, user, channel, "", data)
}

func (s *Server) definition(name string) (commandForm, bool) {
	for _, raw := range s.commands {
		if c := command(raw); c.Name == name {
			return c, true
		}
	}
	return commandForm{}, false
}

func (s *Server) resolve(into object, id string, c *Channel) {
	u := s.users[id]
	if u == nil {
		return
	}
	into["users"].(object)[id] = userJSON(u)
	if g := s.guilds[c.Guild]; g != nil {
		m := memberJSON(g.members[id], nil)
		delete(m, "user")
		into["members"].(object)[id] = m
	}
}

// Type has a person type into an option of a command, and returns the suggestions.
func (s *Server) Type(user, channel, name, option, text string) Seen {
	return s.interact(kindComplete, user, channel, "", object{
		"id": "1", "name": name, "type": 1,
		"options": []object{{"name": option, "type": 3, "value": text, "focused": true}},
	})
}

// Tap has a person tap a button, or choose a line of a select, found by its label
// or its custom id.
func (s *Server) Tap(user, channel, message, what string) Seen {
	s.mu.Lock()
	m := s.messages[message]
	if m == nil {
		s.mu.Unlock()
		return Seen{}
	}
	data, ok := m.find(what)
	if !ok {
		s.violate("%s tapped %q, which is not there: %v", user, what, m.Rows)
	}
	s.mu.Unlock()
	if !ok {
		return Seen{}
	}
	return s.interact(kindComponent, user, channel, message, data)
}

// TapUnseen has a person tap a button, or choose a line of a select, that may no
// longer be there: what they see may be older than what the channel shows.
func (s *Server) TapUnseen(user, channel, message, customID string) Seen {
	data, there := object(nil), false
	s.mu.Lock()
	if m := s.messages[message]; m != nil {
		data, there = m.find(customID)
	}
	s.mu.Unlock()
	if !there {
		data = object{"component_type": typeButton, "custom_id": customID}
	}
	return s.interact(kindComponent, user, channel, message, data)
}

func (m *Message) find(what string) (object, bool) {
	for _, row := range m.Rows {
		for _, c := range row {
			if c.Type == typeButton && (c.Label == what || c.CustomID == what) {
				return object{"component_type": typeButton, "custom_id": c.CustomID}, true
			}
			for _, o := range c.Options {
				if o.Label == what || o.Value == what {
					return object{"component_type": typeSelect, "custom_id": c.CustomID, "values": []string{o.Value}}, true
				}
			}
		}
	}
	return nil, false
}

// SubmitModal has a person fill in a modal.
func (s *Server) SubmitModal(user string, modal *Modal, text string) Seen {
	field := object{"type": typeInput, "custom_id": modal.field, "value": text}
	part := object{"type": typeRow, "components": []object{field}}
	if modal.labeled {
		part = object{"type": typeLabel, "id": 1, "component": field}
	}
	return s.interact(kindModal, user, modal.channel, modal.message, object{
		"custom_id": modal.CustomID, "components": []object{part},
	})
}

// interact sends an interaction and waits for the first answer.
func (s *Server) interact(kind int, user, channel, message string, data object) Seen {
	s.Wait(s.Connected)
	s.mu.Lock()
	c := s.channels[channel]
	if c == nil || s.users[user] == nil {
		s.mu.Unlock()
		return Seen{}
	}
	in := &interaction{
		id: s.newID(), kind: kind, user: user, channel: c, source: message,
		at: s.clock.Now(), foreign: !s.botIn(c), first: make(chan struct{}),
	}
	in.token = fmt.Sprintf("secret-%s-%d", in.id, len(s.interactions))
	s.interactions[in.token] = in
	event := s.interactionJSON(in, data)
	s.gateway.dispatch("INTERACTION_CREATE", event)
	s.mu.Unlock()
	select {
	case <-in.first:
	case <-time.After(s.options.Patience):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return in.seen
}

// Tokens returns the tokens of all interactions, for tests that look for them
// where they must not be.
func (s *Server) Tokens() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for token := range s.interactions {
		out = append(out, token)
	}
	return out
}

// interactionJSON is the interaction as the bot gets it.
func (s *Server) interactionJSON(in *interaction, data object) object {
	c, u := in.channel, s.users[in.user]
	o := object{
		"id": in.id, "application_id": s.app, "type": in.kind, "token": in.token, "version": 1,
		"channel_id": c.ID, "channel": channelJSON(c), "locale": u.Locale, "data": data,
		"app_permissions":                strconv.FormatUint(s.appPermissions(in), 10),
		"entitlements":                   []object{},
		"authorizing_integration_owners": object{"1": in.user},
		"attachment_size_limit":          maxUpload,
		"context":                        2,
	}
	switch g := s.guilds[c.Guild]; {
	case g != nil:
		o["context"], o["guild_id"], o["guild_locale"] = 0, g.ID, "en-US"
		o["member"] = memberJSON(g.members[u.ID], u)
		if g.Bot {
			o["authorizing_integration_owners"] = object{"0": g.ID}
		}
	case c.Type == directMessage:
		o["context"], o["user"] = 1, userJSON(u)
		o["authorizing_integration_owners"] = object{"0": "0"}
	default:
		o["user"] = userJSON(u)
	}
	if in.source != "" {
		if m := s.messages[in.source]; m != nil {
			o["message"] = s.messageJSON(m)
		}
	}
	return o
}

func (s *Server) appPermissions(in *interaction) uint64 {
	if in.foreign {
		return AttachFiles | EmbedLinks
	}
	return in.channel.Permissions
}

func memberJSON(m member, u *User) object {
	o := object{
		"roles": []string{}, "deaf": false, "mute": false, "flags": 0,
		"joined_at": "2024-01-01T00:00:00+00:00", "nick": nil,
		"permissions": strconv.FormatUint(m.permissions, 10),
	}
	if u != nil {
		o["user"] = userJSON(u)
	}
	if m.nick != "" {
		o["nick"] = m.nick
	}
	return o
}

// Repeat sends the last event again, as a gateway may after a reconnection.
func (s *Server) Repeat() {
	g := &s.gateway
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, session := range g.sessions {
		if n := len(session.events); n > 0 {
			last := session.events[n-1]
			g.emitLocked(session, last.Type, last.Data)
		}
	}
}
