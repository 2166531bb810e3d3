package bolt

import (
	"context"

	"tablabot/store"
)

// chat returns a chat's record; that of an unknown chat has its key alone.
func (t *txn) chat(key string) (store.Chat, error) {
	var chat store.Chat
	_, err := t.read(chats, keyBuilder(nil).text(key), &chat)
	chat.Key = key
	return chat, err
}

// Chat implements [store.Store].
func (s *Store) Chat(ctx context.Context, key string) (store.Chat, error) {
	var chat store.Chat
	err := s.read(ctx, func(t *txn) (err error) {
		chat, err = t.chat(key)
		return err
	})
	return chat, wrap("read a chat", err)
}

// Person implements [store.Store].
func (s *Store) Person(ctx context.Context, key string) (store.Person, error) {
	var person store.Person
	err := s.read(ctx, func(t *txn) error {
		_, err := t.read(people, keyBuilder(nil).text(key), &person)
		return err
	})
	person.Key = key
	return person, wrap("read a person", err)
}
