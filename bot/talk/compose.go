package talk

import (
	"context"
	"fmt"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/store"
)

// View is everything a screen is made of.
type View struct {
	Table    *Table
	Number   int  // the match's short number in its home chat
	Slot     int  // of the message: 0 the table, then one a game
	Judged   bool // the computer can play and judge what the table is for
	TextOnly bool
	Ping     bool
	Chat     store.Chat
	Words    *locale.Words
}

// Compose returns what a board's chat shall show, from the latest state.
func (t *Talk) Compose(ctx context.Context, board store.Board) (bot.Screen, error) {
	match, err := t.Store.Match(ctx, board.Match)
	if err != nil {
		return bot.Screen{}, fmt.Errorf("compose match %s: %w", board.Match, err)
	}
	table, err := decodeTable(match.State)
	if err != nil {
		return bot.Screen{}, fmt.Errorf("compose match %s: %w", board.Match, err)
	}
	chat, err := t.Store.Chat(ctx, board.Chat)
	if err != nil {
		return bot.Screen{}, fmt.Errorf("compose match %s: %w", board.Match, err)
	}
	return compose(View{Table: table, Number: match.Number, Slot: board.Slot, TextOnly: board.Shown.Text, Ping: board.Order.Ping,
		Judged: t.judges(table.terms()), Chat: chat, Words: t.Locale.Words(chat.Language, table.Seats[0].Language)}), nil
}

// compose is a pure function.
func compose(v View) bot.Screen {
	switch slot := v.Table.slot(); {
	case v.Slot == 0:
		return tableScreen(v)
	case v.Slot == slot:
		return newBoard(v, v.Table.Match).screen()
	case v.Table.Previous != nil && v.Slot == v.Table.Previous.Number:
		b := newBoard(v, v.Table.Previous)
		b.past = true
		return b.screen()
	}
	return bot.Screen{Text: v.Words.Text("game.past", locale.Args{"Number": v.Slot})}
}

// actorOf returns the seat whose numbers a board shows: whoever is to act, or the
// winner, or the host.
func actorOf(m *engine.Match) engine.Seat {
	if m.Game.Turn != nil || m.Phase == engine.ToRoll || m.Phase == engine.ToAnswer {
		return m.Game.OnRoll
	}
	return 0
}
