package render

import (
	"image"
	"image/color"
	"image/draw"
	"iter"
	"math"

	"golang.org/x/image/vector"
)

// spot is a place in a picture, in pixels from its top left corner.
type spot struct{ x, y float64 }

func (a spot) plus(x, y float64) spot { return spot{a.x + x, a.y + y} }

// at rounds a spot to a pixel.
func (a spot) at() image.Point {
	return image.Pt(int(math.Round(a.x)), int(math.Round(a.y)))
}

// shape is a set of closed outlines. An outline that runs the other way round
// inside another one cuts a hole.
type shape [][]spot

func (s shape) and(others ...shape) shape {
	all := append(shape(nil), s...)
	for _, o := range others {
		all = append(all, o...)
	}
	return all
}

// hole is the shape to be cut out of another one.
func (s shape) hole() shape {
	turned := make(shape, len(s))
	for i, outline := range s {
		n := len(outline)
		turned[i] = make([]spot, n)
		for j, p := range outline {
			turned[i][n-1-j] = p
		}
	}
	return turned
}

func polygon(corners ...spot) shape { return shape{corners} }

func box(x0, y0, x1, y1 float64) shape {
	return polygon(spot{x0, y0}, spot{x1, y0}, spot{x1, y1}, spot{x0, y1})
}

// arc appends points of a quarter circle or more, from and to in radians.
func arc(points []spot, c spot, r, from, to float64) []spot {
	n := max(4, int(math.Abs(to-from)*(3+math.Sqrt(r)*1.6)))
	for i := range n + 1 {
		a := from + (to-from)*float64(i)/float64(n)
		points = append(points, spot{c.x + r*math.Cos(a), c.y + r*math.Sin(a)})
	}
	return points
}

func circle(c spot, r float64) shape {
	return shape{arc(nil, c, r, 0, 2*math.Pi)}
}

func ring(c spot, outer, inner float64) shape {
	return circle(c, outer).and(circle(c, inner).hole())
}

func roundBox(x0, y0, x1, y1, r float64) shape {
	var p []spot
	p = arc(p, spot{x1 - r, y0 + r}, r, -math.Pi/2, 0)
	p = arc(p, spot{x1 - r, y1 - r}, r, 0, math.Pi/2)
	p = arc(p, spot{x0 + r, y1 - r}, r, math.Pi/2, math.Pi)
	p = arc(p, spot{x0 + r, y0 + r}, r, math.Pi, 3*math.Pi/2)
	return shape{p}
}

// star has n rays between the radii outer and inner.
func star(c spot, n int, outer, inner float64) shape {
	p := make([]spot, 0, 2*n)
	for i := range 2 * n {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		a := math.Pi*float64(i)/float64(n) - math.Pi/2
		p = append(p, spot{c.x + r*math.Cos(a), c.y + r*math.Sin(a)})
	}
	return shape{p}
}

// surface is what a brush draws on.
type surface interface {
	bounds() image.Rectangle
	// tint lays one colour through a mask of three degrees, whose pixel at corner
	// belongs to r's.
	tint(r image.Rectangle, mask *image.Alpha, corner image.Point, c color.NRGBA)
	// stamp lays a sprite with its top left corner at a point.
	stamp(s *sprite, corner image.Point)
}

// brush draws shapes, text and sprites on a surface.
type brush struct {
	surface
	raster vector.Rasterizer
	mask   image.Alpha
}

// painter draws on an image with all its colours: the bare board and the sprites.
type painter struct {
	brush
	img *image.RGBA
}

func newPainter(width, height int) *painter {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	return &painter{brush{surface: sheet{img}}, img}
}

// band is the height of the strips that a shape is filled in: the rasterizer's
// work grows with the area it spans, and a slanting arrow spans a large one.
const band = 32

// fill paints a shape in one colour.
func (p *brush) fill(s shape, c color.NRGBA) {
	p.cover(s, pair, func(r image.Rectangle, mask *image.Alpha) { p.tint(r, mask, image.Point{}, c) })
}

// fillFine paints a shape whose edges may run nearly along the rows, where two
// rows alike would show as stairs.
func (p *brush) fillFine(s shape, c color.NRGBA) {
	p.cover(s, pairSteep, func(r image.Rectangle, mask *image.Alpha) { p.tint(r, mask, image.Point{}, c) })
}

