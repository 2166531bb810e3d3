package talk

import (
	"sync"

	"tablabot/bot"
)

// busy remembers for whom something is being done, so that nobody has it done twice at
// a time. The zero value is ready.
type busy struct {
	mu     sync.Mutex
	people map[bot.PersonKey]bool
}

// begin returns false if the person has something under way already.
func (b *busy) begin(person bot.PersonKey) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.people[person] {
		return false
	}
	if b.people == nil {
		b.people = make(map[bot.PersonKey]bool)
	}
	b.people[person] = true
	return true
}

func (b *busy) end(person bot.PersonKey) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.people, person)
}
