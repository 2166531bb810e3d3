package bot

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Handler takes an event in. It returns once everything the event changes is
// durable; an error means nothing changed and the event should be offered again.
type Handler func(context.Context, Event) (Answer, error)

// Door is one platform: it turns updates into events and screens into messages,
// and knows nothing of games. Post, Edit and Strip make one attempt each and
// return one of this package's errors, so that the courier can decide.
type Door interface {
	// Name is the prefix of the door's keys: "tg", "dc", "web".
	Name() string
	// Run receives updates until the context ends or the platform refuses the
	// bot for good, which is an [ErrFatal].
	Run(ctx context.Context, handle Handler) error
	// Post sends a new message and returns its reference.
	Post(ctx context.Context, chat ChatKey, r Rendered) (BoardRef, error)
	// Edit replaces what the message shows.
	Edit(ctx context.Context, chat ChatKey, ref BoardRef, r Rendered) error
	// Strip takes the buttons off a message and leaves the rest.
	Strip(ctx context.Context, chat ChatKey, ref BoardRef) error
	// Budget is what the door may still send; it counts every send of the door.
	Budget() *Budget
}

// Errors of a door's sends. A door wraps them with the operation; the wrapped
// text never holds a secret.
var (
	ErrGone        = errors.New("the message or chat no longer exists")
	ErrForbidden   = errors.New("the bot may not write in this chat")
	ErrNoPictures  = errors.New("the bot may not post pictures in this chat")
	ErrNotModified = errors.New("the message already shows this")
	ErrExpired     = errors.New("the message can no longer be edited")
	ErrFatal       = errors.New("the platform refuses this bot")
)

// RetryError says that the platform wants to be asked again later.
type RetryError struct {
	After  time.Duration
	Cause  error // nil if the platform only asked to slow down
	Global bool  // holds for the whole door, not for one chat
}

// Error tells the delay and its cause.
func (e *RetryError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("try again in %v: %v", e.After, e.Cause)
	}
	return fmt.Sprintf("too many requests: try again in %v", e.After)
}

// Unwrap returns the cause.
func (e *RetryError) Unwrap() error { return e.Cause }

// MigratedError says that the chat goes on under another key.
type MigratedError struct{ To ChatKey }

// Error tells the new key.
func (e *MigratedError) Error() string { return "the chat goes on as " + string(e.To) }
