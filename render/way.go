package render

// The measures of the marks along the sides' ways, in pixels.
const (
	stripeOut  = 8 // how far a home's stripe reaches onto the rail, and into the field
	stripeIn   = 4
	houseWidth = 52
	maxBelow   = 10 // so many checkers in a tray leave room for its house
)

// drawWays shows how the sides go round the board, if the scene asks for it or both
// go the same way: where each begins or turns, which way it goes, where its home is.
func (d *drawing) drawWays() {
	parallel := d.layout.parallel()
	if !parallel && !d.scene.Ways {
		return
	}
	for seat := range uint8(2) {
		d.drawHome(seat)
		if parallel {
			d.drawEntry(seat)
		} else {
			d.drawCrossing(seat)
		}
	}
	if parallel {
		d.drawRound()
	}
}

// drawHome underlines the six points of a seat's home in its colour, and puts a house
// into its tray while there is room.
func (d *drawing) drawHome(seat uint8) {
	k := d.board.theme.checkers[seat]
	stripe := func(inset float64) (s shape) {
		for own := 1; own <= 6; own++ {
			base, grows := d.layout.point(d.layout.homes[seat].physical(own))
			top, bottom := base.y-grows*(stripeOut-inset), base.y+grows*(stripeIn-inset)
			s = s.and(box(base.x-pointWidth/2, min(top, bottom), base.x+pointWidth/2, max(top, bottom)))
		}
		return s
	}
	d.fill(stripe(0), k.ink)
	d.fill(stripe(2), k.face)

	if d.scene.Off[seat] > maxBelow {
		return
	}
	w := d.layout.tray(seat)
	at := spot{float64(w.Min.X+w.Max.X) / 2, float64(w.Min.Y) + houseWidth}
	if d.trayAbove(seat) {
		at.y = float64(w.Max.Y) - houseWidth
	}
	d.fillCrisp(house(at, houseWidth/2+4), k.ink)
	d.fillCrisp(house(at, houseWidth/2).and(box(at.x-7, at.y+4, at.x+7, at.y+houseWidth/2).hole()), k.face)
}

// house has a roof; half is half its height and its width.
func house(c spot, half float64) shape {
	eaves := half * .1
	return polygon(
		c.plus(0, -half), c.plus(half, -eaves), c.plus(half*.72, -eaves),
		c.plus(half*.72, half), c.plus(-half*.72, half), c.plus(-half*.72, -eaves), c.plus(-half, -eaves))
}

// drawEntry sets a seat's disc and wedges beside its point 24, in the well that its
// cube would lie in.
func (d *drawing) drawEntry(seat uint8) {
	base, grows := d.layout.point(d.layout.homes[seat].physical(24))
	way := -1.
	if base.x < Width/2 {
		way = 1
	}
	w := well(way > 0, grows > 0)
	c := spot{float64(w.Min.X+w.Max.X) / 2, float64(w.Min.Y+w.Max.Y) / 2}
	d.stampOn(d.board.checker(seat, discWidth), c.plus(0, -22))
	d.drawWedges(c.plus(0, 42), way, 16)
}

// drawRound sets wedges on the rail at both ends of the bar, for both sides.
func (d *drawing) drawRound() {
	const x = (barLeft + barRight) / 2
	d.drawWedges(spot{x, boardTop + railHeight/2}, -1, 14)
	d.drawWedges(spot{x, boardBottom - railHeight/2}, 1, 14)
}

// drawWedges sets three wedges around a spot, pointing right (1) or left (-1).
func (d *drawing) drawWedges(c spot, way, half float64) {
	for i := range 3 {
		tip := c.plus(way*(20*float64(i)-20+half/2+3), 0)
		d.fill(chevron(tip, half, way, 0), d.board.theme.numeral)
	}
}

// drawCrossing sets a seat's disc and wedges beside its points 13 and 12, where it
// changes from one row to the other, into the well that it comes from.
func (d *drawing) drawCrossing(seat uint8) {
	from, grows := d.layout.point(d.layout.homes[seat].physical(13))
	w := well(from.x < Width/2, grows > 0)
	c := spot{float64(w.Min.X+w.Max.X) / 2, float64(w.Min.Y+w.Max.Y) / 2}
	d.stampOn(d.board.checker(seat, discWidth), c.plus(0, -22*grows))
	for i := range 3 {
		d.fill(chevron(c.plus(0, grows*(22+20*float64(i))), 16, 0, grows), d.board.theme.numeral)
	}
}
