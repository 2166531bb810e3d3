package telegramtest

import (
	"encoding/json"
	"slices"
	"time"
)

// updates are those that wait for the bot. Fields are guarded by Server.mu.
type updates struct {
	lastID    int64
	pending   []*pending
	delivered []*pending // confirmed by polling, newest last, for Redeliver
	allowed   map[string]bool
	poll      chan struct{} // closed to end the poll that waits; nil if none
	offset    int64         // of the last poll
	polled    time.Time
	reversed  bool
}

type pending struct {
	id      int64
	lane    int64 // the chat, or the person who tapped: order is kept within it
	raw     json.RawMessage
	expires time.Time

	busy    bool // a webhook has it
	tries   int
	notTill time.Time
}

// always are the updates that a bot gets unless it asks for others.
var always = []string{
	"message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "my_chat_member",
}

func newUpdates() updates {
	u := updates{lastID: 731_000_000}
	u.allow(nil)
	return u
}

// allow sets the kinds of updates; none means the default.
func (u *updates) allow(kinds []string) {
	u.allowed = make(map[string]bool)
	if len(kinds) == 0 {
		kinds = always
	}
	for _, k := range kinds {
		u.allowed[k] = true
	}
}

// enqueue makes an update, unless the bot did not ask for its kind. Callers hold mu.
func (s *Server) enqueue(kind string, lane int64, value any) {
	if !s.updates.allowed[kind] {
		return
	}
	s.updates.lastID++
	u := object{"update_id": s.updates.lastID, kind: value}
	raw, err := json.Marshal(u)
	if err != nil {
		panic(err)
	}
	if s.spec != nil {
		for _, problem := range s.spec.value("Update", raw) {
			s.violate("stand-in: update: %s", problem)
		}
	}
	p := &pending{id: s.updates.lastID, lane: lane, raw: raw, expires: s.clock.Now().Add(24 * time.Hour)}
	if kind == "callback_query" {
		p.expires = s.clock.Now().Add(callbackQueue)
	}
	s.updates.pending = append(s.updates.pending, p)
	s.wake()
}

// Poison queues an update that has a field of an unexpected type. Its id is returned.
func (s *Server) Poison() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.updates.lastID++
	id := s.updates.lastID
	raw, _ := json.Marshal(object{"update_id": id, "message": object{"message_id": "seven", "chat": []int{1}, "date": "now"}})
	s.updates.pending = append(s.updates.pending, &pending{id: id, raw: raw, expires: s.clock.Now().Add(24 * time.Hour)})
	s.wake()
	return id
}

// Redeliver queues the last n confirmed updates again, as a server does that lost
// the confirmation. It returns how many there were.
func (s *Server) Redeliver(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &s.updates
	n = min(n, len(u.delivered))
	again := slices.Clone(u.delivered[len(u.delivered)-n:])
	for _, p := range again {
		p.busy, p.tries, p.notTill = false, 0, time.Time{}
	}
	u.pending = append(again, u.pending...)
	u.offset = 0
	s.wake()
	return n
}

// Reorder makes the next batch come newest first.
func (s *Server) Reorder() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.updates.reversed = true
}

// Pending returns how many updates wait for the bot to confirm them.
func (s *Server) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropExpired()
	return len(s.updates.pending)
}

// dropExpired forgets updates that nobody fetched in time. Callers hold mu.
func (s *Server) dropExpired() {
	now := s.clock.Now()
	s.updates.pending = slices.DeleteFunc(s.updates.pending, func(p *pending) bool { return now.After(p.expires) })
}

const maxPollTime = 50 // seconds

func (c *call) getUpdates() (any, *Error) {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hook != nil {
		return nil, &Error{Code: 409, Description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"}
	}
	if refusal := c.readAllowed(); refusal != nil {
		return nil, refusal
	}
	u := &s.updates
	if u.poll != nil {
		close(u.poll)
	}
	mine := make(chan struct{})
	u.poll = mine
	defer func() {
		if u.poll == mine {
			u.poll = nil
		}
	}()
	limit, timeout := c.pollBounds(s.clock.Now())
	s.confirm(c.int64("offset"))
	s.wake()
	end := s.clock.After(timeout)
	for {
		if batch := s.batch(limit); len(batch) > 0 || timeout <= 0 {
			return batch, nil
		}
		changed := s.changed
		s.mu.Unlock()
		over := false
		select {
		case <-changed:
		case <-mine:
		case <-end:
			over = true
		case <-s.ctx.Done():
			over = true
		case <-c.http.Context().Done():
			over = true
		}
		s.mu.Lock()
		switch {
		case u.poll != mine:
			return nil, &Error{Code: 409, Description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"}
		case c.http.Context().Err() != nil:
			return []json.RawMessage{}, nil // nobody listens: what comes stays
		case s.hook != nil:
			return nil, &Error{Code: 409, Description: "Conflict: terminated by setWebhook request"}
		case over:
			return s.batch(limit), nil
		}
	}
}

// readAllowed reads allowed_updates: absent and null keep what was said before.
func (c *call) readAllowed() *Error {
	var kinds []string
	refusal := c.json("allowed_updates", &kinds)
	if refusal == nil && kinds != nil {
		c.s.updates.allow(kinds)
	}
	return refusal
}

// pollBounds returns limit and timeout, with the server's defence against bots
// that ask the same without a pause.
func (c *call) pollBounds(now time.Time) (limit int, timeout time.Duration) {
	u := &c.s.updates
	limit = int(c.int64("limit"))
	if limit <= 0 || limit > 100 {
		limit = 100
	}
	seconds := min(max(c.int64("timeout"), 0), maxPollTime)
	offset := c.int64("offset")
	if offset == u.offset && !u.polled.IsZero() {
		if seconds < 3 && now.Sub(u.polled) < 3*time.Second {
			seconds = 3
		}
		if now.Sub(u.polled) < 500*time.Millisecond {
			limit = 1
		}
	}
	u.offset, u.polled = offset, now
	return limit, time.Duration(seconds) * time.Second
}

// confirm forgets updates below the offset; a negative one keeps the last so many.
func (s *Server) confirm(offset int64) {
	u := &s.updates
	var first int64
	switch {
	case offset > 0:
		first = offset
	case offset < 0 && int(-offset) < len(u.pending):
		first = u.pending[len(u.pending)+int(offset)].id
	}
	var kept []*pending
	for _, p := range u.pending {
		if p.id >= first {
			kept = append(kept, p)
		} else {
			u.delivered = append(u.delivered, p)
		}
	}
	if n := len(u.delivered); n > 200 {
		u.delivered = u.delivered[n-200:]
	}
	u.pending = kept
}

// batch returns the first updates that wait.
func (s *Server) batch(limit int) []json.RawMessage {
	s.dropExpired()
	u := &s.updates
	batch := []json.RawMessage{}
	for _, p := range u.pending[:min(limit, len(u.pending))] {
		batch = append(batch, p.raw)
	}
	if u.reversed && len(batch) > 1 {
		slices.Reverse(batch)
		u.reversed = false
	}
	return batch
}

// Polling reports whether a long poll waits for updates.
func (s *Server) Polling() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates.poll != nil
}
