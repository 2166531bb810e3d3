package discordtest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

const quiet = `"allowed_mentions":{"parse":[]}`

const (
	aButton = `{"type":2,"style":2,"label":"x","custom_id":"b%d"}`
	aOption = `{"label":"x","value":"v%d"}`
)

// TestMessageRules posts what the platform refuses.
func TestMessageRules(t *testing.T) {
	b := newBench(t, Options{})
	with := func(rows ...string) string {
		return `{"content":"x","components":[` + strings.Join(rows, ",") + `],` + quiet + `}`
	}
	options := func(n int) string {
		return strings.TrimSuffix(strings.TrimPrefix(row(n, aOption), `{"type":1,"components":[`), `]}`)
	}
	menu := func(n int, more string) string {
		return `{"type":1,"components":[{"type":3,"custom_id":"s","options":[` + options(n) + `]}` + more + `]}`
	}
	tests := []struct {
		name, body   string
		status, code int
	}{
		{"a text", `{"content":"x",` + quiet + `}`, 200, 0},
		{"nothing", `{"content":"",` + quiet + `}`, 400, 50006},
		{"2,001 characters", `{"content":"` + strings.Repeat("x", 2001) + `",` + quiet + `}`, 400, 50035},
		{"no JSON", `{"content":`, 400, 50035},
		{"everybody and some", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, 400, 50035},
		{"a nonce of 26 characters", `{"content":"x","nonce":"` + strings.Repeat("n", 26) + `",` + quiet + `}`, 400, 50035},
		{"five buttons", with(row(5, aButton)), 200, 0},
		{"six buttons", with(row(6, aButton)), 400, 50035},
		{"an empty row", with(`{"type":1,"components":[]}`), 400, 50035},
		{"a button without a row", with(fmt.Sprintf(aButton, 1)), 400, 50035},
		{"an id twice", with(row(1, aButton), row(1, aButton)), 400, 50035},
		{"six rows", with(row(1, aButton), row(1, aButton), row(1, aButton), row(1, aButton), row(1, aButton), row(1, aButton)), 400, 50035},
		{"no id", with(`{"type":1,"components":[{"type":2,"style":2,"label":"x"}]}`), 400, 50035},
		{"an id of 101 characters", with(`{"type":1,"components":[{"type":2,"style":2,"label":"x","custom_id":"` + strings.Repeat("i", 101) + `"}]}`), 400, 50035},
		{"no label", with(`{"type":1,"components":[{"type":2,"style":2,"custom_id":"x"}]}`), 400, 50035},
		{"a label of 81 characters", with(`{"type":1,"components":[{"type":2,"style":2,"custom_id":"x","label":"` + strings.Repeat("l", 81) + `"}]}`), 400, 50035},
		{"no style", with(`{"type":1,"components":[{"type":2,"label":"x","custom_id":"x"}]}`), 400, 50035},
		{"a misspelt field", with(`{"type":1,"components":[{"type":2,"style":2,"label":"x","customid":"x"}]}`), 400, 50035},
		{"25 options", with(menu(25, "")), 200, 0},
		{"26 options", with(menu(26, "")), 400, 50035},
		{"no options", with(menu(0, "")), 400, 50035},
		{"a select beside a button", with(menu(1, ","+fmt.Sprintf(aButton, 1))), 400, 50035},
		{"an option twice", with(`{"type":1,"components":[{"type":3,"custom_id":"s","options":[{"label":"a","value":"v"},{"label":"b","value":"v"}]}]}`), 400, 50035},
		{"an unknown attachment", `{"content":"x","attachments":[{"id":"7"}],` + quiet + `}`, 400, 50035},
	}
	for _, tt := range tests {
		b.ForgiveViolations()
		status, code, answer := b.do("POST", "/channels/"+b.channel+"/messages", tt.body)
		if status != tt.status || code != tt.code {
			t.Errorf("%s: %d %d %v, want %d %d", tt.name, status, code, answer, tt.status, tt.code)
		}
		if n := len(b.Violations()); (n > 0) != (tt.status == 400) {
			t.Errorf("%s: the violations are %v", tt.name, b.Violations())
		}
	}
	b.ForgiveViolations()
	b.do("POST", "/channels/"+b.channel+"/messages", `{"content":"x"}`)
	if len(b.Violations()) != 1 {
		t.Error("a message that may notify everybody is no violation")
	}
}

