package courier

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tablabot/bot"
)

// Messenger sends messages that are no boards, through whichever door a chat belongs
// to, within the door's budget. What it sends is remembered nowhere.
type Messenger struct {
	Doors []bot.Door
	Clock bot.Clock
}

// messageTime is how long a message may wait for its turn.
const messageTime = time.Minute

var errLate = errors.New("the chat's budget is used up")

// Post sends a new message.
func (m *Messenger) Post(ctx context.Context, chat bot.ChatKey, note bot.Rendered) (ref bot.BoardRef, err error) {
	err = m.try(ctx, chat, func(door bot.Door) error {
		ref, err = door.Post(ctx, chat, note)
		return err
	})
	return ref, err
}

// Edit replaces what a message shows.
func (m *Messenger) Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, note bot.Rendered) error {
	err := m.try(ctx, chat, func(door bot.Door) error { return door.Edit(ctx, chat, ref, note) })
	if errors.Is(err, bot.ErrNotModified) {
		return nil
	}
	return err
}

// try makes attempts as long as the platform only asks to wait, and not for too long.
func (m *Messenger) try(ctx context.Context, chat bot.ChatKey, send func(bot.Door) error) error {
	door, err := m.door(chat)
	if err != nil {
		return err
	}
	late := m.Clock.Now().Add(messageTime)
	for {
		now := m.Clock.Now()
		wait := door.Budget().Take(chat, now)
		if wait <= 0 {
			err = send(door)
			var retry *bot.RetryError
			if !errors.As(err, &retry) {
				return err
			}
			wait = max(retry.After, time.Second)
		}
		if now.Add(wait).After(late) {
			return fmt.Errorf("send a message to %s: %w", chat, errors.Join(errLate, err))
		}
		if err := bot.Sleep(ctx, m.Clock, wait); err != nil {
			return fmt.Errorf("send a message to %s: %w", chat, err)
		}
	}
}

func (m *Messenger) door(chat bot.ChatKey) (bot.Door, error) {
	for _, door := range m.Doors {
		if door.Name() == chat.Door() {
			return door, nil
		}
	}
	return nil, fmt.Errorf("send a message to %s: there is no such door", chat)
}
