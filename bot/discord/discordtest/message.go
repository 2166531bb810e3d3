package discordtest

import (
	"encoding/json"
	"image"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Flags of a message.
const (
	flagEphemeral = 1 << 6
	flagLoading   = 1 << 7
	flagSilent    = 1 << 12
)

// Message is what a channel shows.
type Message struct {
	ID, Channel string
	Content     string
	Rows        [][]Component
	Pictures    []Picture
	Thinking    bool   // a promised answer that is still to come
	For         string // whose eyes alone see it; empty: everybody's
	Silent      bool
	Notified    []string // whom it pinged
	Edits       int

	at         time.Time
	components json.RawMessage
}

// Picture is an attachment.
type Picture struct {
	ID, Name, Alt string
	Data          []byte
	Image         image.Image // nil if it is none
}

// Component is a button or a select.
type Component struct {
	Type     int // 2 a button, 3 a select
	CustomID string
	Label    string // of a button; of a select, what stands on it
	Style    int
	Options  []Choice
}

// Choice is a line of a select, or a suggestion.
type Choice struct{ Label, Value string }

// Messages returns what a channel shows to everybody, oldest first.
func (s *Server) Messages(channel string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown(func(m *Message) bool { return m.Channel == channel && m.For == "" })
}

// Whispers returns the messages of a channel that only this person sees.
func (s *Server) Whispers(channel, user string) []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown(func(m *Message) bool { return m.Channel == channel && m.For == user })
}

// Message returns one message.
func (s *Server) Message(id string) (Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.messages[id]
	if !ok {
		return Message{}, false
	}
	return m.copied(), true
}

// DeleteMessage deletes a message, as its readers can.
func (s *Server) DeleteMessage(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.messages, id)
}

func (s *Server) shown(which func(*Message) bool) []Message {
	var out []Message
	for _, m := range s.messages {
		if which(m) {
			out = append(out, m.copied())
		}
	}
	slices.SortFunc(out, func(a, b Message) int {
		return compareIDs(a.ID, b.ID)
	})
	return out
}

func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

func (m *Message) copied() Message {
	c := *m
	c.Rows, c.Pictures, c.Notified = slices.Clone(m.Rows), slices.Clone(m.Pictures), slices.Clone(m.Notified)
	return c
}

// postMessage is POST /channels/{channel}/messages.
func (s *Server) postMessage(r *request) (any, *apiError) {
	c, failure := s.mayWrite(r.PathValue("channel"), len(r.files) > 0)
	if failure != nil {
		return nil, failure
	}
	f, failure := s.readForm(r, "MessageCreateRequest")
	if failure != nil {
		return nil, failure
	}
	key, isText := f.Nonce.(string)
	key = c.ID + "/" + key
	if old, ok := s.nonces[key]; ok && f.EnforceNonce && s.clock.Now().Sub(old.at) < 5*time.Minute {
		if m := s.messages[old.message]; m != nil {
			return s.messageJSON(m), nil
		}
	}
	m, failure := s.create(c.ID, "", f, r)
	if failure != nil {
		return nil, failure
	}
	if isText {
		s.nonces[key] = nonce{m.ID, s.clock.Now()}
	}
	return s.messageJSON(m), nil
}

// mayWrite returns the channel if the bot may post there.
func (s *Server) mayWrite(id string, files bool) (*Channel, *apiError) {
	c := s.channels[id]
	if c == nil {
		return nil, errUnknownChannel
	}
	if !s.botIn(c) {
		return nil, errMissingAccess
	}
	need := uint64(SendMessages)
	switch {
	case c.Type == publicThread:
		need = SendInThreads
	case c.Type == directMessage && s.users[c.people[0]].BlocksBot:
		return nil, errNoDirectMessages
	}
	if files {
		need |= AttachFiles
	}
	if c.Permissions&need != need {
		return nil, errMissingPermissions
	}
	if c.Locked {
		return nil, errLockedThread
	}
	c.Archived = false
	return c, nil
}

