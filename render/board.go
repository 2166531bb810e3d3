package render

import (
	"image"
	"sync"
)

// maxSprites bounds the sprites a theme keeps.
const maxSprites = 256

// board is a theme made ready: its bare board, its palette, its sprites and the
// canvases to draw on. It may be used by several goroutines.
type board struct {
	theme   theme
	text    *lettering
	bare    *image.RGBA
	indexed *image.Paletted // bare in the palette
	palette *palette
	spare   sync.Pool // of *canvas

	mu      sync.Mutex
	sprites map[spriteKey]*sprite
}

type spriteKind uint8

const (
	checkerKind spriteKind = iota
	edgeKind
	dieKind
	usedDieKind
	cubeKind
	movableKind
	litPlateKind
)

type spriteKey struct {
	kind        spriteKind
	seat, value uint8
	size        int
}

func newBoard(t theme, text *lettering) *board {
	b := &board{theme: t, text: text, sprites: make(map[spriteKey]*sprite)}
	p := newPainter(Width, Height)
	drawBackground(p, &b.theme)
	b.bare = p.img

	var pictures []*image.RGBA
	for _, s := range samples() {
		p := newPainter(Width, Height)
		copy(p.img.Pix, b.bare.Pix)
		b.draw(&p.brush, s)
		pictures = append(pictures, p.img)
	}
	b.palette = newPalette(append(pictures, b.bare)...)
	b.indexed = image.NewPaletted(b.bare.Rect, b.palette.colours)
	b.palette.paint(b.indexed, b.bare, b.bare.Rect)
	b.spare.New = func() any { return newCanvas(b) }
	return b
}

// draw puts a valid scene on a bare board.
func (b *board) draw(p *brush, s *Scene) {
	d := drawing{brush: p, board: b, text: b.text, scene: s, layout: newLayout(s.Bottom, s.Homes)}
	d.draw()
}

// sprite returns the kept sprite of a key, or makes it.
func (b *board) sprite(k spriteKey, paint func() *image.RGBA) *sprite {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, ok := b.sprites[k]; ok {
		return s
	}
	if len(b.sprites) >= maxSprites {
		clear(b.sprites)
	}
	img := paint()
	s := &sprite{img, sync.OnceValue(func() *stencil { return newStencil(img, b.palette) })}
	b.sprites[k] = s
	return s
}

func (b *board) checker(seat uint8, diameter int) *sprite {
	return b.sprite(spriteKey{checkerKind, seat, 0, diameter}, func() *image.RGBA {
		return checkerSprite(&b.theme, seat, float64(diameter))
	})
}

func (b *board) edge(seat uint8) *sprite {
	return b.sprite(spriteKey{edgeKind, seat, 0, 0}, func() *image.RGBA { return edgeSprite(&b.theme, seat) })
}

func (b *board) die(seat, value uint8, used bool, size int) *sprite {
	kind := dieKind
	if used {
		kind = usedDieKind
	}
	return b.sprite(spriteKey{kind, seat, value, size}, func() *image.RGBA {
		return dieSprite(&b.theme, seat, value, used, float64(size))
	})
}

func (b *board) cube(size int) *sprite {
	return b.sprite(spriteKey{cubeKind, 0, 0, size}, func() *image.RGBA {
		p := newPainter(size+2*margin, size+2*margin)
		drawBlock(p, &b.theme, b.theme.cube, float64(size))
		return p.img
	})
}

func (b *board) litPlate() *sprite {
	return b.sprite(spriteKey{litPlateKind, 0, 0, 0}, func() *image.RGBA {
		return plateSprite(&b.theme, b.theme.plateLit, b.theme.lamp)
	})
}

func (b *board) movable() *sprite {
	return b.sprite(spriteKey{movableKind, 0, 0, 0}, func() *image.RGBA { return movableSprite(&b.theme) })
}
