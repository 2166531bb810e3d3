package discordtest

import (
	"encoding/json"
	"slices"
	"time"
)

// Kinds of interactions.
const (
	kindCommand   = 2
	kindComponent = 3
	kindComplete  = 4
	kindModal     = 5
)

// Lives of an interaction.
const (
	tokenLife    = 15 * time.Minute
	maxFollowUps = 5 // where the bot was installed by the person alone
)

// interaction is one, with what was answered to it.
type interaction struct {
	id, token string
	kind      int
	user      string
	channel   *Channel
	source    string // the tapped message
	at        time.Time
	foreign   bool // the bot is no member here
	answered  bool
	first     chan struct{} // closed with answered
	seen      Seen
	original  string // message
	made      []string
	followUps int
	forOne    bool // a deferred answer was promised to one person
}

// AnswerKind is how the bot answered first.
type AnswerKind int

// Kinds of first answers; the numbers are the platform's.
const (
	Ignored  AnswerKind = 0 // no answer: "the application did not respond"
	Said     AnswerKind = 4 // a message
	Thinking AnswerKind = 5 // "thinking …", a message shall follow
	Silent   AnswerKind = 6 // nothing to see
	Updated  AnswerKind = 7 // the tapped message changed
	Choices  AnswerKind = 8
	Asked    AnswerKind = 9 // a modal opened
)

// Seen is what a person saw at once.
type Seen struct {
	Kind        AnswerKind
	Text        string // of the message
	Ephemeral   bool   // the person alone sees it
	Message     string // id of the message, of a promised one too
	Modal       *Modal
	Choices     []Choice
	Interaction string
}

// postCallback is POST /interactions/{id}/{token}/callback.
func (s *Server) postCallback(r *request) (any, *apiError) {
	in := s.interactions[r.PathValue("token")]
	if in == nil || in.id != r.PathValue("id") {
		return nil, errUnknownInteraction
	}
	if in.answered {
		return nil, errAcknowledged
	}
	if s.clock.Now().Sub(in.at) > s.options.AnswerWithin {
		return nil, errUnknownInteraction
	}
	var body struct {
		Type AnswerKind      `json:"type"`
		Data json.RawMessage `json:"data"`
	}
	if failure := r.decode(&body); failure != nil {
		return nil, failure
	}
	if failure := s.answerFirst(in, body.Type, body.Data, r); failure != nil {
		return nil, failure
	}
	in.seen.Kind, in.seen.Interaction = body.Type, in.id
	in.answered = true
	close(in.first)
	return nil, nil
}

// callbackSchemas name the form of each first answer.
var callbackSchemas = map[AnswerKind]string{
	Said:     "CreateMessageInteractionCallbackRequest",
	Thinking: "CreateMessageInteractionCallbackRequest",
	Silent:   "UpdateMessageInteractionCallbackRequest",
	Updated:  "UpdateMessageInteractionCallbackRequest",
	Choices:  "ApplicationCommandAutocompleteCallbackRequest",
	Asked:    "ModalInteractionCallbackRequest",
}

func (s *Server) answerFirst(in *interaction, kind AnswerKind, data json.RawMessage, r *request) *apiError {
	if failure := s.schema.check(callbackSchemas[kind], r.body); failure != nil {
		return failure
	}
	if (kind == Choices) != (in.kind == kindComplete) {
		return badForm("answer %d to an interaction of kind %d", kind, in.kind)
	}
	switch kind {
	case Said, Thinking:
		return s.answerMessage(in, kind, data, r)
	case Silent, Updated:
		return s.answerSource(in, kind, data, r)
	case Choices:
		return answerChoices(in, data)
	case Asked:
		if in.kind == kindModal {
			return badForm("a modal in answer to a modal")
		}
		modal, failure := readModal(data)
		if failure != nil {
			return failure
		}
		modal.message, modal.channel = in.source, in.channel.ID
		in.seen.Modal = modal
		return nil
	}
	return badForm("answer of the unknown type %d", kind)
}

func (s *Server) answerMessage(in *interaction, kind AnswerKind, data json.RawMessage, r *request) *apiError {
	f := new(form)
	if len(data) > 0 {
		if err := json.Unmarshal(data, f); err != nil {
			return badForm("data: %v", err)
		}
	}
	whose := ""
	if f.Flags&flagEphemeral != 0 {
		whose = in.user
	}
	if kind == Thinking {
		m := &Message{ID: s.newID(), Channel: in.channel.ID, For: whose, Thinking: true, at: s.clock.Now()}
		s.messages[m.ID] = m
		in.forOne = whose != ""
		in.keep(m)
		return nil
	}
	if failure := s.checkForm(f); failure != nil {
		return failure
	}
	if failure := s.mayAttach(in, r); failure != nil {
		return failure
	}
	m, failure := s.create(in.channel.ID, whose, f, r)
	if failure != nil {
		return failure
	}
	in.keep(m)
	in.seen.Text = m.Content
	return nil
}

// keep makes a message the original of the interaction.
func (in *interaction) keep(m *Message) {
	in.original = m.ID
	in.made = append(in.made, m.ID)
	in.seen.Message, in.seen.Ephemeral = m.ID, m.For != ""
}

