package courier

import (
	"container/list"
	"fmt"
	"sync"

	"golang.org/x/sync/singleflight"

	"tablabot/render"
)

// Painter draws a scene as a PNG file.
type Painter interface {
	PNG(*render.Scene) ([]byte, error)
}

// Gallery draws every scene once: it keeps the pictures that were used last, lets
// all who want the same new picture wait for one drawing, and bounds how many are
// drawn at the same time. It is safe for concurrent use.
type Gallery struct {
	painter Painter
	keep    int
	easels  chan struct{} // one place a drawing at work
	drawing singleflight.Group

	mu     sync.Mutex
	recent *list.List               // of picture, last used first
	byName map[string]*list.Element // the same by name
}

type picture struct {
	name string
	png  []byte
}

// NewGallery returns a gallery that keeps so many pictures and draws at most so
// many at once; both are at least one.
func NewGallery(painter Painter, keep, atOnce int) *Gallery {
	return &Gallery{
		painter: painter,
		keep:    max(keep, 1),
		easels:  make(chan struct{}, max(atOnce, 1)),
		recent:  list.New(),
		byName:  make(map[string]*list.Element),
	}
}

// Picture returns the picture of a scene and its name; equal scenes have equal
// names. Nobody may change the bytes.
func (g *Gallery) Picture(scene *render.Scene) (name string, png []byte, err error) {
	name = scene.Hash()
	if png, ok := g.lookUp(name); ok {
		return name, png, nil
	}
	drawn, err, _ := g.drawing.Do(name, func() (any, error) { return g.draw(name, scene) })
	if err != nil {
		return "", nil, err
	}
	return name, drawn.([]byte), nil
}

// PNG returns the picture of a scene, so that a gallery is a [Painter] too.
func (g *Gallery) PNG(scene *render.Scene) ([]byte, error) {
	_, png, err := g.Picture(scene)
	return png, err
}

// draw makes the picture, unless another drawing of it has just ended.
func (g *Gallery) draw(name string, scene *render.Scene) (png []byte, err error) {
	g.easels <- struct{}{}
	defer func() { <-g.easels }()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("draw a board: %v", p)
		}
	}()
	if png, ok := g.lookUp(name); ok {
		return png, nil
	}
	if png, err = g.painter.PNG(scene); err != nil {
		return nil, fmt.Errorf("draw a board: %w", err)
	}
	g.hang(picture{name, png})
	return png, nil
}

func (g *Gallery) lookUp(name string) ([]byte, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	element, ok := g.byName[name]
	if !ok {
		return nil, false
	}
	g.recent.MoveToFront(element)
	return element.Value.(picture).png, true
}

// hang keeps a picture and takes down the one that was not used for longest.
func (g *Gallery) hang(p picture) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.byName[p.name] = g.recent.PushFront(p)
	for g.recent.Len() > g.keep {
		oldest := g.recent.Remove(g.recent.Back()).(picture)
		delete(g.byName, oldest.name)
	}
}
