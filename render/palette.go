package render

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
)

// paletteSize is how many colours a picture may have. More would hardly be seen,
// but make files larger.
const paletteSize = 56

// palette maps colours to a few: the ones a theme's pictures are made of.
type palette struct {
	colours color.Palette
	index   [1 << 16]uint8 // by colour, see cell
}

// cell is a colour with 5, 6 and 5 bits.
func cell(r, g, b uint8) uint16 {
	return uint16(r>>3)<<11 | uint16(g>>2)<<5 | uint16(b>>3)
}

// shade is the mean of the colours of one cell that samples have, and how much it
// matters.
type shade struct {
	cell   uint16
	c      [3]float64
	weight float64
}

// newPalette finds the colours that stand best for all those of the samples.
func newPalette(samples ...*image.RGBA) *palette {
	shades := shadesOf(samples)
	p := &palette{}
	for _, group := range settle(split(shades, paletteSize)) {
		c := mean(group)
		p.colours = append(p.colours, color.RGBA{uint8(c[0] + .5), uint8(c[1] + .5), uint8(c[2] + .5), 255})
	}
	// From dark to light: what lies side by side then differs by small numbers.
	slices.SortFunc(p.colours, func(a, b color.Color) int { return cmp.Compare(lightness(a), lightness(b)) })
	for i := range p.index {
		r, g, b := i>>11, i>>5&63, i&31
		p.index[i] = p.nearest([3]float64{float64(r<<3 | r>>2), float64(g<<2 | g>>4), float64(b<<3 | b>>2)})
	}
	for _, s := range shades {
		p.index[s.cell] = p.nearest(s.c)
	}
	return p
}

func shadesOf(samples []*image.RGBA) []shade {
	counts := make([][4]int, 1<<16)
	for _, img := range samples {
		for i := 0; i < len(img.Pix); i += 4 {
			r, g, b := img.Pix[i], img.Pix[i+1], img.Pix[i+2]
			c := &counts[cell(r, g, b)]
			c[0] += int(r)
			c[1] += int(g)
			c[2] += int(b)
			c[3]++
		}
	}
	var shades []shade
	for i, c := range counts {
		if n := float64(c[3]); n > 0 {
			// The root keeps small things, such as a pip, from being outvoted by the table.
			shades = append(shades, shade{uint16(i), [3]float64{float64(c[0]) / n, float64(c[1]) / n, float64(c[2]) / n}, math.Sqrt(n)})
		}
	}
	return shades
}

// split divides shades into at most n groups of similar ones, the most spread
// group first.
func split(shades []shade, n int) [][]shade {
	groups := [][]shade{shades}
	spreads := []float64{spread(shades)}
	for len(groups) < n {
		worst := 0
		for i, s := range spreads {
			if s > spreads[worst] {
				worst = i
			}
		}
		if spreads[worst] == 0 {
			break
		}
		low, high := halve(groups[worst])
		groups[worst], spreads[worst] = low, spread(low)
		groups, spreads = append(groups, high), append(spreads, spread(high))
	}
	return groups
}

// settle lets every shade move to the group whose mean is nearest, a few times
// over (Lloyd's algorithm).
func settle(groups [][]shade) [][]shade {
	for range 6 {
		var means [][3]float64
		for _, g := range groups {
			means = append(means, mean(g))
		}
		next := make([][]shade, len(groups))
		for _, g := range groups {
			for _, s := range g {
				best, least := 0, math.MaxFloat64
				for i, m := range means {
					if d := distance(s.c, m); d < least {
						best, least = i, d
					}
				}
				next[best] = append(next[best], s)
			}
		}
		groups = slices.DeleteFunc(next, func(g []shade) bool { return len(g) == 0 })
	}
	return groups
}

func lightness(c color.Color) uint32 {
	r, g, b, _ := c.RGBA()
	return 2*r + 4*g + b
}

// distance is how different two colours look: the eye is keenest for green.
func distance(a, b [3]float64) float64 {
	r, g, l := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return 2*r*r + 4*g*g + 3*l*l
}

func mean(group []shade) (m [3]float64) {
	sum := 0.
	for _, s := range group {
		for i := range 3 {
			m[i] += s.c[i] * s.weight
		}
		sum += s.weight
	}
	for i := range 3 {
		m[i] /= sum
	}
	return m
}

// variance is how far a group's colours lie from their mean, by channel.
func variance(group []shade) (v [3]float64) {
	m := mean(group)
	for _, s := range group {
		for i := range 3 {
			d := s.c[i] - m[i]
			v[i] += d * d * s.weight
		}
	}
	return v
}

func spread(group []shade) float64 {
	if len(group) < 2 {
		return 0
	}
	v := variance(group)
	return v[0] + v[1] + v[2]
}

// halve divides a group of at least two shades across its most spread channel.
func halve(group []shade) (low, high []shade) {
	v := variance(group)
	axis := 0
	for i := range 3 {
		if v[i] > v[axis] {
			axis = i
		}
	}
	slices.SortStableFunc(group, func(a, b shade) int {
		switch {
		case a.c[axis] < b.c[axis]:
			return -1
		case a.c[axis] > b.c[axis]:
			return 1
		}
		return 0
	})
	m := mean(group)[axis]
	at := slices.IndexFunc(group, func(s shade) bool { return s.c[axis] > m })
	at = min(max(at, 1), len(group)-1)
	return group[:at], group[at:]
}

func (p *palette) nearest(c [3]float64) uint8 {
	best, least := 0, math.MaxFloat64
	for i, o := range p.colours {
		k := o.(color.RGBA)
		if d := distance(c, [3]float64{float64(k.R), float64(k.G), float64(k.B)}); d < least {
			best, least = i, d
		}
	}
	return uint8(best)
}

// blend is what becomes of each of a palette's colours under a paint.
type blend [paletteSize]uint8

// blend lays a paint, premultiplied, on every colour of the palette.
func (p *palette) blend(paint color.RGBA) *blend {
	var b blend
	for i, k := range p.colours {
		under := k.(color.RGBA)
		lay := func(over, under uint8) uint8 {
			return uint8(min(255, uint32(over)+(uint32(under)*(255-uint32(paint.A))+127)/255))
		}
		b[i] = p.index[cell(lay(paint.R, under.R), lay(paint.G, under.G), lay(paint.B, under.B))]
	}
	return &b
}

// paint translates a rectangle of a picture. Most pixels are like the one before.
func (p *palette) paint(dst *image.Paletted, src *image.RGBA, r image.Rectangle) {
	var last uint32
	var index uint8
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := src.Pix[src.PixOffset(r.Min.X, y):][:4*r.Dx()]
		to := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range to {
			if c := binary.LittleEndian.Uint32(from[4*x:]); c != last {
				last = c // alpha, blue, green, red: opaque, so never the first last
				index = p.index[uint16(c<<8&0xF800|c>>5&0x07E0|c>>19&0x001F)]
			}
			to[x] = index
		}
	}
}
