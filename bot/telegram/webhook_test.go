package telegram_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

const hookSecret = "s3cret_for-the-hook"

// withWebhook starts a door that gets its updates by webhook, and returns where.
func withWebhook(t *testing.T, with setup) (*rig, string) {
	t.Helper()
	address := freeAddress(t)
	with.door.Webhook = &telegram.Webhook{Listen: address, URL: "http://" + address + "/tg/hook", Secret: hookSecret}
	r := start(t, with)
	r.s.Await(t, "the webhook", func() bool { return len(r.s.Requests("setWebhook")) > 0 })
	return r, "http://" + address + "/tg/hook"
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func TestWebhook(t *testing.T) {
	r, _ := withWebhook(t, setup{handle: answering(bot.Answer{Text: "6-1"})})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.s.Say(ana, ana, "/go 2", 0)
	ref := r.post(ana, board("p", 9, "x", bot.Button{Label: "b", Data: "d"}))
	if toast := r.s.Tap(ana, ana, id(ref), "b"); toast.Text != "6-1" {
		t.Errorf("toast %+v", toast)
	}
	var commands []bot.Event
	for _, e := range r.settled() {
		if e.Kind == bot.Command {
			commands = append(commands, e)
		}
	}
	if got := args(commands); !cmp.Equal(got, []string{"1", "2"}) {
		t.Errorf("commands %q", got)
	}
	q := r.s.Requests("setWebhook")[0]
	if q.Params["secret_token"] != hookSecret || q.Params["allowed_updates"] == "" || q.Params["drop_pending_updates"] == "true" {
		t.Errorf("setWebhook %v", q.Params)
	}
	if n := len(r.s.Requests("getUpdates")); n != 0 {
		t.Errorf("%d polls beside the webhook", n)
	}
}

// An update counts as delivered once it is handled: until then Telegram comes again.
func TestWebhookComesAgain(t *testing.T) {
	var tries atomic.Int32
	r, _ := withWebhook(t, setup{server: quick(t), handle: func(context.Context, bot.Event) (bot.Answer, error) {
		if tries.Add(1) == 1 {
			return bot.Answer{}, errors.New("the disk is full")
		}
		return bot.Answer{}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.event(1)
	r.s.Poison()
	r.s.Say(ana, ana, "/go 2", 0)
	events := r.settled()
	if got := args(events); !cmp.Equal(got, []string{"1", "1", "2"}) {
		t.Errorf("offered %q, want 1 twice, then 2", got)
	}
	if events[0].Key != events[1].Key {
		t.Errorf("the same event has keys %q and %q", events[0].Key, events[1].Key)
	}
}

// What waited while the bot polled arrives by webhook.
func TestWebhookKeepsWhatWaits(t *testing.T) {
	address := freeAddress(t)
	r := newRig(t, setup{door: telegram.Config{
		Webhook: &telegram.Webhook{Listen: address, URL: "http://" + address + "/", Path: "/"},
	}})
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.run()
	if got := args(r.settled()); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("events %q", got)
	}
	if q := r.s.Requests("setWebhook")[0]; len(q.Params["secret_token"]) < 20 {
		t.Errorf("without a secret in the configuration the door's own is %q", q.Params["secret_token"])
	}
}

// Only Telegram may bring updates.
func TestWebhookRefusesOthers(t *testing.T) {
	r, hook := withWebhook(t, setup{})
	const update = `{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":7,"type":"private"},"from":{"id":7,"first_name":"Eve"},"text":"/go"}}`
	for _, c := range []struct {
		name, method, url, secret, body string
		want                            int
	}{
		{"no secret", "POST", hook, "", update, 401},
		{"a wrong secret", "POST", hook, hookSecret + "x", update, 401},
		{"a GET", "GET", hook, hookSecret, "", 405},
		{"another path", "POST", hook + "/x", hookSecret, update, 404},
		{"too large", "POST", hook, hookSecret, `{"update_id":1,"x":"` + strings.Repeat("y", 1<<20) + `"}`, 413},
		{"no JSON", "POST", hook, hookSecret, `hello`, 200}, // Telegram would bring it again for ever
		{"no number", "POST", hook, hookSecret, `{"message":{}}`, 200},
		{"right", "POST", hook, hookSecret, update, 200},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, c.url, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Close = true
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", c.secret)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", c.name, resp.StatusCode, c.want)
		}
	}
	if got := len(r.seen()); got != 1 {
		t.Errorf("%d events, want the right one", got)
	}
	if strings.Contains(r.log.String(), hookSecret) {
		t.Error("the log holds the secret")
	}
}

func TestWebhookTrouble(t *testing.T) {
	address := freeAddress(t)
	hook := &telegram.Webhook{Listen: address, URL: "http://" + address + "/h"}
	t.Run("Telegram is away at first", func(t *testing.T) {
		r := newRig(t, setup{door: telegram.Config{Webhook: hook}})
		r.s.Inject(telegramtest.Fault{Method: "setWebhook", Status: 502})
		r.run()
		r.s.Await(t, "the webhook", func() bool { return len(r.s.Requests("setWebhook")) > 0 })
	})
	t.Run("the address is taken", func(t *testing.T) {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		r := newRig(t, setup{door: telegram.Config{Webhook: hook}})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := r.d.Run(ctx, r.take); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "in use") {
			t.Errorf("Run: %v, want that the address is in use", err)
		}
	})
}
