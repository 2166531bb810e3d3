package web

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/bottest"
)

var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// table is a page that is served, with a handler that remembers what it was told.
type table struct {
	t    *testing.T
	door *Door
	url  string

	mu     sync.Mutex
	events []bot.Event
	answer func(bot.Event) (bot.Answer, error)
}

func serve(t *testing.T, cfg Config) *table {
	t.Helper()
	if cfg.Clock == nil {
		cfg.Clock = bottest.NewClock(noon)
	}
	door, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	table := &table{t: t, door: door}
	ctx, cancel := context.WithCancel(context.Background())
	server := httptest.NewServer(door.Handler(ctx, table.handle))
	t.Cleanup(func() {
		cancel() // ends the streams
		server.Close()
	})
	table.url = server.URL
	return table
}

func (tb *table) handle(_ context.Context, event bot.Event) (bot.Answer, error) {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	tb.events = append(tb.events, event)
	if tb.answer == nil {
		return bot.Answer{}, nil
	}
	return tb.answer(event)
}

// told returns the events that came, and forgets them.
func (tb *table) told() []bot.Event {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	events := tb.events
	tb.events = nil
	return events
}

// client is a browser: it keeps its cookie.
type client struct {
	tb   *table
	http *http.Client
}

// browser returns a browser that has no cookie yet.
func (tb *table) browser() *client {
	tb.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		tb.t.Fatal(err)
	}
	transport := &http.Transport{}
	tb.t.Cleanup(transport.CloseIdleConnections)
	return &client{tb: tb, http: &http.Client{Jar: jar, Transport: transport}}
}

// known returns a browser that has the names.
func (tb *table) known(names ...string) *client {
	tb.t.Helper()
	c := tb.browser()
	c.ok("/api/hello", "{}")
	for _, name := range names {
		c.ok("/api/join", encodeText(map[string]string{"name": name}))
	}
	return c
}

// post sends a body as the page does and returns status and answer.
func (c *client) post(path, body string, change ...func(*http.Request)) (int, map[string]any) {
	c.tb.t.Helper()
	request, err := http.NewRequest(http.MethodPost, c.tb.url+path, strings.NewReader(body))
	if err != nil {
		c.tb.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", c.tb.url)
	for _, f := range change {
		f(request)
	}
	response, err := c.http.Do(request)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	answer := map[string]any{}
	if json.Unmarshal(text, &answer) != nil {
		answer["text"] = string(text)
	}
	return response.StatusCode, answer
}

func (c *client) ok(path, body string, change ...func(*http.Request)) map[string]any {
	c.tb.t.Helper()
	status, answer := c.post(path, body, change...)
	if status != http.StatusOK {
		c.tb.t.Fatalf("%s %s: got %d %v, want 200", path, body, status, answer)
	}
	return answer
}

func (c *client) get(path string) *http.Response {
	c.tb.t.Helper()
	response, err := c.http.Get(c.tb.url + path)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.tb.t.Fatal(err)
	}
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(text))
	return response
}

func encodeText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// words returns the texts of the messages of a room, oldest first.
func (tb *table) words(chat bot.ChatKey) []string {
	tb.t.Helper()
	room := tb.door.rooms.find(chat)
	if room == nil {
		return nil
	}
	var texts []string
	for _, raw := range room.since(progress{}).Messages {
		var m wireMessage
		if err := json.Unmarshal(raw, &m); err != nil {
			tb.t.Fatal(err)
		}
		var text strings.Builder
		for _, span := range m.Text {
			text.WriteString(span.Text)
		}
		texts = append(texts, m.Kind+": "+text.String())
	}
	return texts
}

func plain(text string) bot.Rendered { return bot.Rendered{Text: bot.Text{{Text: text}}} }