// patchMessage is PATCH /channels/{channel}/messages/{id}.
func (s *Server) patchMessage(r *request) (any, *apiError) {
	c := s.channels[r.PathValue("channel")]
	if c == nil {
		return nil, errUnknownChannel
	}
	if !s.botIn(c) {
		return nil, errMissingAccess
	}
	m := s.messages[r.PathValue("id")]
	if m == nil || m.Channel != c.ID || m.For != "" {
		return nil, errUnknownMessage
	}
	if len(r.files) > 0 && c.Permissions&AttachFiles == 0 {
		return nil, errMissingPermissions
	}
	if c.Locked || c.Archived {
		return nil, &apiError{400, 50083, "Thread is archived", ""}
	}
	f, failure := s.readForm(r, "MessageEditRequestPartial")
	if failure != nil {
		return nil, failure
	}
	if failure := s.change(m, f, r); failure != nil {
		return nil, failure
	}
	return s.messageJSON(m), nil
}

// create makes a message; whose is the person who alone sees it.
func (s *Server) create(channel, whose string, f *form, r *request) (*Message, *apiError) {
	m := &Message{ID: s.newID(), Channel: channel, For: whose, Silent: f.Flags&flagSilent != 0, at: s.clock.Now()}
	if failure := s.fill(m, f, r); failure != nil {
		return nil, failure
	}
	m.Notified = notified(m.Content, f)
	s.messages[m.ID] = m
	return m, nil
}

// change edits a message. Nobody is notified by an edit.
func (s *Server) change(m *Message, f *form, r *request) *apiError {
	changed := m.copied()
	if failure := s.fill(&changed, f, r); failure != nil {
		return failure
	}
	*m = changed
	m.Edits++
	return nil
}

// fill applies a form to a message.
func (s *Server) fill(m *Message, f *form, r *request) *apiError {
	if f.Content != nil {
		m.Content = *f.Content
	}
	if f.Components != nil {
		rows, failure := readRows(f.Components)
		if failure != nil {
			return failure
		}
		m.Rows, m.components = rows, f.Components
	}
	pictures, failure := s.attach(m.Pictures, f.Attachments, r)
	if failure != nil {
		return failure
	}
	m.Pictures = pictures
	if strings.TrimSpace(m.Content) == "" && len(m.Pictures) == 0 && len(m.Rows) == 0 {
		return errEmptyMessage
	}
	return nil
}

var mentionPattern = regexp.MustCompile(`<@!?(\d+)>`)

// notified returns whom a new message pings.
func notified(content string, f *form) []string {
	if f.AllowedMentions == nil || f.Flags&flagSilent != 0 {
		return nil
	}
	var out []string
	for _, match := range mentionPattern.FindAllStringSubmatch(content, -1) {
		id := match[1]
		allowed := slices.Contains(f.AllowedMentions.Users, id) || slices.Contains(f.AllowedMentions.Parse, "users")
		if allowed && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// messageJSON is the message as bots get it.
func (s *Server) messageJSON(m *Message) object {
	attachments := []object{}
	for _, p := range m.Pictures {
		attachments = append(attachments, object{
			"id": p.ID, "filename": p.Name, "description": p.Alt, "size": len(p.Data),
			"url": s.http.URL + "/attachments/" + p.ID, "proxy_url": s.http.URL + "/attachments/" + p.ID,
		})
	}
	components := m.components
	if components == nil {
		components = json.RawMessage("[]")
	}
	flags := 0
	if m.For != "" {
		flags |= flagEphemeral
	}
	if m.Thinking {
		flags |= flagLoading
	}
	return object{
		"id": m.ID, "channel_id": m.Channel, "content": m.Content, "type": 0, "flags": flags,
		"author":      object{"id": s.app, "username": "tablabot", "bot": true, "discriminator": "0", "avatar": nil, "global_name": nil, "public_flags": 0, "flags": 0},
		"attachments": attachments, "components": components, "embeds": []object{},
		"mentions": []object{}, "mention_roles": []string{}, "mention_everyone": false,
		"pinned": false, "tts": false, "timestamp": m.at.UTC().Format(time.RFC3339Nano), "edited_timestamp": nil,
	}
}
