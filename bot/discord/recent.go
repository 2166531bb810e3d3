package discord

import "sync"

// recent remembers the last ids: a gateway that is resumed may repeat what it said.
// The zero value is ready.
type recent struct {
	mu   sync.Mutex
	ids  map[string]bool
	ring [2048]string
	next int
}

// repeated notes an id and reports whether it was noted before.
func (r *recent) repeated(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ids[id] {
		return true
	}
	if r.ids == nil {
		r.ids = make(map[string]bool, len(r.ring))
	}
	delete(r.ids, r.ring[r.next])
	r.ids[id] = true
	r.ring[r.next] = id
	r.next = (r.next + 1) % len(r.ring)
	return false
}
