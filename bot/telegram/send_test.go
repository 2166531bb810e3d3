package telegram_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/telegram/telegramtest"
)

var unlimited = telegramtest.Options{Unlimited: true}

func TestPostText(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	chat := r.s.AddSupergroup("Club", ana)
	ref := r.post(chat, bot.Rendered{Silent: true, Text: bot.Text{
		{Text: "It is "}, {Kind: bot.Mention, Text: "<Ana>", Person: person(ana)}, {Text: "'s turn & "},
		{Kind: bot.Bold, Text: "6-1"}, {Text: ": "}, {Kind: bot.Code, Text: "13/7"},
		{Text: " "}, {Kind: bot.Link, Text: "rules", URL: "https://example.org/?a&b"},
	}})
	m := r.message(chat, ref)
	if want := "It is <Ana>'s turn & 6-1: 13/7 rules"; m.Text != want || !m.Silent || m.Photo != nil {
		t.Errorf("message %+v, want %q", m, want)
	}
	var marks []string
	for _, e := range m.Entities {
		marks = append(marks, e.Type+" "+m.Marked(e)+" "+e.URL)
	}
	want := []string{"text_mention <Ana> ", "bold 6-1 ", "code 13/7 ", "text_link rules https://example.org/?a&b"}
	if diff := cmp.Diff(want, marks); diff != "" {
		t.Errorf("marks, want -, got +:\n%s", diff)
	}
}

// A post notifies those whom it shall, named in its text or not.
func TestPostMentions(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana, bob := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", "")
	chat := r.s.AddSupergroup("Club", ana, bob)
	screen := board("p", 1, "your turn")
	screen.Text = append(screen.Text, bot.Span{Kind: bot.Mention, Text: "Ana", Person: person(ana)})
	screen.Mention = []bot.PersonKey{person(ana), person(bob), "web:x"}
	if got := r.message(chat, r.post(chat, screen)).Mentions(); !cmp.Equal(got, []int64{ana, bob}) {
		t.Errorf("mentions %d, want Ana and Bob", got)
	}
}

func TestPostCutsLongTexts(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	long := bot.Text{{Kind: bot.Bold, Text: "&🎲"}, {Text: strings.Repeat("<ж>", 3000)}}
	for _, c := range []struct {
		screen bot.Rendered
		want   int
	}{
		{bot.Rendered{Text: long}, 4096},
		{bot.Rendered{Text: long, PNG: picture(1, 64, 48), Picture: "p"}, 1024},
	} {
		m := r.message(ana, r.post(ana, c.screen))
		if n := runes(m.Text); n != c.want || !strings.HasSuffix(m.Text, "…") || !strings.HasPrefix(m.Text, "&🎲<ж>") {
			t.Errorf("%d characters, want %d ending in …", n, c.want)
		}
	}
}

// Whatever a text holds, Telegram shows it as it is.
func TestPostAnyText(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	rapid.Check(t, func(rt *rapid.T) {
		var text bot.Text
		for i := range rapid.IntRange(1, 4).Draw(rt, "spans") {
			text = append(text, bot.Span{
				Kind: rapid.SampledFrom([]bot.SpanKind{bot.PlainSpan, bot.Bold, bot.Code, bot.Mention}).Draw(rt, "kind"),
				Text: fmt.Sprintf("%d%s.", i, rapid.StringOf(rapid.SampledFrom([]rune("<>&\"'/;#xab 🎲é"))).Draw(rt, "text")),
			})
		}
		ref, err := r.d.Post(t.Context(), key(ana), bot.Rendered{Text: text})
		if err != nil {
			rt.Fatalf("Post(%q): %v", text.String(), err)
		}
		if m, _ := r.s.Message(ana, id(ref)); m.Text != text.String() {
			rt.Fatalf("%q is shown as %q", text.String(), m.Text)
		}
	})
}

// A picture is uploaded once and known by its name then; if Telegram forgot it, it
// is uploaded again.
func TestPicturesAreUploadedOnce(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p1", 10, "one"))
	r.post(ana, board("p1", 10, "two"))
	r.edit(ana, ref, board("p2", 20, "one"))
	r.post(ana, board("p2", 20, "three"))
	r.s.ForgetFiles()
	last := r.post(ana, board("p1", 10, "four"))
	r.edit(ana, last, board("p2", 20, "four"))
	unnamed := board("", 30, "five")
	r.post(ana, unnamed)
	r.post(ana, unnamed)
	var got []string
	for _, q := range r.s.Requests("sendPhoto", "editMessageMedia") {
		got = append(got, fmt.Sprintf("%s %d upload %d", q.Method, q.Code, len(q.Files)))
	}
	want := []string{
		"sendPhoto 200 upload 1", "sendPhoto 200 upload 0", "editMessageMedia 200 upload 1", "sendPhoto 200 upload 0",
		"sendPhoto 400 upload 0", "sendPhoto 200 upload 1", "editMessageMedia 400 upload 0", "editMessageMedia 200 upload 1",
		"sendPhoto 200 upload 1", "sendPhoto 200 upload 1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("requests, want -, got +:\n%s", diff)
	}
	if m := r.message(ana, last); !near(greyOf(t, m), 20) || m.Text != "four" {
		t.Errorf("the last message %+v", m)
	}
}

