package talk

import (
	"slices"
	"sync"
)

// shelfSize is how much a shelf keeps.
const shelfSize = 64

// shelf keeps the latest results of long work under their keys. The zero value is ready;
// what it has forgotten is worked out again.
type shelf[T any] struct {
	mu     sync.Mutex
	latest []labelled[T] // oldest first
}

type labelled[T any] struct {
	key   string
	value T
}

func (s *shelf[T]) get(key string) (value T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.latest {
		if one.key == key {
			return one.value, true
		}
	}
	return value, false
}

func (s *shelf[T]) put(key string, value T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latest = append(slices.DeleteFunc(s.latest, func(one labelled[T]) bool { return one.key == key }), labelled[T]{key, value})
	if extra := len(s.latest) - shelfSize; extra > 0 {
		s.latest = slices.Delete(s.latest, 0, extra)
	}
}