func (s *Server) answerSource(in *interaction, kind AnswerKind, data json.RawMessage, r *request) *apiError {
	if in.source == "" {
		return badForm("answer %d to an interaction without a message", kind)
	}
	in.original = in.source
	if kind == Silent {
		return nil
	}
	f := new(form)
	if err := json.Unmarshal(data, f); err != nil {
		return badForm("data: %v", err)
	}
	if failure := s.checkForm(f); failure != nil {
		return failure
	}
	m := s.messages[in.source]
	if m == nil {
		return errUnknownMessage
	}
	return s.change(m, f, r)
}

func answerChoices(in *interaction, data json.RawMessage) *apiError {
	var body struct {
		Choices []struct {
			Name  string          `json:"name"`
			Value json.RawMessage `json:"value"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return badForm("data: %v", err)
	}
	if len(body.Choices) > 25 {
		return badForm("choices: %d of them", len(body.Choices))
	}
	for _, c := range body.Choices {
		if n := characters(c.Name); n < 1 || n > 100 {
			return badForm("choices: a name of %d characters", n)
		}
		in.seen.Choices = append(in.seen.Choices, Choice{c.Name, unquoted(c.Value)})
	}
	return nil
}

func unquoted(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// mayAttach holds the bot's permissions against uploads. Where the bot is no
// member the person's own rights count.
func (s *Server) mayAttach(in *interaction, r *request) *apiError {
	if len(r.files) > 0 && !in.foreign && in.channel.Permissions&AttachFiles == 0 {
		return errMissingPermissions
	}
	return nil
}

// byToken returns the interaction of a webhook's path.
func (s *Server) byToken(r *request) (*interaction, *apiError) {
	in := s.interactions[r.PathValue("token")]
	switch {
	case r.PathValue("app") != s.app, in == nil:
		return nil, errUnknownWebhook
	case s.clock.Now().Sub(in.at) > tokenLife:
		return nil, errInvalidToken
	case !in.answered:
		return nil, errUnknownWebhook
	}
	return in, nil
}

// postFollowUp is POST /webhooks/{app}/{token}.
func (s *Server) postFollowUp(r *request) (any, *apiError) {
	in, failure := s.byToken(r)
	if failure != nil {
		return nil, failure
	}
	in.followUps++
	if in.foreign && in.followUps > maxFollowUps {
		return nil, errTooManyFollowUps
	}
	f, failure := s.readForm(r, "IncomingWebhookInteractionRequest")
	if failure != nil {
		return nil, failure
	}
	if failure := s.mayAttach(in, r); failure != nil {
		return nil, failure
	}
	whose := ""
	if f.Flags&flagEphemeral != 0 {
		whose = in.user
	}
	// The first follow-up takes the place of "thinking …", seen by whom that was.
	if m := s.messages[in.original]; m != nil && m.Thinking {
		if failure := s.change(m, f, r); failure != nil {
			return nil, failure
		}
		m.Thinking = false
		m.Notified = notified(m.Content, f)
		return s.messageJSON(m), nil
	}
	m, failure := s.create(in.channel.ID, whose, f, r)
	if failure != nil {
		return nil, failure
	}
	in.made = append(in.made, m.ID)
	return s.messageJSON(m), nil
}

// madeBy returns the message that a webhook's path names.
func (s *Server) madeBy(r *request) (*interaction, *Message, *apiError) {
	in, failure := s.byToken(r)
	if failure != nil {
		return nil, nil, failure
	}
	id := r.PathValue("id")
	if id == "@original" {
		id = in.original
	}
	m := s.messages[id]
	if m == nil {
		return nil, nil, errUnknownMessage
	}
	for _, made := range slices.Concat(in.made, []string{in.original}) {
		if made == id {
			return in, m, nil
		}
	}
	return nil, nil, errUnknownMessage
}

// patchWebhook is PATCH /webhooks/{app}/{token}/messages/{id}.
func (s *Server) patchWebhook(r *request) (any, *apiError) {
	in, m, failure := s.madeBy(r)
	if failure != nil {
		return nil, failure
	}
	f, failure := s.readForm(r, "IncomingWebhookUpdateRequestPartial")
	if failure != nil {
		return nil, failure
	}
	if failure := s.mayAttach(in, r); failure != nil {
		return nil, failure
	}
	if f.Flags&^(1<<2|1<<15) != 0 {
		return nil, badForm("flags %d cannot be edited", f.Flags)
	}
	if failure := s.change(m, f, r); failure != nil {
		return nil, failure
	}
	if m.Thinking { // an answer that was promised is a new message to its readers
		m.Thinking, m.Edits = false, 0
		m.Notified = notified(m.Content, f)
	}
	return s.messageJSON(m), nil
}

// deleteWebhook is DELETE /webhooks/{app}/{token}/messages/{id}.
func (s *Server) deleteWebhook(r *request) (any, *apiError) {
	_, m, failure := s.madeBy(r)
	if failure != nil {
		return nil, failure
	}
	delete(s.messages, m.ID)
	return nil, nil
}
