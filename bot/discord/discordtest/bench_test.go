package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"tablabot/bot/bottest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a server and a bot without manners.
type bench struct {
	*Server
	t            *testing.T
	clock        *bottest.Clock
	guild        string
	channel, ana string
	conn         *websocket.Conn
}

func newBench(t *testing.T, options Options) *bench {
	t.Helper()
	b := &bench{t: t, clock: bottest.NewClock(time.Unix(1700000000, 0))}
	options.Clock = b.clock
	if options.PerBucket == 0 {
		options.PerBucket = 1000
	}
	options.PerSecond, options.Patience = 1000, 50*time.Millisecond
	s, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	b.Server = s
	b.guild = s.AddGuild("Club")
	b.channel, b.ana = s.AddChannel(b.guild, "tabla"), s.AddUser("ana")
	t.Cleanup(func() {
		if b.conn != nil {
			b.conn.Close()
		}
		s.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return b
}

// do makes a request and returns the status, the platform's code and the body.
func (b *bench) do(method, path, body string, header ...string) (status, code int, answer map[string]any) {
	b.t.Helper()
	request, err := http.NewRequest(method, b.URL()+"/api/v9"+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bot "+Token)
	request.Header.Set("User-Agent", "DiscordBot (test, 1)")
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	return b.send(request)
}

func (b *bench) send(request *http.Request) (status, code int, answer map[string]any) {
	b.t.Helper()
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer reply.Body.Close()
	raw, _ := io.ReadAll(reply.Body)
	json.Unmarshal(raw, &answer)
	number, _ := answer["code"].(float64)
	return reply.StatusCode, int(number), answer
}

// upload posts or changes a message with a picture.
func (b *bench) upload(method, version, path, payload string) (status, code int, answer map[string]any) {
	b.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	w.WriteField("payload_json", payload)
	part, _ := w.CreateFormFile("files[0]", "board.png")
	png.Encode(part, image.NewGray(image.Rect(0, 0, 2, 2)))
	w.Close()
	request, _ := http.NewRequest(method, b.URL()+"/api/"+version+path, &body)
	request.Header.Set("Authorization", "Bot "+Token)
	request.Header.Set("User-Agent", "DiscordBot (test, 1)")
	request.Header.Set("Content-Type", w.FormDataContentType())
	return b.send(request)
}

// connect opens the gateway as a bot should.
func (b *bench) connect() {
	b.t.Helper()
	b.conn = b.dial()
	b.say(2, object{"token": Token, "intents": 1, "properties": object{}})
	b.hear("READY")
}

func (b *bench) dial() *websocket.Conn {
	b.t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(b.URL(), "http")+"/?v=9&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	return conn
}

func (b *bench) say(op int, data any) {
	b.t.Helper()
	if err := b.conn.WriteJSON(payload{Op: op, Data: data}); err != nil {
		b.t.Fatal(err)
	}
}

// hear reads until an event of the type and returns its data.
func (b *bench) hear(name string) map[string]any {
	b.t.Helper()
	for {
		var p struct {
			Type string         `json:"t"`
			Data map[string]any `json:"d"`
		}
		if err := b.conn.ReadJSON(&p); err != nil {
			b.t.Fatalf("waiting for %s: %v", name, err)
		}
		if p.Type == name {
			return p.Data
		}
	}
}

// command has ana use a command and returns the way to answer it.
func (b *bench) command() (callback, webhook string) {
	b.t.Helper()
	if len(b.Commands()) == 0 {
		b.do("PUT", "/applications/"+b.app+"/commands", `[{"name":"help","description":"Help"}]`)
	}
	b.Command(b.ana, b.channel, "help", nil)
	in := b.hear("INTERACTION_CREATE")
	return fmt.Sprintf("/interactions/%s/%s/callback", in["id"], in["token"]),
		fmt.Sprintf("/webhooks/%s/%s", in["application_id"], in["token"])
}

func row(n int, format string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return `{"type":1,"components":[` + strings.Join(parts, ",") + `]}`
}
