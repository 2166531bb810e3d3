package storetest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"tablabot/store"
)

// Seen implements [store.Store].
func (m *Model) Seen(ctx context.Context, event string) ([]byte, bool, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, false, err
	}
	defer end()
	var newest time.Time
	for _, e := range m.events {
		if e.time.After(newest) {
			newest = e.time
		}
	}
	answer, ok := m.seen(event, newest)
	return answer, ok, nil
}

func (m *Model) seen(event string, now time.Time) ([]byte, bool) {
	e, ok := m.events[event]
	if !ok || now.Sub(e.time) > store.EventMemory {
		return nil, false
	}
	return bytes.Clone(e.answer), true
}

// Match implements [store.Store].
func (m *Model) Match(ctx context.Context, id string) (store.Match, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Match{}, err
	}
	defer end()
	match, ok := m.matches[id]
	if !ok {
		return store.Match{}, fmt.Errorf("match %s: %w", id, store.ErrNotFound)
	}
	return cloneMatch(match.Match), nil
}

// Log implements [store.Store].
func (m *Model) Log(ctx context.Context, id string) ([]string, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	match, ok := m.matches[id]
	if !ok {
		return nil, fmt.Errorf("match %s: %w", id, store.ErrNotFound)
	}
	return slices.Clone(match.log), nil
}

func shownIn(m *store.Match, chat string) bool {
	return m.Home == chat || slices.Contains(m.Chats, chat)
}

// find returns the matches that a question is true of, oldest first.
func (m *Model) find(ctx context.Context, ask func(*store.Match) bool) ([]store.Match, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	var found []store.Match
	for _, match := range m.matches {
		if ask(&match.Match) {
			found = append(found, cloneMatch(match.Match))
		}
	}
	slices.SortFunc(found, func(a, b store.Match) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// ChatMatches implements [store.Store].
func (m *Model) ChatMatches(ctx context.Context, chat string) ([]store.Match, error) {
	return m.find(ctx, func(m *store.Match) bool { return !m.Finished && shownIn(m, chat) })
}

// PersonMatches implements [store.Store].
func (m *Model) PersonMatches(ctx context.Context, person string) ([]store.Match, error) {
	return m.find(ctx, func(m *store.Match) bool { return !m.Finished && slices.Contains(m.People, person) })
}

// ChatHistory implements [store.Store].
func (m *Model) ChatHistory(ctx context.Context, chat string, n int) ([]store.Match, error) {
	found, err := m.find(ctx, func(m *store.Match) bool { return m.Finished && shownIn(m, chat) })
	slices.SortFunc(found, func(a, b store.Match) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
	})
	return found[:max(0, min(n, len(found)))], err
}

// Chat implements [store.Store].
func (m *Model) Chat(ctx context.Context, key string) (store.Chat, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Chat{}, err
	}
	defer end()
	chat := m.chats[key]
	chat.Key = key
	return chat, nil
}

// Person implements [store.Store].
func (m *Model) Person(ctx context.Context, key string) (store.Person, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return store.Person{}, err
	}
	defer end()
	person := m.people[key]
	person.Key = key
	return person, nil
}
