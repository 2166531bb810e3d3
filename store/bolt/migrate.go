package bolt

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"tablabot/store"
)

// MigrateChat implements [store.Store]. Both chats may be known: the settings of
// the target are kept where it has any, and short numbers go on above both counts;
// two matches begun before may then share a number, and keep it, because people
// know them by it. A board that is done keeps being done.
func (s *Store) MigrateChat(ctx context.Context, from, to string) error {
	if err := errors.Join(store.ValidKey("chat", from), store.ValidKey("chat", to)); err != nil || from == to {
		return wrap("migrate a chat", err)
	}
	if err := s.write(ctx, func(t *txn) error { return t.migrate(from, to) }); err != nil {
		return wrap("migrate a chat", err)
	}
	s.claims.boards.release(func(of store.BoardKey) bool { return of.Chat == from })
	return nil
}

func (t *txn) migrate(from, to string) error {
	if err := t.moveChat(from, to); err != nil {
		return err
	}
	if err := t.moveMatches(from, to); err != nil {
		return err
	}
	if err := t.moveBoards(from, to); err != nil {
		return err
	}
	return t.err
}

func (t *txn) moveChat(from, to string) error {
	old, err := t.chat(from)
	if err != nil || old.Rev == 0 {
		return err
	}
	is, err := t.chat(to)
	if err != nil {
		return err
	}
	merged := store.Chat{
		Key:      to,
		Rev:      max(old.Rev, is.Rev) + 1,
		Title:    cmp.Or(is.Title, old.Title),
		Private:  is.Private,
		Language: cmp.Or(is.Language, old.Language),
		Theme:    cmp.Or(is.Theme, old.Theme),
		Numbers:  max(is.Numbers, old.Numbers),
		LastGame: cmp.Or(is.LastGame, old.LastGame),
		Lost:     is.Lost,
	}
	if is.Rev == 0 {
		merged.Private = old.Private
	}
	t.delete(chats, keyBuilder(nil).text(from))
	t.write(chats, keyBuilder(nil).text(to), &merged)
	return nil
}

// moveMatches moves all matches of a chat, and those that point to it. A live one
// gets a new revision: whoever decides on the old chat now has to decide again.
func (t *txn) moveMatches(from, to string) error {
	prefix := keyBuilder(nil).text(from)
	ids := slices.Concat(t.idsUnder(live, prefix), t.idsUnder(pointers, prefix))
	for _, b := range []bucket{archive, history} {
		for _, key := range t.keys(b, prefix) {
			r := keyReader{rest: key[len(prefix):]}
			r.number()
			ids = append(ids, r.text())
		}
	}
	for _, id := range ids {
		if err := t.moveMatch(id, from, to); err != nil {
			return err
		}
	}
	return nil
}

func (t *txn) moveMatch(id, from, to string) error {
	was, err := t.match(id)
	if err != nil {
		return lostEntry(err)
	}
	openBoards, err := t.openBoards(&was.Match)
	if err != nil {
		return err
	}
	is := was
	if is.Home == from {
		is.Home = to
	}
	is.Chats = nil
	for _, chat := range was.Chats {
		if chat == from {
			chat = to
		}
		if !slices.Contains(is.Chats, chat) {
			is.Chats = append(is.Chats, chat)
		}
	}
	if !is.Finished {
		is.Rev++
	}
	t.putMatch(&was, &is)
	for i := range openBoards {
		t.showAnew(&openBoards[i], &is.Match)
	}
	return nil
}

// moveBoards moves all boards of a chat. They lose their messages and are posted
// once more. If the match has such a board in the target already, that one stays.
func (t *txn) moveBoards(from, to string) error {
	prefix := keyBuilder(nil).text(from)
	for _, key := range t.keys(chatBoards, prefix) {
		was, err := t.board(readBoardKey(&keyReader{rest: key[len(prefix):]}))
		if err != nil {
			return lostEntry(err)
		}
		t.delete(boards, boardKey(was.BoardKey))
		t.reindex(boardEntries(&was), nil)
		is := was
		is.Chat, is.Order.Chat = to, to
		if t.get(boards, boardKey(is.BoardKey)) != nil {
			continue
		}
		is.Order.Posts++
		is.Shown = store.Shown{Posts: was.Shown.Posts, Text: was.Shown.Text, Done: was.Shown.Done}
		t.putBoard(nil, &is)
	}
	return nil
}
