package telegramtest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot/bottest"
	"tablabot/bot/telegram/telegramtest"
)

// poll asks for updates and returns them as "number text".
func poll(t *testing.T, s *telegramtest.Server, params ...string) (texts []string, last int64) {
	t.Helper()
	a := form(t, s, "getUpdates", params...)
	if !a.OK {
		t.Fatalf("getUpdates: %+v", a)
	}
	var batch []struct {
		ID      int64 `json:"update_id"`
		Message *struct{ Text string }
		Edited  *struct{ Text string } `json:"edited_message"`
		Query   *struct{ Data string } `json:"callback_query"`
		Member  *struct{}              `json:"my_chat_member"`
	}
	if err := json.Unmarshal(a.Result, &batch); err != nil {
		t.Fatal(err)
	}
	for _, u := range batch {
		last = u.ID
		switch {
		case u.Message != nil:
			texts = append(texts, u.Message.Text)
		case u.Edited != nil:
			texts = append(texts, "edit "+u.Edited.Text)
		case u.Query != nil:
			texts = append(texts, "tap "+u.Query.Data)
		case u.Member != nil:
			texts = append(texts, "member")
		}
	}
	return texts, last
}

func TestGetUpdates(t *testing.T) {
	clock := bottest.NewClock(time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC))
	s := newServer(t, telegramtest.Options{Clock: clock})
	ana := s.AddUser("Ana", "")
	s.Say(ana, ana, "1", 0)
	s.Say(ana, ana, "2", 0)
	expect := func(what string, want []string, params ...string) int64 {
		t.Helper()
		clock.Advance(5 * time.Second)
		got, last := poll(t, s, params...)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, want -, got +:\n%s", what, diff)
		}
		return last
	}
	last := expect("all that wait", []string{"1", "2"})
	expect("they wait until confirmed", []string{"1", "2"}, "offset", fmt.Sprint(last-1))
	expect("one at a time", []string{"1"}, "limit", "1")
	expect("the last", []string{"2"}, "offset", "-1")
	s.Say(ana, ana, "3", 0)
	last = expect("above the offset", []string{"3"}, "offset", fmt.Sprint(last+1))
	s.Redeliver(1)
	expect("once more", []string{"2", "3"})

	s.Reorder()
	expect("newest first", []string{"3", "2"})

	expect("asking for other kinds", []string{"3"}, "offset", fmt.Sprint(last), "allowed_updates", `["callback_query"]`)
	s.Say(ana, ana, "4", 0)
	s.PressData(ana, ana, 1, "d")
	expect("null keeps the kinds", []string{"3", "tap d"}, "allowed_updates", "null")
	clock.Advance(3 * time.Minute)
	expect("a tap waits for 150 s only", []string{"3"})
	expect("an empty list is the default", []string{"3"}, "allowed_updates", "[]")
	s.SayEdit(ana, 1, "one")
	s.Kick(ana, ana)
	expect("all kinds", []string{"3", "edit one", "member"})
	clock.Advance(25 * time.Hour)
	got, _ := pollWhile(t, s, clock, 4*time.Second)
	if len(got) != 0 {
		t.Errorf("after a day %q still wait", got)
	}
}

// pollWhile polls while the clock goes on.
func pollWhile(t *testing.T, s *telegramtest.Server, clock *bottest.Clock, d time.Duration, params ...string) ([]string, int64) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		for range 100 {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				clock.Advance(d / 10)
			}
		}
	}()
	defer close(done)
	return poll(t, s, params...)
}

func TestLongPoll(t *testing.T) {
	s := newServer(t, telegramtest.Options{})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	var wg sync.WaitGroup
	wg.Go(func() {
		s.Await(t, "the poll", s.Polling)
		s.Say(ana, ana, "1", 0)
	})
	if got, _ := poll(t, s, "timeout", "50"); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("got %q, want what came meanwhile", got)
	}
	wg.Wait()
}

func TestPollConflicts(t *testing.T) {
	s := newServer(t, telegramtest.Options{})
	var wg sync.WaitGroup
	wg.Go(func() {
		s.Await(t, "the poll", s.Polling)
		if a := form(t, s, "getUpdates", "timeout", "0", "offset", "5"); !a.OK {
			t.Errorf("the second poll: %+v", a)
		}
	})
	a := form(t, s, "getUpdates", "timeout", "50")
	if a.Status != 409 || !strings.Contains(a.Description, "terminated by other getUpdates request") {
		t.Errorf("the first poll: %+v", a)
	}
	wg.Wait()
	if a := form(t, s, "setWebhook", "url", "http://127.0.0.1:1/"); !a.OK {
		t.Errorf("setWebhook: %+v", a)
	}
	if a := form(t, s, "getUpdates"); a.Status != 409 || !strings.Contains(a.Description, "webhook is active") {
		t.Errorf("a poll beside a webhook: %+v", a)
	}
	form(t, s, "deleteWebhook")
	if a := form(t, s, "getUpdates"); !a.OK {
		t.Errorf("a poll after the webhook: %+v", a)
	}
}