// fillCrisp paints a shape with edges that are either side's, for where there are many.
func (p *brush) fillCrisp(s shape, c color.NRGBA) {
	p.cover(s, crisp, func(r image.Rectangle, mask *image.Alpha) { p.tint(r, mask, image.Point{}, c) })
}

// fillFrom paints a shape in the colours of an image of the picture's size.
func (p *painter) fillFrom(s shape, src image.Image) { p.coverFrom(s, pair, src) }

// fillCrispFrom is fillFrom for a shape on one of nearly its colours: its edge is
// either side's, which is a third less to say about it.
func (p *painter) fillCrispFrom(s shape, src image.Image) { p.coverFrom(s, crisp, src) }

func (p *painter) coverFrom(s shape, simplify func(*image.Alpha), src image.Image) {
	p.cover(s, simplify, func(r image.Rectangle, mask *image.Alpha) {
		draw.DrawMask(p.img, r, src, r.Min, mask, image.Point{}, draw.Over)
	})
}

// cover finds out which pixels a shape covers, simplifies that, and hands it on
// strip by strip.
func (p *brush) cover(s shape, simplify func(*image.Alpha), paint func(image.Rectangle, *image.Alpha)) {
	all := extent(s, -math.MaxFloat64, math.MaxFloat64).Intersect(p.bounds())
	all.Min.Y, all.Max.Y = all.Min.Y&^1, (all.Max.Y+1)&^1 // whole pairs of rows
	for y := all.Min.Y; y < all.Max.Y; y += band {
		bottom := min(y+band, all.Max.Y)
		r := extent(s, float64(y), float64(bottom))
		r.Min.Y, r.Max.Y = y, bottom
		r = r.Intersect(p.bounds())
		if r.Empty() {
			continue
		}
		mask := p.rasterize(s, r)
		simplify(mask)
		paint(r, mask)
	}
}

