package telegramtest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tablabot/bot/bottest"
	"tablabot/bot/telegram/telegramtest"
	"tablabot/engine/enginetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// reply is an answer of the server.
type reply struct {
	Status      int
	OK          bool
	Code        int `json:"error_code"`
	Description string
	Result      json.RawMessage
	Parameters  struct {
		RetryAfter int   `json:"retry_after"`
		Migrate    int64 `json:"migrate_to_chat_id"`
	}
	RetryAfter string
}

var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// form calls a method with parameters in pairs.
func form(t *testing.T, s *telegramtest.Server, method string, params ...string) reply {
	t.Helper()
	values := make(url.Values)
	for i := 0; i+1 < len(params); i += 2 {
		values.Set(params[i], params[i+1])
	}
	resp, err := client.PostForm(s.URL()+"/bot"+s.Token()+"/"+method, values)
	return read(t, resp, err)
}

// multi calls a method with one file; it is sent in chunks of unknown number.
func multi(t *testing.T, s *telegramtest.Server, method, part string, file []byte, params ...string) reply {
	t.Helper()
	r, w := io.Pipe()
	m := multipart.NewWriter(w)
	go func() {
		for i := 0; i+1 < len(params); i += 2 {
			_ = m.WriteField(params[i], params[i+1])
		}
		f, _ := m.CreateFormFile(part, "board.png")
		_, _ = f.Write(file)
		_ = m.Close()
		_ = w.Close()
	}()
	resp, err := client.Post(s.URL()+"/bot"+s.Token()+"/"+method, m.FormDataContentType(), r)
	return read(t, resp, err)
}

