package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/discord/discordtest"
)

// ways returns the paths of the edits so far, without ids.
func (r *room) ways() []string {
	var out []string
	for _, q := range r.Requests() {
		if q.Method != http.MethodPatch {
			continue
		}
		way, _, _ := strings.Cut(strings.TrimPrefix(q.Path, "/"), "/")
		out = append(out, fmt.Sprintf("%s %d", way, q.Status))
	}
	return out
}

// table is a door with a board that was tapped just now.
func table(t *testing.T, options discordtest.Options) (r *room, ref bot.BoardRef) {
	t.Helper()
	r = open(t, options, answering(bot.Answer{}))
	r.Wait(r.Connected)
	ref = bot.BoardRef(r.post(t, board(t, "one", bot.Button{Label: "go", Data: "go"})))
	if seen := r.Tap(r.ana, r.channel, string(ref), "go"); seen.Kind != discordtest.Silent {
		t.Fatalf("the tap shows %+v", seen)
	}
	return r, ref
}

// TestWaysOfEdit: the token of a tap while it is fresh, the bot's own right after.
func TestWaysOfEdit(t *testing.T) {
	t.Parallel()
	clock := bottest.NewClock(time.Now())
	r, ref := table(t, discordtest.Options{Clock: clock})
	edit := func(text string) {
		t.Helper()
		if err := r.door.Edit(t.Context(), r.chat(), ref, board(t, text)); err != nil {
			t.Fatal(err)
		}
		if m, _ := r.Message(string(ref)); m.Content != text || len(m.Pictures) != 1 {
			t.Errorf("the board shows %+v, want %s", m, text)
		}
	}
	edit("two")
	clock.Advance(14 * time.Minute)
	edit("three")
	clock.Advance(time.Minute)
	edit("four")
	want := []string{"webhooks 200", "webhooks 200", "channels 200"}
	if diff := cmp.Diff(want, r.ways()); diff != "" {
		t.Errorf("the ways (-want +got):\n%s", diff)
	}
}

// TestTokenLost has the platform refuse a token early.
func TestTokenLost(t *testing.T) {
	t.Parallel()
	for _, refusal := range []discordtest.Fault{
		discordtest.Refusal(401, `{"code":50027,"message":"Invalid Webhook Token"}`),
		discordtest.Refusal(404, `{"code":10062,"message":"Unknown interaction"}`),
		discordtest.Refusal(404, `{"code":10015,"message":"Unknown Webhook"}`),
	} {
		r, ref := table(t, discordtest.Options{})
		refusal.Path = "/webhooks/"
		r.Inject(refusal)
		for _, text := range []string{"two", "three"} {
			if err := r.door.Edit(t.Context(), r.chat(), ref, board(t, text)); err != nil {
				t.Errorf("%s: %v", refusal.Body, err)
			}
		}
		want := []string{fmt.Sprint("webhooks ", refusal.Status), "channels 200", "channels 200"}
		if diff := cmp.Diff(want, r.ways()); diff != "" {
			t.Errorf("%s: the ways (-want +got):\n%s", refusal.Body, diff)
		}
	}
}

// TestEditWaitsForAnswer edits a board while a tap on it is being decided: only its
// token may edit where the bot is no member.
func TestEditWaitsForAnswer(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{Follows: true}))
	guild := r.AddForeignGuild("Elsewhere")
	r.channel = r.AddChannel(guild, "tabla")
	seen := r.Command(r.ana, r.channel, "newgame", nil)
	ref := bot.BoardRef(r.post(t, board(t, "one", bot.Button{Label: "go", Data: "go"})))
	if string(ref) != seen.Message {
		t.Fatalf("the board is %s, want the promised %s", ref, seen.Message)
	}
	r.door.tokens.mu.Lock()
	clear(r.door.tokens.messages) // as after a restart
	r.door.tokens.mu.Unlock()
	edited := make(chan error, 1)
	r.decide = func(bot.Event) (bot.Answer, error) {
		go func() { edited <- r.door.Edit(context.Background(), r.chat(), ref, board(t, "two")) }()
		time.Sleep(50 * time.Millisecond)
		return bot.Answer{}, nil
	}
	r.Tap(r.bo, r.channel, string(ref), "go")
	if err := <-edited; err != nil {
		t.Error(err)
	}
	if m, _ := r.Message(string(ref)); m.Content != "two" {
		t.Errorf("the board shows %+v, want two", m)
	}
}

