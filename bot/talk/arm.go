package talk

import (
	"sync"
	"time"

	"tablabot/bot"
)

// A button of consequence does it on the second tap, which must come within this
// time after the first: not so soon that it may be the first one delivered twice.
const (
	armAfter = time.Second
	armUntil = 30 * time.Second
)

// arms remembers first taps. The zero value is ready; nothing of it survives a
// restart, which only costs another tap.
type arms struct {
	mu    sync.Mutex
	first map[armKey]firstTap
}

type armKey struct {
	person bot.PersonKey
	data   string
}

type firstTap struct {
	event string
	at    time.Time
}

// second reports whether the event is the second tap of the same person on the
// same thing; otherwise it counts as a first one.
func (a *arms) second(event bot.Event, data string, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.first == nil {
		a.first = make(map[armKey]firstTap)
	}
	for key, tap := range a.first {
		if now.Sub(tap.at) > armUntil {
			delete(a.first, key)
		}
	}
	key := armKey{event.Person.Key, data}
	tap, armed := a.first[key]
	if !armed {
		a.first[key] = firstTap{event.Key, now}
		return false
	}
	return now.Sub(tap.at) >= armAfter && tap.event != event.Key
}

// disarm forgets the first tap once the second has done its work: whoever wants it
// again is told again what will happen.
func (a *arms) disarm(event bot.Event, data string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.first, armKey{event.Person.Key, data})
}