// Updates arrive with the secret, in order within a chat, until they are taken.
func TestWebhookDelivery(t *testing.T) {
	s := newServer(t, telegramtest.Options{})
	ana, bob := s.AddUser("Ana", ""), s.AddUser("Bob", "")
	var mu sync.Mutex
	var got []string
	failed := make(map[string]bool)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var u struct{ Message struct{ Text string } }
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &u)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, u.Message.Text)
		if r.Header.Get("X-Telegram-Bot-Api-Secret-Token") != "secret" {
			got = append(got, "no secret")
		}
		if text := u.Message.Text; text == "a1" && !failed[text] {
			failed[text] = true
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer hook.Close()
	s.Say(ana, ana, "a1", 0)
	s.Say(ana, ana, "a2", 0)
	s.Say(bob, bob, "b1", 0)
	form(t, s, "setWebhook", "url", hook.URL, "secret_token", "secret")
	s.Await(t, "the delivery", func() bool { return s.Pending() == 0 })
	mu.Lock()
	defer mu.Unlock()
	index := make(map[string]int)
	for i, text := range got {
		index[text] = i
	}
	if len(got) != 4 || index["a2"] != 3 || index["a1"] != 2 {
		t.Errorf("delivered %q, want a1, b1 in any order, a1 again, a2", got)
	}
}

// What a bot sees of a group in privacy mode.
func TestPrivacy(t *testing.T) {
	s := newServer(t, telegramtest.Options{})
	ana := s.AddUser("Ana", "")
	chat := s.AddSupergroup("Club", ana)
	form(t, s, "sendMessage", "chat_id", fmt.Sprint(chat), "text", "board")
	board := s.BotMessages(chat)[0].ID
	s.Say(chat, ana, "hello", 0)
	s.Say(chat, ana, "/plain", 0)
	s.Say(chat, ana, "/to@TABLA_test_bot now", 0)
	s.Say(chat, ana, "/to@other_bot", 0)
	other := s.Say(chat, ana, "13/7", board)
	s.Say(chat, ana, "indeed", other)
	s.OtherBot(chat, "I am a bot")
	s.Say(chat, ana, "/after another bot", 0)
	s.Promote(chat, ana)
	s.Say(chat, ana, "all", 0)
	got, _ := poll(t, s)
	if diff := cmp.Diff([]string{"/plain", "/to@TABLA_test_bot now", "13/7", "member", "all"}, got); diff != "" {
		t.Errorf("the bot saw, want -, got +:\n%s", diff)
	}
}

func TestTapLife(t *testing.T) {
	clock := bottest.NewClock(time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC))
	s := newServer(t, telegramtest.Options{Clock: clock})
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	answer := func(text string) (*telegramtest.Press, reply) {
		press := s.PressData(ana, ana, 1, "d")
		a := form(t, s, "getUpdates", "offset", "-1")
		var batch []struct {
			Query struct{ ID string } `json:"callback_query"`
		}
		if err := json.Unmarshal(a.Result, &batch); err != nil {
			t.Fatal(err)
		}
		if text == "late" {
			clock.Advance(16 * time.Second)
		}
		return press, form(t, s, "answerCallbackQuery", "callback_query_id", batch[0].Query.ID, "text", text, "show_alert", "true")
	}
	press, a := answer("in time")
	if toast := press.Wait(0); !a.OK || toast != (telegramtest.Toast{Text: "in time", Alert: true, Answered: true}) {
		t.Errorf("in time: %+v, %+v", a, toast)
	}
	press, a = answer("late")
	if toast := press.Wait(0); a.OK || toast.Answered || s.Unanswered() != 1 {
		t.Errorf("late: %+v, %+v, %d unanswered", a, toast, s.Unanswered())
	}
	if _, a = answer(strings.Repeat("x", 201)); a.Description != "Bad Request: MESSAGE_TOO_LONG" {
		t.Errorf("201 characters: %+v", a)
	}
}
