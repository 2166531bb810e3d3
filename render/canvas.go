package render

import (
	"image"
	"image/color"
)

// canvas is a bare board to draw one picture on, in the palette's colours from the
// start: what lies beneath has few colours, so that laying paint on it is looking
// up, and a picture is a quarter as large.
type canvas struct {
	brush
	board  *board
	img    *image.Paletted
	blends map[color.NRGBA]*blend // of the theme's colours, so they stay few
}

func newCanvas(b *board) *canvas {
	c := &canvas{
		board:  b,
		img:    image.NewPaletted(b.bare.Rect, b.palette.colours),
		blends: make(map[color.NRGBA]*blend),
	}
	c.surface = c
	return c
}

// clear makes the canvas as bare as the board.
func (c *canvas) clear() { copy(c.img.Pix, c.board.indexed.Pix) }

func (c *canvas) bounds() image.Rectangle { return c.img.Rect }

func (c *canvas) tint(r image.Rectangle, mask *image.Alpha, corner image.Point, k color.NRGBA) {
	half, whole := c.blend(fade(k, .5)), c.blend(k)
	clipped := r.Intersect(c.img.Rect)
	corner = corner.Add(clipped.Min.Sub(r.Min))
	for y := range clipped.Dy() {
		to := c.img.Pix[c.img.PixOffset(clipped.Min.X, clipped.Min.Y+y):][:clipped.Dx()]
		from := mask.Pix[mask.PixOffset(corner.X, corner.Y+y):][:len(to)]
		for x, m := range from {
			switch m {
			case 0:
			case 255:
				to[x] = whole[to[x]]
			default:
				to[x] = half[to[x]]
			}
		}
	}
}

func (c *canvas) blend(k color.NRGBA) *blend {
	b, ok := c.blends[k]
	if !ok {
		b = c.board.palette.blend(color.RGBAModel.Convert(k).(color.RGBA))
		c.blends[k] = b
	}
	return b
}

func (c *canvas) stamp(s *sprite, corner image.Point) {
	st := s.stencil()
	r := s.img.Rect.Add(corner)
	clipped := r.Intersect(c.img.Rect)
	for y := clipped.Min.Y; y < clipped.Max.Y; y++ {
		to := c.img.Pix[c.img.PixOffset(clipped.Min.X, y):][:clipped.Dx()]
		from := st.pix[(y-r.Min.Y)*r.Dx()+clipped.Min.X-r.Min.X:][:len(to)]
		for x, v := range from {
			switch {
			case v < paletteSize:
				to[x] = uint8(v)
			case v > paletteSize:
				to[x] = st.blends[v-paletteSize-1][to[x]]
			}
		}
	}
}