// TestAttachments follows the rules of both versions.
func TestAttachments(t *testing.T) {
	b := newBench(t, Options{})
	path := "/channels/" + b.channel + "/messages"
	tests := []struct {
		name, version, edit string
		want                []string // alt texts
	}{
		{"listed", "v9", `{"attachments":[{"id":"0","description":"new"}],` + quiet + `}`, []string{"new"}},
		{"not listed, version 9", "v9", `{"attachments":[],` + quiet + `}`, []string{""}},
		{"not listed, version 10", "v10", `{"content":"x","attachments":[],` + quiet + `}`, nil},
		{"no list", "v10", `{` + quiet + `}`, []string{"old", ""}},
	}
	for _, tt := range tests {
		_, _, made := b.upload("POST", "v9", path, `{"attachments":[{"id":0,"description":"old"}],`+quiet+`}`)
		id := made["id"].(string)
		if status, _, answer := b.upload("PATCH", tt.version, path+"/"+id, tt.edit); status != 200 {
			t.Errorf("%s: %v", tt.name, answer)
		}
		m, _ := b.Message(id)
		var got []string
		for _, p := range m.Pictures {
			got = append(got, p.Alt)
			if p.Image == nil {
				t.Errorf("%s: the picture was not decoded", tt.name)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("%s: the pictures are %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestInteractionRules answers in ways and at times that the platform refuses.
func TestInteractionRules(t *testing.T) {
	b := newBench(t, Options{})
	b.connect()
	want := func(what string, status, code, wantStatus, wantCode int) {
		t.Helper()
		if status != wantStatus || code != wantCode {
			t.Errorf("%s: %d %d, want %d %d", what, status, code, wantStatus, wantCode)
		}
	}
	said := `{"type":4,"data":{"content":"x",` + quiet + `}}`

	callback, webhook := b.command()
	status, code, _ := b.do("PATCH", webhook+"/messages/@original", `{"content":"y",`+quiet+`}`)
	want("an edit before the answer", status, code, 404, 10015)
	status, code, _ = b.do("POST", callback, `{"type":6}`)
	want("a silent answer to a command", status, code, 400, 50035)
	status, code, _ = b.do("POST", callback, `{"type":8,"data":{"choices":[]}}`)
	want("suggestions for a command", status, code, 400, 50035)
	status, code, _ = b.do("POST", callback, said)
	want("an answer", status, code, 204, 0)
	status, code, _ = b.do("POST", callback, said)
	want("a second answer", status, code, 400, 40060)
	status, code, _ = b.do("PATCH", webhook+"/messages/@original", `{"content":"y",`+quiet+`}`)
	want("an edit", status, code, 200, 0)
	status, code, _ = b.do("PATCH", webhook+"/messages/1", `{"content":"y",`+quiet+`}`)
	want("an edit of another message", status, code, 404, 10008)
	b.clock.Advance(16 * time.Minute)
	status, code, _ = b.do("PATCH", webhook+"/messages/@original", `{"content":"z",`+quiet+`}`)
	want("an edit after 15 minutes", status, code, 401, 50027)

	callback, _ = b.command()
	b.clock.Advance(4 * time.Second)
	status, code, _ = b.do("POST", callback, said)
	want("an answer after 3 seconds", status, code, 404, 10062)

	callback, _ = b.command()
	b.do("POST", callback, `{"type":4,"data":{"content":"x","flags":64,`+quiet+`}}`)
	whispered := b.Whispers(b.channel, b.ana)
	if len(whispered) != 1 {
		t.Fatalf("ana sees %v", whispered)
	}
	status, code, _ = b.do("PATCH", "/channels/"+b.channel+"/messages/"+whispered[0].ID, `{"content":"y",`+quiet+`}`)
	want("the bot's edit of what one person sees", status, code, 404, 10008)

	b.channel = b.AddGroup(b.ana)
	callback, webhook = b.command()
	b.do("POST", callback, said)
	for i := range 6 {
		status, code, _ = b.do("POST", webhook, `{"content":"x",`+quiet+`}`)
		if i < 5 {
			want("a follow-up", status, code, 200, 0)
		}
	}
	want("the sixth follow-up where the bot is no member", status, code, 400, 40094)
	status, code, _ = b.do("POST", "/channels/"+b.channel+"/messages", `{"content":"x",`+quiet+`}`)
	want("a post where the bot is no member", status, code, 403, 50001)
}

func TestRestRules(t *testing.T) {
	b := newBench(t, Options{PerBucket: 2})
	path := "/channels/" + b.channel + "/messages"
	text := `{"content":"x",` + quiet + `}`
	if status, _, _ := b.do("POST", path, text, "Authorization", "Bot wrong"); status != 401 {
		t.Errorf("a wrong token: %d", status)
	}
	if status, code, _ := b.do("POST", "/channels/1/messages", text); status != 404 || code != 10003 {
		t.Errorf("an unknown channel: %d %d", status, code)
	}
	b.do("POST", path, text)
	if status, _, answer := b.do("POST", path, text); status != 429 || answer["retry_after"].(float64) <= 0 {
		t.Errorf("the third request of a bucket of 2: %d %v", status, answer)
	}
	if b.Invalid() != 2 {
		t.Errorf("%d requests count as invalid, want 2", b.Invalid())
	}
	b.clock.Advance(5 * time.Second)
	if status, _, _ := b.do("POST", path, text); status != 200 {
		t.Errorf("in the next window: %d", status)
	}
	b.ForgiveViolations()
	b.do("GET", "/users/@me", "")
	if len(b.Violations()) != 1 {
		t.Error("an unknown route is no violation")
	}
}

func TestCommandRules(t *testing.T) {
	b := newBench(t, Options{})
	list := func(from, to int) string {
		var out []string
		for i := from; i < to; i++ {
			out = append(out, fmt.Sprintf(`{"name":"c%d","description":"x"}`, i))
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	with := func(options string) string {
		return `[{"name":"a","description":"x","options":[` + options + `]}]`
	}
	tests := []struct {
		name, body   string
		status, code int
	}{
		{"an upper-case name", `[{"name":"A","description":"x"}]`, 400, 50035},
		{"no description", `[{"name":"a"}]`, 400, 50035},
		{"a name twice", `[{"name":"a","description":"x"},{"name":"a","description":"x"}]`, 400, 50035},
		{"a language that is none", `[{"name":"a","description":"x","name_localizations":{"sr":"a"}}]`, 400, 50035},
		{"required after optional", with(`{"type":3,"name":"o","description":"x"},{"type":3,"name":"r","description":"x","required":true}`), 400, 50035},
		{"suggestions and choices", with(`{"type":3,"name":"o","description":"x","autocomplete":true,"choices":[{"name":"a","value":"a"}]}`), 400, 50035},
		{"101 commands", list(0, 101), 400, 50035},
		{"100 commands", list(0, 100), 200, 0},
		{"the same again", list(0, 100), 200, 0},
		{"100 more", list(100, 200), 200, 0},
		{"the 201st of a day", list(200, 201), 400, 30034},
	}
	for _, tt := range tests {
		status, code, answer := b.do("PUT", "/applications/"+b.app+"/commands", tt.body)
		if status != tt.status || code != tt.code {
			t.Errorf("%s: %d %d %v, want %d %d", tt.name, status, code, answer, tt.status, tt.code)
		}
	}
}

// TestGatewayRules says what the gateway hangs up at.
func TestGatewayRules(t *testing.T) {
	identify := object{"token": Token, "intents": 1}
	tests := []struct {
		name string
		says []payload
		code int
	}{
		{"an unknown operation", []payload{{Op: 99}}, 4001},
		{"no JSON", []payload{{Op: 2, Data: "?"}}, 4002},
		{"too long", []payload{{Op: 3, Data: strings.Repeat("x", 5000)}}, 4002},
		{"a status before identify", []payload{{Op: 3}}, 4003},
		{"a wrong token", []payload{{Op: 2, Data: object{"token": "wrong", "intents": 1}}}, 4004},
		{"identify twice", []payload{{Op: 2, Data: identify}, {Op: 2, Data: identify}}, 4005},
		{"no intents", []payload{{Op: 2, Data: object{"token": Token}}}, 4013},
		{"privileged intents", []payload{{Op: 2, Data: object{"token": Token, "intents": 1 << 15}}}, 4014},
		{"more sessions than a day has", []payload{{Op: 2, Data: identify}}, 4004},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			options := Options{}
			if strings.HasPrefix(tt.name, "more sessions") {
				options.Identifies = -1
			}
			b := newBench(t, options)
			b.conn = b.dial()
			for _, p := range tt.says {
				b.say(p.Op, p.Data)
			}
			var err error
			for err == nil {
				_, _, err = b.conn.ReadMessage()
			}
			if !websocket.IsCloseError(err, tt.code) {
				t.Errorf("the gateway hangs up with %v, want %d", err, tt.code)
			}
		})
	}
}

// TestResume takes a session up after a cut, and not after a farewell.
func TestResume(t *testing.T) {
	b := newBench(t, Options{})
	b.connect()
	b.conn.Close()
	b.Wait(func() bool { return !b.Connected() })
	b.Dispatch("MISSED", object{"x": 1})
	b.conn = b.dial()
	b.say(6, object{"token": Token, "session_id": "session-1", "seq": 1})
	if got := b.hear("MISSED"); got["x"] != 1.0 {
		t.Errorf("replayed was %v", got)
	}
	b.hear("RESUMED")
	b.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""), time.Now().Add(time.Second))
	b.conn.Close()
	b.Wait(func() bool { return !b.Connected() })
	b.conn = b.dial()
	b.say(6, object{"token": Token, "session_id": "session-1", "seq": 1})
	var p payload
	for p.Op != 9 {
		if err := b.conn.ReadJSON(&p); err != nil {
			t.Fatalf("waiting for op 9: %v", err)
		}
	}
}
