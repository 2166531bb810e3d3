package telegram

import "sync"

// cache remembers at least the last n entries used and at most twice as many, in
// two generations: when the young one is full, the old one is forgotten.
type cache[K comparable, V any] struct {
	mu         sync.Mutex
	n          int
	young, old map[K]V
}

func newCache[K comparable, V any](n int) *cache[K, V] {
	return &cache[K, V]{n: n, young: make(map[K]V)}
}

func (c *cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.young[key]; ok {
		return v, true
	}
	v, ok := c.old[key]
	if ok {
		c.putLocked(key, v)
	}
	return v, ok
}

func (c *cache[K, V]) put(key K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.putLocked(key, v)
}

func (c *cache[K, V]) putLocked(key K, v V) {
	if len(c.young) >= c.n {
		c.old, c.young = c.young, make(map[K]V)
	}
	c.young[key] = v
}

func (c *cache[K, V]) forget(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.young, key)
	delete(c.old, key)
}
