package web

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"sync"

	"tablabot/bot"
)

// maxUnshown is how many pictures are kept that no message shows any longer: a
// window may still be about to fetch one.
const maxUnshown = 64

var pictureName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,100}$`)

// pictures holds the pictures of all messages. Its zero value is empty and ready.
// It is safe for concurrent use.
type pictures struct {
	mu      sync.Mutex
	byName  map[string]*picture
	unshown list.List // of *picture, least recently shown first
}

type picture struct {
	name          string
	png           []byte
	width, height int // 0 if the PNG cannot be read
	shown         int // by how many messages
	place         *list.Element
}

// show counts one more message that shows the picture of r, keeping it if it is
// new. It returns nil for a message without a picture.
func (p *pictures) show(r bot.Rendered) *picture {
	if len(r.PNG) == 0 {
		return nil
	}
	name := r.Picture
	if !pictureName.MatchString(name) {
		name = hashName(name, r.PNG)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	kept, ok := p.byName[name]
	if !ok {
		kept = &picture{name: name, png: r.PNG}
		if size, err := png.DecodeConfig(bytes.NewReader(r.PNG)); err == nil {
			kept.width, kept.height = size.Width, size.Height
		}
		if p.byName == nil {
			p.byName = make(map[string]*picture)
		}
		p.byName[name] = kept
	}
	if kept.place != nil {
		p.unshown.Remove(kept.place)
		kept.place = nil
	}
	kept.shown++
	return kept
}

// hide counts one message less that shows the picture; nil is no picture.
func (p *pictures) hide(shown *picture) {
	if shown == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if shown.shown--; shown.shown > 0 {
		return
	}
	shown.place = p.unshown.PushBack(shown)
	for p.unshown.Len() > maxUnshown {
		oldest := p.unshown.Remove(p.unshown.Front()).(*picture)
		delete(p.byName, oldest.name)
	}
}

// ServeHTTP serves /picture/{name}.
func (p *pictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("file"), ".png")
	p.mu.Lock()
	kept := p.byName[name]
	p.mu.Unlock()
	if !ok || kept == nil {
		http.Error(w, sayNoPage, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Write(kept.png) // a reader who leaves is no news
}

// hashName names a picture whose own name, if any, cannot stand in an address.
func hashName(name string, png []byte) string {
	if name != "" {
		png = []byte("name:" + name)
	}
	sum := sha256.Sum256(png)
	return hex.EncodeToString(sum[:16])
}
