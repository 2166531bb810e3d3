package talk

import (
	"tablabot/bot"
	"tablabot/engine"
	"tablabot/render"
)

// BoardScene is the picture of a position as it stands, seat 0 below, with the
// numerals of one seat: no names, no dice, nobody to act.
func BoardScene(rules *engine.Rules, position *engine.Position, numerals engine.Seat) *render.Scene {
	s := new(render.Scene)
	for seat := range engine.Seat(2) {
		placeSide(s, rules, position, seat)
		s.Homes[seat] = render.Home{Last: physical(rules, seat, 1), First: physical(rules, seat, 24)}
		s.Players[seat].Pips = position.Sides[seat].Pips()
	}
	for own := 1; own <= 24; own++ {
		s.Labels[physical(rules, numerals, own)-1] = uint8(own)
	}
	return s
}

// startScene is the picture of a game's start, in the numerals of the side below,
// with both sides' homes and ways round.
func startScene(rules *engine.Rules, theme string) *render.Scene {
	position := rules.StartPosition()
	s := BoardScene(rules, &position, 0)
	s.Theme, s.Ways = theme, true
	if rules.Cube.On {
		s.Cube = &render.Cube{Value: 1, Owner: render.Centre}
	}
	return s
}

// physical is a place of a seat's own numbering on the board.
func physical(rules *engine.Rules, seat engine.Seat, place int) render.Place {
	if seat == 0 || place == engine.Off || place == engine.Bar {
		return render.Place(place)
	}
	return render.Place(rules.Geometry.Other(place))
}

// placeSide puts a seat's checkers into the scene. Whoever stands on a pinned
// checker covers it.
func placeSide(s *render.Scene, rules *engine.Rules, position *engine.Position, seat engine.Seat) {
	side := &position.Sides[seat]
	s.Bars[seat], s.Off[seat] = side.At(engine.Bar), side.At(engine.Off)
	for point := 1; point <= 24; point++ {
		n := side.At(point)
		if n == 0 {
			continue
		}
		at := &s.Points[physical(rules, seat, point)-1]
		if side.Pinned(point) {
			at.Pinned = true
			continue
		}
		at.Count, at.Seat = n, uint8(seat)
	}
}

// scene is the picture of a board.
func (b *board) scene() *render.Scene {
	m := b.match
	position := b.shownPosition()
	s := BoardScene(m.Rules(), &position, actorOf(m))
	s.Theme, s.Bottom, s.Length = b.Chat.Theme, uint8(b.bottom()), m.Terms.Length
	for seat := range engine.Seat(2) {
		s.Players[seat].Name, s.Players[seat].Score = b.fullName(seat), m.Score[seat]
	}
	s.Cube = b.cube()
	s.Arrows = b.arrows()
	if b.past || b.Table.Stage != Playing || m.Phase == engine.ToStart {
		s.Result = b.result()
		return s
	}
	if seat, waits := m.Actor(); waits {
		s.Players[seat].ToAct = true
	}
	if m.Game.Turn != nil && b.moves != nil {
		s.Dice = b.dice()
		if b.Table.thinks() {
			return s
		}
		for _, place := range b.moves.movable() {
			s.Movable = append(s.Movable, b.physical(m.Game.OnRoll, place))
		}
	}
	return s
}

// bottom is the seat that sits below: the host, or the reader in his own chat.
func (b *board) bottom() engine.Seat {
	if seat, sits := b.Table.seatOf(bot.PersonKey(b.Chat.Key)); sits {
		return seat
	}
	return 0
}

// physical is a place of a seat's own numbering on the board.
func (b *board) physical(seat engine.Seat, place int) render.Place {
	return physical(b.match.Rules(), seat, place)
}

func (b *board) cube() *render.Cube {
	m := b.match
	if !m.Rules().Cube.On || m.Game.Crawford {
		return nil
	}
	return cubeScene(m.Game.Cube, m.Game.Offer)
}

// cubeScene is the cube as it lies, or as it is offered.
func cubeScene(state engine.CubeState, offer *engine.Offer) *render.Cube {
	cube := &render.Cube{Value: state.Value, Owner: render.Centre}
	if state.Owned {
		cube.Owner = uint8(state.Owner)
	}
	if offer != nil {
		cube.Value, cube.Offered, cube.To = offer.Value, true, uint8(offer.From.Other())
	}
	return cube
}

// dice returns the dice of the stage being played, the used ones marked, and those
// of the stages to come. What a chain that has ended leaves for the opponent is
// already shown as his.
func (b *board) dice() []render.Die {
	turn, seat := b.match.Game.Turn, uint8(b.match.Game.OnRoll)
	own := render.Die{Seat: seat, Rest: turn.Remainder()}
	later := render.Die{Seat: seat, Rest: turn.Remainder(), Later: true}
	gives := b.moves.Over && b.gives()
	if gives {
		later = render.Die{Seat: 1 - seat, Rest: true, Later: true}
	}
	var dice []render.Die
	add := func(die render.Die, value uint8) {
		die.Value = value
		dice = append(dice, die)
	}
	var used [7]int
	for _, step := range b.moves.Draft {
		used[step.Die]++
	}
	for _, value := range b.moves.Stage.Dice[:b.moves.Stage.Dice.Len()] {
		die := own
		if used[value] > 0 {
			used[value]--
			die.Used = true
		} else if gives {
			die = later
		}
		add(die, value)
	}
	if b.moves.Over && !gives {
		return dice
	}
	for _, stage := range turn.Stages[b.moves.Index+1:] {
		for _, value := range stage[:stage.Len()] {
			add(later, value)
		}
	}
	return dice
}

// gives reports whether what is left of the chain becomes the opponent's: its roller
// has played some of it, and the game goes on.
func (b *board) gives() bool {
	turn := b.match.Game.Turn
	return turn.Chain && turn.Steps() > 0 && b.moves.Ending == engine.NotOver && !b.match.Rules().RemainderLost
}

// arrows shows the last play of each side, the older first; a draft takes its
// player's place.
func (b *board) arrows() []render.Arrow {
	if b.past {
		return nil
	}
	m := b.match
	last := m.Game.OnRoll.Other() // who has played, unless the one on roll is at it
	if m.Game.Turn != nil {
		last = m.Game.OnRoll
	}
	var out []render.Arrow
	for _, seat := range []engine.Seat{last.Other(), last} {
		ways := b.Table.Arrows[seat]
		if m.Game.Turn != nil && seat == m.Game.OnRoll {
			ways = arrows(m.Game.Turn, m.Rules(), seat)
		}
		for _, way := range ways {
			out = append(out, render.Arrow{Seat: uint8(seat), From: b.physical(seat, way.From), To: b.physical(seat, way.To),
				Count: way.Count, Hit: way.Hit})
		}
	}
	return out
}

// result marks who won.
func (b *board) result() *render.Result {
	last := b.match.Last
	switch {
	case last == nil:
		return nil
	case last.Draw:
		return &render.Result{Winner: render.Centre, Points: last.Points}
	}
	return &render.Result{Winner: uint8(last.Winner), Points: last.Points}
}
