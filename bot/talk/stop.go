package talk

import (
	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// closeTable is the host's button on his waiting table; it never stops a match.
func (d *deal) closeTable() bot.Answer {
	if answer, ok := d.openCheck(); !ok {
		return answer
	}
	return d.cancel(false)
}

// cancel takes a waiting table away, or asks to stop a running match, which needs
// the other player, or an administrator of the chat twice; the computer is not asked,
// but its opponent has to say it twice.
func (d *deal) cancel(second bool) bot.Answer {
	seat, sits := d.mover()
	admin := d.event.Person.Admin
	switch {
	case d.table.Stage == Open && (sits && seat == 0 || admin):
		d.table.Stage, d.table.Why = Closed, "cancelled"
		d.own()
		return d.yes("cancel.table", nil)
	case d.table.Stage == Open:
		return d.no("not.host", locale.Args{"Name": d.name(0)})
	case d.table.Stage == Closed:
		return info(d.words, "table.closed", nil)
	case d.table.Stage == Ended:
		return info(d.words, "match.over", nil)
	case sits && !d.table.Seats[seat.Other()].computer():
		return d.askToStop(seat)
	case sits && !second:
		return warning(d.words, "stop.computer", locale.Args{"Number": d.record.Number})
	case sits:
		return d.stop()
	case admin && !second:
		return warning(d.words, "stop.admin", locale.Args{"Number": d.record.Number})
	case admin:
		return d.stop()
	}
	return d.no("not.playing", nil)
}

// askToStop notes that a player wants to stop; once both do, the match ends without
// a result.
func (d *deal) askToStop(seat engine.Seat) bot.Answer {
	if d.table.StopAsked[seat] {
		return info(d.words, "stop.asked", locale.Args{"Name": d.name(seat.Other())})
	}
	d.table.StopAsked[seat] = true
	if d.table.StopAsked[seat.Other()] {
		return d.stop()
	}
	d.own()
	return d.yes("stop.ask", locale.Args{"Name": d.name(seat.Other())})
}

// agreeToStop is the other player's answer; whoever asked can take it back.
func (d *deal) agreeToStop(b tap) bot.Answer {
	seat, sits := d.mover()
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage != Playing:
		return info(d.words, "match.over", nil)
	case d.table.StopAsked == [2]bool{}:
		return info(d.words, "stop.declined", nil)
	case b.arg == "no":
		d.table.StopAsked = [2]bool{}
		d.own()
		return d.yes("stop.declined", nil)
	case b.arg != "yes":
		return d.no("button.unknown", nil)
	case !d.table.StopAsked[seat.Other()]:
		return info(d.words, "stop.asked", locale.Args{"Name": d.name(seat.Other())})
	}
	return d.stop()
}

func (d *deal) stop() bot.Answer {
	if err := d.apply(engine.Action{Verb: engine.Stop}); err != nil {
		return d.illegal(err)
	}
	d.table.Stage = Ended
	d.own()
	return d.yes("stop.done", nil)
}

// claim takes the match from an opponent who has stayed away too long.
func (d *deal) claim(b tap, second bool) bot.Answer {
	seat, sits := d.mover()
	actor, waits := d.table.actor()
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage != Playing:
		return info(d.words, "match.over", nil)
	case !d.table.Claimable || !waits || b.turn != d.table.Match.Turns:
		return d.no("claim.early", nil)
	case actor == seat:
		return d.no("claim.own", nil)
	case !second:
		return warning(d.words, "claim.confirm", locale.Args{"Name": d.name(actor)})
	}
	if err := d.apply(engine.Action{Verb: engine.TimeOut, Seat: actor}); err != nil {
		return d.illegal(err)
	}
	d.table.Stage = Ended
	d.own()
	return d.yes("claim.done", nil)
}