func read(t *testing.T, resp *http.Response, err error) reply {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	a := reply{Status: resp.StatusCode, RetryAfter: resp.Header.Get("Retry-After")}
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	quick := png.Encoder{CompressionLevel: png.NoCompression}
	if err := quick.Encode(&b, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// newServer starts a server whose violations the test looks at itself.
func newServer(t *testing.T, o telegramtest.Options) *telegramtest.Server {
	t.Helper()
	s := telegramtest.New(t, o)
	t.Cleanup(func() { s.ForgetViolations() })
	return s
}

// A request that breaks a rule is refused in the words of the real server.
func TestRefusals(t *testing.T) {
	s := newServer(t, telegramtest.Options{Unlimited: true})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	chat := s.AddSupergroup("Club", ana)
	said := s.Say(chat, ana, "/x", 0)
	to := []string{"chat_id", fmt.Sprint(chat)}
	text := append(to, "text", "board", "reply_markup", `{"inline_keyboard":[[{"text":"b","callback_data":"d"}]]}`)
	var board struct {
		ID int `json:"message_id"`
	}
	if err := json.Unmarshal(form(t, s, "sendMessage", text...).Result, &board); err != nil {
		t.Fatal(err)
	}
	at := append(to, "message_id", fmt.Sprint(board.ID))
	html := func(text string) []string { return append(to, "parse_mode", "HTML", "text", text) }
	keys := func(keyboard string) []string { return append(to, "text", "x", "reply_markup", keyboard) }
	keyboard := func(n int) string {
		row := strings.TrimSuffix(strings.Repeat(`{"text":"b","callback_data":"d"},`, n), ",")
		return `{"inline_keyboard":[[` + row + `]]}`
	}
	for _, c := range []struct {
		name, method string
		params       []string
		want         string // empty: accepted
	}{
		{"a method that is none", "sendPicture", to, "404 Not Found: method not found"},
		{"no chat", "sendMessage", []string{"text", "x"}, "400 Bad Request: chat_id is empty"},
		{"unknown chat", "sendMessage", []string{"chat_id", "-7", "text", "x"}, "400 Bad Request: chat not found"},
		{"no text", "sendMessage", to, "400 Bad Request: message text is empty"},
		{"only space", "sendMessage", html(" <b> </b>\n"), "400 Bad Request: message text is empty"},
		{"4096 characters", "sendMessage", html("<b>" + strings.Repeat("ж", 4096) + "</b>"), ""},
		{"4097 characters", "sendMessage", html(strings.Repeat("🎲", 4097)), "400 Bad Request: message is too long"},
		{"an unknown tag", "sendMessage", html("a <x>b</x>"), `400 Bad Request: can't parse entities: Unsupported start tag "x" at byte offset 2`},
		{"a bare <", "sendMessage", html("5 < 6"), `400 Bad Request: can't parse entities: Unsupported start tag "" at byte offset 2`},
		{"a tag left open", "sendMessage", html("<b>x"), `400 Bad Request: can't parse entities: Can't find end tag corresponding to start tag "b"`},
		{"tags crossed", "sendMessage", html("<b><i>x</b></i>"), `400 Bad Request: can't parse entities: Unmatched end tag at byte offset 7, expected "</i>", found "</b>"`},
		{"an end alone", "sendMessage", html("x</b>"), `400 Bad Request: can't parse entities: Unexpected end tag at byte offset 1`},
		{"64 bytes of data", "sendMessage", keys(`{"inline_keyboard":[[{"text":"b","callback_data":"` + strings.Repeat("d", 64) + `"}]]}`), ""},
		{"66 bytes of data in 33 characters", "sendMessage", keys(`{"inline_keyboard":[[{"text":"b","callback_data":"` + strings.Repeat("ж", 33) + `"}]]}`), "400 Bad Request: BUTTON_DATA_INVALID"},
		{"no data", "sendMessage", keys(`{"inline_keyboard":[[{"text":"b","callback_data":""}]]}`), "400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"},
		{"no label", "sendMessage", keys(`{"inline_keyboard":[[{"text":"","callback_data":"d"}]]}`), `400 Bad Request: can't parse inline keyboard button: Field "text" must be of type String`},
		{"a strange style", "sendMessage", keys(`{"inline_keyboard":[[{"text":"b","callback_data":"d","style":"green"}]]}`), `400 Bad Request: can't parse inline keyboard button: unsupported style "green"`},
		{"eight in a row", "sendMessage", keys(keyboard(8)), ""},
		{"nine in a row", "sendMessage", keys(keyboard(9)), "400 Bad Request: reply markup is too long"},
		{"no array of buttons", "sendMessage", keys(`{"inline_keyboard":null}`), ""}, // taken as none, and a violation
		{"a reply to nothing", "sendMessage", append(to, "text", "x", "reply_parameters", `{"message_id":999}`), "400 Bad Request: message to be replied not found"},
		{"a reply to nothing, sent anyway", "sendMessage", append(to, "text", "x", "reply_parameters", `{"message_id":999,"allow_sending_without_reply":true}`), ""},
		{"a thread of a group without topics", "sendMessage", append(to, "text", "x", "message_thread_id", fmt.Sprint(said)), "400 Bad Request: message thread not found"},
		{"the same text", "editMessageText", append(at, text[2:]...), "400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message"},
		{"the same with marks around it", "editMessageText", append(at, "parse_mode", "HTML", "text", "<b>board</b>"), ""},
		{"a caption of a text", "editMessageCaption", append(at, "caption", "x"), "400 Bad Request: there is no caption in the message to edit"},
		{"a message that is not there", "editMessageText", append(to, "message_id", "999", "text", "x"), "400 Bad Request: message to edit not found"},
		{"somebody else's message", "editMessageText", append(to, "message_id", fmt.Sprint(said), "text", "x"), "400 Bad Request: message can't be edited"},
		{"a file that is not there", "editMessageMedia", append(at, "media", `{"type":"photo","media":"attach://x"}`), "400 Bad Request: can't find the file x in the request"},
		{"a made-up file_id", "sendPhoto", append(to, "photo", "AgAC"), "400 Bad Request: wrong remote file identifier specified: can't unserialize it. Wrong last symbol"},
		{"an unknown tap", "answerCallbackQuery", []string{"callback_query_id", "1"}, "400 Bad Request: query is too old and response timeout expired or query ID is invalid"},
		{"a command in capitals", "setMyCommands", []string{"commands", `[{"command":"New","description":"x"}]`}, "400 Bad Request: BOT_COMMAND_INVALID"},
		{"deleting what is not there", "deleteMessage", append(to, "message_id", "999"), "400 Bad Request: message to delete not found"},
	} {
		a := form(t, s, c.method, c.params...)
		got := ""
		if !a.OK {
			got = fmt.Sprintf("%d %s", a.Status, a.Description)
		}
		if got != c.want || !a.OK && a.Status != a.Code {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestPhotos(t *testing.T) {
	s := newServer(t, telegramtest.Options{Unlimited: true})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	to := []string{"chat_id", fmt.Sprint(ana)}
	for _, c := range []struct {
		name   string
		file   []byte
		params []string
		want   string
	}{
		{"a board", picture(t, 1280, 960), nil, ""},
		{"a large one", picture(t, 1600, 1200), nil, ""},
		{"no picture", []byte("GIF89a or so"), nil, "Bad Request: IMAGE_PROCESS_FAILED"},
		{"half a picture", picture(t, 100, 100)[:60], nil, "Bad Request: IMAGE_PROCESS_FAILED"},
		{"an empty file", nil, nil, "Bad Request: file must be non-empty"},
		{"11 MB", make([]byte, 11<<20), nil, "Bad Request: file of size 11534336 bytes is too big for a photo; the maximum size is 10485760 bytes"},
		{"10,001 pixels in sum", picture(t, 9524, 477), nil, "Bad Request: PHOTO_INVALID_DIMENSIONS"},
		{"a ribbon", picture(t, 2100, 100), nil, "Bad Request: PHOTO_INVALID_DIMENSIONS"},
		{"1024 characters", picture(t, 9, 9), []string{"caption", strings.Repeat("ж", 1024)}, ""},
		{"1025 characters", picture(t, 9, 9), []string{"caption", strings.Repeat("ж", 1025)}, "Bad Request: message caption is too long"},
	} {
		if a := multi(t, s, "sendPhoto", "photo", c.file, append(to, c.params...)...); a.Description != c.want || a.OK != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.name, a.Description, c.want)
		}
	}
	large := s.Messages(ana)[1]
	img, err := large.Image()
	if err != nil || img.Bounds().Dx() != 1280 || img.Bounds().Dy() != 960 {
		t.Errorf("people see the large one as %v (%v), want 1280 × 960", img.Bounds(), err)
	}
}

func TestTokens(t *testing.T) {
	s := newServer(t, telegramtest.Options{})
	for path, want := range map[string]int{
		"/bot" + s.Token() + "/getMe": 200, "/bot1:wrong/getMe": 401, "/bot/getMe": 401, "/getMe": 404, "/": 404,
	} {
		resp, err := client.PostForm(s.URL()+path, nil)
		if a := read(t, resp, err); a.Status != want {
			t.Errorf("%s: status %d, want %d", path, a.Status, want)
		}
	}
	resp, err := client.Get(s.URL() + "/bot" + s.Token() + "/getMe")
	if a := read(t, resp, err); a.OK || len(s.ForgetViolations()) != 1 {
		t.Errorf("a GET: %+v, want a violation", a)
	}
	resp, err = client.Post(s.URL()+"/bot"+s.Token()+"/getMe", "application/json", strings.NewReader("{}"))
	if a := read(t, resp, err); a.OK || len(s.ForgetViolations()) != 1 {
		t.Errorf("a body of JSON: %+v, want a violation", a)
	}
}

// The official specification finds what the server itself would not mind.
func TestSpecification(t *testing.T) {
	path := enginetest.Shared(t, "specs/telegram-api.json")
	s := newServer(t, telegramtest.Options{Spec: path, Unlimited: true})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	to := []string{"chat_id", fmt.Sprint(ana), "text", "x"}
	for _, c := range []struct {
		name, method string
		params       []string
		want         string // part of a violation; empty: none
	}{
		{"all right", "sendMessage", append(to, "reply_parameters", `{"message_id":1,"allow_sending_without_reply":true}`), ""},
		{"an unknown parameter", "sendMessage", append(to, "reply_to", "5"), "unknown parameter reply_to"},
		{"a text for a number", "sendMessage", append(to, "message_thread_id", "x"), "message_thread_id"},
		{"a number for a truth", "sendMessage", append(to, "disable_notification", "1"), "neither true nor false"},
		{"a missing parameter", "sendMessage", []string{"chat_id", fmt.Sprint(ana)}, "required parameter text is missing"},
		{"an unknown field", "sendMessage", append(to, "reply_markup", `{"inline_keyboard":[[{"text":"b","callback_data":"d","colour":"red"}]]}`), "colour is unknown"},
		{"a missing field", "sendMessage", append(to, "reply_parameters", `{"allow_sending_without_reply":true}`), "message_id is missing"},
		{"a null array", "getUpdates", []string{"allowed_updates", "null", "timeout", "0"}, ""},
	} {
		form(t, s, c.method, c.params...)
		got := strings.Join(s.ForgetViolations(), "; ")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: violations %q, want %q", c.name, got, c.want)
		}
	}
	multi(t, s, "sendMessage", "stray", []byte("x"), to...)
	if got := strings.Join(s.ForgetViolations(), "; "); !strings.Contains(got, "file part stray") {
		t.Errorf("a stray file: violations %q", got)
	}
}

func TestSendLimits(t *testing.T) {
	clock := bottest.NewClock(time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC))
	s := newServer(t, telegramtest.Options{Clock: clock})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	chat := s.AddSupergroup("Club", ana)
	send := func(chat int64) reply { return form(t, s, "sendMessage", "chat_id", fmt.Sprint(chat), "text", "x") }
	for n := 1; n <= 5; n++ {
		if a := send(ana); !a.OK {
			t.Fatalf("send %d at once: %+v", n, a)
		}
	}
	a := send(ana)
	if a.Status != 429 || a.Parameters.RetryAfter != 1 || a.RetryAfter != "1" || a.Description != "Too Many Requests: retry after 1" {
		t.Errorf("the sixth at once: %+v", a)
	}
	if a := send(chat); !a.OK {
		t.Errorf("another chat suffers: %+v", a)
	}
	s.ForgetViolations()
	send(ana)
	if got := strings.Join(s.ForgetViolations(), "; "); !strings.Contains(got, "before the end of retry_after") {
		t.Errorf("a send too early: violations %q", got)
	}

	clock.Advance(10 * time.Minute)
	first := form(t, s, "sendMessage", "chat_id", fmt.Sprint(chat), "text", "first")
	var m struct {
		ID int `json:"message_id"`
	}
	if err := json.Unmarshal(first.Result, &m); err != nil {
		t.Fatal(err)
	}
	for n := 2; n <= 20; n++ {
		clock.Advance(time.Second)
		if a := form(t, s, "editMessageText", "chat_id", fmt.Sprint(chat), "message_id", fmt.Sprint(m.ID), "text", fmt.Sprint(n)); !a.OK {
			t.Fatalf("edit %d of a minute: %+v", n, a)
		}
	}
	clock.Advance(time.Second)
	if a := send(chat); a.Status != 429 || a.Parameters.RetryAfter != 40 {
		t.Errorf("the 21st of a minute: %+v, want 429 with 40 s to wait", a)
	}
	clock.Advance(40 * time.Second)
	if a := send(chat); !a.OK {
		t.Errorf("after the wait: %+v", a)
	}
}
