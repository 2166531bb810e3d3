package web

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/language"

	"tablabot/bot"
)

const (
	maxText    = 2000             // characters of what is typed
	decideTime = 30 * time.Second // for an event to be decided
)

var (
	eventID     = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)
	commandLine = regexp.MustCompile(`(?s)^/([A-Za-z0-9_]{1,32})(?:@\S+)?(?:\s+(.*))?$`)
)

// reply is what the page is told about an event.
type reply struct {
	Kind    string       `json:"kind"` // "ok", "info", "refusal", "warning"
	Text    string       `json:"text,omitempty"`
	Note    *wireMessage `json:"note,omitempty"`    // for the sender's eyes
	Instead bool         `json:"instead,omitempty"` // it takes the place of the note that was tapped
	Follows bool         `json:"follows,omitempty"`
}

var kinds = map[bot.AnswerKind]string{
	bot.OK: "ok", bot.Info: "info", bot.Refusal: "refusal", bot.Warning: "warning",
}

// tap takes in the tap of a button, with the text that its prompt asked for if it
// has one.
func (s *site) tap(_ http.ResponseWriter, r *http.Request) (any, error) {
	ask, room, event, err := s.event(r)
	if err != nil {
		return nil, err
	}
	if ask.Data == "" {
		return nil, &problem{http.StatusBadRequest, sayBadRequest}
	}
	event.Kind, event.Data = bot.Tap, ask.Data
	if ask.Text != "" {
		event.Kind, event.Text = bot.Say, ask.Text
	}
	return s.take(room, event)
}

// send takes in a typed text: a command, a reply to a message, or talk that is
// for the people of the room alone.
func (s *site) send(_ http.ResponseWriter, r *http.Request) (any, error) {
	ask, room, event, err := s.event(r)
	if err != nil {
		return nil, err
	}
	if ask.Text == "" {
		return nil, &problem{http.StatusBadRequest, sayTextBlank}
	}
	line := wireMessage{
		Kind:  "say",
		Who:   &person{event.Person.Key, event.Person.Name},
		Text:  []wireSpan{{Text: ask.Text}},
		Reply: room.quote(ask.Ref),
	}
	parts := commandLine.FindStringSubmatch(ask.Text)
	switch {
	case parts != nil:
		line.Kind = "command"
		event.Kind, event.Command, event.Args = bot.Command, strings.ToLower(parts[1]), strings.TrimSpace(parts[2])
	case ask.Ref != "":
		event.Kind, event.Text = bot.Say, ask.Text
	}
	room.post("line/"+event.Key, line, nil)
	if event.Kind == 0 {
		return reply{Kind: kinds[bot.OK]}, nil
	}
	return s.take(room, event)
}

// event reads a request and makes the part of its event that all kinds share.
func (s *site) event(r *http.Request) (asked, *room, bot.Event, error) {
	var ask asked
	owner, err := s.read(r, &ask)
	if err != nil {
		return ask, nil, bot.Event{}, err
	}
	who, known := s.people.speaker(owner, ask.As)
	ask.Text = strings.TrimSpace(cleanText(ask.Text))
	switch {
	case !eventID.MatchString(ask.ID) || !isPrintable(ask.Data) || !isPrintable(string(ask.Ref)):
		return ask, nil, bot.Event{}, &problem{http.StatusBadRequest, sayBadRequest}
	case !roomName.MatchString(ask.Room):
		return ask, nil, bot.Event{}, &problem{http.StatusBadRequest, sayRoomName}
	case !known:
		return ask, nil, bot.Event{}, &problem{http.StatusUnauthorized, sayNotYou}
	case utf8.RuneCountInString(ask.Text) > maxText:
		return ask, nil, bot.Event{}, &problem{http.StatusUnprocessableEntity, sayTextLong}
	}
	room, ok := s.rooms.open(ask.Room)
	if !ok {
		return ask, nil, bot.Event{}, &problem{http.StatusServiceUnavailable, sayRoomsFull}
	}
	return ask, room, bot.Event{
		Key:    doorName + ":" + string(owner) + ":" + ask.ID,
		Time:   s.cfg.Clock.Now(),
		Chat:   room.chat(),
		Title:  room.name,
		Person: bot.Person{Key: who.Key, Name: who.Name, Handle: who.Name, Language: languageOf(r)},
		Ref:    ask.Ref,
	}, nil
}

// take hands an event in and turns its answer into what the page is told. A note
// for all becomes a message, once however often the event is sent.
func (s *site) take(room *room, event bot.Event) (any, error) {
	answer, err := s.decide(event)
	if err != nil {
		s.cfg.Log.Warn("an event was not taken", "event", event.Key, "error", err)
		return nil, &problem{http.StatusServiceUnavailable, sayNotSaved}
	}
	told := reply{Kind: kinds[answer.Kind], Text: answer.Text, Follows: answer.Follows, Instead: answer.Instead}
	if answer.Note == nil {
		return told, nil
	}
	if answer.Private {
		shown := s.pictures.show(*answer.Note)
		note := draw(*answer.Note, shown)
		note.At = event.Time
		s.pictures.hide(shown) // no message holds it; it stays among the latest
		told.Note = &note
		return told, nil
	}
	s.post(room, "note/"+event.Key, *answer.Note)
	return told, nil
}

// tellFound says, once somebody looks at a new room, that the chat can be written
// to: if it is an old chat, the messages of an earlier process are gone.
func (s *site) tellFound(room *room) {
	if !room.found.CompareAndSwap(false, true) {
		return
	}
	_, err := s.decide(bot.Event{
		Key:   doorName + ":" + room.id + ":found",
		Kind:  bot.ChatFound,
		Time:  s.cfg.Clock.Now(),
		Chat:  room.chat(),
		Title: room.name,
	})
	if err != nil {
		s.cfg.Log.Warn("a room was not found again", "room", room.name, "error", err)
		room.found.Store(false) // the next who looks tries again
	}
}

// decide goes on when the sender's window closes: what was sent counts.
func (s *site) decide(event bot.Event) (bot.Answer, error) {
	ctx, cancel := context.WithTimeout(s.working, decideTime)
	defer cancel()
	return s.handle(ctx, event)
}

func isPrintable(text string) bool {
	return len(text) <= 64 && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0
}

// languageOf returns the language that the browser likes best; empty if it does
// not say.
func languageOf(r *http.Request) string {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil || len(tags) == 0 {
		return ""
	}
	return tags[0].String()
}
