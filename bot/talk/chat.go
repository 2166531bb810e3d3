package talk

import (
	"context"
	"errors"
	"fmt"

	"tablabot/bot"
	"tablabot/store"
)

// bringBoard posts the board anew, below everything else.
func (t *Talk) bringBoard(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	boards, err := t.boards(ctx, id)
	if err != nil {
		return bot.Answer{}, err
	}
	return t.decide(ctx, id, event, func(d *deal) bot.Answer {
		d.repost(here(boards, event.Chat), false)
		switch {
		case d.table.Stage == Closed:
			return info(d.words, "table.closed", nil)
		case d.table.Stage == Ended:
			return info(d.words, "match.over", nil)
		case len(d.orders) == 0:
			return info(d.words, "board.elsewhere", nil)
		case d.since(d.table.Posted) < boardEvery:
			return info(d.words, "board.soon", nil)
		}
		d.changed, d.must = true, true
		d.table.Posted = event.Time
		return bot.Answer{Follows: true}
	})
}

// boards returns the boards of a match, none if there is no such match.
func (t *Talk) boards(ctx context.Context, id string) ([]store.Board, error) {
	boards, err := t.Store.Boards(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return boards, err
}

// here returns the boards of one chat.
func here(boards []store.Board, chat bot.ChatKey) []store.Board {
	var out []store.Board
	for _, board := range boards {
		if board.Chat == string(chat) {
			out = append(out, board)
		}
	}
	return out
}

// cancelMatch takes a table away, or asks to stop a match.
func (t *Talk) cancelMatch(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	second := t.arms.second(event, "cancel/"+id, t.Clock.Now())
	return t.decide(ctx, id, event, func(d *deal) bot.Answer { return d.cancel(second) })
}

// migrate moves everything of a chat to its new key.
func (t *Talk) migrate(ctx context.Context, event bot.Event) error {
	return t.Lanes.Do(ctx, "chat/"+string(event.Chat), func() error {
		if err := t.Store.MigrateChat(ctx, string(event.Chat), string(event.NewChat)); err != nil {
			return fmt.Errorf("move chat %s to %s: %w", event.Chat, event.NewChat, err)
		}
		t.Wake()
		return nil
	})
}

// setLost notes that a chat cannot be written to, or can be again.
func (t *Talk) setLost(ctx context.Context, key bot.ChatKey, lost bool) error {
	return t.changeChat(ctx, key, bot.Event{Time: t.Clock.Now()}, bot.Answer{}, func(chat *store.Chat) bool {
		changed := chat.Lost != lost && chat.Rev > 0
		chat.Lost = lost
		return changed
	})
}

// find notes that a chat can be written to, and orders its boards anew: what was
// posted before may be gone.
func (t *Talk) find(ctx context.Context, event bot.Event) error {
	if err := t.setLost(ctx, event.Chat, false); err != nil {
		return err
	}
	matches, err := t.Store.ChatMatches(ctx, string(event.Chat))
	if err != nil {
		return err
	}
	for _, match := range matches {
		boards, err := t.Store.Boards(ctx, match.ID)
		if err != nil {
			return err
		}
		part := event // each match is a change of its own
		part.Key = event.Key + "/" + match.ID
		_, err = t.decide(ctx, match.ID, part, func(d *deal) bot.Answer {
			d.repost(here(boards, event.Chat), false)
			d.changed, d.must = len(d.orders) > 0, true
			return bot.Answer{}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
