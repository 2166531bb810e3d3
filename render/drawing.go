package render

import "strconv"

// drawing is one scene being drawn.
type drawing struct {
	*brush
	board  *board
	text   *lettering
	scene  *Scene
	layout *layout
}

// draw puts everything a scene has on the bare board.
func (d *drawing) draw() {
	d.drawLabels()
	for seat := range uint8(2) {
		d.drawPlate(seat)
		d.drawTray(seat)
		d.drawBar(seat)
	}
	d.drawWays()
	for p := Place(1); p <= 24; p++ {
		d.drawStack(p)
	}
	d.drawMovable()
	d.drawArrows()
	for seat := range uint8(2) {
		d.drawDice(seat)
	}
	d.drawCounts()
	d.drawCube()
}

func (d *drawing) drawLabels() {
	for i, n := range d.scene.Labels {
		if n > 0 {
			d.write(d.text, number(int(n)), 42, d.layout.label(Place(i+1)), centred, d.board.theme.numeral)
		}
	}
}

// size is how many checkers stand on a point, a pinned one included.
func (p Point) size() int {
	if p.Pinned {
		return p.Count + 1
	}
	return p.Count
}

// drawStack shows the checkers of a point, at most five, the rest as a numeral. A
// pinned checker peeps out from under the others, rimmed in the colour of a hit.
func (d *drawing) drawStack(at Place) {
	p := d.scene.Points[at-1]
	if p.Count == 0 {
		return
	}
	shown := min(p.size(), maxStack)
	for i := range shown {
		seat := p.Seat
		if p.Pinned && i == 0 {
			seat = 1 - seat
		}
		d.stampOn(d.board.checker(seat, checkerWidth), d.layout.checker(at, float64(i), p.Pinned))
		if p.Pinned && i == 0 {
			d.fill(ring(d.layout.checker(at, 0, true), checkerWidth/2, checkerWidth/2-5), d.board.theme.hit[0])
		}
	}
}

// drawCounts writes how many checkers the high stacks have on their top ones, and
// how many are borne off beside the trays' last ones.
func (d *drawing) drawCounts() {
	write := func(n int, seat uint8, at spot) {
		k := d.board.theme.checkers[seat]
		d.fill(circle(at, checkerWidth/2-10), k.face) // over what would run through the numeral
		d.write(d.text, number(n), 44, at, centred, k.ink)
	}
	for i, p := range d.scene.Points {
		if p.size() > maxStack {
			write(p.Count, p.Seat, d.layout.checker(Place(i+1), maxStack-1, p.Pinned))
		}
	}
	for seat, n := range d.scene.Bars {
		if n > maxOnBar {
			write(n, uint8(seat), d.layout.bar(uint8(seat), maxOnBar-1))
		}
	}
	for seat, n := range d.scene.Off {
		if n > 0 {
			at := d.edge(uint8(seat), n-1)
			if d.trayAbove(uint8(seat)) {
				at.y += 32
			} else {
				at.y -= 32
			}
			d.write(d.text, number(n), 42, at, centred, d.board.theme.numeral)
		}
	}
}

func (d *drawing) drawBar(seat uint8) {
	for i := range min(d.scene.Bars[seat], maxOnBar) {
		d.stampOn(d.board.checker(seat, checkerWidth), d.layout.bar(seat, float64(i)))
	}
}

// drawTray stacks the borne-off checkers on their edges.
func (d *drawing) drawTray(seat uint8) {
	for i := range min(d.scene.Off[seat], maxEdges) {
		d.stampOn(d.board.edge(seat), d.edge(seat, i))
	}
}

// edge is the centre of the i-th checker in a tray.
func (d *drawing) edge(seat uint8, i int) spot {
	w := d.layout.tray(seat)
	off := 6 + edgeHeight/2. + edgeHeight*float64(max(0, min(i, maxEdges-1)))
	x := float64(w.Min.X+w.Max.X) / 2
	if d.trayAbove(seat) {
		return spot{x, float64(w.Min.Y) + off}
	}
	return spot{x, float64(w.Max.Y) - off}
}

func (d *drawing) trayAbove(seat uint8) bool { return d.layout.tray(seat).Min.Y < middle }

// drawMovable rings the top checker of every place that can move.
func (d *drawing) drawMovable() {
	ring := d.board.movable()
	for _, at := range d.scene.Movable {
		switch at {
		case Tray:
		case Bar:
			seat := d.toAct()
			if n := d.scene.Bars[seat]; n > 0 {
				d.stampOn(ring, d.layout.bar(seat, float64(min(n, maxOnBar)-1)))
			}
		default:
			if p := d.scene.Points[at-1]; p.Count > 0 {
				d.stampOn(ring, d.layout.checker(at, float64(min(p.size(), maxStack)-1), p.Pinned))
			}
		}
	}
}

// toAct is the seat whose plate is lit.
func (d *drawing) toAct() uint8 {
	if d.scene.Players[1].ToAct && !d.scene.Players[0].ToAct {
		return 1
	}
	return 0
}

// badge is a small disc in a seat's colour with a text on it.
func (d *drawing) badge(at spot, text string, seat uint8) {
	const size, half = 32, 20
	k := d.board.theme.checkers[seat]
	w := max(half, float64(d.text.width(text, size))/2+9)
	d.fill(roundBox(at.x-w-3, at.y-half-3, at.x+w+3, at.y+half+3, half+3), k.ink)
	d.fill(roundBox(at.x-w, at.y-half, at.x+w, at.y+half, half), k.face)
	d.write(d.text, text, size, at, centred, k.ink)
}

// fit is the largest size up to a given one in which a text is no wider than width.
func (d *drawing) fit(text string, size, width int) int {
	for size > 8 && d.text.line(text, size).Rect.Dx() > width {
		size -= 2
	}
	return size
}

func number(n int) string { return strconv.Itoa(n) }
