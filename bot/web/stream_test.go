package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/bottest"
)

// listener reads a stream as a browser does.
type listener struct {
	t        *testing.T
	response *http.Response
	lines    *bufio.Scanner
	last     string // the newest id
}

type heard struct {
	kind string
	data string
}

func (c *client) listen(query, last string) *listener {
	c.tb.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c.tb.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.tb.url+"/events?"+query, nil)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	if last != "" {
		request.Header.Set("Last-Event-ID", last)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	c.tb.t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		c.tb.t.Fatalf("stream %s: got %s %s", query, response.Status, response.Header)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return &listener{t: c.tb.t, response: response, lines: lines, last: last}
}

// next returns the next event, or one of kind "end".
func (l *listener) next() heard {
	l.t.Helper()
	var h heard
	for l.lines.Scan() {
		name, value, _ := strings.Cut(l.lines.Text(), ": ")
		switch name {
		case "event":
			h.kind = value
		case "data":
			h.data = value
		case "id":
			l.last = value
		case "":
			if h.kind != "" {
				return h
			}
		}
	}
	return heard{kind: "end"}
}

// until returns the texts of the messages of the next event of that kind.
func (l *listener) until(kind string) []string {
	l.t.Helper()
	for {
		h := l.next()
		if h.kind == "end" {
			l.t.Fatalf("the stream ended before %q", kind)
		}
		if h.kind != kind {
			continue
		}
		var news struct{ Messages []wireMessage }
		if err := json.Unmarshal([]byte(h.data), &news); err != nil {
			l.t.Fatalf("%s: %v", h.data, err)
		}
		texts := []string{}
		for _, m := range news.Messages {
			texts = append(texts, m.Text[0].Text)
		}
		return texts
	}
}

func (l *listener) expect(kind string, want ...string) {
	l.t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), l.until(kind)); diff != "" {
		l.t.Errorf("%s (-want +got):\n%s", kind, diff)
	}
}

func TestStreamShowsTheRoomAndWhatChanges(t *testing.T) {
	tb := serve(t, Config{})
	ref := tb.post("web:main", "one")
	tb.post("web:main", "two")
	tb.post("web:den", "elsewhere")
	l := tb.known("Ana").listen("room=main&as=web:ana", "")
	l.expect("fresh", "one", "two")
	if err := tb.door.Edit(t.Context(), "web:main", ref, plain("ONE")); err != nil {
		t.Fatal(err)
	}
	l.expect("room", "ONE")
	tb.post("web:main", "three")
	l.expect("room", "three")
}

func TestStreamGoesOnWhereItWas(t *testing.T) {
	tb := serve(t, Config{})
	ref := tb.post("web:main", "one")
	tb.post("web:main", "two")
	ana := tb.known("Ana")
	before := ana.listen("room=main", "")
	before.expect("fresh", "one", "two")
	before.response.Body.Close()

	tb.door.Edit(t.Context(), "web:main", ref, plain("ONE"))
	tb.post("web:main", "three")
	ana.listen("room=main", before.last).expect("room", "ONE", "three")
	ana.listen("room=main&last="+before.last, "").expect("room", "ONE", "three")
	for _, unknown := range []string{"x.1", before.last + "9", "nonsense", strings.Replace(before.last, ".", "..", 1)} {
		ana.listen("room=main", unknown).expect("fresh", "ONE", "two", "three")
	}
}

func TestStreamBeginsAfreshAfterARestart(t *testing.T) {
	before, after := serve(t, Config{}), serve(t, Config{})
	before.post("web:main", "old")
	l := before.known().listen("room=main", "")
	l.expect("fresh", "old")
	after.post("web:main", "new")
	after.post("web:main", "newer")
	after.known().listen("room=main", l.last).expect("fresh", "new", "newer")
}

// What was posted before a restart is gone, so whoever posts must know that there
// is a room again, once somebody looks.
func TestFirstLookAtARoomIsAnEvent(t *testing.T) {
	tb := serve(t, Config{})
	tb.post("web:den", "no look yet")
	ana := tb.known("Ana")
	for range 2 {
		ana.listen("room=den", "").expect("fresh", "no look yet")
	}
	room := tb.door.rooms.find("web:den")
	want := []bot.Event{{Key: "web:" + room.id + ":found", Kind: bot.ChatFound, Time: noon, Chat: "web:den", Title: "den"}}
	if diff := cmp.Diff(want, tb.told()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestStreamTellsWhoLooks(t *testing.T) {
	tb := serve(t, Config{})
	ana, bojan := tb.known("Ana"), tb.known("Bojan")
	l := ana.listen("room=main&as=web:ana", "")
	expect := func(want string) {
		t.Helper()
		for h := l.next(); ; h = l.next() {
			if h.kind == "end" {
				t.Fatalf("the stream ended before %s", want)
			}
			if h.kind == "people" {
				if h.data != want {
					t.Errorf("people: got %s, want %s", h.data, want)
				}
				return
			}
		}
	}
	expect(`[{"key":"web:ana","name":"Ana"}]`)
	other := bojan.listen("room=main&as=web:bojan&as=web:ana&as=web:nobody", "") // not his names are left out
	expect(`[{"key":"web:ana","name":"Ana"},{"key":"web:bojan","name":"Bojan"}]`)
	other.response.Body.Close()
	expect(`[{"key":"web:ana","name":"Ana"}]`)
}

// pulse is a clock whose waits end when the test says so.
type pulse struct {
	bot.Clock
	beats chan time.Time
}

func (p pulse) After(time.Duration) <-chan time.Time { return p.beats }

func TestStreamGivesSignsOfLife(t *testing.T) {
	clock := pulse{bottest.NewClock(noon), make(chan time.Time)}
	l := serve(t, Config{Clock: clock}).known().listen("room=main", "")
	if h := l.next(); h.kind != "hello" {
		t.Fatalf("first event %v, want hello", h)
	}
	l.until("fresh")
	if h := l.next(); h.kind != "people" {
		t.Fatalf("event %v, want people", h)
	}
	clock.beats <- noon
	if !l.lines.Scan() || l.lines.Text() != ": " {
		t.Errorf("after a while without news: %q, want a comment", l.lines.Text())
	}
}

func TestStreamsAreBounded(t *testing.T) {
	tb := serve(t, Config{})
	for range maxWindows {
		tb.door.windows <- struct{}{}
	}
	response := tb.browser().get("/events?room=main")
	if response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one stream too many: got %s, want 503", response.Status)
	}
}

func TestStreamsEndWithTheDoor(t *testing.T) {
	door, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	site := newSite(door, ctx, ctx, new(table).handle)
	server := newServer(t, site)
	tb := &table{t: t, door: door, url: server}
	l := tb.browser().listen("room=main", "")
	l.until("fresh")
	cancel()
	for l.next().kind != "end" {
	}
	site.wait()
}

func (tb *table) post(chat bot.ChatKey, text string) bot.BoardRef {
	tb.t.Helper()
	ref, err := tb.door.Post(context.Background(), chat, plain(text))
	if err != nil {
		tb.t.Fatal(err)
	}
	return ref
}
