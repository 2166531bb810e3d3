package render

import "image"

// tile is the side of the squares in which a canvas remembers what was drawn on.
const (
	tile     = 16
	tileRows = Height / tile
	tileCols = Width / tile
)

// canvas is a bare board to draw one picture on. It knows which of its tiles were
// drawn on, so that only those are translated to the palette and made bare again.
type canvas struct {
	painter
	board   *board
	indexed *image.Paletted
	drawn   [tileRows][tileCols]bool
}

func newCanvas(b *board) *canvas {
	c := &canvas{board: b, indexed: image.NewPaletted(b.bare.Rect, b.palette.colours)}
	c.img = image.NewRGBA(b.bare.Rect)
	copy(c.img.Pix, b.bare.Pix)
	copy(c.indexed.Pix, b.indexed.Pix)
	c.touched = c.mark
	return c
}

func (c *canvas) mark(r image.Rectangle) {
	r = r.Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	for y := r.Min.Y / tile; y <= (r.Max.Y-1)/tile; y++ {
		for x := r.Min.X / tile; x <= (r.Max.X-1)/tile; x++ {
			c.drawn[y][x] = true
		}
	}
}

// spans calls f for each row of tiles that lie beside each other and were drawn on.
func (c *canvas) spans(f func(image.Rectangle)) {
	for y := range tileRows {
		for x := 0; x < tileCols; x++ {
			from := x
			for x < tileCols && c.drawn[y][x] {
				x++
			}
			if x > from {
				f(image.Rect(from*tile, y*tile, x*tile, (y+1)*tile))
			}
		}
	}
}

// translate brings the picture into the palette.
func (c *canvas) translate() *image.Paletted {
	c.spans(func(r image.Rectangle) { c.board.palette.paint(c.indexed, c.img, r) })
	return c.indexed
}

// clean makes the canvas bare again.
func (c *canvas) clean() {
	c.spans(func(r image.Rectangle) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			from, to := c.img.PixOffset(r.Min.X, y), c.img.PixOffset(r.Max.X-1, y)+4
			copy(c.img.Pix[from:to], c.board.bare.Pix[from:to])
			from, to = c.indexed.PixOffset(r.Min.X, y), c.indexed.PixOffset(r.Max.X-1, y)+1
			copy(c.indexed.Pix[from:to], c.board.indexed.Pix[from:to])
		}
	})
	c.drawn = [tileRows][tileCols]bool{}
}
