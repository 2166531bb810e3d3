package bot

import (
	"strings"
	"time"
)

// ChatKey names a chat. Only the door that made it can read it; every key begins
// with its door's name and a colon ("tg:-1001234", "dc:998877", "web:main").
// A topic of a Telegram forum is a chat of its own.
type ChatKey string

// Door returns the name of the door that made the key.
func (k ChatKey) Door() string { return doorOf(string(k)) }

// PersonKey names a person, across all chats of one platform ("tg:77", "web:ana").
type PersonKey string

// Door returns the name of the door that made the key.
func (k PersonKey) Door() string { return doorOf(string(k)) }

// BoardRef names a message that shows a board. Only its door reads it.
type BoardRef string

// Person is who sent an event.
type Person struct {
	Key       PersonKey
	Name      string // as the platform shows it; empty if unknown
	Handle    string // the unique name others call the person by, without "@"; empty if none
	Language  string // IETF language tag of the person's client; empty if unknown
	Anonymous bool   // speaks for a chat, cannot sit
	Admin     bool   // may administer the chat; asked only where [Event.WantsAdmin] says so
}

// EventKind is what happened.
type EventKind uint8

const (
	Command    EventKind = iota + 1 // a command with its arguments
	Tap                             // a button with its data
	Say                             // text in reply to a board, or typed into a board's prompt
	Migrated                        // the chat has a new key: Event.NewChat
	ChatLost                        // the bot was removed, or the chat is gone
	ChatFound                       // the bot was added or got its rights back
	DeadlineUp                      // a deadline of a match has come: Event.Deadline
	Thought                         // the computer has decided what Event.Deadline asked for: Event.Data
)

// Event is one thing that happened, in the words of no platform.
type Event struct {
	Key     string // idempotency key: a second event with it changes nothing
	Kind    EventKind
	Time    time.Time
	Chat    ChatKey
	Private bool   // a chat of one person with the bot
	Aloud   bool   // what the person is told in words, all of the chat reads
	Title   string // the chat's name, empty if unknown
	Person  Person

	Command string            // without slash, lower case
	Args    string            // what followed the command as one text
	Options map[string]string // named options (Discord); nil elsewhere
	Data    string            // a button's data
	Text    string            // what was said
	Ref     BoardRef          // the message tapped or replied to; empty if none

	NewChat  ChatKey
	Deadline Deadline
}

// WantsAdmin reports whether the decision may depend on the person being an
// administrator, so that a door asks its platform only then.
func (e *Event) WantsAdmin() bool {
	switch e.Kind {
	case Command:
		return e.Command == "cancel" || e.Command == "settings"
	case Tap: // the choice of which match to cancel
		return strings.HasSuffix(e.Data, ":cancel")
	}
	return false
}

// Deadline is a match's appointment.
type Deadline struct {
	Match string
	Kind  string // "remind", "claim", "expire", "stop", "think"
	Turn  int    // the turn it was made for; a later turn makes it stale
	At    time.Time
}

// AnswerKind is how an answer is shown.
type AnswerKind uint8

const (
	OK      AnswerKind = iota // done; a short text at most, often none
	Info                      // something to know; nothing changed
	Refusal                   // not possible, and why
	Warning                   // as Info, but of consequence: shown so that it is not missed
)

// Answer is what the sender of an event is told, at once and in private where
// the platform can.
type Answer struct {
	Kind    AnswerKind
	Text    string    // plain, at most 200 characters
	Note    *Rendered // a list, a help page: posted as a message of its own, best effort
	Instead bool      // the note takes the place of the one whose button was tapped, where the platform can
	Private bool      // the note is for the sender's eyes, where the platform can
	Follows bool      // a board will be posted to the chat in answer to this event
}

func doorOf(key string) string {
	for i := range len(key) {
		if key[i] == ':' {
			return key[:i]
		}
	}
	return ""
}
