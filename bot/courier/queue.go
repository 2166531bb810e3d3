package courier

import (
	"cmp"
	"slices"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

// job is something to do in one chat: to bring a claimed board, or to take the
// buttons off a message that is no longer its board's.
type job struct {
	board    store.Board
	strip    bot.BoardRef // set: nothing but to strip this message
	unsaved  *store.Shown // sent, and not recorded yet because the store refused
	since    time.Time    // when it was queued
	leased   time.Time    // until then no other process takes the board
	at       time.Time    // not earlier
	failures int          // errors in a row
	running  bool

	noPictures bool // they were refused just now: letters instead
}

// urgency orders the jobs of a chat: what must be seen, old buttons, previews.
func (j *job) urgency() int {
	switch {
	case j.strip != "":
		return 1
	case j.board.Must() || j.board.Slot < j.board.MatchSlot || j.unsaved != nil:
		return 0
	}
	return 2
}

// chat is the queue of one chat. One job of it runs at a time.
type chat struct {
	key      bot.ChatKey
	jobs     []*job
	busy     bool
	until    time.Time // nothing is sent earlier
	failures int       // errors in a row of the chat as a whole
	served   uint64    // when its last job began, in jobs begun; chats take turns
}

// next returns the most urgent job that may begin now, the oldest of equals.
func (c *chat) next(now time.Time) *job {
	if c.busy || c.until.After(now) {
		return nil
	}
	var best *job
	for _, j := range c.jobs {
		if !j.at.After(now) && (best == nil || j.urgency() < best.urgency()) {
			best = j
		}
	}
	return best
}

// queue holds the jobs of all chats of a door. One goroutine uses it.
type queue struct {
	chats map[bot.ChatKey]*chat
	until time.Time // nothing is sent earlier, to any chat
	begun uint64
}

func newQueue() *queue { return &queue{chats: make(map[bot.ChatKey]*chat)} }

// len returns how many jobs there are.
func (q *queue) len() int {
	n := 0
	for _, c := range q.chats {
		n += len(c.jobs)
	}
	return n
}

// add queues a job in the chat of its board.
func (q *queue) add(j *job) {
	key := bot.ChatKey(j.board.Chat)
	c := q.chats[key]
	if c == nil {
		c = &chat{key: key}
		q.chats[key] = c
	}
	c.jobs = append(c.jobs, j)
}

// find returns the job that brings the board, or nil.
func (q *queue) find(key store.BoardKey) *job {
	c := q.chats[bot.ChatKey(key.Chat)]
	if c == nil {
		return nil
	}
	i := slices.IndexFunc(c.jobs, func(j *job) bool { return j.strip == "" && j.board.BoardKey == key })
	if i < 0 {
		return nil
	}
	return c.jobs[i]
}

// begin takes the next job, chats by turns, or returns nil.
func (q *queue) begin(now time.Time) *job {
	if q.until.After(now) {
		return nil
	}
	var chosen *chat
	var best *job
	for _, c := range q.chats {
		j := c.next(now)
		if j != nil && (best == nil || cmp.Or(
			cmp.Compare(j.urgency(), best.urgency()),
			cmp.Compare(c.served, chosen.served),
			j.since.Compare(best.since)) < 0) {
			chosen, best = c, j
		}
	}
	if best != nil {
		q.begun++
		chosen.served = q.begun
		chosen.busy, best.running = true, true
	}
	return best
}

// end frees the job's chat for its next one; the job is dropped if it is done.
func (q *queue) end(j *job, done bool) *chat {
	c := q.chats[bot.ChatKey(j.board.Chat)]
	c.busy, j.running = false, false
	if done {
		c.jobs = slices.DeleteFunc(c.jobs, func(other *job) bool { return other == j })
	}
	return c
}

// tidy drops jobs whose lease was not renewed, for they are somebody else's or no
// longer due, and chats of which nothing is left to remember.
func (q *queue) tidy(now time.Time) {
	for key, c := range q.chats {
		c.jobs = slices.DeleteFunc(c.jobs, func(j *job) bool {
			return !j.running && j.unsaved == nil && !j.leased.After(now)
		})
		if len(c.jobs) == 0 && !c.busy && !c.until.After(now) {
			delete(q.chats, key)
		}
	}
}

// previews returns the waiting boards that need not be sent at once.
func (q *queue) previews() []*job {
	var waiting []*job
	for _, c := range q.chats {
		for _, j := range c.jobs {
			if !j.running && j.urgency() == 2 {
				waiting = append(waiting, j)
			}
		}
	}
	return waiting
}

// due returns when a job can begin or a lease ends, whichever is first; zero if
// there is neither.
func (q *queue) due() time.Time {
	var first time.Time
	for _, c := range q.chats {
		if c.busy {
			continue
		}
		for _, j := range c.jobs {
			first = earliest(first, latest(j.at, c.until, q.until))
			if j.strip == "" && j.unsaved == nil {
				first = earliest(first, j.leased)
			}
		}
	}
	return first
}

// earliest returns the first of the times that are not zero.
func earliest(times ...time.Time) (first time.Time) {
	for _, t := range times {
		if first.IsZero() || !t.IsZero() && t.Before(first) {
			first = t
		}
	}
	return first
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }
