package talk

import (
	"strconv"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// double offers a double; the first tap says what will happen.
func (d *deal) double(b tap, second bool) bot.Answer {
	m := d.table.Match
	if _, sits := d.mover(); sits && b.turn == m.Turns && m.Phase == engine.ToAnswer {
		return info(d.words, "double.offered", nil)
	}
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	if err := m.CanDouble(seat); err != nil {
		return d.illegal(err)
	}
	value := 2 * m.Game.Cube.Value
	if !second {
		return warning(d.words, "double.confirm", locale.Args{"Value": value})
	}
	if _, err := d.declare(engine.Double, seat); err != nil {
		return d.illegal(err)
	}
	return d.yes("double.done", locale.Args{"Value": value, "Name": d.name(seat.Other())})
}

// answerDouble takes, drops or redoubles. The button names the value offered, so
// that an older offer's button does not answer a newer one.
func (d *deal) answerDouble(b tap, verb engine.Verb, second bool) bot.Answer {
	m := d.table.Match
	offer := m.Game.Offer
	open := b.turn == m.Turns && m.Phase == engine.ToAnswer && strconv.Itoa(offer.Value) == b.arg
	if _, sits := d.mover(); sits && d.table.Stage == Playing && !open {
		return info(d.words, "double.answered", nil)
	}
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	if verb == engine.Drop && !second {
		return warning(d.words, "drop.confirm", locale.Args{"Count": offer.Value / 2, "Name": d.name(offer.From)})
	}
	value, err := d.declare(verb, seat)
	if err != nil {
		return d.illegal(err)
	}
	return d.yes("done."+verb.String(), locale.Args{"Value": value})
}

// declare carries out and tells what a seat says about the cube or to a resignation,
// and returns what the cube shows or would show.
func (d *deal) declare(verb engine.Verb, seat engine.Seat) (value int, err error) {
	if err := d.apply(engine.Action{Verb: verb, Seat: seat}); err != nil {
		return 0, err
	}
	d.own()
	g := &d.table.Match.Game
	if value = g.Cube.Value; g.Offer != nil {
		value = g.Offer.Value
	}
	d.table.tell(Line{Kind: verb.String(), Seat: seat, Value: value, Own: true})
	if err := d.run(); err != nil {
		d.broken(err)
	}
	return value, nil
}
