package talk

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine/ai/analysis"
	"tablabot/store"
)

// Background does work that nobody waits for, or returns an error if it will not: work
// of the same key is being done, or too much is waiting.
type Background interface {
	Begin(key string, work func(context.Context)) error
}

// Messenger sends messages that are no boards. It keeps to the budgets of the platforms
// and returns an error if a message could not be sent in reasonable time.
type Messenger interface {
	Post(ctx context.Context, chat bot.ChatKey, note bot.Rendered) (bot.BoardRef, error)
	Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, note bot.Rendered) error
}

// progressEvery is how often a message tells how far an analysis has come.
const progressEvery = 5 * time.Second

// study is the analysis of one match for one chat.
type study struct {
	*report
	chat bot.ChatKey
	log  []string
}

// report is what an analysis has found, and what it is about.
type report struct {
	*analysis.Report
	match store.Match
	table *Table
	words *locale.Words
}

// analyse looks through a finished match in the background; a message tells how far it
// has come and, in the end, what was found. One at a time for each person.
func (t *Talk) analyse(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	f, refused, err := t.lookUp(ctx, event, id)
	match, table, words := f.match, f.table, f.words
	switch {
	case err != nil:
		return bot.Answer{}, err
	case refused != nil:
		return *refused, nil
	case !slices.Contains(match.Chats, string(event.Chat)):
		return refusal(words, "match.unknown", nil), nil
	case table.Stage == Closed:
		return info(words, "table.closed", nil), nil
	case table.Stage != Ended:
		return info(words, "analyse.later", nil), nil
	case t.Background == nil || !t.judges(table.terms()):
		return refusal(words, "computer.cannot", locale.Args{"Game": words.String("game."+table.terms().Game, nil)}), nil
	}
	log, err := t.Store.Log(ctx, id)
	if err != nil {
		return bot.Answer{}, err
	}
	s := &study{report: &report{match: match, table: table, words: words}, chat: event.Chat, log: log}
	if refused := t.beginStudy(event.Person.Key, s); refused != nil {
		return *refused, nil
	}
	if event.Kind == bot.Tap {
		return bot.Answer{Text: s.progress(0).Text.String()}, nil
	}
	return bot.Answer{Follows: true}, nil // the message says it
}

// beginStudy has a match analysed in the background, or says why not.
func (t *Talk) beginStudy(person bot.PersonKey, s *study) *bot.Answer {
	no := func(id string) *bot.Answer { answer := info(s.words, id, nil); return &answer }
	if !t.studying.begin(person) {
		return no("analyse.busy")
	}
	err := t.Background.Begin("analyse/"+string(person), func(ctx context.Context) {
		defer t.studying.end(person)
		t.study(ctx, s)
	})
	if err != nil {
		t.studying.end(person)
		t.Log.Warn("an analysis could not be begun", "match", s.match.ID, "error", err)
		return no("analyse.full")
	}
	return nil
}

// study analyses a match and keeps a message about it up to date. If the program stops
// meanwhile the message stays as it is; whoever wants the result asks again.
func (t *Talk) study(ctx context.Context, s *study) {
	if known, ok := t.reports.get(s.match.ID); ok {
		s.Report = known
		if _, err := t.Messenger.Post(ctx, s.chat, s.summary()); err != nil {
			t.Log.Warn("an analysis could not be posted", "match", s.match.ID, "error", err)
		}
		return
	}
	ref, err := t.Messenger.Post(ctx, s.chat, s.progress(0))
	if err != nil {
		t.Log.Warn("an analysis could not be announced", "match", s.match.ID, "error", err)
		return
	}
	note := s.broken()
	switch err := t.follow(ctx, s, ref); {
	case err == nil:
		t.reports.put(s.match.ID, s.Report)
		note = s.summary()
	case ctx.Err() != nil:
		return
	default:
		t.Log.Error("a match could not be analysed", "match", s.match.ID, "error", err)
	}
	if err := t.Messenger.Edit(ctx, s.chat, ref, note); err != nil {
		t.Log.Warn("an analysis could not be shown", "match", s.match.ID, "error", err)
	}
}

// follow lets the computer work and tells now and then how far it has come. A panic is an
// error of this analysis alone.
func (t *Talk) follow(ctx context.Context, s *study, ref bot.BoardRef) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{p, debug.Stack()}
		}
	}()
	var percent atomic.Int64
	defer t.tell(ctx, s, ref, &percent)()
	s.Report, err = t.Computer.Analyse(ctx, s.table.terms(), s.log, func(done, of int) { percent.Store(int64(100 * done / max(of, 1))) })
	return err
}

// tell keeps a message up to date about how far an analysis has come, until the function
// it returns is called.
func (t *Talk) tell(ctx context.Context, s *study, ref bot.BoardRef, percent *atomic.Int64) (stop func()) {
	done := make(chan struct{})
	var telling sync.WaitGroup
	telling.Go(func() {
		for {
			select {
			case <-done:
				return
			case <-t.Clock.After(progressEvery):
			}
			if err := t.Messenger.Edit(ctx, s.chat, ref, s.progress(int(percent.Load()))); err != nil {
				t.Log.Debug("the progress of an analysis could not be shown", "match", s.match.ID, "error", err)
			}
		}
	})
	return func() {
		close(done)
		telling.Wait()
	}
}

// progress tells how far an analysis has come.
func (s *study) progress(percent int) bot.Rendered {
	moves := 0
	for _, line := range s.log {
		if strings.HasPrefix(line, "play ") {
			moves++
		}
	}
	args := locale.Args{"Number": s.match.Number, "Count": moves, "Percent": percent}
	if percent == 0 {
		return bot.Rendered{Text: s.words.Text("analyse.begun", args), Silent: true}
	}
	return bot.Rendered{Text: s.words.Text("analyse.running", args), Silent: true}
}

func (s *study) broken() bot.Rendered {
	return bot.Rendered{Text: s.words.Text("analyse.broken", locale.Args{"Number": s.match.Number})}
}