// TestNoMember plays where people installed the bot for themselves.
func TestNoMember(t *testing.T) {
	t.Parallel()
	clock := bottest.NewClock(time.Now())
	r := open(t, discordtest.Options{Clock: clock}, answering(bot.Answer{Follows: true}))
	r.channel = r.AddGroup(r.ana, r.bo)
	ctx := t.Context()
	if _, err := r.door.Post(ctx, r.chat(), board(t, "zero")); !errors.Is(err, bot.ErrForbidden) {
		t.Errorf("a post without a command: %v, want forbidden", err)
	}
	r.Command(r.ana, r.channel, "newgame", nil)
	ref := r.post(t, board(t, "one", bot.Button{Label: "go", Data: "go"}))
	next := bot.BoardRef(r.post(t, board(t, "next"))) // as a follow-up
	for text, at := range map[string]bot.BoardRef{"two": bot.BoardRef(ref), "three": next} {
		if err := r.door.Edit(ctx, r.chat(), at, board(t, text, bot.Button{Label: "go", Data: "go"})); err != nil {
			t.Error(err)
		}
		if m, _ := r.Message(string(at)); m.Content != text {
			t.Errorf("the message shows %+v, want %s", m, text)
		}
	}
	clock.Advance(15 * time.Minute)
	if err := r.door.Edit(ctx, r.chat(), next, board(t, "late")); !errors.Is(err, bot.ErrExpired) || errors.Is(err, bot.ErrForbidden) {
		t.Errorf("an edit after the token's life: %v, want expired", err)
	}
	r.decide = answering(bot.Answer{})
	r.Tap(r.bo, r.channel, ref, "go")
	if err := r.door.Edit(ctx, r.chat(), bot.BoardRef(ref), board(t, "fresh")); err != nil {
		t.Errorf("an edit after a tap: %v", err)
	}
}

// TestErrors holds what the platform says against what the courier is told.
func TestErrors(t *testing.T) {
	t.Parallel()
	retry, later := errors.New("a retry"), errors.New("a retry after 3 s")
	tests := []struct {
		fault      discordtest.Fault
		post, edit error
	}{
		{discordtest.Refusal(404, `{"code":10003,"message":"Unknown Channel"}`), bot.ErrGone, bot.ErrGone},
		{discordtest.Refusal(404, `{"code":10008,"message":"Unknown Message"}`), bot.ErrGone, bot.ErrGone},
		{discordtest.Refusal(403, `{"code":50001,"message":"Missing Access"}`), bot.ErrForbidden, bot.ErrExpired},
		{discordtest.Refusal(403, `{"code":50013,"message":"Missing Permissions"}`), bot.ErrNoPictures, bot.ErrNoPictures},
		{discordtest.Refusal(403, `{"code":50007,"message":"Cannot send messages to this user"}`), bot.ErrForbidden, bot.ErrForbidden},
		{discordtest.Refusal(403, `{"code":50278,"message":"Cannot send messages to this user"}`), bot.ErrForbidden, bot.ErrForbidden},
		{discordtest.Refusal(400, `{"code":160005,"message":"Thread is locked"}`), bot.ErrForbidden, bot.ErrForbidden},
		{discordtest.Refusal(400, `{"code":50083,"message":"Thread is archived"}`), bot.ErrExpired, bot.ErrExpired},
		{discordtest.Refusal(429, `{"code":30046,"message":"Maximum number of edits to messages older than 1 hour reached","retry_after":3}`), later, later},
		{discordtest.Refusal(401, `{"code":0,"message":"401: Unauthorized"}`), bot.ErrFatal, bot.ErrFatal},
		{discordtest.ServerError(500), retry, retry},
		{discordtest.ServerError(502), retry, retry},
		{discordtest.ServerError(503), retry, retry},
		{discordtest.Fault{Reset: true}, retry, retry},
		{discordtest.Fault{Status: 200, Body: `{"id":`}, nil, nil},
	}
	is := func(err, want error) bool {
		var r *bot.RetryError
		switch want {
		case later:
			return errors.As(err, &r) && r.After == 3*time.Second && r.Cause == nil
		case nil:
			return err != nil && !errors.As(err, &r)
		case retry:
			return errors.As(err, &r) && r.After > 0 && r.Cause != nil
		}
		return errors.Is(err, want)
	}
	clock := bottest.NewClock(time.Now())
	r := open(t, discordtest.Options{Clock: clock, PerBucket: 1000}, answering(bot.Answer{}))
	ref := bot.BoardRef(r.post(t, board(t, "one")))
	for _, tt := range tests {
		clock.Advance(10 * time.Second)
		tt.fault.Path = "/channels/"
		r.Inject(tt.fault)
		_, err := r.door.Post(t.Context(), r.chat(), board(t, "new"))
		if !is(err, tt.post) {
			t.Errorf("%+v: a post returns %v, want %v", tt.fault, err, tt.post)
		}
		r.Inject(tt.fault)
		edited := r.door.Edit(t.Context(), r.chat(), ref, board(t, "changed"))
		if tt.fault.Status != 200 && !is(edited, tt.edit) {
			t.Errorf("%+v: an edit returns %v, want %v", tt.fault, edited, tt.edit)
		}
		for _, e := range []error{err, edited} {
			if e != nil && strings.ContainsAny(e.Error(), "\n<") || e != nil && strings.Contains(e.Error(), discordtest.Token) {
				t.Errorf("the error %q is no sentence", e)
			}
		}
	}
}

