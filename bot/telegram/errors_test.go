package telegram_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

// newDoor is another door of the same bot, that remembers nothing.
func newDoor(t *testing.T, r *rig) *telegram.Door {
	t.Helper()
	d, err := telegram.New(telegram.Config{Token: r.s.Token(), APIURL: r.s.URL()})
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return d
}

// What Telegram refuses means one of package bot's errors, the same for uploads
// , for other posts, for edits and for taking buttons away.
func TestSendErrors(t *testing.T) {
	text := bot.Rendered{Text: plain("x")}
	type world struct {
		*rig
		ana, chat int64
		ref       bot.BoardRef
	}
	for _, c := range []struct {
		name               string
		spoil              func(w world)
		post, upload, edit error // nil: works
	}{
		{"kicked", func(w world) { w.s.Kick(w.chat, w.ana) }, bot.ErrForbidden, bot.ErrForbidden, bot.ErrForbidden},
		{"left", func(w world) { w.s.Leave(w.chat, w.ana) }, bot.ErrForbidden, bot.ErrForbidden, bot.ErrForbidden},
		{"group deleted", func(w world) { w.s.DeleteGroup(w.chat) }, bot.ErrGone, bot.ErrGone, bot.ErrGone},
		{"muted", func(w world) { w.s.Restrict(w.chat, w.ana, false, true) }, bot.ErrForbidden, bot.ErrForbidden, nil},
		{"without photos", func(w world) { w.s.Restrict(w.chat, w.ana, true, false) }, nil, bot.ErrNoPictures, bot.ErrNoPictures},
		{"message deleted", func(w world) { w.s.DeleteMessage(w.chat, id(w.ref)) }, nil, nil, bot.ErrGone},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, setup{server: unlimited})
			ana := r.s.AddUser("Ana", "")
			chat := r.s.AddSupergroup("Club", ana)
			ref := r.post(chat, board("p1", 10, "a"))
			c.spoil(world{r, ana, chat, ref})
			_, err := r.d.Post(t.Context(), key(chat), text)
			expect(t, "post", err, c.post)
			_, err = r.d.Post(t.Context(), key(chat), board("p2", 20, "b"))
			expect(t, "upload", err, c.upload)
			expect(t, "edit", r.d.Edit(t.Context(), key(chat), ref, board("p3", 30, "c")), c.edit)
		})
	}
}

func expect(t *testing.T, what string, err, want error) {
	t.Helper()
	switch {
	case want == nil && err != nil, want != nil && !errors.Is(err, want):
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func TestSendToStrangers(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	_, err := r.d.Post(t.Context(), key(ana), bot.Rendered{Text: plain("x")})
	expect(t, "a person who never started the bot", err, bot.ErrForbidden)
	r.s.AddPrivate(ana)
	r.s.Kick(ana, ana)
	_, err = r.d.Post(t.Context(), key(ana), bot.Rendered{Text: plain("x")})
	expect(t, "a person who blocked the bot", err, bot.ErrForbidden)
	_, err = r.d.Post(t.Context(), "tg:-999", bot.Rendered{Text: plain("x")})
	expect(t, "a chat that does not exist", err, bot.ErrGone)
	expect(t, "its message", r.d.Strip(t.Context(), "tg:-999", "1"), bot.ErrGone)
}

func TestClosedTopic(t *testing.T) {
	r := newRig(t, setup{})
	forum := r.s.AddForum("Club")
	topic := r.s.AddTopic(forum, "Games")
	r.s.CloseTopic(forum, topic)
	_, err := r.d.Post(t.Context(), bot.ChatKey(fmt.Sprintf("%s/%d", key(forum), topic)), bot.Rendered{Text: plain("x")})
	expect(t, "a closed topic", err, bot.ErrForbidden)
}

// Messages of others cannot be edited.
func TestEditForeignMessage(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	said := r.s.Say(ana, ana, "hello", 0)
	err := r.d.Edit(t.Context(), key(ana), bot.BoardRef(fmt.Sprint(said)), bot.Rendered{Text: plain("x")})
	expect(t, "edit", err, bot.ErrExpired)
}

// A group that became a supergroup: the updates say so, and every send does.
func TestMigration(t *testing.T) {
	r := start(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	old := r.s.AddGroup("Club", ana)
	ref := r.post(old, board("p1", 10, "a"))
	fresh := r.s.Migrate(old, ana)
	for n := 1; n <= 2; n++ {
		if e := r.event(n); e.Kind != bot.Migrated || e.Chat != key(old) || e.NewChat != key(fresh) {
			t.Errorf("event %+v, want the migration from %d to %d", e, old, fresh)
		}
	}
	var migrated *bot.MigratedError
	_, err := r.d.Post(t.Context(), key(old), board("p2", 20, "b"))
	if !errors.As(err, &migrated) || migrated.To != key(fresh) {
		t.Errorf("Post: %v, want the new chat %d", err, fresh)
	}
	if err := r.d.Edit(t.Context(), key(old), ref, board("p2", 20, "b")); !errors.As(err, &migrated) {
		t.Errorf("Edit: %v, want the new chat", err)
	}
	r.post(fresh, board("p2", 20, "b"))
}

// Trouble on the way is to be tried again, and its error holds no token.
func TestSendTrouble(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault telegramtest.Fault
		after time.Duration // exactly; 0: some
	}{
		{"429", telegramtest.Fault{RetryAfter: 17}, 17 * time.Second},
		{"502 in HTML", telegramtest.Fault{Status: 502}, 0},
		{"504 in HTML", telegramtest.Fault{Status: 504}, 0},
		{"reset", telegramtest.Fault{Reset: true}, 0},
		{"half an answer", telegramtest.Fault{Truncate: true}, 0},
		{"an answer in HTML", telegramtest.Fault{Status: 200}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, setup{server: unlimited})
			ana := r.s.AddUser("Ana", "")
			r.s.AddPrivate(ana)
			ref := r.post(ana, board("p1", 10, "a"))
			for name, send := range map[string]func() error{
				"post":   func() error { _, err := r.d.Post(t.Context(), key(ana), bot.Rendered{Text: plain("x")}); return err },
				"upload": func() error { _, err := r.d.Post(t.Context(), key(ana), board("", 20, "b")); return err },
				"edit":   func() error { return r.d.Edit(t.Context(), key(ana), ref, board("", 30, "c")) },
				"strip":  func() error { return r.d.Strip(t.Context(), key(ana), ref) },
			} {
				r.s.Inject(c.fault)
				err := send()
				var retry *bot.RetryError
				if !errors.As(err, &retry) || retry.After <= 0 || c.after != 0 && retry.After != c.after {
					t.Errorf("%s: %v, want a *bot.RetryError after %v", name, err, c.after)
				}
				if text := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(text, r.s.Token()) {
					t.Errorf("%s: the error holds the token: %s", name, text)
				}
				if err := send(); err != nil && !errors.Is(err, bot.ErrNotModified) {
					t.Errorf("%s after the trouble: %v", name, err)
				}
			}
		})
	}
}

