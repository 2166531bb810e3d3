package discord

import "sync"

// maxQueued is how many events may wait; more are refused, and their senders see
// the platform say that the bot did not respond.
const maxQueued = 1024

// queue runs jobs of one key one after another and those of different keys side by
// side, with a goroutine for a key only while it has jobs. The zero value is ready.
type queue struct {
	mu      sync.Mutex
	waiting map[string][]func()
	n       int
	tasks   sync.WaitGroup
}

// push adds a job and reports whether there was room.
func (q *queue) push(key string, job func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.n >= maxQueued {
		return false
	}
	q.n++
	if q.waiting == nil {
		q.waiting = make(map[string][]func())
	}
	jobs, running := q.waiting[key]
	q.waiting[key] = append(jobs, job)
	if !running {
		q.tasks.Go(func() { q.drain(key) })
	}
	return true
}

// drain runs the key's jobs until none is left.
func (q *queue) drain(key string) {
	for {
		q.mu.Lock()
		jobs := q.waiting[key]
		if len(jobs) == 0 {
			delete(q.waiting, key)
			q.mu.Unlock()
			return
		}
		q.waiting[key] = jobs[1:]
		q.n--
		q.mu.Unlock()
		jobs[0]()
	}
}

// wait returns when every job has run.
func (q *queue) wait() { q.tasks.Wait() }
