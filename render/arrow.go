package render

import "math"

// The measures of an arrow in pixels.
const (
	arrowTail    = 5  // half its width where it begins
	arrowNeck    = 8  // half its width where the head begins
	arrowHead    = 23 // half the head's width
	arrowPoint   = 36 // the head's length
	arrowOutline = 4.5
	thinArrow    = .68 // of all these, where there are many
)

// manyPixels is how long broad arrows may be together.
const manyPixels = 1800

// drawArrows shows the last plays, the newest on top, and over them the counts.
// Where they are many or long, they are thin and have plain edges, which keeps them
// apart and the file small.
func (d *drawing) drawArrows() {
	routes := newRoutes(d.scene.Arrows, d.layout.homes, d.scene.chain())
	curves, length := make([]curve, len(routes.arrows)), 0.
	for i, a := range routes.arrows {
		curves[i] = bend(d.leaves(a), d.lands(a))
		length += curves[i].length()
	}
	thin := routes.crowded || length > manyPixels
	var counts []spot
	for i, a := range routes.arrows {
		if curves[i].length() >= arrowPoint {
			d.drawArrow(a, curves[i], thin)
		}
	}
	for i, a := range routes.arrows {
		if a.Count > 1 && curves[i].length() >= arrowPoint {
			at := curves[i].label(counts)
			counts = append(counts, at)
			d.badge(at, "×"+number(a.Count), a.Seat)
		}
	}
}

func (d *drawing) drawArrow(a Arrow, c curve, thin bool) {
	t := &d.board.theme
	own, other := t.checkers[a.Seat], t.checkers[1-a.Seat]
	if a.Hit {
		d.drawHit(c.to)
	}
	if thin {
		d.fillCrisp(arrowShape(c, thinArrow, arrowOutline*thinArrow), other.face)
		d.fillCrisp(arrowShape(c, thinArrow, 0), own.face)
		return
	}
	d.fillFine(arrowShape(c, 1, arrowOutline), other.face)
	d.fillFine(arrowShape(c, 1, 0), own.face)
}

// drawHit sets rays around the checker that hit.
func (d *drawing) drawHit(at spot) {
	c := d.board.theme.hit
	d.fill(star(at, 12, 54, 40).and(circle(at, 34).hole()), c[1])
	d.fill(star(at, 12, 48, 38).and(circle(at, 36).hole()), c[0])
}

// leaves is where the checker stood that an arrow tells of: on top of what is left.
func (d *drawing) leaves(a Arrow) spot {
	switch a.From {
	case Bar:
		return d.layout.bar(a.Seat, float64(min(d.scene.Bars[a.Seat], maxOnBar-1)))
	case Tray:
		return d.edge(a.Seat, d.scene.Off[a.Seat])
	}
	p := d.scene.Points[a.From-1]
	return d.layout.checker(a.From, float64(min(p.size(), maxStack-1)), p.Pinned)
}

// lands is the checker that the arrow points at.
func (d *drawing) lands(a Arrow) spot {
	switch a.To {
	case Bar:
		return d.layout.bar(a.Seat, float64(max(0, min(d.scene.Bars[a.Seat], maxOnBar)-1)))
	case Tray:
		return d.edge(a.Seat, d.scene.Off[a.Seat]-1)
	}
	p := d.scene.Points[a.To-1]
	return d.layout.checker(a.To, float64(max(0, min(p.size(), maxStack)-1)), p.Pinned)
}

// curve is a quadratic Bézier curve.
type curve struct{ from, by, to spot }

// bend leads from one spot to another in an arc that leans towards the board's
// middle, so that an arrow along a row of stacks passes above them.
func bend(from, to spot) curve {
	mid := spot{(from.x + to.x) / 2, (from.y + to.y) / 2}
	dx, dy := to.x-from.x, to.y-from.y
	length := max(math.Hypot(dx, dy), 1e-9)
	sag := min(90, length*.28)
	nx, ny := -dy/length, dx/length
	if (middle-mid.y)*ny < 0 {
		nx, ny = -nx, -ny
	}
	return curve{from, mid.plus(nx*sag, ny*sag), to}
}

func (c curve) at(t float64) spot {
	u := 1 - t
	return spot{
		u*u*c.from.x + 2*u*t*c.by.x + t*t*c.to.x,
		u*u*c.from.y + 2*u*t*c.by.y + t*t*c.to.y,
	}
}

// label is where a count is set on the curve: clear of the dice in the middle and
// of other counts.
func (c curve) label(others []spot) spot {
	for _, t := range []float64{.4, .3, .5, .2, .6, .7, .75} {
		p := c.at(t)
		clear := math.Abs(p.y-middle) > dieSize/2+24
		for _, o := range others {
			clear = clear && math.Hypot(p.x-o.x, p.y-o.y) > 56
		}
		if clear {
			return p
		}
	}
	return c.at(.4)
}

// normal is the direction to the curve's left, of length one.
func (c curve) normal(t float64) (x, y float64) {
	dx := 2*(1-t)*(c.by.x-c.from.x) + 2*t*(c.to.x-c.by.x)
	dy := 2*(1-t)*(c.by.y-c.from.y) + 2*t*(c.to.y-c.by.y)
	n := max(math.Hypot(dx, dy), 1e-9)
	return dy / n, -dx / n
}

func (c curve) length() float64 {
	sum := 0.
	for i := range 16 {
		a, b := c.at(float64(i)/16), c.at(float64(i+1)/16)
		sum += math.Hypot(b.x-a.x, b.y-a.y)
	}
	return sum
}

// arrowShape is an arrow along a curve, in a scale, wider by grow on every side.
func arrowShape(c curve, scale, grow float64) shape {
	point := arrowPoint * scale
	neck := 1 - point/max(c.length(), point+1)
	const steps = 20
	var left, right []spot
	side := func(t, w float64) {
		x, y := c.normal(t)
		p := c.at(t)
		left = append(left, p.plus(x*w, y*w))
		right = append(right, p.plus(-x*w, -y*w))
	}
	for i := range steps + 1 {
		s := float64(i) / steps
		side(s*neck, (arrowTail+(arrowNeck-arrowTail)*s)*scale+grow)
	}
	// The head is a triangle over the last of the curve.
	x, y := c.normal((1 + neck) / 2)
	base, tip := c.at(neck).plus(y*grow, -x*grow), c.at(1).plus(-y*2*grow, x*2*grow)
	w := arrowHead*scale + 2*grow
	left = append(left, base.plus(x*w, y*w), tip)
	right = append(right, base.plus(-x*w, -y*w))
	for i := len(right) - 1; i >= 0; i-- {
		left = append(left, right[i])
	}
	return shape{left}
}