// TestKeys gives the door keys that are not its own.
func TestKeys(t *testing.T) {
	t.Parallel()
	d, err := New(Config{Token: "t", APIURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, chat := range []bot.ChatKey{"", "dc:", "tg:1", "dc:1/2", "dc:../users"} {
		if _, err := d.Post(t.Context(), chat, bot.Rendered{}); !errors.Is(err, bot.ErrGone) {
			t.Errorf("a post to %q returns %v", chat, err)
		}
	}
	for _, ref := range []bot.BoardRef{"", "@original", "1/../2"} {
		if err := d.Strip(t.Context(), "dc:1", ref); !errors.Is(err, bot.ErrGone) {
			t.Errorf("a strip of %q returns %v", ref, err)
		}
	}
}

// TestPlaces posts where something stands in the way.
func TestPlaces(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{PerBucket: 1000}, answering(bot.Answer{}))
	r.Wait(r.Connected)
	thread, dm := r.AddThread(r.channel, "a game"), r.AddDM(r.ana)
	change := func(id string, f func(*discordtest.Channel)) func() { return func() { r.ChangeChannel(id, f) } }
	tests := []struct {
		name          string
		channel       string
		before        func()
		picture, text error
	}{
		{"a channel", r.channel, nil, nil, nil},
		{"a thread", thread, nil, nil, nil},
		{"an archived thread", thread, change(thread, func(c *discordtest.Channel) { c.Archived = true }), nil, nil},
		{"a locked thread", thread, change(thread, func(c *discordtest.Channel) { c.Locked = true }), bot.ErrForbidden, bot.ErrForbidden},
		{"a person", dm, nil, nil, nil},
		{"a person who blocks the bot", dm, func() {
			r.ChangeUser(r.ana, func(u *discordtest.User) { u.BlocksBot = true })
		}, bot.ErrForbidden, bot.ErrForbidden},
		{"no right to attach", r.channel, change(r.channel, func(c *discordtest.Channel) { c.Permissions &^= discordtest.AttachFiles }), bot.ErrNoPictures, nil},
		{"no right to write", r.channel, change(r.channel, func(c *discordtest.Channel) { c.Permissions = discordtest.ViewChannel }), bot.ErrNoPictures, bot.ErrForbidden},
		{"no right to see", r.channel, change(r.channel, func(c *discordtest.Channel) { c.Permissions = 0 }), bot.ErrForbidden, bot.ErrForbidden},
		{"a channel that is gone", r.channel, func() { r.DeleteChannel(r.channel) }, bot.ErrGone, bot.ErrGone},
	}
	for _, tt := range tests {
		if tt.before != nil {
			tt.before()
		}
		chat := bot.ChatKey("dc:" + tt.channel)
		if _, err := r.door.Post(t.Context(), chat, board(t, "b")); !errors.Is(err, tt.picture) || (err == nil) != (tt.picture == nil) {
			t.Errorf("%s: a picture returns %v, want %v", tt.name, err, tt.picture)
		}
		if _, err := r.door.Post(t.Context(), chat, bot.Rendered{Text: bot.Text{{Text: "b"}}}); !errors.Is(err, tt.text) || (err == nil) != (tt.text == nil) {
			t.Errorf("%s: a text returns %v, want %v", tt.name, err, tt.text)
		}
		if tt.name == "a locked thread" {
			r.ForgiveViolations() // that a thread is locked is known only by trying
		}
	}
}

// TestNoPicturesKnown: what an interaction told of the bot's rights saves a request.
func TestNoPicturesKnown(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{Text: "ok"}))
	r.ChangeChannel(r.channel, func(c *discordtest.Channel) { c.Permissions &^= discordtest.AttachFiles })
	r.Command(r.ana, r.channel, "help", nil)
	before := len(r.Requests())
	if _, err := r.door.Post(t.Context(), r.chat(), board(t, "b")); !errors.Is(err, bot.ErrNoPictures) {
		t.Errorf("a post returns %v, want no pictures", err)
	}
	if n := len(r.Requests()) - before; n != 0 {
		t.Errorf("%d requests were made", n)
	}
}

