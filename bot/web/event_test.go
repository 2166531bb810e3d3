package web

import (
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

const id = "0123456789abcdef"

// body is a request of Ana in the main room, with changes.
func body(changes map[string]string) string {
	all := map[string]string{"id": id, "as": "web:ana", "room": "main"}
	maps.Copy(all, changes)
	return encodeText(all)
}

func TestWhatIsTypedAndTappedBecomesAnEvent(t *testing.T) {
	tb := serve(t, Config{})
	ana := tb.known("Ana")
	said := map[string]string{}
	base := bot.Event{
		Time: noon, Chat: "web:main", Title: "main",
		Person: bot.Person{Key: "web:ana", Name: "Ana", Handle: "Ana", Language: "tr-TR"},
	}
	for _, c := range []struct {
		about, path string
		sent        map[string]string
		want        func(*bot.Event)
	}{
		{"a command", "/api/send", map[string]string{"text": "/NewGame  backgammon 3 "}, func(e *bot.Event) {
			e.Kind, e.Command, e.Args = bot.Command, "newgame", "backgammon 3"
		}},
		{"a command to a bot by name", "/api/send", map[string]string{"text": "/help@tablabot"}, func(e *bot.Event) {
			e.Kind, e.Command = bot.Command, "help"
		}},
		{"a command in reply", "/api/send", map[string]string{"text": "/move 13/7", "ref": "r.1"}, func(e *bot.Event) {
			e.Kind, e.Command, e.Args, e.Ref = bot.Command, "move", "13/7", "r.1"
		}},
		{"a reply to a board", "/api/send", map[string]string{"text": "13/7 8/4", "ref": "r.1"}, func(e *bot.Event) {
			e.Kind, e.Text, e.Ref = bot.Say, "13/7 8/4", "r.1"
		}},
		{"a button", "/api/tap", map[string]string{"data": "m1/roll/4", "ref": "r.1"}, func(e *bot.Event) {
			e.Kind, e.Data, e.Ref = bot.Tap, "m1/roll/4", "r.1"
		}},
		{"a button with a prompt", "/api/tap", map[string]string{"data": "m1/word", "ref": "r.1", "text": " luck "}, func(e *bot.Event) {
			e.Kind, e.Data, e.Ref, e.Text = bot.Say, "m1/word", "r.1", "luck"
		}},
		{"talk among people", "/api/send", map[string]string{"text": "hello"}, nil},
		{"what is no command", "/api/send", map[string]string{"text": "/"}, nil},
	} {
		said["id"] = id + strings.ReplaceAll(c.about, " ", "-")
		maps.Copy(c.sent, said)
		ana.ok(c.path, body(c.sent), func(r *http.Request) { r.Header.Set("Accept-Language", "en;q=0.5, tr-TR") })
		var want []bot.Event
		if c.want != nil {
			event := base
			event.Key = "web:" + string(ownerOf(t, ana)) + ":" + c.sent["id"]
			c.want(&event)
			want = []bot.Event{event}
		}
		if diff := cmp.Diff(want, tb.told()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.about, diff)
		}
	}
}

func ownerOf(t *testing.T, c *client) browser {
	t.Helper()
	request, _ := http.NewRequest(http.MethodGet, c.tb.url, nil)
	for _, cookie := range c.http.Jar.Cookies(request.URL) {
		request.AddCookie(cookie)
	}
	owner, ok := browserOfRequest(request)
	if !ok {
		t.Fatal("the browser has no cookie")
	}
	return owner
}

func TestWhatCannotBecomeAnEvent(t *testing.T) {
	tb := serve(t, Config{})
	tb.known("Bojan")
	ana := tb.known("Ana")
	for _, c := range []struct {
		about, path string
		sent        map[string]string
		status      int
		says        string
	}{
		{"another browser's name", "/api/tap", map[string]string{"as": "web:bojan", "data": "d"}, 401, sayNotYou},
		{"nobody's name", "/api/tap", map[string]string{"as": "web:čedo", "data": "d"}, 401, sayNotYou},
		{"a person of another door", "/api/tap", map[string]string{"as": "tg:7", "data": "d"}, 401, sayNotYou},
		{"no id", "/api/tap", map[string]string{"id": "", "data": "d"}, 400, sayBadRequest},
		{"an id that could forge a key", "/api/tap", map[string]string{"id": "12345678:9", "data": "d"}, 400, sayBadRequest},
		{"no data", "/api/tap", nil, 400, sayBadRequest},
		{"long data", "/api/tap", map[string]string{"data": strings.Repeat("d", 65)}, 400, sayBadRequest},
		{"data that is no ASCII", "/api/tap", map[string]string{"data": "ž"}, 400, sayBadRequest},
		{"a long reference", "/api/tap", map[string]string{"data": "d", "ref": strings.Repeat("r", 65)}, 400, sayBadRequest},
		{"a room of another door", "/api/tap", map[string]string{"data": "d", "room": "tg:-100"}, 400, sayRoomName},
		{"nothing said", "/api/send", map[string]string{"text": " \n\u200b"}, 400, sayTextBlank},
		{"too much said", "/api/send", map[string]string{"text": strings.Repeat("ž", maxText+1)}, 422, sayTextLong},
	} {
		status, answer := ana.post(c.path, body(c.sent))
		if status != c.status || answer["error"] != c.says {
			t.Errorf("%s: got %d %v, want %d %q", c.about, status, answer, c.status, c.says)
		}
	}
	if events := tb.told(); len(events) > 0 {
		t.Errorf("events %v, want none", events)
	}
	if lines := tb.words("web:main"); len(lines) > 0 {
		t.Errorf("the room shows %q, want nothing", lines)
	}
}

