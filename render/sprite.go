package render

import (
	"image"
	"image/color"
)

// sprite is a small image that is drawn again and again.
type sprite struct {
	img     *image.RGBA
	stencil func() *stencil
}

// stencil is a sprite in the palette: each pixel an opaque colour, or paletteSize
// where it is clear, or more where it is translucent, which counts on into blends.
type stencil struct {
	pix    []uint16
	blends []*blend
}

func newStencil(img *image.RGBA, p *palette) *stencil {
	s := &stencil{}
	codes := map[color.RGBA]uint16{{}: paletteSize}
	for i := 0; i < len(img.Pix); i += 4 {
		k := color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}
		code, ok := codes[k]
		switch {
		case ok:
		case k.A == 255:
			code = uint16(p.index[cell(k.R, k.G, k.B)])
		default:
			s.blends = append(s.blends, p.blend(k))
			code = paletteSize + uint16(len(s.blends))
		}
		codes[k] = code
		s.pix = append(s.pix, code)
	}
	return s
}
