package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablabot/bot"
)

const (
	maxWindows = 256              // open streams at one time
	heartbeat  = 15 * time.Second // between signs of life on a silent stream
	writeTime  = 10 * time.Second // for a reader to take what he is sent
)

// stream sends a room as Server-Sent Events, from the reader's revision on. The
// events are:
//
//	hello   {page}             the version of the page's files, once
//	room    {floor, messages}  what changed; its id is where to go on
//	fresh   {floor, messages}  the same, and whatever else the reader has is gone
//	people  [{key, name}]      everybody who looks
func (s *site) stream(w http.ResponseWriter, r *http.Request) {
	select {
	case s.windows <- struct{}{}:
		defer func() { <-s.windows }()
	default:
		http.Error(w, sayBusy, http.StatusServiceUnavailable)
		return
	}
	name := r.URL.Query().Get("room")
	if !roomName.MatchString(name) {
		http.Error(w, sayRoomName, http.StatusNotFound)
		return
	}
	room, leave, ok := s.rooms.enter(name, &window{people: s.through(r)})
	if !ok {
		http.Error(w, sayRoomsFull, http.StatusServiceUnavailable)
		return
	}
	defer leave()
	s.tellFound(room)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	reader := &reader{w: w, control: http.NewResponseController(w)}
	s.follow(r, room, reader)
}

// through returns who looks through the window: those of the names it gives that
// are its browser's.
func (s *site) through(r *http.Request) []person {
	owner, ok := browserOfRequest(r)
	if !ok {
		return nil
	}
	var people []person
	for _, key := range r.URL.Query()["as"] {
		if who, ok := s.people.speaker(owner, bot.PersonKey(key)); ok && len(people) < maxBrowserNames {
			people = append(people, who)
		}
	}
	return people
}

// follow sends until the reader leaves or the door closes.
func (s *site) follow(r *http.Request, room *room, reader *reader) {
	kind := "room"
	seen, ok := resume(room, r)
	if !ok {
		kind, seen = "fresh", progress{}
	}
	if reader.send("hello", "", map[string]string{"page": s.assets.version}) != nil {
		return
	}
	for {
		news := room.since(seen)
		if kind == "fresh" || news.seen.rev != seen.rev {
			if reader.send(kind, fmt.Sprintf("%s.%d", room.id, news.seen.rev), news) != nil {
				return
			}
		}
		if news.people != nil && reader.send("people", "", news.people) != nil {
			return
		}
		kind, seen = "room", news.seen
		for waiting := true; waiting; {
			select {
			case <-news.more:
				waiting = false
			case <-s.cfg.Clock.After(heartbeat):
				if reader.sign() != nil {
					return
				}
			case <-r.Context().Done():
				return
			case <-s.closing.Done():
				return
			}
		}
	}
}

// resume returns the progress that the reader's last event stands for; false if
// that event is not of this room, as after a restart.
func resume(room *room, r *http.Request) (progress, bool) {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("last")
	}
	id, digits, _ := strings.Cut(last, ".")
	rev, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || id != room.id || rev > room.since(progress{}).seen.rev {
		return progress{}, false
	}
	return progress{rev: rev}, true
}

// reader is the other end of a stream.
type reader struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (r *reader) send(event, id string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("write a stream: %w", err)
	}
	if id != "" {
		id = "id: " + id + "\n"
	}
	return r.write(fmt.Sprintf("event: %s\n%sdata: %s\n\n", event, id, text))
}

// sign tells the reader that the stream still stands, and the door whether the
// reader does.
func (r *reader) sign() error { return r.write(": \n\n") }

func (r *reader) write(text string) error {
	r.control.SetWriteDeadline(time.Now().Add(writeTime)) // best effort
	if _, err := r.w.Write([]byte(text)); err != nil {
		return err
	}
	return r.control.Flush()
}
