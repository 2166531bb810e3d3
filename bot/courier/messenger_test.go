package courier

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tablabot/bot"
)

// mailbox is a door that only takes messages, some of them after having refused.
type mailbox struct {
	bot.Door
	budget  *bot.Budget
	refuse  []error // of the next attempts
	posts   []string
	edits   []string
	attempt int
}

func (m *mailbox) Name() string        { return "tg" }
func (m *mailbox) Budget() *bot.Budget { return m.budget }

func (m *mailbox) next() error {
	m.attempt++
	if len(m.refuse) == 0 {
		return nil
	}
	err := m.refuse[0]
	m.refuse = m.refuse[1:]
	return err
}

func (m *mailbox) Post(_ context.Context, _ bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	if err := m.next(); err != nil {
		return "", err
	}
	m.posts = append(m.posts, r.Text.String())
	return "7", nil
}

func (m *mailbox) Edit(_ context.Context, _ bot.ChatKey, _ bot.BoardRef, r bot.Rendered) error {
	if err := m.next(); err != nil {
		return err
	}
	m.edits = append(m.edits, r.Text.String())
	return nil
}

func TestMessages(t *testing.T) {
	note := bot.Rendered{Text: bot.Text{{Text: "hello"}}}
	busy := func(after time.Duration) error { return &bot.RetryError{After: after} }
	tests := []struct {
		name   string
		chat   bot.ChatKey
		refuse []error
		want   error         // nil: it is sent
		took   time.Duration // on the clock
	}{
		{"at once", "tg:1", nil, nil, 0},
		{"when asked to wait", "tg:1", []error{busy(3 * time.Second), busy(0)}, nil, 4 * time.Second},
		{"not when asked to wait for long", "tg:1", []error{busy(time.Hour)}, errLate, 0},
		{"not into a lost chat", "tg:1", []error{bot.ErrForbidden}, bot.ErrForbidden, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				box := &mailbox{refuse: test.refuse}
				m := Messenger{Doors: []bot.Door{box}, Clock: bot.SystemClock{}}
				began := time.Now()
				ref, err := m.Post(t.Context(), test.chat, note)
				if !errors.Is(err, test.want) || time.Since(began) != test.took {
					t.Errorf("after %v the error is %v, want %v after %v", time.Since(began), err, test.want, test.took)
				}
				if test.want == nil && (ref != "7" || len(box.posts) != 1 || box.posts[0] != "hello") {
					t.Errorf("message %q, posted %q", ref, box.posts)
				}
			})
		})
	}
}

func TestMessagesKeepToTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		box := &mailbox{budget: bot.NewBudget(func(bot.ChatKey) bot.Limits { return bot.Limits{PerMinute: 2} })}
		m := Messenger{Doors: []bot.Door{box}, Clock: bot.SystemClock{}}
		began := time.Now()
		for range 3 {
			if _, err := m.Post(t.Context(), "tg:1", bot.Rendered{}); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("three messages took %v, where two a minute are allowed", took)
		}
	})
}

func TestAMessageThatShowsThisAlready(t *testing.T) {
	box := &mailbox{refuse: []error{bot.ErrNotModified}}
	m := Messenger{Doors: []bot.Door{box}, Clock: bot.SystemClock{}}
	if err := m.Edit(t.Context(), "tg:1", "7", bot.Rendered{}); err != nil {
		t.Errorf("the error is %v", err)
	}
	if err := m.Edit(t.Context(), "tg:1", "7", bot.Rendered{Text: bot.Text{{Text: "new"}}}); err != nil || len(box.edits) != 1 {
		t.Errorf("edited %q with %v", box.edits, err)
	}
	if _, err := m.Post(t.Context(), "dc:1", bot.Rendered{}); err == nil || box.attempt != 2 {
		t.Errorf("a message to an unknown door gives %v after %d attempts", err, box.attempt)
	}
}
