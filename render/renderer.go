package render

import (
	"bytes"
	"fmt"
	"image/png"
	"sync"
)

// Renderer turns scenes into pictures. It keeps what pictures have in common, a
// bounded amount, and may be used by several goroutines.
type Renderer struct {
	boards  map[string]func() *board // by theme, made when first used
	buffers buffers
}

// New returns a renderer. It fails only if the font that is built in cannot be read.
func New() (*Renderer, error) {
	text, err := newLettering()
	if err != nil {
		return nil, fmt.Errorf("make a renderer: %w", err)
	}
	r := &Renderer{boards: make(map[string]func() *board)}
	for _, t := range themes() {
		r.boards[t.name] = sync.OnceValue(func() *board { return newBoard(t, text) })
	}
	return r, nil
}

// PNG draws a scene: a picture of [Width] × [Height] in at most 256 colours. A
// scene that cannot be, such as one with a die of seven, is an error that names
// what is wrong.
func (r *Renderer) PNG(scene *Scene) ([]byte, error) {
	s, err := scene.checked()
	if err != nil {
		return nil, fmt.Errorf("draw a board: %w", err)
	}
	b := r.boards[s.Theme]()
	c := b.spare.Get().(*canvas)
	defer b.spare.Put(c)
	defer c.clean()
	b.draw(&c.painter, s)

	var out bytes.Buffer
	out.Grow(48 << 10)
	encoder := png.Encoder{CompressionLevel: png.DefaultCompression, BufferPool: &r.buffers}
	if err := encoder.Encode(&out, c.translate()); err != nil {
		return nil, fmt.Errorf("encode a board: %w", err)
	}
	return out.Bytes(), nil
}

// buffers lends the encoder its working memory.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	e, _ := b.pool.Get().(*png.EncoderBuffer)
	return e
}

func (b *buffers) Put(e *png.EncoderBuffer) { b.pool.Put(e) }
