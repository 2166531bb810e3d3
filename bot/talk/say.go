package talk

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/notation"
	"tablabot/store"
)

// say decides on text: typed into a button's prompt, or in reply to a board, where
// a player's text with a number in it is a play. Other talk is left alone.
func (t *Talk) say(ctx context.Context, event bot.Event) (bot.Answer, error) {
	if event.Data != "" {
		return t.sayToPrompt(ctx, event)
	}
	board, err := t.Store.BoardAt(ctx, string(event.Chat), string(event.Ref))
	if errors.Is(err, store.ErrNotFound) {
		return bot.Answer{}, nil
	}
	if err != nil {
		return bot.Answer{}, err
	}
	_, table, err := t.load(ctx, board.Match)
	if err != nil {
		return bot.Answer{}, err
	}
	_, sits := table.seatOf(event.Person.Key)
	if !sits || table.Stage != Playing || !strings.ContainsFunc(event.Text, unicode.IsDigit) {
		return bot.Answer{}, nil
	}
	event.Args = event.Text
	return t.typedMove(ctx, event, board.Match)
}

// sayToPrompt takes what was typed into a button's prompt.
func (t *Talk) sayToPrompt(ctx context.Context, event bot.Event) (bot.Answer, error) {
	event.Args, event.Options = event.Text, nil
	switch b, readable := parseTap(event.Data); {
	case readable && b.verb == wordVerb:
		return t.typedWord(ctx, event, b.match)
	case readable && b.verb == typeVerb:
		return t.typePlay(ctx, event, b.match, &b.turn)
	}
	return refusal(t.words(ctx, event.Person, event.Chat), "button.unknown", nil), nil
}

// argument is a command's text: the named option where the platform has such.
func argument(event bot.Event, option string) string {
	if event.Options != nil {
		return strings.TrimSpace(event.Options[option])
	}
	return strings.TrimSpace(event.Args)
}

// typedMove puts a typed play, or the beginning of one, on the draft.
func (t *Talk) typedMove(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	return t.typePlay(ctx, event, id, nil)
}

// typePlay puts a typed play on the draft of the given turn; nil means the running one.
func (t *Talk) typePlay(ctx context.Context, event bot.Event, id string, turn *int) (bot.Answer, error) {
	text := argument(event, "play")
	person, err := t.Store.Person(ctx, string(event.Person.Key))
	if err != nil {
		return bot.Answer{}, err
	}
	return t.decide(ctx, id, event, func(d *deal) bot.Answer {
		if d.table.Match == nil {
			return info(d.words, "table.waits", nil)
		}
		b := tap{turn: d.table.Match.Turns}
		if turn != nil {
			b.turn = *turn
		}
		seat, answer, ok := d.turnCheck(b)
		if !ok {
			return answer
		}
		p, err := d.table.Match.Progress()
		if err != nil {
			return d.no("move.no.dice", nil)
		}
		if text == "" {
			return d.no("move.how", nil)
		}
		readings, err := notation.ContinueTurn(d.table.Match.Rules(), d.table.Match.Game.Turn, seat, text)
		switch {
		case err != nil:
			return d.unreadable(err)
		case len(readings) > 1:
			return d.askReading(p, readings)
		}
		return d.draft(seat, d.table.Match.Game.Turn.Steps(), readings[0], person.NoConfirm)
	})
}

// unreadable says what is wrong with a typed play.
func (d *deal) unreadable(err error) bot.Answer {
	var word *notation.UnknownWordError
	var illegal *notation.IllegalPlayError
	switch {
	case errors.As(err, &word):
		return d.no("move.unknown", locale.Args{"Word": clip(word.Word, 30)})
	case errors.As(err, &illegal):
		return d.illegal(err)
	}
	return d.no("move.how", nil)
}

// askReading shows a typed play's readings as buttons.
func (d *deal) askReading(p engine.Progress, readings [][]engine.Step) bot.Answer {
	group := bot.Group{PerRow: 1}
	for _, steps := range readings {
		whole := append(append([]engine.Step(nil), p.Draft...), steps...)
		group.Buttons = append(group.Buttons, bot.Button{Label: notation.FormatPlay(&p.Stage, whole),
			Data: tap{verb: playVerb, match: d.table.ID, turn: d.table.Match.Turns, arg: targetOf(p.Index, whole).String()}.data()})
		if len(group.Buttons) == 8 {
			break
		}
	}
	return bot.Answer{Kind: bot.Info, Private: true,
		Note: &bot.Rendered{Text: d.words.Text("move.which", nil), Groups: []bot.Group{group}}}
}

// typedUndo takes the last choice back.
func (t *Talk) typedUndo(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	return t.decide(ctx, id, event, func(d *deal) bot.Answer {
		if d.table.Match == nil {
			return info(d.words, "table.waits", nil)
		}
		left := 0
		if turn := d.table.Match.Game.Turn; turn != nil {
			left = max(0, turn.Steps()-1)
		}
		return d.undo(tap{turn: d.table.Match.Turns, arg: strconv.Itoa(left)})
	})
}

// typedWord sets the sender's share in the dice.
func (t *Talk) typedWord(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	text := argument(event, "word")
	return t.decide(ctx, id, event, func(d *deal) bot.Answer { return d.word(text) })
}
