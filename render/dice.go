package render

import (
	"image"
	"slices"
)

// pips are the places of a die's pips on a grid of three by three, by value.
var pips = [7][]image.Point{
	1: {{1, 1}},
	2: {{0, 0}, {2, 2}},
	3: {{0, 0}, {1, 1}, {2, 2}},
	4: {{0, 0}, {2, 0}, {0, 2}, {2, 2}},
	5: {{0, 0}, {2, 0}, {1, 1}, {0, 2}, {2, 2}},
	6: {{0, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {2, 2}},
}

// dieSprite is one face of a die. A used one is faint.
func dieSprite(t *theme, seat, value uint8, used bool, size float64) *image.RGBA {
	p := newPainter(int(size)+2*margin, int(size)+2*margin)
	drawBlock(p, t, t.dice[seat], size)
	c := spot{margin + size/2, margin + size/2}
	for _, pip := range pips[value] {
		p.fill(circle(c.plus(float64(pip.X-1)*size*.27, float64(pip.Y-1)*size*.27), size*.105), t.dice[seat].ink)
	}
	if used {
		dim(p.img, .42)
	}
	return p.img
}

// drawBlock paints a die without pips, which is also the doubling cube.
func drawBlock(p *painter, t *theme, k dieColours, size float64) {
	const m = margin
	p.fill(roundBox(m+2, m+3, m+size+2, m+size+3, size*.2), t.shadow)
	p.fill(roundBox(m, m, m+size, m+size, size*.2), k.edge)
	p.fill(roundBox(m+2.5, m+2.5, m+size-2.5, m+size-2.5, size*.18), k.light)
	p.fill(roundBox(m+5, m+6, m+size-3, m+size-3, size*.16), k.face)
}

// dim makes an image translucent.
func dim(img *image.RGBA, t float64) {
	for i, v := range img.Pix {
		img.Pix[i] = uint8(float64(v) * t)
	}
}

// diceGroup is some equal dice of one seat, shown as one face and a count.
type diceGroup struct {
	Die
	n int
}

// The measures of a row of dice in pixels, before it is made to fit.
const (
	dieGap      = 18
	laterSize   = 54
	laterGap    = 8
	laterMargin = 26 // between the stage being played and those to come
	countRoom   = 34 // below dice with a count
	maxSingle   = 4  // more dice are shown by groups
	maxLater    = 3  // as are these four, where more stages are to come
)

// groupDice puts a seat's dice in the order in which they are played. Those of the
// stages to come are shown with a count; so are the others where there are many.
func groupDice(dice []Die, seat uint8) []diceGroup {
	var single, merged, later []diceGroup
	for _, d := range dice {
		switch {
		case d.Seat != seat:
		case d.Later:
			later = count(later, d)
		default:
			single = append(single, diceGroup{d, 1})
			merged = count(merged, d)
		}
	}
	if len(single) <= maxSingle && len(later) <= maxLater {
		merged = single
	}
	groups := append(merged, later...)
	return groups[max(0, len(groups)-maxDice):]
}

// count adds a die to the last group if it is alike.
func count(groups []diceGroup, d Die) []diceGroup {
	if n := len(groups); n > 0 && groups[n-1].Die == d {
		groups[n-1].n++
		return groups
	}
	return append(groups, diceGroup{d, 1})
}

// colour is the seat in whose colour a die is.
func (d Die) colour() uint8 {
	if d.Rest {
		return 1 - d.Seat
	}
	return d.Seat
}

// drawDice lays a seat's dice in the middle of its half, the stages to come smaller.
func (d *drawing) drawDice(seat uint8) {
	groups := groupDice(d.scene.Dice, seat)
	if len(groups) == 0 {
		return
	}
	scale := 1.
	if width, room := rowWidth(groups, 1), 6.*pointWidth-8; width > room {
		scale = room / width
	}
	at := d.layout.dice(seat)
	at.x -= rowWidth(groups, scale) / 2
	rest := false
	var first spot // of those that share a count
	for i, g := range groups {
		before, size := measure(groups, i, scale)
		at.x += before + size/2
		centre := at
		if g.Later || g.n > 1 {
			centre.y -= countRoom / 2
		}
		d.stampOn(d.board.die(g.colour(), g.Value, g.Used, int(size)), centre)
		below := at.plus(0, (size+countRoom)/2)
		if i == 0 || !g.shares(groups[i-1]) {
			first = below.plus(-size/2, 0)
		}
		if last := i == len(groups)-1 || !groups[i+1].shares(g); last && (g.Later || g.n > 1) {
			d.drawCount(first, below.plus(size/2, 0), g)
		}
		at.x += size / 2
		rest = rest || g.Rest
	}
	if rest {
		d.drawGift(seat)
	}
}

// shares tells whether one count stands for both groups.
func (g diceGroup) shares(other diceGroup) bool {
	return g.Later && other.Later && g.n == other.n && g.Rest == other.Rest
}

// drawCount writes how many dice each face between two spots stands for, on a line
// under them all if they are several.
func (d *drawing) drawCount(from, to spot, g diceGroup) {
	k := d.board.theme.checkers[g.colour()]
	if to.x-from.x > dieSize {
		d.fill(box(from.x, from.y-4, to.x, to.y+4), k.ink)
		d.fill(box(from.x+2, from.y-2, to.x-2, to.y+2), k.face)
	}
	d.badge(spot{(from.x + to.x) / 2, from.y}, "×"+number(g.n), g.colour())
}

// chain tells whether stages of the turn are still to come.
func (s *Scene) chain() bool {
	return slices.ContainsFunc(s.Dice, func(d Die) bool { return d.Later })
}

// measure is the room before the i-th of a row of dice, and its size.
func measure(groups []diceGroup, i int, scale float64) (before, size float64) {
	before, size = dieGap, dieSize
	if groups[i].Later {
		before, size = laterGap, laterSize
	}
	switch {
	case i == 0:
		before = 0
	case groups[i].Later && !groups[i-1].Later:
		before = laterMargin
	}
	return before * scale, float64(int(size*scale) &^ 1)
}

func rowWidth(groups []diceGroup, scale float64) (width float64) {
	for i := range groups {
		before, size := measure(groups, i, scale)
		width += before + size
	}
	return width
}

// drawGift tells on the bar that the dice beside it come from the other seat.
func (d *drawing) drawGift(seat uint8) {
	way := 1.
	if d.layout.above(seat) {
		way = -1
	}
	c := spot{(barLeft + barRight) / 2, middle}
	d.stampOn(d.board.checker(1-seat, giftWidth), c.plus(-14*way, 0))
	d.fill(chevron(c.plus(34*way, 0), 16, way, 0), d.board.theme.numeral)
}
