package render

import (
	"image"
	"image/color"
)

// margin is the room around a sprite for its shadow, rim that around a checker.
const (
	margin = 6
	rim    = 2
)

// checkerSprite is a checker seen from above, a dished disc lit from behind the
// board: its tones change from row to row only, which keeps files small.
func checkerSprite(t *theme, seat uint8, diameter float64) *image.RGBA {
	k := t.checkers[seat]
	size := diameter + 2*rim
	p := newPainter(int(size), int(size))
	c, r := spot{size / 2, size / 2}, diameter/2
	q := r / 38 // what follows is measured on a checker of 76 pixels

	p.fill(circle(c.plus(0, q), r), k.outline) // lower: the checker's side
	if k.star {
		// Black and white only: a ring and a star tell what colours would.
		p.fill(circle(c, r-3*q), k.face)
		p.fill(star(c, 5, 20*q, 9*q), k.ink)
		return p.img
	}
	lit := func(radius float64, from, to color.NRGBA) (shape, gradient) {
		return circle(c, radius), gradient{c.plus(0, -radius), c.plus(0, radius), from, to, 5}
	}
	p.fillFrom(lit(r-2.5*q, k.light, k.dark))
	p.fillCrispFrom(lit(r-11*q, mix(k.face, k.dark, .6), mix(k.face, k.light, .6)))
	return p.img
}

// edgeSprite is a checker seen from its side, as it stands in a tray.
func edgeSprite(t *theme, seat uint8) *image.RGBA {
	k := t.checkers[seat]
	const w, h = wellWidth - 10, edgeHeight
	p := newPainter(w, h)
	p.fill(roundBox(0, 0, w, h, 5), k.outline)
	p.fill(roundBox(1.5, 1.5, w-1.5, h-1.5, 4), k.face)
	p.fill(box(5, 2.5, w-5, 5), k.light)
	p.fill(box(5, h-5, w-5, h-2), k.dark)
	if k.star {
		p.fill(star(spot{w / 2, h / 2}, 5, 7, 3), k.ink)
	}
	return p.img
}

// movableSprite is the ring around a checker that can move.
func movableSprite(t *theme) *image.RGBA {
	const size = checkerWidth + 2*margin
	p := newPainter(size, size)
	c := spot{size / 2, size / 2}
	p.fillCrisp(ring(c, checkerWidth/2+5, checkerWidth/2), t.movable[1])
	p.fillCrisp(ring(c, checkerWidth/2+3, checkerWidth/2-6), t.movable[0])
	return p.img
}
