package talk

import (
	"context"
	"encoding/json"
	"errors"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine/dice"
	"tablabot/engine/notation"
	"tablabot/store"
)

// games lists what is being played in the chat.
func (t *Talk) games(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	all, err := t.candidates(ctx, event.Chat, false)
	if err != nil {
		return bot.Answer{}, err
	}
	if len(all) == 0 {
		return info(words, "games.none", nil), nil
	}
	text := words.Text("games.head", nil)
	for i, m := range all {
		if i == maxGames {
			text = append(text, bot.Span{Text: "\n…"})
			break
		}
		text = append(append(text, bot.Span{Text: "\n"}), gameLine(words, m)...)
	}
	return bot.Answer{Private: true, Note: &bot.Rendered{Text: text}}, nil
}

// maxGames bounds a list.
const maxGames = 20

func gameLine(words *locale.Words, m candidate) bot.Text {
	args := locale.Args{"Number": m.Number, "First": m.table.Seats[0].fullName(words), "Second": m.table.Seats[1].fullName(words),
		"Game": termsText(words, m.table.terms())}
	if m.table.Match == nil {
		return words.Text("games.table", args)
	}
	args["Score"] = scoreText(m.table.Match)
	if rotation(m.table.Match.Terms) != nil {
		args["Game"] = words.String("games.rotation", locale.Args{"Game": args["Game"], "Now": words.String("game."+m.table.Match.Rules().Name, nil)})
	}
	actor, waits := m.table.actor()
	if !waits {
		return words.Text("games.between", args)
	}
	args["Name"] = m.table.Seats[actor].called(words)
	return words.Text("games.match", args)
}

// position tells the position in the forms that programs read.
func (t *Talk) position(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	f, refused, err := t.lookUp(ctx, event, id)
	switch {
	case err != nil:
		return bot.Answer{}, err
	case refused != nil:
		return *refused, nil
	case f.table.Match == nil:
		return info(f.words, "table.waits", nil), nil
	}
	m := f.table.Match
	text := f.words.Text("position.head", locale.Args{"Number": f.match.Number})
	code := func(name, value string) {
		text = append(text, bot.Span{Text: "\n" + name + " "}, bot.Span{Kind: bot.Code, Text: value})
	}
	code("tablabot", m.Rules().FormatPosition(m.Game.Position))
	if situation, err := notation.SituationOf(m); err == nil { // games of the backgammon kind
		if gnu, err := situation.GNUID(); err == nil {
			code("GNU Backgammon", gnu)
		}
		if xgid, err := situation.XGID(); err == nil {
			code("XG", xgid)
		}
	}
	return bot.Answer{Private: true, Note: &bot.Rendered{Text: text}}, nil
}

// found is a match that somebody asks about, with the words to tell him.
type found struct {
	match store.Match
	table *Table
	words *locale.Words
}

// lookUp finds a match for an event. If there is none, refused says so.
func (t *Talk) lookUp(ctx context.Context, event bot.Event, id string) (f found, refused *bot.Answer, err error) {
	f.words = t.words(ctx, event.Person, event.Chat)
	f.match, f.table, err = t.load(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		answer := refusal(f.words, "match.unknown", nil)
		return f, &answer, nil
	}
	return f, nil, err
}

// load returns a match and its table.
func (t *Talk) load(ctx context.Context, id string) (store.Match, *Table, error) {
	match, err := t.Store.Match(ctx, id)
	if err != nil {
		return store.Match{}, nil, err
	}
	table, err := decodeTable(match.State)
	return match, table, err
}

// proofRolls is how many rolls a proof in a message tells, so that with the longest
// words it fits into a message of every platform.
const proofRolls = 150

// verify shows, once a match has ended, what its dice were made of.
func (t *Talk) verify(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	f, refused, err := t.lookUp(ctx, event, id)
	switch {
	case err != nil:
		return bot.Answer{}, err
	case refused != nil:
		return *refused, nil
	case f.table.Stage == Closed:
		return info(f.words, "table.closed", nil), nil
	case f.table.Stage != Ended:
		return info(f.words, "verify.later", nil), nil
	}
	log, err := t.Store.Log(ctx, id)
	if err != nil {
		return bot.Answer{}, err
	}
	rolls, err := dice.Rolls(log)
	if err != nil {
		return bot.Answer{}, err
	}
	told := rolls[:min(len(rolls), proofRolls)]
	proof, err := json.Marshal(dice.NewProof(f.table.Seed, f.table.words(), told))
	if err != nil {
		return bot.Answer{}, err
	}
	note := f.words.Text("verify.text", locale.Args{"Count": len(told), "All": len(rolls)})
	note = append(note, bot.Span{Text: "\n"}, bot.Span{Kind: bot.Code, Text: string(proof)})
	return bot.Answer{Private: true, Note: &bot.Rendered{Text: note}}, nil
}

// help tells how to begin.
func (t *Talk) help(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	text := words.Text("help.text", nil)
	for _, name := range Commands() {
		text = append(text, bot.Span{Text: "\n/" + name + " – " + words.String("command."+name, nil)})
	}
	return bot.Answer{Private: true, Note: &bot.Rendered{Text: text}}, nil
}
