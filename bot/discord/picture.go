package discord

import (
	"sync"

	"tablabot/bot"
)

// maxPictures is how many messages the door remembers the picture of; one that is
// forgotten is uploaded once more.
const maxPictures = 4096

// pictures remembers which picture a message shows, so that an edit which keeps it
// need not upload it again. The zero value is ready.
type pictures struct {
	mu    sync.Mutex
	shown map[bot.BoardRef]string
}

func pictureKey(r bot.Rendered) string {
	if r.PNG == nil || r.Picture == "" {
		return ""
	}
	return r.Picture + "\n" + r.Alt
}

func (p *pictures) shows(ref bot.BoardRef, r bot.Rendered) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := pictureKey(r)
	return key != "" && p.shown[ref] == key
}

func (p *pictures) show(ref bot.BoardRef, r bot.Rendered) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown == nil || len(p.shown) >= maxPictures {
		p.shown = make(map[bot.BoardRef]string)
	}
	p.shown[ref] = pictureKey(r)
}

func (p *pictures) forget(ref bot.BoardRef) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.shown, ref)
}
