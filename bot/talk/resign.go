package talk

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/store"
)

// giving is what a resignation's button says: who gives up, and at which level.
type giving struct {
	seat  engine.Seat
	level int
	cube  int // what the level was multiplied by when the button was made
}

// String returns "1.2.4": seat 1 gives up at level 2 with the cube at 4.
func (g giving) String() string { return fmt.Sprintf("%d.%d.%d", g.seat, g.level, g.cube) }

func parseGiving(text string) (giving, bool) {
	var g giving
	_, err := fmt.Sscanf(text, "%d.%d.%d", &g.seat, &g.level, &g.cube)
	return g, err == nil && g.seat <= 1 && g.level >= 1 && g.String() == text
}

// canResign refuses, in words, a resignation that is not possible now.
func (d *deal) canResign(game int) (seat engine.Seat, answer bot.Answer, ok bool) {
	seat, sits := d.mover()
	m := d.table.Match
	switch {
	case !sits:
		return 0, d.no("not.playing", nil), false
	case d.table.Stage != Playing:
		return 0, info(d.words, "match.over", nil), false
	case game != m.Number || m.Phase == engine.ToStart:
		return 0, info(d.words, "game.over", nil), false
	case m.Game.Giving != nil && m.Game.Giving.From == seat:
		return 0, info(d.words, "resign.offered", nil), false
	case m.Game.Giving != nil || m.Phase == engine.ToAnswer:
		return 0, d.illegal(engine.AnswerFirst), false
	}
	return seat, bot.Answer{}, true
}

// askResignation asks, with buttons that only the resigner can use, how much he
// gives up.
func (t *Talk) askResignation(ctx context.Context, event bot.Event, id string) (bot.Answer, error) {
	return t.decide(ctx, id, event, func(d *deal) bot.Answer {
		if d.table.Match == nil {
			return info(d.words, "table.waits", nil)
		}
		m := d.table.Match
		seat, answer, ok := d.canResign(m.Number)
		if !ok {
			return answer
		}
		group := bot.Group{PerRow: 1}
		for level := 1; level <= m.HighestResignation(seat); level++ {
			group.Buttons = append(group.Buttons, bot.Button{Style: bot.Danger,
				Label: d.words.String("button.resign", locale.Args{"Level": levelText(d.words, m.Rules(), level), "Count": level * m.Game.Cube.Value}),
				Data:  tap{verb: resignVerb, match: id, turn: m.Number, arg: giving{seat, level, m.Game.Cube.Value}.String()}.data()})
		}
		group.Buttons = append(group.Buttons, bot.Button{Label: d.words.String("button.no", nil),
			Data: tap{verb: forgetVerb, match: id, turn: m.Number, arg: giving{seat, 1, 1}.String()}.data()})
		return bot.Answer{Private: true, Note: &bot.Rendered{Groups: []bot.Group{group},
			Text: d.words.Text("resign.how", locale.Args{"Number": d.record.Number, "Name": d.name(seat)})}}
	})
}

// resign gives the game up as the button says; the first tap tells what it costs.
// The button belongs to one player in one game of the match.
func (d *deal) resign(b tap, second bool) bot.Answer {
	seat, answer, ok := d.canResign(b.turn)
	if !ok {
		return answer
	}
	give, readable := parseGiving(b.arg)
	m := d.table.Match
	switch {
	case !readable:
		return d.no("button.unknown", nil)
	case give.seat != seat:
		return d.no("resign.only", locale.Args{"Name": d.name(give.seat)})
	case give.cube != m.Game.Cube.Value:
		return d.no("resign.changed", nil)
	case give.level > m.HighestResignation(seat):
		return d.illegal(engine.LevelTooHigh)
	}
	points := give.level * m.Game.Cube.Value
	if !second {
		return warning(d.words, "resign.confirm", locale.Args{"Count": points})
	}
	if err := d.apply(engine.Action{Verb: engine.Resign, Seat: seat, Level: give.level}); err != nil {
		return d.illegal(err)
	}
	d.own()
	if m.Game.Giving != nil {
		d.table.tell(Line{Kind: "resign", Seat: seat, Value: points, Own: true})
		return settled(d.yes("resign.waits", locale.Args{"Name": d.name(seat.Other())}))
	}
	d.table.tell(Line{Kind: "resigned", Seat: seat, Value: points, Own: true})
	if err := d.run(); err != nil {
		return d.broken(err)
	}
	return settled(d.yes("resign.done", nil))
}

// answerResignation accepts or declines. A declined resignation leaves everything
// as it was.
func (d *deal) answerResignation(b tap, verb engine.Verb) bot.Answer {
	seat, sits := d.mover()
	m := d.table.Match
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage != Playing || m.Game.Giving == nil || b.turn != m.Number || strconv.Itoa(m.Game.Giving.Level) != b.arg:
		return info(d.words, "resign.answered", nil)
	case m.Game.Giving.From == seat:
		return d.no("not.your.turn", locale.Args{"Name": d.name(seat.Other())})
	}
	if _, err := d.declare(verb, seat); err != nil {
		return d.illegal(err)
	}
	return d.yes("done."+verb.String(), nil)
}

// forget puts the question away how much a player gives up, if it was he who was asked.
func (t *Talk) forget(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	answer := info(t.words(ctx, event.Person, event.Chat), "nothing.changed", nil)
	_, table, err := t.load(ctx, b.match)
	if errors.Is(err, store.ErrNotFound) {
		return answer, nil
	}
	if err != nil {
		return bot.Answer{}, err
	}
	asked, readable := parseGiving(b.arg)
	if seat, sits := table.seatOf(event.Person.Key); sits && readable && seat == asked.seat {
		return settled(answer), nil
	}
	return answer, nil
}
