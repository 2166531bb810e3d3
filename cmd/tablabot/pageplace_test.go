package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// page is the local page.
type page struct{ address string }

func newPage(t *testing.T, _ fastClock) platform {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return &page{listener.Addr().String()}
}

func (p *page) name() string { return "web" }

func (p *page) environ() []string { return []string{"TABLABOT_WEB_LISTEN=" + p.address} }

func (p *page) pardon() {}

func (p *page) open(t *testing.T, title string, people []string) place {
	r := &pageRoom{t: t, url: "http://" + p.address, name: title, clients: make(map[string]*http.Client), notes: make(map[string][]shown)}
	transport := &http.Transport{}
	for _, name := range people {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		r.clients[name] = &http.Client{Jar: jar, Transport: transport}
	}
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() { r.watch(ctx, &http.Client{Transport: transport}) })
	t.Cleanup(func() {
		stop()
		watching.Wait()
		transport.CloseIdleConnections()
	})
	return r
}

// pageRoom is a room of the local page, used as the page's script uses it.
type pageRoom struct {
	t       *testing.T
	url     string
	name    string
	clients map[string]*http.Client
	notes   map[string][]shown // what a person alone was told
	taps    int

	mu   sync.Mutex
	room []pageMessage
}

// pageAnswer is the page's answer to what was typed or tapped.
type pageAnswer struct {
	Text string
	Note *pageMessage
}

// pageMessage is a message as the page's script gets it.
type pageMessage struct {
	N       int
	Ref     string
	Kind    string
	Text    []struct{ Text string }
	Picture *struct{}
	Groups  []struct {
		Buttons []struct{ Label, Data string }
	}
}

func (m *pageMessage) shown() shown {
	s := shown{ref: m.Ref, picture: m.Picture != nil}
	for _, span := range m.Text {
		s.text += span.Text
	}
	for _, group := range m.Groups {
		for _, b := range group.Buttons {
			s.buttons = append(s.buttons, shownButton{b.Label, b.Data})
		}
	}
	return s
}

func (r *pageRoom) say(name, text string) string {
	return r.send(name, "/api/send", map[string]string{"text": text})
}

func (r *pageRoom) tap(name string, m shown, data string) string {
	return r.send(name, "/api/tap", map[string]string{"ref": m.ref, "data": data})
}

// send sends an event until it is answered, always with the same id.
func (r *pageRoom) send(name, path string, ask map[string]string) string {
	r.taps++
	ask["id"], ask["as"], ask["room"] = fmt.Sprintf("scenario-%s-%d", r.name, r.taps), "web:"+strings.ToLower(name), r.name
	for range 300 {
		answer, status := r.post(name, path, ask)
		switch status {
		case http.StatusOK:
			if answer.Note != nil {
				r.notes[name] = append(r.notes[name], answer.Note.shown())
			}
			return answer.Text
		case http.StatusUnauthorized:
			r.post(name, "/api/hello", map[string]string{})
			r.post(name, "/api/join", map[string]string{"name": name})
		default:
			time.Sleep(100 * time.Millisecond)
		}
	}
	r.t.Fatalf("%s %v is not answered", path, ask)
	return ""
}

func (r *pageRoom) post(name, path string, ask map[string]string) (pageAnswer, int) {
	body, _ := json.Marshal(ask)
	request, _ := http.NewRequest(http.MethodPost, r.url+path, bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", r.url)
	response, err := r.clients[name].Do(request)
	if err != nil {
		return pageAnswer{}, 0
	}
	defer response.Body.Close()
	var answer pageAnswer
	json.NewDecoder(response.Body).Decode(&answer)
	return answer, response.StatusCode
}

func (r *pageRoom) messages(name string) []shown {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []shown
	for _, m := range r.room {
		if m.Kind == "bot" {
			all = append(all, m.shown())
		}
	}
	return append(all, r.notes[name]...)
}

// watch looks at the room until the context ends, whoever serves it.
func (r *pageRoom) watch(ctx context.Context, client *http.Client) {
	for ctx.Err() == nil {
		request, _ := http.NewRequestWithContext(ctx, http.MethodGet, r.url+"/events?room="+r.name, nil)
		if response, err := client.Do(request); err == nil {
			r.follow(response)
			response.Body.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// follow reads a stream of what changes in the room.
func (r *pageRoom) follow(response *http.Response) {
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 8<<20)
	event := ""
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			event = name
		}
		if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok && (event == "room" || event == "fresh") {
			r.learn([]byte(text), event == "fresh")
		}
	}
}

// learn takes in what changed; fresh means that nothing else is there.
func (r *pageRoom) learn(text []byte, fresh bool) {
	var news struct {
		Floor    int
		Messages []pageMessage
	}
	json.Unmarshal(text, &news)
	r.mu.Lock()
	defer r.mu.Unlock()
	if fresh {
		r.room = nil
	}
	r.room = slices.DeleteFunc(r.room, func(m pageMessage) bool { return m.N < news.Floor })
	for _, m := range news.Messages {
		i, known := slices.BinarySearchFunc(r.room, m.N, func(m pageMessage, n int) int { return m.N - n })
		if known {
			r.room[i] = m
		} else {
			r.room = slices.Insert(r.room, i, m)
		}
	}
}
