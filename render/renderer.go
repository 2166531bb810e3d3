package render

import (
	"fmt"
	"sync"
)

// Renderer turns scenes into pictures. It keeps what pictures have in common, a
// bounded amount, and may be used by several goroutines.
type Renderer struct {
	boards  map[string]func() *board // by theme, made when first used
	encoder encoder
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
	c.clear()
	b.draw(&c.brush, s)

	picture, err := r.encoder.encode(c.img)
	if err != nil {
		return nil, fmt.Errorf("draw a board: %w", err)
	}
	return picture, nil
}