// An edit whose answer was lost is complete when it is tried again.
func TestEditAnswerLost(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p1", 10, "a"))
	r.s.Inject(telegramtest.Fault{Done: true, Reset: true})
	_ = r.d.Edit(t.Context(), key(ana), ref, board("p2", 20, "b"))
	if err := r.d.Edit(t.Context(), key(ana), ref, board("p3", 30, "c")); err != nil {
		t.Fatalf("Edit: %v", err)
	}
	if m := r.message(ana, ref); m.Text != "c" || !near(greyOf(t, m), 30) {
		t.Errorf("the message shows %q", m.Text)
	}
}

func TestSendWithAWrongToken(t *testing.T) {
	r := newRig(t, setup{door: telegram.Config{Token: "123456789:AAwrong"}})
	_, err := r.d.Post(t.Context(), "tg:1", board("p", 1, "x"))
	expect(t, "post", err, bot.ErrFatal)
}

// A send ends with its context, and leaves nothing behind.
func TestSendEndsWithItsContext(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	r.s.Inject(telegramtest.Fault{Delay: 20 * time.Second, Times: 2})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := r.d.Post(ctx, key(ana), board("p", 1, "x"))
	expect(t, "post", err, context.Canceled)
	_, err = r.d.Post(ctx, key(ana), board("p", 1, "x"))
	expect(t, "post with an ended context", err, context.Canceled)
}

func TestNobodyThere(t *testing.T) {
	d, err := telegram.New(telegram.Config{Token: "123456789:AAsecretSecretSecretSecretSecretSec", APIURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Post(t.Context(), "tg:1", board("p", 1, "x"))
	var retry *bot.RetryError
	if !errors.As(err, &retry) || strings.Contains(err.Error(), "Secret") || !strings.Contains(err.Error(), "refused") {
		t.Errorf("Post: %v, want a *bot.RetryError that tells the cause and no token", err)
	}
}

func TestNewChecksItsConfiguration(t *testing.T) {
	const token = "123456789:AAsecret"
	hook := func(h telegram.Webhook) *telegram.Webhook { return &h }
	for name, cfg := range map[string]telegram.Config{
		"no token":            {},
		"a token of no shape": {Token: "secret value"},
		"a path in the token": {Token: "1:a/b"},
		"no scheme":           {Token: token, APIURL: "example.org"},
		"another scheme":      {Token: token, APIURL: "ftp://example.org"},
		"a password":          {Token: token, APIURL: "https://u:p@example.org"},
		"no webhook URL":      {Token: token, Webhook: hook(telegram.Webhook{Listen: ":1"})},
		"nowhere to listen":   {Token: token, Webhook: hook(telegram.Webhook{URL: "https://example.org/x"})},
		"a bad secret":        {Token: token, Webhook: hook(telegram.Webhook{URL: "https://example.org/x", Listen: ":1", Secret: "a b"})},
		"a bad command":       {Token: token, Commands: []telegram.CommandList{{Commands: []telegram.Command{{Name: "New", Description: "x"}}}}},
		"no description":      {Token: token, Commands: []telegram.CommandList{{Commands: []telegram.Command{{Name: "new"}}}}},
		"a long language":     {Token: token, Commands: []telegram.CommandList{{Language: "bul"}}},
	} {
		_, err := telegram.New(cfg)
		if err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "secret") && name != "a bad secret" {
			t.Errorf("%s: the error holds the token: %v", name, err)
		}
	}
	for _, url := range []string{"", "http://127.0.0.1:8081", "https://example.org/", "https://example.org/a%20b"} {
		if _, err := telegram.New(telegram.Config{Token: token, APIURL: url}); err != nil {
			t.Errorf("New with %q: %v", url, err)
		}
	}
}
