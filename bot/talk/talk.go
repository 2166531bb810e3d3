package talk

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine/ai/analysis"
	"tablabot/render"
	"tablabot/store"
)

// Lanes runs functions of one key one after another.
type Lanes interface {
	Do(ctx context.Context, key string, f func() error) error
}

// Painter draws the pictures of notes.
type Painter interface {
	PNG(scene *render.Scene) ([]byte, error)
}

// Config is what a [Talk] needs.
type Config struct {
	Store      store.Store
	Lanes      Lanes
	Locale     *locale.Locale
	Painter    Painter
	Computer   Computer   // nil: people only
	Background Background // of analyses; nil: there are none
	Messenger  Messenger  // of analyses
	Clock      bot.Clock
	Random     io.Reader // seeds and ids
	Log        *slog.Logger
	Wake       func() // called after a commit: boards or deadlines may be due
}

// Talk decides and composes. Make one with [New]; it is safe for concurrent use.
type Talk struct {
	Config
	arms     arms
	limits   limits
	asking   busy // who waits for a hint
	studying busy // who waits for an analysis
	advices  shelf[*analysis.Advice]
	reports  shelf[*analysis.Report]
}

// New returns a conversation over a store.
func New(config Config) *Talk {
	if config.Wake == nil {
		config.Wake = func() {}
	}
	return &Talk{Config: config}
}

// Handle takes an event in: a [bot.Handler]. When it returns, everything that the
// event changed is durable. An error means that it could not be decided now and
// should be offered again; a store that cannot write is told to the person instead.
func (t *Talk) Handle(ctx context.Context, event bot.Event) (bot.Answer, error) {
	if event.Time.IsZero() {
		event.Time = t.Clock.Now()
	}
	event.Person.Name = cleanName(event.Person.Name)
	if answer, ok, err := t.seen(ctx, event.Key); err != nil || ok {
		return answer, err
	}
	var failure error
	for range 2 {
		answer, err := t.attempt(ctx, event)
		if _, panicked := err.(*panicError); !panicked {
			return answer, err
		}
		failure = err
		t.Log.Error("a decision panicked", "event", event.Key, "command", event.Command, "data", event.Data, "error", err)
	}
	return t.recordFailure(ctx, event, failure)
}

// panicError is a panic of a decision, caught.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

func (t *Talk) attempt(ctx context.Context, event bot.Event) (answer bot.Answer, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicError{value, debug.Stack()}
		}
	}()
	return t.dispatch(ctx, event)
}

// recordFailure remembers an event that cannot be decided, so that it does not
// stand in the way of others.
func (t *Talk) recordFailure(ctx context.Context, event bot.Event, cause error) (bot.Answer, error) {
	words := t.words(ctx, event.Person, "")
	answer := refusal(words, "error.broken", nil)
	if event.Key == "" {
		return answer, nil
	}
	text := encodeAnswer(answer)
	if _, _, err := t.Store.Commit(ctx, store.Change{Event: event.Key, Time: event.Time, Answer: text}); err != nil {
		return bot.Answer{}, fmt.Errorf("record a failed event after %w: %w", cause, err)
	}
	return answer, nil
}

func (t *Talk) dispatch(ctx context.Context, event bot.Event) (bot.Answer, error) {
	switch event.Kind {
	case bot.Command:
		return t.command(ctx, event)
	case bot.Tap:
		return t.tap(ctx, event)
	case bot.Say:
		return t.say(ctx, event)
	case bot.DeadlineUp:
		return bot.Answer{}, t.deadline(ctx, event)
	case bot.Thought:
		return bot.Answer{}, t.thought(ctx, event)
	case bot.Migrated:
		return bot.Answer{}, t.migrate(ctx, event)
	case bot.ChatLost:
		return bot.Answer{}, t.setLost(ctx, event.Chat, true)
	case bot.ChatFound:
		return bot.Answer{}, t.find(ctx, event)
	}
	return bot.Answer{}, nil
}

// seen returns the answer that an event got before.
func (t *Talk) seen(ctx context.Context, key string) (bot.Answer, bool, error) {
	if key == "" {
		return bot.Answer{}, false, nil
	}
	text, ok, err := t.Store.Seen(ctx, key)
	if err != nil || !ok {
		return bot.Answer{}, false, err
	}
	return decodeAnswer(text), true, nil
}

// words returns the words a person reads: by his settings, his client, his chat.
func (t *Talk) words(ctx context.Context, person bot.Person, chat bot.ChatKey) *locale.Words {
	var chosen, spoken string
	if record, err := t.Store.Person(ctx, string(person.Key)); err == nil {
		chosen = record.Language
	}
	if record, err := t.Store.Chat(ctx, string(chat)); err == nil {
		spoken = record.Language
	}
	return t.Locale.Words(chosen, person.Language, spoken)
}
