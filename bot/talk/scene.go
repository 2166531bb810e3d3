package talk

import (
	"tablabot/bot"
	"tablabot/engine"
	"tablabot/render"
)

// scene is the picture of a board.
func (b *board) scene() *render.Scene {
	m := b.match
	r := m.Rules()
	position := m.Game.Position
	if b.moves != nil {
		position = b.moves.Position
	}
	s := &render.Scene{Theme: b.Chat.Theme, Bottom: uint8(b.bottom()), Length: m.Terms.Length}
	for seat := range engine.Seat(2) {
		b.place(s, &position, seat)
		s.Homes[seat] = render.Home{Last: b.physical(seat, 1), First: b.physical(seat, 24)}
		s.Players[seat] = render.Player{Name: b.name(seat), Score: m.Score[seat], Pips: position.Sides[seat].Pips()}
	}
	reader := actorOf(m)
	for i := range s.Labels {
		s.Labels[i] = uint8(i + 1)
		if reader == 1 {
			s.Labels[i] = uint8(r.Geometry.Other(i + 1))
		}
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
	if seat == 0 || place == engine.Off || place == engine.Bar {
		return render.Place(place)
	}
	return render.Place(b.match.Rules().Geometry.Other(place))
}

// place puts a seat's checkers into the scene. Whoever stands on a pinned checker
// covers it.
func (b *board) place(s *render.Scene, position *engine.Position, seat engine.Seat) {
	side := &position.Sides[seat]
	s.Bars[seat], s.Off[seat] = side.At(engine.Bar), side.At(engine.Off)
	for point := 1; point <= 24; point++ {
		n := side.At(point)
		if n == 0 {
			continue
		}
		at := &s.Points[b.physical(seat, point)-1]
		if side.Pinned(point) {
			at.Pinned = true
			continue
		}
		at.Count, at.Seat = n, uint8(seat)
	}
}

func (b *board) cube() *render.Cube {
	m := b.match
	if !m.Rules().Cube.On || m.Game.Crawford {
		return nil
	}
	cube := &render.Cube{Value: m.Game.Cube.Value, Owner: render.Centre}
	if m.Game.Cube.Owned {
		cube.Owner = uint8(m.Game.Cube.Owner)
	}
	if offer := m.Game.Offer; offer != nil {
		cube.Value, cube.Offered, cube.To = offer.Value, true, uint8(offer.From.Other())
	}
	return cube
}

// dice returns the dice of the stage being played, the used ones marked, and those
// of the stages to come.
func (b *board) dice() []render.Die {
	var dice []render.Die
	seat := uint8(b.match.Game.OnRoll)
	rest := b.moves.Stage.Dice
	for _, step := range b.moves.Draft {
		rest, _ = rest.Without(int(step.Die))
	}
	for _, value := range b.moves.Stage.Dice[:b.moves.Stage.Dice.Len()] {
		left, unused := rest.Without(int(value))
		rest = left
		dice = append(dice, render.Die{Value: value, Seat: seat, Used: !unused})
	}
	if b.moves.Over {
		return dice
	}
	for _, stage := range b.match.Game.Turn.Stages[b.moves.Index+1:] {
		for _, value := range stage[:stage.Len()] {
			dice = append(dice, render.Die{Value: value, Seat: seat})
		}
	}
	return dice
}

// arrows shows the last play of each side; a draft takes its player's place.
func (b *board) arrows() []render.Arrow {
	if b.past {
		return nil
	}
	m := b.match
	var out []render.Arrow
	for seat := range engine.Seat(2) {
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
