package ai

import (
	"hash/maphash"

	"tablabot/engine/ai/net"
)

// memory keeps what positions were judged as, so that a search judges none twice
// as long as its place is not taken by another.
type memory struct {
	seed    maphash.Seed
	entries []entry
}

type entry struct {
	spot    Spot
	known   bool
	chances net.Chances
}

const memorySize = 1 << 15 // entries

func newMemory() *memory {
	return &memory{seed: maphash.MakeSeed(), entries: make([]entry, memorySize)}
}

// at returns the entry of a spot, which may still be another spot's.
func (m *memory) at(s *Spot) *entry {
	return &m.entries[maphash.Comparable(m.seed, *s)%memorySize]
}
