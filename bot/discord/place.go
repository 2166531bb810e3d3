package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"sync"

	"tablabot/bot"
)

// How much the door remembers of the places it was in; what is forgotten costs a
// request that the platform refuses.
const (
	maxPictures = 4096
	maxRights   = 8192
	maxPlaces   = 16384
)

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

// rights remembers what the bot may do in a chat, as the last interaction there
// told. The zero value is ready.
type rights struct {
	mu   sync.Mutex
	bits map[bot.ChatKey]uint64
}

func (r *rights) learn(chat bot.ChatKey, text string) {
	bits, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bits == nil || len(r.bits) >= maxRights {
		r.bits = make(map[bot.ChatKey]uint64)
	}
	r.bits[chat] = bits
}

// check refuses a picture where it is known not to be allowed.
func (r *rights) check(chat bot.ChatKey, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	bits, known := r.bits[chat]
	if known && len(m.files) > 0 && bits&(mayAttachFiles|mayAdminister) == 0 {
		return bot.ErrNoPictures
	}
	return nil
}

// places remembers which channels of a server the bot was used in, because the
// platform names only the server when it throws the bot out. The zero value is ready.
type places struct {
	mu       sync.Mutex
	channels map[string]map[string]bool // by server
	lost     map[string]bool            // servers
	n        int
}

func (p *places) used(guild, channel string) {
	if guild == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.channels == nil || p.n >= maxPlaces {
		p.channels, p.lost, p.n = make(map[string]map[string]bool), make(map[string]bool), 0
	}
	in := p.channels[guild]
	if in == nil {
		in = make(map[string]bool)
		p.channels[guild] = in
	}
	if !in[channel] {
		in[channel] = true
		p.n++
	}
}

// lose returns the channels of a server that the bot was thrown out of.
func (p *places) lose(guild string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	in := p.channels[guild]
	if len(in) > 0 {
		p.lost[guild] = true
	}
	return slices.Sorted(maps.Keys(in))
}

// find returns the channels of a server that the bot is in again.
func (p *places) find(guild string) []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.lost[guild] {
		return nil
	}
	delete(p.lost, guild)
	return slices.Sorted(maps.Keys(p.channels[guild]))
}

// fingerprint stands for a secret where the secret must not be seen.
func fingerprint(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:8])
}
