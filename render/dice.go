package render

import "image"

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

// diceGroup is some equal dice of one thrower, shown as one face and a count.
type diceGroup struct {
	Die
	n int
}

// groupDice puts a seat's dice in the order of their throw: each by itself, or,
// where there are too many, equal neighbours together.
func groupDice(dice []Die, seat uint8) []diceGroup {
	var single, merged []diceGroup
	for _, d := range dice {
		if d.Seat != seat {
			continue
		}
		single = append(single, diceGroup{d, 1})
		if n := len(merged); n > 0 && merged[n-1].Die == d {
			merged[n-1].n++
		} else {
			merged = append(merged, diceGroup{d, 1})
		}
	}
	if len(single) <= 4 {
		return single
	}
	return merged[max(0, len(merged)-maxDice):]
}

// drawDice lays a seat's dice in the middle of its half.
func (d *drawing) drawDice(seat uint8) {
	groups := groupDice(d.scene.Dice, seat)
	if len(groups) == 0 {
		return
	}
	n := float64(len(groups))
	size := min(dieSize, float64(int((6*pointWidth-8)/n)-8))
	step := min(size+18, (6*pointWidth-8)/n)
	at := d.layout.dice(seat).plus(-step*(n-1)/2, 0)
	for _, g := range groups {
		d.stampOn(d.board.die(seat, g.Value, g.Used, int(size)), at)
		if g.n > 1 {
			d.badge(at.plus(size/2+2, -size/2+2), number(g.n), seat)
		}
		at.x += step
	}
}
