package discord

import (
	"maps"
	"slices"
	"sync"
)

// maxPlaces is how many channels the door remembers; of one that is forgotten the
// next request learns that it is gone.
const maxPlaces = 16384

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
