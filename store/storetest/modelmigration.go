package storetest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"tablabot/store"
)

// MigrateChat implements [store.Store].
func (m *Model) MigrateChat(ctx context.Context, from, to string) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := errors.Join(store.ValidKey("chat", from), store.ValidKey("chat", to)); err != nil || from == to {
		return err
	}
	m.migrateRecord(from, to)
	for id, match := range m.matches {
		if shownIn(&match.Match, from) {
			m.matches[id] = migrateMatch(match, from, to)
		}
	}
	for key, b := range maps.Clone(m.boards) {
		if key.Chat != from {
			continue
		}
		delete(m.boards, key)
		b.Chat, b.Order.Chat = to, to
		if _, taken := m.boards[b.BoardKey]; taken {
			continue
		}
		b.Order.Posts++
		b.Shown = store.Shown{Posts: b.Shown.Posts, Text: b.Shown.Text, Done: b.Shown.Done}
		b.LeaseEnds = time.Time{}
		m.boards[b.BoardKey] = b
	}
	return nil
}

func (m *Model) migrateRecord(from, to string) {
	old, ok := m.chats[from]
	if !ok {
		return
	}
	is, known := m.chats[to]
	delete(m.chats, from)
	is.Key = to
	is.Rev = max(is.Rev, old.Rev) + 1
	is.Title = cmp.Or(is.Title, old.Title)
	is.Language = cmp.Or(is.Language, old.Language)
	is.Theme = cmp.Or(is.Theme, old.Theme)
	is.Numbers = max(is.Numbers, old.Numbers)
	is.LastGame = cmp.Or(is.LastGame, old.LastGame)
	if !known {
		is.Private = old.Private
	}
	m.chats[to] = is
}

func migrateMatch(match modelMatch, from, to string) modelMatch {
	if match.Home == from {
		match.Home = to
	}
	var chats []string
	for _, chat := range match.Chats {
		if chat == from {
			chat = to
		}
		if !slices.Contains(chats, chat) {
			chats = append(chats, chat)
		}
	}
	match.Chats = chats
	if !match.Finished {
		match.Rev++
	}
	return match
}
