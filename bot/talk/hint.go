package talk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/ai/analysis"
)

// hintPlays is how many plays a hint lists.
const hintPlays = 3

// hint is the command. Where its answer would be read by the whole chat, it gives a
// button instead, whose answer is not.
func (t *Talk) hint(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	if !event.Aloud || event.Private {
		return t.advise(ctx, event, id, nil)
	}
	f, refused, err := t.lookUp(ctx, event, id)
	if err != nil {
		return bot.Answer{}, err
	}
	var seat engine.Seat
	if refused == nil {
		seat, refused = f.table.mayAsk(event.Person.Key, f.words)
	}
	if refused != nil {
		return *refused, nil
	}
	button := bot.Button{Label: f.words.String("button.hint", nil), Data: tap{verb: hintVerb, match: id, turn: f.table.Match.Turns}.data()}
	return bot.Answer{Note: &bot.Rendered{Groups: []bot.Group{{Buttons: []bot.Button{button}}},
		Text: f.words.Text("hint.tap", locale.Args{"Number": f.match.Number, "Name": f.table.Seats[seat].called(f.words)})}}, nil
}

// tapHint is the button, which belongs to a turn.
func (t *Talk) tapHint(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	return t.advise(ctx, event, b.match, &b.turn)
}

// mayAsk returns the seat of a person who may have a hint now, or says why he may not.
func (t *Table) mayAsk(person bot.PersonKey, words *locale.Words) (engine.Seat, *bot.Answer) {
	no := func(answer bot.Answer) (engine.Seat, *bot.Answer) { return 0, &answer }
	seat, sits := t.seatOf(person)
	actor, waits := t.actor()
	switch {
	case !sits:
		return no(refusal(words, "not.playing", nil))
	case t.Match == nil:
		return no(info(words, "table.waits", nil))
	case t.over():
		return no(info(words, "match.over", nil))
	case !t.advised():
		return no(refusal(words, "hint.people", locale.Args{"Name": t.Seats[seat.Other()].called(words)}))
	case !waits:
		return no(info(words, "hint.nothing", nil))
	case actor != seat:
		return no(refusal(words, "not.your.turn", locale.Args{"Name": t.Seats[actor].called(words)}))
	}
	return seat, nil
}

// advise tells a player what the computer would do; a turn that has passed means
// nothing any more.
func (t *Talk) advise(ctx context.Context, event bot.Event, id string, turn *int) (bot.Answer, error) {
	f, refused, err := t.lookUp(ctx, event, id)
	if err != nil {
		return bot.Answer{}, err
	}
	table, words := f.table, f.words
	if refused == nil {
		_, refused = table.mayAsk(event.Person.Key, words)
	}
	switch {
	case refused != nil:
		return *refused, nil
	case turn != nil && *turn != table.Match.Turns:
		return info(words, "turn.played", nil), nil
	case !t.judges(table.terms()):
		return refusal(words, "computer.cannot", locale.Args{"Game": words.String("game."+table.Match.Rules().Name, nil)}), nil
	case !t.asking.begin(event.Person.Key):
		return info(words, "hint.busy", nil), nil
	}
	defer t.asking.end(event.Person.Key)
	advice, err := t.advice(ctx, &f)
	switch {
	case errors.Is(err, analysis.ErrNothing):
		return info(words, "hint.nothing", nil), nil
	case err != nil && ctx.Err() != nil:
		return bot.Answer{}, err
	case err != nil:
		t.Log.Error("no advice could be given", "match", id, "error", err)
		return refusal(words, "error.broken", nil), nil
	}
	return bot.Answer{Kind: bot.Warning, Text: clip(adviceText(words, advice), maxAnswer)}, nil
}

// advice is what the computer would do. Whoever asks again does not have it think again.
func (t *Talk) advice(ctx context.Context, f *found) (*analysis.Advice, error) {
	key := fmt.Sprintf("%s %d", f.match.ID, f.match.Rev)
	if known, ok := t.advices.get(key); ok {
		return known, nil
	}
	advice, err := t.Computer.Advise(ctx, f.table.Match, hintPlays)
	if err == nil {
		t.advices.put(key, advice)
	}
	return advice, err
}

// adviceText is advice in words: the best plays one below the other, or what to do
// about the cube with the equity of everything that can be done.
func adviceText(words *locale.Words, a *analysis.Advice) string {
	if a.Kind == analysis.Checkers {
		lines := make([]string, len(a.Options))
		for i, o := range a.Options {
			lines[i] = fmt.Sprintf("%d. %s %s", i+1, clip(optionName(words, a.Kind, &o), adviceShown), equityText(o.Equity))
		}
		return strings.Join(lines, "\n")
	}
	best := words.String("hint.best", locale.Args{"Best": optionName(words, a.Kind, a.Best())})
	if d := a.Cube; d != nil && a.Kind == analysis.Cube {
		return best + "\n" + words.String("hint.cube", locale.Args{"NoDouble": equityText(d.NoDouble),
			"DoubleTake": equityText(d.DoubleTake), "DoubleDrop": equityText(d.DoubleDrop)})
	}
	others := make([]string, len(a.Options))
	for i, o := range a.Options {
		others[i] = optionName(words, a.Kind, &o) + " " + equityText(o.Equity)
	}
	return best + "\n" + strings.Join(others, ", ")
}

// adviceShown is how many characters of a play fit into a hint.
const adviceShown = 54

// optionName is something that a player can do: a play in his numbers, or an act.
func optionName(words *locale.Words, kind analysis.Kind, o *analysis.Option) string {
	switch {
	case kind != analysis.Checkers:
		return words.String("act."+o.Action.Verb.String(), nil)
	case o.Text == "":
		return words.String("act.pass", nil)
	}
	return o.Text
}

// equityText is an equity as players write it: "+0.12", "−0.30".
func equityText(equity float32) string {
	return strings.Replace(fmt.Sprintf("%+.2f", equity), "-", "−", 1)
}