func TestWhatIsSentAgainIsTheSame(t *testing.T) {
	tb := serve(t, Config{})
	ana := tb.known("Ana")
	tb.answer = func(bot.Event) (bot.Answer, error) {
		note := plain("what can be done")
		return bot.Answer{Text: "look below", Note: &note}, nil
	}
	first := ana.ok("/api/send", body(map[string]string{"text": "/help"}))
	again := ana.ok("/api/send", body(map[string]string{"text": "/help"}))
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("answers differ (-first +again):\n%s", diff)
	}
	events := tb.told()
	if len(events) != 2 || events[0].Key != events[1].Key {
		t.Errorf("events %v, want two with one key", events)
	}
	want := []string{"command: /help", "bot: what can be done"}
	if diff := cmp.Diff(want, tb.words("web:main")); diff != "" {
		t.Errorf("the room (-want +got):\n%s", diff)
	}
}

// A key must not depend on the process, or a tap sent again after a restart would
// count twice.
func TestEventKeysOutliveTheProcess(t *testing.T) {
	before, after := serve(t, Config{}), serve(t, Config{})
	ana := before.known("Ana")
	ana.ok("/api/tap", body(map[string]string{"data": "roll"}))
	moved := &client{tb: after, http: ana.http} // cookies know no ports
	moved.ok("/api/join", `{"name":"Ana"}`)
	moved.ok("/api/tap", body(map[string]string{"data": "roll"}))
	if a, b := before.told()[0].Key, after.told()[0].Key; a != b {
		t.Errorf("keys %q and %q, want one", a, b)
	}
}

func TestAnswers(t *testing.T) {
	tb := serve(t, Config{})
	ana := tb.known("Ana")
	note, settled := withButton("for you"), bot.Rendered{Text: bot.Text{{Text: "settled"}}}
	for _, c := range []struct {
		about  string
		answer bot.Answer
		want   map[string]any
	}{
		{"done", bot.Answer{}, map[string]any{"kind": "ok"}},
		{"a board follows", bot.Answer{Follows: true}, map[string]any{"kind": "ok", "follows": true}},
		{"information", bot.Answer{Kind: bot.Info, Text: "already played"}, map[string]any{"kind": "info", "text": "already played"}},
		{"a refusal", bot.Answer{Kind: bot.Refusal, Text: "not your turn"}, map[string]any{"kind": "refusal", "text": "not your turn"}},
		{"a warning", bot.Answer{Kind: bot.Warning, Text: "tap again"}, map[string]any{"kind": "warning", "text": "tap again"}},
		{"a private note", bot.Answer{Note: &note, Private: true}, map[string]any{"kind": "ok", "note": map[string]any{
			"n": 0., "kind": "bot", "at": "2026-07-01T12:00:00Z", "text": []any{map[string]any{"text": "for you"}},
			"groups": []any{map[string]any{"buttons": []any{map[string]any{"label": "Roll", "data": "roll"}}}},
		}}},
		{"a note in place of another", bot.Answer{Note: &settled, Private: true, Instead: true}, map[string]any{"kind": "ok", "instead": true,
			"note": map[string]any{"n": 0., "kind": "bot", "at": "2026-07-01T12:00:00Z", "text": []any{map[string]any{"text": "settled"}}}}},
	} {
		tb.answer = func(bot.Event) (bot.Answer, error) { return c.answer, nil }
		if diff := cmp.Diff(c.want, ana.ok("/api/tap", body(map[string]string{"data": "d"}))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.about, diff)
		}
	}
	if lines := tb.words("web:main"); len(lines) > 0 {
		t.Errorf("the room shows %q, want nothing: the note was private", lines)
	}
}

func TestAnEventThatCannotBeSavedIsToBeSentAgain(t *testing.T) {
	tb := serve(t, Config{})
	ana := tb.known("Ana")
	tb.answer = func(bot.Event) (bot.Answer, error) { return bot.Answer{}, errors.New("secret of the store") }
	status, answer := ana.post("/api/tap", body(map[string]string{"data": "d"}))
	if status != http.StatusServiceUnavailable || answer["error"] != sayNotSaved {
		t.Errorf("got %d %v, want 503 %q", status, answer, sayNotSaved)
	}
}
