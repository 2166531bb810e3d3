package talk

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/dice"
	"tablabot/store"
)

// firstGame is what a chat's first table plays unless it is told otherwise.
const firstGame = "backgammon 3"

// newGame opens a table.
func (t *Talk) newGame(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	if event.Person.Anonymous {
		return refusal(words, "join.anonymous", nil), nil
	}
	open, err := t.openTables(ctx, event.Person.Key)
	if err != nil {
		return bot.Answer{}, err
	}
	if open >= openTables {
		return refusal(words, "newgame.many", locale.Args{"Count": open}), nil
	}
	id, err := t.newID()
	if err != nil {
		return bot.Answer{}, err
	}
	return t.create(ctx, event, id, func(chat store.Chat) (order, error) {
		last, err := engine.ParseTerms(chat.LastGame)
		if err != nil {
			if last, err = engine.ParseTerms(firstGame); err != nil {
				return order{}, err
			}
		}
		args, invited := optionArgs(event)
		o, err := parseOrder(args, last)
		if invited != nil {
			o.invited = invited
		}
		if err == nil {
			err = t.mayOrder(o, event.Person, words)
		}
		return o, err
	})
}

// mayOrder refuses an opponent who cannot be had.
func (t *Talk) mayOrder(o order, host bot.Person, words *locale.Words) error {
	switch {
	case o.invited != nil && o.computer:
		return &badWord{word: o.invited.name(), why: twoInvited}
	case o.invited != nil && o.invited.fits(host):
		return &badWord{word: o.invited.name(), why: selfInvited}
	case o.computer && !t.judges(o.terms):
		return &badWord{computerWord, noComputer, locale.Args{"Game": words.String("game."+o.terms.Game, nil)}}
	}
	return nil
}

// create stores a new table in the event's chat.
func (t *Talk) create(ctx context.Context, event bot.Event, id string, ask func(store.Chat) (order, error)) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	var answer bot.Answer
	err := t.Lanes.Do(ctx, "chat/"+string(event.Chat), func() error {
		for range tries {
			chat, err := t.Store.Chat(ctx, string(event.Chat))
			if err != nil {
				return err
			}
			o, err := ask(chat)
			var bad *badWord
			if errors.As(err, &bad) {
				args := locale.Args{"Word": clip(bad.word, 40)}
				maps.Copy(args, bad.instead)
				answer = refusal(words, bad.why, args)
				return nil
			}
			if err != nil {
				return err
			}
			d, err := t.newTable(event, words, id, chat, o)
			if err == nil {
				err = t.hold(ctx, d)
			}
			if err != nil {
				return err
			}
			answer = bot.Answer{Follows: true}
			if answer, err = t.commit(ctx, d, answer); !errors.Is(err, store.ErrConflict) {
				return err
			}
			if _, err := t.Store.Match(ctx, id); err == nil {
				answer = info(words, "newgame.exists", nil)
				return nil
			}
		}
		return fmt.Errorf("chat %s keeps changing: %w", event.Chat, store.ErrConflict)
	})
	if err != nil && ctx.Err() == nil {
		t.Log.Error("a table could not be saved", "event", event.Key, "error", err)
		return refusal(words, "error.unsaved", nil), nil
	}
	return answer, err
}

// newTable is the deal that opens a table.
func (t *Talk) newTable(event bot.Event, words *locale.Words, id string, chat store.Chat, o order) (*deal, error) {
	seed, err := dice.NewSeed(t.Random)
	if err != nil {
		return nil, fmt.Errorf("throw a seed: %w", err)
	}
	chat.Title, chat.Private, chat.Lost = event.Title, event.Private, false
	if chat.Language == "" {
		chat.Language = event.Person.Language
	}
	chat.Numbers++
	chat.LastGame = o.terms.String()
	table := &Table{ID: id, Stage: Open, Terms: o.terms.String(), Seed: seed, Invited: o.invited, Since: event.Time}
	table.Seats[0] = seatFor(event.Person, words)
	key := store.BoardKey{Match: id, Chat: chat.Key}
	d := &deal{event: event, words: words, table: table, changed: true, must: true, chat: &chat,
		record: store.Match{ID: id, Number: chat.Numbers, Home: chat.Key, Chats: []string{chat.Key}, Created: event.Time},
		orders: []store.Order{{BoardKey: key, Posts: 1, Ping: o.invited != nil}}}
	switch {
	case o.level > 0:
		table.Seats[1] = Seat{Level: o.level}
		d.begin()
	case o.computer:
		table.Menu = levelsMenu
	}
	return d, nil
}

// openTables counts a person's tables that wait for a player.
func (t *Talk) openTables(ctx context.Context, person bot.PersonKey) (int, error) {
	matches, err := t.Store.PersonMatches(ctx, string(person))
	if err != nil {
		return 0, err
	}
	n := 0
	for _, match := range matches {
		if table, err := decodeTable(match.State); err == nil && table.Stage == Open && table.Seats[0].Person == person {
			n++
		}
	}
	return n, nil
}

var idText = base32.StdEncoding.WithPadding(base32.NoPadding)

// idLength is the length of a match's id: 50 bits.
const idLength = 10

func (t *Talk) newID() (string, error) {
	var bytes [8]byte
	if _, err := io.ReadFull(t.Random, bytes[:]); err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return strings.ToLower(idText.EncodeToString(bytes[:]))[:idLength], nil
}
