package render

import (
	"image"
	"image/draw"
	"slices"
)

// drawBackground paints the bare board: what no scene changes.
func drawBackground(p *painter, t *theme) {
	p.fill(box(0, 0, Width, Height), t.table)
	plate := plateSprite(t, t.plate, t.table)
	for _, top := range []int{0, boardBottom} {
		draw.Draw(p.img, plate.Rect.Add(image.Pt(0, top)), plate, image.Point{}, draw.Src)
	}
	grain(p.img, image.Rect(0, boardTop, Width, boardBottom), t.rail, false)
	grain(p.img, image.Rect(0, boardTop, Width, fieldTop), t.rail, true)
	grain(p.img, image.Rect(0, fieldBottom, Width, boardBottom), t.rail, true)
	raise(p, t, 0, boardTop, Width, boardBottom, 3)

	for _, x := range []float64{fieldLeft, barRight} {
		drawField(p, t, x, x+6*pointWidth)
	}
	raise(p, t, barLeft, boardTop+3, barRight, boardBottom-3, 2)
	for _, y := range []float64{middle - 300, middle + 300} {
		drawHinge(p, t, spot{(barLeft + barRight) / 2, y})
	}
	for _, left := range []bool{true, false} {
		for _, upper := range []bool{true, false} {
			drawWell(p, t, well(left, upper))
		}
	}
}

// grain lays the streaks of a piece of wood, each in one tone, along the plank.
func grain(img *image.RGBA, r image.Rectangle, w wood, lying bool) {
	across := r.Dx()
	if lying {
		across = r.Dy()
	}
	seed, tone := uint32(r.Min.X*31+r.Min.Y*17+2463534242), 0
	for from := 0; from < across; {
		seed ^= seed << 13
		seed ^= seed >> 17
		seed ^= seed << 5
		to := across
		if len(w.tones) > 1 {
			to = min(across, from+w.narrowest+2*int(seed%uint32(w.broadest-w.narrowest)/2))
			tone = (tone + 1 + int(seed>>8)%(len(w.tones)-1)) % len(w.tones)
		}
		streak := image.Rect(r.Min.X+from, r.Min.Y, r.Min.X+to, r.Max.Y)
		if lying {
			streak = image.Rect(r.Min.X, r.Min.Y+from, r.Max.X, r.Min.Y+to)
		}
		draw.Draw(img, streak, image.NewUniform(w.tones[tone]), image.Point{}, draw.Src)
		from = to
	}
}

// raise draws the lit and the shaded edges of a raised piece.
func raise(p *painter, t *theme, x0, y0, x1, y1, w float64) {
	p.fill(polygon(spot{x0, y0}, spot{x1, y0}, spot{x1 - w, y0 + w}, spot{x0 + w, y0 + w}, spot{x0 + w, y1 - w}, spot{x0, y1}), t.bevel[0])
	p.fill(polygon(spot{x1, y1}, spot{x0, y1}, spot{x0 + w, y1 - w}, spot{x1 - w, y1 - w}, spot{x1 - w, y0 + w}, spot{x1, y0}), t.bevel[1])
}

// drawField paints one half of the board with its twelve points.
func drawField(p *painter, t *theme, left, right float64) {
	frame := box(left-5, fieldTop-5, right+5, fieldBottom+5)
	p.fill(frame.and(box(left-3, fieldTop-3, right+3, fieldBottom+3).hole()), t.inlay)
	grain(p.img, image.Rect(int(left), fieldTop, int(right), fieldBottom), t.field, true)

	for i := range 6 {
		x := left + float64(i)*pointWidth
		upper, lower := t.even, t.odd
		if i%2 == 1 {
			upper, lower = lower, upper
		}
		drawPoint(p, upper, x, fieldTop, 1)
		drawPoint(p, lower, x, fieldBottom, -1)
	}
	// The rail stands above the field: its shadow falls on the field's edge.
	for i, a := range []float64{.5, .3, .15} {
		d := 4 * float64(i+1)
		p.fill(box(left, fieldTop, right, fieldTop+d), fade(t.shadow, a))
		p.fill(box(left, fieldTop, left+d, fieldBottom), fade(t.shadow, a))
	}
}

func drawPoint(p *painter, c triangle, x, base, grows float64) {
	tip := base + grows*pointHeight
	// Its sides are stairs of one pixel every eight rows: the eye sees a line, and
	// seven rows of eight are like the one above.
	shape := func(inset float64) shape {
		var left, right []spot
		for d := 0.; d < pointHeight; d += 8 {
			w := pointWidth/2 - 3 - inset - d/8
			if w <= 0 {
				break
			}
			near, far := base+grows*d, base+grows*(d+8)
			left = append(left, spot{x + pointWidth/2 - w, near}, spot{x + pointWidth/2 - w, far})
			right = append(right, spot{x + pointWidth/2 + w, near}, spot{x + pointWidth/2 + w, far})
		}
		slices.Reverse(right)
		return polygon(append(left, right...)...)
	}
	p.fill(shape(0), c.edge)
	p.fillFrom(shape(2), gradient{spot{x, base}, spot{x, tip}, c.from, c.to, 4})
}

func drawHinge(p *painter, t *theme, c spot) {
	p.fill(roundBox(c.x-24, c.y-30, c.x+24, c.y+30, 8), t.brass[1])
	p.fill(roundBox(c.x-22, c.y-28, c.x+22, c.y+28, 7), t.brass[0])
	p.fill(box(c.x-3, c.y-30, c.x+3, c.y+30), t.brass[1])
	for _, dx := range []float64{-13, 13} {
		for _, dy := range []float64{-17, 17} {
			p.fill(circle(c.plus(dx, dy), 4), t.brass[1])
		}
	}
}

func drawWell(p *painter, t *theme, r image.Rectangle) {
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	p.fill(roundBox(x0-3, y0-3, x1+3, y1+3, 13), t.inlay)
	p.fill(roundBox(x0-1, y0-1, x1+1, y1+1, 11), t.well[1])
	p.fill(roundBox(x0+4, y0+6, x1-1, y1-1, 9), t.well[0])
}
