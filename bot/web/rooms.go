package web

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"tablabot/bot"
)

// maxRooms bounds the rooms at one time; the longest unused makes place for a new one.
const maxRooms = 32

var roomName = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)

// rooms finds and makes rooms. It is safe for concurrent use.
type rooms struct {
	pictures *pictures
	now      func() time.Time

	mu     sync.Mutex
	byName map[string]*room
}

// open returns the room of that name, made if need be; false if there are too
// many rooms that somebody looks at.
func (rs *rooms) open(name string) (*room, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.openLocked(name)
}

func (rs *rooms) openLocked(name string) (*room, bool) {
	if r, ok := rs.byName[name]; ok {
		return r, true
	}
	if len(rs.byName) >= maxRooms && !rs.evictLocked() {
		return nil, false
	}
	r := newRoom(name, rs.pictures, rs.now)
	if rs.byName == nil {
		rs.byName = make(map[string]*room)
	}
	rs.byName[name] = r
	return r, true
}

// enter opens a room for a window and counts it in, so that the room is not
// dropped between the two; leave counts it out.
func (rs *rooms) enter(name string, w *window) (r *room, leave func(), ok bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if r, ok = rs.openLocked(name); !ok {
		return nil, nil, false
	}
	return r, r.enter(w), true
}

// find returns the room of a chat, or nil.
func (rs *rooms) find(chat bot.ChatKey) *room {
	name, _ := roomOf(chat)
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byName[name]
}

// evictLocked drops the room that is missed least: nobody looks, best empty, else
// the longest unused.
func (rs *rooms) evictLocked() bool {
	var (
		victim *room
		oldest time.Time
		bare   bool
	)
	for _, r := range rs.byName {
		since, empty, ok := r.idle()
		if !ok {
			continue
		}
		if victim == nil || empty && !bare || empty == bare && since.Before(oldest) {
			victim, oldest, bare = r, since, empty
		}
	}
	if victim == nil {
		return false
	}
	victim.clear()
	delete(rs.byName, victim.name)
	return true
}

// roomOf returns the name of a chat's room; false if the chat is not of this door.
func roomOf(chat bot.ChatKey) (string, bool) {
	name, ok := strings.CutPrefix(string(chat), doorName+":")
	return name, ok && roomName.MatchString(name)
}