func TestPostIntoTopics(t *testing.T) {
	r := start(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	forum := r.s.AddForum("Club", ana)
	topic := r.s.AddTopic(forum, "Games")
	place := bot.ChatKey(fmt.Sprintf("%s/%d", key(forum), topic))
	screen := board("p", 1, "x", bot.Button{Label: "b", Data: "d"})
	ref, err := r.d.Post(t.Context(), place, screen)
	if err != nil {
		t.Fatalf("Post: %v", err)
	}
	if m := r.message(forum, ref); m.Thread != topic {
		t.Errorf("posted into thread %d, want %d", m.Thread, topic)
	}
	if err := r.d.Edit(t.Context(), place, ref, board("p", 1, "y")); err != nil {
		t.Errorf("Edit: %v", err)
	}

	// Of a message out of reach Telegram tells neither text nor topic.
	r.s.DeleteMessage(forum, id(ref))
	if toast := r.s.TapData(ana, forum, id(ref), "old"); !toast.Answered {
		t.Error("a tap on a deleted message got no answer")
	}
	if e := r.event(1); e.Chat != place || e.Ref != ref {
		t.Errorf("the tap is on %s in %s, want %s in %s", e.Ref, e.Chat, ref, place)
	}

	r.s.DeleteTopic(forum, topic)
	ref, err = r.d.Post(t.Context(), place, screen)
	if err != nil {
		t.Fatalf("Post to a deleted topic: %v", err)
	}
	if m := r.message(forum, ref); m.Thread != 0 {
		t.Errorf("posted into thread %d, want the group", m.Thread)
	}
	r.s.Tap(ana, forum, id(ref), "b")
	if e := r.event(2); e.Chat != place {
		t.Errorf("the tap is in %s, want %s, to which the board was posted", e.Chat, place)
	}
}

// What no message can hold is an error at once, and not one to try again.
func TestPostRefusesBadScreens(t *testing.T) {
	r := newRig(t, setup{})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	bad := board("p", 1, "x", bot.Button{Label: "b", Data: strings.Repeat("d", 65)})
	var retry *bot.RetryError
	if _, err := r.d.Post(t.Context(), key(ana), bad); err == nil || errors.As(err, &retry) {
		t.Errorf("Post: %v, want a plain error", err)
	}
	if err := r.d.Edit(t.Context(), key(ana), "1", bad); err == nil || errors.As(err, &retry) {
		t.Errorf("Edit: %v, want a plain error", err)
	}
	if _, err := r.d.Post(t.Context(), "dc:1", board("p", 1, "x")); err == nil {
		t.Error("Post took a chat of another platform")
	}
	if n := len(r.s.Requests()); n != 0 {
		t.Errorf("%d requests for screens that cannot be shown", n)
	}
}

// Who takes from the budget before every send is never refused, and gets twenty
// sends and edits a minute through in a group.
func TestBudgetIsEnough(t *testing.T) {
	clock := bottest.NewClock(ago)
	r := newRig(t, setup{server: telegramtest.Options{Clock: clock}})
	ana := r.s.AddUser("Ana", "")
	for _, c := range []struct {
		chat     int64
		atLeast  int
		atMost   int
		duration time.Duration
	}{
		{r.s.AddSupergroup("Club", ana), 60, 62, 3 * time.Minute},
		{r.s.AddPrivate(ana), 59, 61, time.Minute},
	} {
		var ref bot.BoardRef
		sent := 0
		for end := clock.Now().Add(c.duration); clock.Now().Before(end); {
			if wait := r.d.Budget().Take(key(c.chat), clock.Now()); wait > 0 {
				clock.Advance(wait)
				continue
			}
			if sent++; sent == 1 {
				ref = r.post(c.chat, bot.Rendered{Text: plain("1")})
				continue
			}
			r.edit(c.chat, ref, bot.Rendered{Text: plain(fmt.Sprint(sent))})
		}
		if sent < c.atLeast || sent > c.atMost {
			t.Errorf("chat %d: %d sends in %v, want %d to %d", c.chat, sent, c.duration, c.atLeast, c.atMost)
		}
	}
}