func TestNotifications(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{}))
	r.Wait(r.Connected)
	ana, bo := bot.PersonKey("dc:"+r.ana), bot.PersonKey("dc:"+r.bo)
	screen := bot.Rendered{
		Text:    bot.Text{{Kind: bot.Mention, Text: "ana", Person: ana}, {Text: " rolled, "}, {Kind: bot.Mention, Text: "bo", Person: bo}, {Text: " to play"}},
		Mention: []bot.PersonKey{bo},
	}
	ref := r.post(t, screen)
	if m, _ := r.Message(ref); !slices.Equal(m.Notified, []string{r.bo}) {
		t.Errorf("notified are %v, want bo alone", m.Notified)
	}
	if err := r.door.Edit(t.Context(), r.chat(), bot.BoardRef(ref), screen); err != nil {
		t.Error(err)
	}
	silent := screen
	silent.Silent = true
	if m, _ := r.Message(r.post(t, silent)); len(m.Notified) != 0 || !m.Silent {
		t.Errorf("a silent post is %+v", m)
	}
	unnamed := bot.Rendered{Text: bot.Text{{Text: strings.Repeat("x", 3000)}}, Mention: []bot.PersonKey{ana, "tg:1"}}
	if m, _ := r.Message(r.post(t, unnamed)); !slices.Equal(m.Notified, []string{r.ana}) {
		t.Errorf("notified are %v, want ana, who is not named in the text", m.Notified)
	}
}

// TestPictureStays edits the text under a picture without sending it again.
func TestPictureStays(t *testing.T) {
	t.Parallel()
	r, ref := table(t, discordtest.Options{})
	screen := board(t, "one")
	screen.Text = bot.Text{{Text: "changed"}}
	before, _ := r.Message(string(ref))
	if err := r.door.Edit(t.Context(), r.chat(), ref, screen); err != nil {
		t.Fatal(err)
	}
	after, _ := r.Message(string(ref))
	if after.Content != "changed" || len(after.Pictures) != 1 || after.Pictures[0].ID != before.Pictures[0].ID {
		t.Errorf("the board shows %+v, want the same attachment", after)
	}
	if err := r.door.Edit(t.Context(), r.chat(), ref, bot.Rendered{Text: bot.Text{{Text: "text only"}}}); err != nil {
		t.Fatal(err)
	}
	if m, _ := r.Message(string(ref)); len(m.Pictures) != 0 {
		t.Errorf("the text board shows %+v", m)
	}
}

// TestLostPost loses the answer to a post: asked again, the platform knows it by
// its nonce.
func TestLostPost(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{}))
	r.Wait(r.Connected)
	r.Inject(discordtest.Fault{Method: http.MethodPost, Path: "/channels/", Reset: true, Late: true})
	screen := board(t, "b")
	screen.Nonce = "match/12/board"
	_, err := r.door.Post(t.Context(), r.chat(), screen)
	var again *bot.RetryError
	if !errors.As(err, &again) {
		t.Fatalf("the first post returns %v, want to be asked again", err)
	}
	r.post(t, screen)
	if m := r.Messages(r.channel); len(m) != 1 {
		t.Errorf("the channel shows %d messages, want 1", len(m))
	}
}

// TestPromiseIsKeptLater: a board that could not take its place is still expected.
func TestPromiseIsKeptLater(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{Follows: true}))
	seen := r.Command(r.ana, r.channel, "newgame", nil)
	fault := discordtest.ServerError(503)
	fault.Path = "/webhooks/"
	r.Inject(fault)
	var again *bot.RetryError
	if _, err := r.door.Post(t.Context(), r.chat(), board(t, "b")); !errors.As(err, &again) {
		t.Fatalf("the first post returns %v, want to be asked again", err)
	}
	if got := r.post(t, board(t, "b")); got != seen.Message {
		t.Errorf("the board is %s, want the promised %s", got, seen.Message)
	}
}
