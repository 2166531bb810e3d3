package storetest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"tablabot/store"
)

// Model is a store in memory, as plain as it can be written: it has no index, and
// every question is a loop. The zero value is an empty store.
type Model struct {
	mu        sync.Mutex
	closed    bool
	matches   map[string]modelMatch
	chats     map[string]store.Chat
	people    map[string]store.Person
	boards    map[store.BoardKey]store.Board // without what is read from the match
	deadlines []modelDeadline
	events    map[string]modelEvent
}

var _ store.Store = (*Model)(nil)

type modelMatch struct {
	store.Match
	log []string
}

type modelDeadline struct {
	store.Deadline
	leaseEnds time.Time
}

type modelEvent struct {
	time   time.Time
	answer []byte
}

// begin locks the model, which must not be closed.
func (m *Model) begin(ctx context.Context) (end func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil, errors.New("the store is closed")
	}
	if m.matches == nil {
		m.matches = make(map[string]modelMatch)
		m.chats = make(map[string]store.Chat)
		m.people = make(map[string]store.Person)
		m.boards = make(map[store.BoardKey]store.Board)
		m.events = make(map[string]modelEvent)
	}
	return m.mu.Unlock, nil
}

// Commit implements [store.Store].
func (m *Model) Commit(ctx context.Context, c store.Change) ([]byte, bool, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, false, err
	}
	defer end()
	if err := c.Validate(); err != nil {
		return nil, false, err
	}
	if c.Time.IsZero() {
		c.Time = time.Now()
	}
	if answer, ok := m.seen(c.Event, c.Time); ok {
		return answer, true, nil
	}
	if err := m.refuses(&c); err != nil {
		return nil, false, err
	}
	if c.Match != nil {
		m.commitMatch(&c)
	}
	for _, order := range c.Orders {
		b := m.boards[order.BoardKey]
		b.BoardKey, b.Order = order.BoardKey, order
		m.boards[order.BoardKey] = b
	}
	if c.Chat != nil {
		chat := *c.Chat
		chat.Rev++
		m.chats[chat.Key] = chat
	}
	for _, person := range c.People {
		m.people[person.Key] = person
	}
	if c.Event != "" {
		m.events[c.Event] = modelEvent{c.Time, bytes.Clone(c.Answer)}
	}
	return bytes.Clone(c.Answer), false, nil
}

func (m *Model) refuses(c *store.Change) error {
	if c.Match != nil {
		was := m.matches[c.Match.ID]
		if was.Rev != c.Match.Rev {
			return fmt.Errorf("match %s: %w", c.Match.ID, store.ErrConflict)
		}
		if was.Finished {
			return fmt.Errorf("%w: match %s is finished", store.ErrInvalid, c.Match.ID)
		}
	}
	if c.Chat != nil && m.chats[c.Chat.Key].Rev != c.Chat.Rev {
		return fmt.Errorf("chat %s: %w", c.Chat.Key, store.ErrConflict)
	}
	for _, order := range c.Orders {
		if _, ok := m.matches[order.Match]; !ok && c.Match == nil {
			return fmt.Errorf("match %s: %w", order.Match, store.ErrNotFound)
		}
	}
	return nil
}

func (m *Model) commitMatch(c *store.Change) {
	was := m.matches[c.Match.ID]
	is := modelMatch{cloneMatch(*c.Match), append(slices.Clone(was.log), c.Log...)}
	is.Rev++
	is.Must = was.Must
	if c.MustShow {
		is.Must = is.Rev
	}
	m.matches[is.ID] = is
	if c.Deadlines == nil && !is.Finished {
		return
	}
	m.deadlines = slices.DeleteFunc(m.deadlines, func(d modelDeadline) bool { return d.Match == is.ID })
	if is.Finished {
		return
	}
	for _, d := range c.Deadlines {
		if !slices.ContainsFunc(m.deadlines, func(is modelDeadline) bool { return compareDeadlines(is.Deadline, d) == 0 }) {
			m.deadlines = append(m.deadlines, modelDeadline{Deadline: d})
		}
	}
	slices.SortFunc(m.deadlines, func(a, b modelDeadline) int { return compareDeadlines(a.Deadline, b.Deadline) })
}

func compareDeadlines(a, b store.Deadline) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Match, b.Match), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Turn, b.Turn))
}

// Close implements [store.Store].
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func cloneMatch(m store.Match) store.Match {
	m.Chats, m.People, m.State = slices.Clone(m.Chats), slices.Clone(m.People), bytes.Clone(m.State)
	return m
}
