package talk

import (
	"strconv"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// resign gives the game up at the level that the button names; the first tap says
// what it costs. The button belongs to one game of the match.
func (d *deal) resign(b tap, second bool) bot.Answer {
	seat, sits := d.mover()
	m := d.table.Match
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage != Playing:
		return info(d.words, "match.over", nil)
	case b.turn != m.Number || m.Phase == engine.ToStart:
		return info(d.words, "game.over", nil)
	case m.Game.Giving != nil && m.Game.Giving.From == seat:
		return info(d.words, "resign.offered", nil)
	}
	level, err := strconv.Atoi(b.arg)
	if err != nil || level < 1 {
		return d.no("button.unknown", nil)
	}
	points := level * m.Game.Cube.Value
	if !second {
		return warning(d.words, "resign.confirm", locale.Args{"Count": points})
	}
	if err := d.apply(engine.Action{Verb: engine.Resign, Seat: seat, Level: level}); err != nil {
		return d.illegal(err)
	}
	d.own()
	if m.Game.Giving != nil {
		d.table.tell(Line{Kind: "resign", Seat: seat, Value: points, Own: true})
		return d.yes("resign.waits", locale.Args{"Name": d.name(seat.Other())})
	}
	d.table.tell(Line{Kind: "resigned", Seat: seat, Value: points, Own: true})
	if err := d.run(); err != nil {
		return d.broken(err)
	}
	return d.yes("resign.done", nil)
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
	if err := d.apply(engine.Action{Verb: verb, Seat: seat}); err != nil {
		return d.illegal(err)
	}
	d.own()
	d.table.tell(Line{Kind: verb.String(), Seat: seat, Own: true})
	if err := d.run(); err != nil {
		return d.broken(err)
	}
	return d.yes("done."+verb.String(), nil)
}
