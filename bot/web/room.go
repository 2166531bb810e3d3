package web

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tablabot/bot"
)

// A room drops its oldest messages beyond these numbers.
const (
	maxMessages = 500
	maxPictured = 100 // with a picture
)

// room is one chat: its latest messages and who is looking. It is safe for
// concurrent use.
type room struct {
	name     string
	id       string // drawn anew for each room of each process, so that a reference is never mistaken
	pictures *pictures
	now      func() time.Time
	found    atomic.Bool // a [bot.ChatFound] told of it

	mu       sync.Mutex
	messages []*message // by n
	next     int        // the next n; the first is 1
	rev      uint64     // counts changes of messages
	changed  chan struct{}
	looking  map[*window]struct{}
	attended uint64    // counts changes of who is looking
	used     time.Time // when something last happened here
}

// window is one open stream, in the names of those who look through it.
type window struct{ people []person }

func newRoom(name string, pictures *pictures, now func() time.Time) *room {
	return &room{
		name:     name,
		id:       strings.ToLower(rand.Text())[:16],
		pictures: pictures,
		now:      now,
		next:     1,
		changed:  make(chan struct{}),
		looking:  make(map[*window]struct{}),
		used:     now(),
	}
}

func (r *room) chat() bot.ChatKey { return bot.ChatKey(doorName + ":" + r.name) }

// post adds a message and returns its reference. If the room has a message with
// the same nonce, which is not empty, that one is meant and nothing is added.
func (r *room) post(nonce string, m wireMessage, shown *picture) bot.BoardRef {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.byNonceLocked(nonce); known != nil {
		r.pictures.hide(shown)
		return known.ref
	}
	m.N = r.next
	m.Ref = bot.BoardRef(fmt.Sprintf("%s.%d", r.id, r.next))
	m.At = r.now()
	r.next++
	r.messages = append(r.messages, r.sealLocked(nonce, m, shown))
	r.trimLocked()
	return m.Ref
}

// edit replaces what a message shows.
func (r *room) edit(ref bot.BoardRef, m wireMessage, shown *picture) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.indexLocked(ref)
	if i < 0 {
		r.pictures.hide(shown)
		return bot.ErrGone
	}
	old := r.messages[i]
	m.N, m.Ref, m.At = old.n, old.ref, old.wire.At
	if bytes.Equal(old.json, encode(m)) {
		r.pictures.hide(shown)
		return bot.ErrNotModified
	}
	r.messages[i] = r.sealLocked(old.nonce, m, shown)
	r.pictures.hide(old.picture)
	return nil
}

// strip takes the buttons off a message.
func (r *room) strip(ref bot.BoardRef) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.indexLocked(ref)
	if i < 0 {
		return bot.ErrGone
	}
	old := r.messages[i]
	if len(old.wire.Groups) == 0 {
		return bot.ErrNotModified
	}
	m := old.wire
	m.Groups = nil
	r.messages[i] = r.sealLocked(old.nonce, m, old.picture)
	return nil
}

// quote returns the beginning of a message's text, in one line.
func (r *room) quote(ref bot.BoardRef) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.indexLocked(ref)
	if i < 0 {
		return ""
	}
	var text strings.Builder
	for _, span := range r.messages[i].wire.Text {
		text.WriteString(span.Text)
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text.String()), "\n")
	if runes := []rune(line); len(runes) > 80 {
		line = string(runes[:79]) + "…"
	}
	return line
}

// sealLocked makes the message of the room's next revision, and tells whoever looks.
func (r *room) sealLocked(nonce string, m wireMessage, shown *picture) *message {
	r.rev++
	r.tellLocked()
	return &message{ref: m.Ref, n: m.N, rev: r.rev, nonce: nonce, picture: shown, wire: m, json: encode(m)}
}

func (r *room) tellLocked() {
	r.used = r.now()
	close(r.changed)
	r.changed = make(chan struct{})
}

// trimLocked drops the oldest messages until the bounds hold.
func (r *room) trimLocked() {
	pictured := 0
	for _, m := range r.messages {
		if m.picture != nil {
			pictured++
		}
	}
	for len(r.messages) > maxMessages || pictured > maxPictured {
		oldest := r.messages[0]
		if oldest.picture != nil {
			pictured--
			r.pictures.hide(oldest.picture)
		}
		r.messages = slices.Delete(r.messages, 0, 1)
	}
}

// clear drops all messages, before the room itself is dropped.
func (r *room) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.messages {
		r.pictures.hide(m.picture)
	}
	r.messages = nil
}

func (r *room) byNonceLocked(nonce string) *message {
	if nonce == "" {
		return nil
	}
	for _, m := range slices.Backward(r.messages) {
		if m.nonce == nonce {
			return m
		}
	}
	return nil
}

func (r *room) indexLocked(ref bot.BoardRef) int {
	return slices.IndexFunc(r.messages, func(m *message) bool { return m.ref == ref })
}

// enter counts a window in; the function it returns counts it out.
func (r *room) enter(w *window) (leave func()) {
	r.attend(func() { r.looking[w] = struct{}{} })
	return func() { r.attend(func() { delete(r.looking, w) }) }
}

func (r *room) attend(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.attended++
	r.tellLocked()
}

// idle returns since when nothing happened here, whether anything is kept, and
// false if somebody is looking.
func (r *room) idle() (since time.Time, empty, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.used, len(r.messages) == 0, len(r.looking) == 0
}

// progress is how much of a room a reader has seen.
type progress struct {
	rev      uint64
	attended uint64
}

// news is what changed in a room since a reader's progress.
type news struct {
	Floor    int               `json:"floor"` // messages before this one are gone
	Messages []json.RawMessage `json:"messages"`

	people []person // who is looking; nil if that did not change
	seen   progress
	more   <-chan struct{} // closed when there is more
}

// since returns what changed after the reader's progress. Messages come by their
// place in the room, each in its latest form.
func (r *room) since(seen progress) news {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := news{
		Floor:    r.next,
		Messages: []json.RawMessage{},
		seen:     progress{r.rev, r.attended},
		more:     r.changed,
	}
	if len(r.messages) > 0 {
		n.Floor = r.messages[0].n
	}
	for _, m := range r.messages {
		if m.rev > seen.rev {
			n.Messages = append(n.Messages, m.json)
		}
	}
	if seen.attended != r.attended {
		n.people = r.presentLocked()
	}
	return n
}

// presentLocked returns everybody who is looking, each once, sorted by name.
func (r *room) presentLocked() []person {
	present := make(map[person]struct{})
	for w := range r.looking {
		for _, who := range w.people {
			present[who] = struct{}{}
		}
	}
	sorted := slices.SortedFunc(maps.Keys(present), func(a, b person) int {
		return strings.Compare(string(a.Key), string(b.Key))
	})
	return append([]person{}, sorted...)
}

// encode writes a message as JSON. The type has nothing that cannot be written.
func encode(m wireMessage) json.RawMessage {
	text, err := json.Marshal(m)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}
