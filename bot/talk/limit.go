package talk

import (
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tablabot/bot"
)

// What a person may ask for, so that one cannot use up a chat's sends.
const (
	commandsAtOnce = 6
	commandEvery   = 10 * time.Second
	openTables     = 3 // a person's tables that wait for a player
	boardEvery     = 30 * time.Second
)

// limits counts the commands that make messages, by person. The zero value is
// ready; it forgets a person as soon as he may do everything again.
type limits struct {
	mu     sync.Mutex
	people map[bot.PersonKey]*rate.Limiter
}

// allow counts one command of the person, or returns false if it is too many.
func (l *limits) allow(person bot.PersonKey, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.people == nil {
		l.people = make(map[bot.PersonKey]*rate.Limiter)
	}
	for key, limiter := range l.people {
		if limiter.TokensAt(now) >= commandsAtOnce {
			delete(l.people, key)
		}
	}
	limiter, ok := l.people[person]
	if !ok {
		limiter = rate.NewLimiter(rate.Every(commandEvery), commandsAtOnce)
		l.people[person] = limiter
	}
	return limiter.AllowN(now, 1)
}
