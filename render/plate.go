package render

import (
	"image"
	"image/color"
)

// The measures of a plate in pixels.
const (
	discWidth  = 58
	nameSize   = 46
	nameLeft   = 96
	scoreRight = Width - 26
	pipsRight  = Width - 210
)

// drawPlate shows a player: colour, name, pips, score. The plate of the one who is
// to act is lit.
func (d *drawing) drawPlate(seat uint8) {
	t, p := &d.board.theme, d.scene.Players[seat]
	top := d.layout.plate(seat)
	mid := top + plateHeight/2
	k := t.plate
	if p.ToAct {
		k = t.plateLit
		d.stamp(d.board.litPlate(), spot{0, top}.at())
	}
	d.stampOn(d.board.checker(seat, discWidth), spot{50, mid})

	// The pips keep their column unless a score is very wide.
	right := min(d.drawScore(seat, k, mid), pipsRight)
	d.drawPips(p.Pips, k, spot{right, mid})
	nameEnd := right - 150
	if prize := d.prize(seat); prize != "" {
		d.drawPrize(prize, spot{nameEnd, mid})
		nameEnd -= 200
	}
	name := d.text.name(p.Name, nameSize, int(nameEnd)-nameLeft)
	d.write(d.text, name, nameSize, spot{nameLeft, mid}, fromLeft, k.text)
}

// plateSprite is a plate without its player. The border tells a lit one.
func plateSprite(t *theme, k plateColours, border color.NRGBA) *image.RGBA {
	p := newPainter(Width, plateHeight)
	p.fill(box(0, 0, Width, plateHeight), t.table)
	p.fill(roundBox(2, 2, Width-2, plateHeight-2, 18), border)
	p.fillFrom(roundBox(6, 6, Width-6, plateHeight-6, 14),
		gradient{spot{0, 6}, spot{0, plateHeight - 6}, k.from, k.to, 6})
	return p.img
}

// drawScore writes "3/7", or "3" where no length is set, and returns where the
// plate's next column ends.
func (d *drawing) drawScore(seat uint8, k plateColours, mid float64) float64 {
	score, length := number(d.scene.Players[seat].Score), ""
	if d.scene.Length > 0 {
		length = "/" + number(d.scene.Length)
	}
	x := float64(scoreRight)
	if length != "" {
		size := d.fit(length, 40, 90)
		d.write(d.text, length, size, spot{x, mid}, fromRight, k.muted)
		x -= float64(d.text.width(length, size)) + 4
	}
	size := d.fit(score, 52, 110)
	d.write(d.text, score, size, spot{x, mid}, fromRight, k.text)
	return x - float64(d.text.width(score, size)) - 34
}

// drawPips writes how far a player still has to go, behind two small wedges that
// mean "onward".
func (d *drawing) drawPips(pips int, k plateColours, at spot) {
	text := number(pips)
	size := d.fit(text, 42, 110)
	d.write(d.text, text, size, at, fromRight, k.text)
	x := at.x - float64(d.text.width(text, size)) - 16
	for i := range 2 {
		d.fill(chevron(spot{x - 15*float64(1-i), at.y}, 11, 1, 0), k.muted)
	}
}

// chevron is a wedge with its tip at a spot that points along (dx, dy), a vector of
// length one.
func chevron(tip spot, half, dx, dy float64) shape {
	const w = 7
	at := func(back, aside float64) spot { return tip.plus(-dx*back-dy*aside, -dy*back+dx*aside) }
	return polygon(tip, at(half, -half), at(half+w, -half), at(w, 0), at(half+w, half), at(half, half))
}

// prize is what a finished game's plate shows: the winner's points, or an equals
// sign on both in a draw.
func (d *drawing) prize(seat uint8) string {
	switch r := d.scene.Result; {
	case r == nil:
		return ""
	case r.Winner == Centre:
		return "="
	case r.Winner == seat:
		return "+" + number(r.Points)
	}
	return ""
}

// drawPrize ends at a spot.
func (d *drawing) drawPrize(text string, at spot) {
	c, size := d.board.theme.prize, d.fit(text, 48, 120)
	d.write(d.text, text, size, at, fromRight, c)
	if text != "=" {
		d.fill(crown(spot{at.x - float64(d.text.width(text, size)) - 44, at.y}, 30), c)
	}
}

// crown has three tips; half is half its width.
func crown(c spot, half float64) shape {
	h := half * .72
	return polygon(
		c.plus(-half*.78, h), c.plus(-half, -h*.62), c.plus(-half*.45, h*.08),
		c.plus(0, -h*1.05), c.plus(half*.45, h*.08), c.plus(half, -h*.62), c.plus(half*.78, h),
	).and(circle(c.plus(-half, -h*.7), half*.13), circle(c.plus(0, -h*1.1), half*.15), circle(c.plus(half, -h*.7), half*.13))
}