// rasterize returns the part of a shape in a rectangle, in memory that the next
// call uses again.
func (p *brush) rasterize(s shape, r image.Rectangle) *image.Alpha {
	p.raster.Reset(r.Dx(), r.Dy())
	p.raster.DrawOp = draw.Src
	for _, outline := range s {
		for i, c := range outline {
			x, y := float32(c.x-float64(r.Min.X)), float32(c.y-float64(r.Min.Y))
			if i == 0 {
				p.raster.MoveTo(x, y)
			} else {
				p.raster.LineTo(x, y)
			}
		}
		p.raster.ClosePath()
	}
	mask := p.room(r.Dx(), r.Dy())
	p.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// room is the painter's mask, of the given size.
func (p *brush) room(width, height int) *image.Alpha {
	if n := width * height; cap(p.mask.Pix) < n {
		p.mask.Pix = make([]uint8, n)
	}
	p.mask.Pix = p.mask.Pix[:width*height]
	p.mask.Stride, p.mask.Rect = width, image.Rect(0, 0, width, height)
	return &p.mask
}

// degree is one of three degrees of coverage: none, half, whole. Edges still look
// smooth, and a file is a fifth smaller.
func degree(a uint) uint8 {
	halves := (a*2 + 127) / 255
	return uint8(halves*127 + halves/2)
}

// pairs are each two rows of a mask.
func pairs(mask *image.Alpha) iter.Seq2[[]uint8, []uint8] {
	return func(yield func(upper, lower []uint8) bool) {
		n := mask.Stride
		for pix := mask.Pix; n > 0 && len(pix) >= 2*n; pix = pix[2*n:] {
			if !yield(pix[:n], pix[n:2*n]) {
				return
			}
		}
	}
}

// pair leaves three degrees of coverage and makes each two rows alike, which halves
// what a file must say about a round thing. The even rows of a mask must be even
// rows of the picture.
func pair(mask *image.Alpha) {
	for upper, lower := range pairs(mask) {
		for x, a := range upper {
			d := degree((uint(a) + uint(lower[x]) + 1) / 2)
			upper[x], lower[x] = d, d
		}
	}
}

// crisp is pair with two degrees of coverage: none or whole.
func crisp(mask *image.Alpha) {
	pair(mask)
	for i, a := range mask.Pix {
		if a > 0 {
			mask.Pix[i] = 255
		}
	}
}

// longStep is how far, in pixels, an edge may go from one row to the next and
// still be taken for a steep one.
const longStep = 4

// pairSteep is pair where edges are steep. Where they run nearly along the rows,
// two rows alike would show as stairs.
func pairSteep(mask *image.Alpha) {
	for upper, lower := range pairs(mask) {
		for from := 0; from < len(upper); {
			to := from + 1
			if upper[from] != lower[from] {
				for to < len(upper) && upper[to] != lower[to] {
					to++
				}
			}
			alike := to-from <= longStep
			for x := from; x < to; x++ {
				u, l := uint(upper[x]), uint(lower[x])
				if alike {
					u = (u + l + 1) / 2
					l = u
				}
				upper[x], lower[x] = degree(u), degree(l)
			}
			from = to
		}
	}
}

// sheet is an image with all its colours as a surface.
type sheet struct{ *image.RGBA }

func (img sheet) bounds() image.Rectangle { return img.Rect }

func (img sheet) tint(r image.Rectangle, mask *image.Alpha, corner image.Point, c color.NRGBA) {
	clipped := r.Intersect(img.Rect)
	corner = corner.Add(clipped.Min.Sub(r.Min))
	alpha := uint32(c.A)
	for y := range clipped.Dy() {
		to := img.Pix[img.PixOffset(clipped.Min.X, clipped.Min.Y+y):]
		from := mask.Pix[mask.PixOffset(corner.X, corner.Y+y):][:clipped.Dx()]
		for x, m := range from {
			if m == 0 {
				continue
			}
			q := to[4*x : 4*x+4 : 4*x+4]
			a := uint32(m) * alpha / 255
			if a == 255 {
				q[0], q[1], q[2], q[3] = c.R, c.G, c.B, 255
				continue
			}
			b := 255 - a
			q[0] = uint8((uint32(c.R)*a + uint32(q[0])*b + 127) / 255)
			q[1] = uint8((uint32(c.G)*a + uint32(q[1])*b + 127) / 255)
			q[2] = uint8((uint32(c.B)*a + uint32(q[2])*b + 127) / 255)
			q[3] = uint8(a + (uint32(q[3])*b+127)/255)
		}
	}
}

// extent is the smallest rectangle around the part of a shape that lies between
// two heights.
func extent(s shape, top, bottom float64) image.Rectangle {
	x0, y0, x1, y1 := math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64
	for _, outline := range s {
		for i, a := range outline {
			b := outline[(i+1)%len(outline)]
			if a.y > b.y {
				a, b = b, a
			}
			if b.y < top || a.y > bottom {
				continue
			}
			if slope := b.y - a.y; slope > 0 {
				dx := (b.x - a.x) / slope
				if b.y > bottom {
					b = spot{a.x + (bottom-a.y)*dx, bottom}
				}
				if a.y < top {
					a = spot{b.x - (b.y-top)*dx, top}
				}
			}
			x0, x1 = min(x0, a.x, b.x), max(x1, a.x, b.x)
			y0, y1 = min(y0, a.y), max(y1, b.y)
		}
	}
	if x0 > x1 {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1)))
}

func (img sheet) stamp(s *sprite, corner image.Point) {
	draw.Draw(img.RGBA, s.img.Rect.Add(corner), s.img, image.Point{}, draw.Over)
}

// stampOn lays a sprite centred on a spot.
func (p *brush) stampOn(s *sprite, centre spot) {
	size := s.img.Rect.Size()
	p.stamp(s, centre.plus(-float64(size.X)/2, -float64(size.Y)/2).at())
}

// gradient runs from one colour to another between two spots, in few steps so
// that it stays small in a file.
type gradient struct {
	from, to spot
	a, b     color.NRGBA
	steps    float64
}

func (g gradient) ColorModel() color.Model { return color.NRGBAModel }

func (g gradient) Bounds() image.Rectangle {
	return image.Rect(-1e6, -1e6, 1e6, 1e6)
}

func (g gradient) At(x, y int) color.Color {
	dx, dy := g.to.x-g.from.x, g.to.y-g.from.y
	t := ((float64(x)+.5-g.from.x)*dx + (float64(y)+.5-g.from.y)*dy) / (dx*dx + dy*dy)
	t = math.Round(min(max(t, 0), 1)*g.steps) / g.steps
	return mix(g.a, g.b, t)
}

// mix is the colour at t between a (0) and b (1).
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	f := func(a, b uint8) uint8 { return uint8(math.Round(float64(a) + (float64(b)-float64(a))*t)) }
	return color.NRGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), f(a.A, b.A)}
}

// fade is the colour with its opacity multiplied by t.
func fade(c color.NRGBA, t float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * t))
	return c
}
