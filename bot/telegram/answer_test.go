package telegram_test

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/telegram/telegramtest"
)

// withBoard starts a door whose handler always answers the same, and a private
// chat with a board of one button.
func withBoard(t *testing.T, answer bot.Answer) (r *rig, ana int64, board0 int) {
	t.Helper()
	r = start(t, setup{handle: answering(answer)})
	ana = r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	return r, ana, id(r.post(ana, board("p", 9, "x", bot.Button{Label: "b", Data: "d"})))
}

func TestTapAnswers(t *testing.T) {
	long := strings.Repeat("ж", 300)
	for _, c := range []struct {
		name   string
		answer bot.Answer
		want   telegramtest.Toast
	}{
		{"silent", bot.Answer{}, telegramtest.Toast{Answered: true}},
		{"done", bot.Answer{Text: "6-1"}, telegramtest.Toast{Answered: true, Text: "6-1"}},
		{"info", bot.Answer{Kind: bot.Info, Text: "already played"}, telegramtest.Toast{Answered: true, Text: "already played"}},
		{"refusal", bot.Answer{Kind: bot.Refusal, Text: "not your turn"}, telegramtest.Toast{Answered: true, Text: "not your turn"}},
		{"warning", bot.Answer{Kind: bot.Warning, Text: "again to resign"}, telegramtest.Toast{Answered: true, Text: "again to resign", Alert: true}},
		{"too long", bot.Answer{Text: long}, telegramtest.Toast{Answered: true, Text: strings.Repeat("ж", 199) + "…"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, ana, message := withBoard(t, c.answer)
			if diff := cmp.Diff(c.want, r.s.Tap(ana, ana, message, "b")); diff != "" {
				t.Errorf("toast, want -, got +:\n%s", diff)
			}
			r.settled()
			if n := len(r.s.BotMessages(ana)); n != 1 {
				t.Errorf("%d messages of the bot, want the board alone", n)
			}
		})
	}
}

// Buttons send their data as it is, whatever a client makes of it.
func TestTapDataUnchanged(t *testing.T) {
	r, ana, message := withBoard(t, bot.Answer{})
	const odd = `m:1 "<&>"` + "\x00я"
	if toast := r.s.TapData(ana, ana, message, odd); !toast.Answered {
		t.Fatal("no answer")
	}
	if e := r.event(1); e.Data != odd {
		t.Errorf("data %q, want %q", e.Data, odd)
	}
}

// A tap is answered once its event is handled, so a handler that takes long would
// leave the button spinning.
func TestSpinnerEndsInTime(t *testing.T) {
	clock := bottest.NewClock(ago)
	release := make(chan struct{})
	r := start(t, setup{server: telegramtest.Options{Clock: clock}, handle: func(ctx context.Context, e bot.Event) (bot.Answer, error) {
		select {
		case <-release:
		case <-ctx.Done():
		}
		return bot.Answer{Text: "at last"}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p", 9, "x", bot.Button{Label: "b", Data: "d"}))
	press := r.s.PressData(ana, ana, id(ref), "d")
	r.event(1)
	var toast telegramtest.Toast
	r.s.Await(t, "the end of the spinner", func() bool {
		clock.Advance(time.Second)
		toast = press.Wait(time.Millisecond)
		return toast.Answered
	})
	if passed := clock.Now().Sub(ago); toast.Text != "" || passed < 8*time.Second || passed > 15*time.Second {
		t.Errorf("answered %+v after %v, want an empty answer after 8 s", toast, passed)
	}
	close(release)
	r.settled() // "query is too old" is no trouble
	if strings.Contains(r.log.String(), "a tap got no answer") {
		t.Error("the log complains about a late answer")
	}
}

func TestCommandReplies(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer bot.Answer
		want   string // empty: no reply
	}{
		{"done, nothing to say", bot.Answer{}, ""},
		{"done", bot.Answer{Text: "words are set"}, "words are set"},
		{"info", bot.Answer{Kind: bot.Info, Text: "no <game> here"}, "no <game> here"},
		{"refusal", bot.Answer{Kind: bot.Refusal, Text: "unknown game"}, "unknown game"},
		{"a board follows", bot.Answer{Follows: true}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, setup{handle: answering(c.answer)})
			ana := r.s.AddUser("Ana", "")
			chat := r.s.AddSupergroup("Club", ana)
			said := r.s.Say(chat, ana, "/go", 0)
			r.settled()
			if c.want == "" {
				if got := r.s.BotMessages(chat); len(got) != 0 {
					t.Errorf("the bot said %+v", got)
				}
				return
			}
			m := r.s.AwaitMessage(t, chat, func(m telegramtest.Message) bool { return m.ID > said })
			if m.Text != c.want || m.ReplyTo != said {
				t.Errorf("the bot said %q in reply to %d, want %q to %d", m.Text, m.ReplyTo, c.want, said)
			}
		})
	}
}

// In a group a person hears of a refusal once a minute; in private always.
func TestRefusalsAreRare(t *testing.T) {
	clock := bottest.NewClock(ago)
	r := start(t, setup{server: telegramtest.Options{Clock: clock}, handle: answering(bot.Answer{Kind: bot.Refusal, Text: "no"})})
	ana, bob := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", "")
	chat := r.s.AddSupergroup("Club", ana, bob)
	say := func(chat, user int64, want int) {
		t.Helper()
		r.s.Say(chat, user, "/go", 0)
		r.settled()
		r.s.Await(t, "the reply", func() bool {
			clock.Advance(100 * time.Millisecond)
			return len(r.s.BotMessages(chat)) >= want
		})
		if got := len(r.s.BotMessages(chat)); got != want {
			t.Errorf("%d replies, want %d", got, want)
		}
	}
	say(chat, ana, 1)
	say(chat, ana, 1)
	say(chat, bob, 2)
	clock.Advance(time.Minute)
	say(chat, ana, 3)
	say(ana, ana, 1)
	clock.Advance(time.Second)
	say(ana, ana, 2)
}

// The message of a command may be gone when the reply comes.
func TestReplyToADeletedMessage(t *testing.T) {
	release := make(chan struct{})
	r := start(t, setup{handle: func(context.Context, bot.Event) (bot.Answer, error) {
		<-release
		return bot.Answer{Text: "here"}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	said := r.s.Say(ana, ana, "/go", 0)
	r.event(1)
	r.s.DeleteMessage(ana, said)
	close(release)
	r.s.AwaitMessage(t, ana, func(m telegramtest.Message) bool { return m.Text == "here" && m.ReplyTo == 0 })
}

func TestNotes(t *testing.T) {
	note := board("help", 120, "How to play", bot.Button{Label: "more", Data: "help:2"})
	r := start(t, setup{handle: answering(bot.Answer{Note: &note})})
	ana := r.s.AddUser("Ana", "")
	forum := r.s.AddForum("Club", ana)
	topic := r.s.AddTopic(forum, "Games")
	said := r.s.Send(telegramtest.Post{Chat: forum, Thread: topic, From: ana, Text: "/help"})
	m := r.s.AwaitMessage(t, forum, func(m telegramtest.Message) bool { return m.ID > said })
	if m.Text != "How to play" || m.ReplyTo != said || m.Thread != topic || !near(greyOf(t, m), 120) || len(m.Keyboard) != 1 {
		t.Errorf("the note %+v", m)
	}
	if e := r.event(1); e.Chat != key(forum)+bot.ChatKey("/"+strconv.Itoa(topic)) {
		t.Errorf("chat %s, want the topic %d of %d", e.Chat, topic, forum)
	}
}

// Where pictures are not allowed a note comes without its picture.
func TestNoteWithoutPictures(t *testing.T) {
	note := board("help", 120, "How to play")
	r := start(t, setup{server: quick(t), handle: answering(bot.Answer{Note: &note})})
	ana := r.s.AddUser("Ana", "")
	chat := r.s.AddSupergroup("Club", ana)
	r.s.Restrict(chat, ana, true, false)
	r.s.Say(chat, ana, "/help", 0)
	r.s.AwaitMessage(t, chat, func(m telegramtest.Message) bool { return m.Text == "How to play" && m.Photo == nil })
}

// A note that answers a tap on another may take its place.
func TestNoteInPlaceOfAnother(t *testing.T) {
	question := bot.Rendered{Text: plain("How much?"), Groups: []bot.Group{{Buttons: []bot.Button{{Label: "all", Data: "all"}}}}}
	settled := bot.Rendered{Text: plain("You have resigned.")}
	r := start(t, setup{handle: func(_ context.Context, e bot.Event) (bot.Answer, error) {
		if e.Kind == bot.Tap {
			return bot.Answer{Text: "You have resigned.", Note: &settled, Instead: true}, nil
		}
		return bot.Answer{Note: &question, Instead: true}, nil // a command has nothing to replace
	}})
	ana := r.s.AddUser("Ana", "")
	chat := r.s.AddSupergroup("Club", ana)
	r.s.Say(chat, ana, "/resign", 0)
	asked := r.s.AwaitMessage(t, chat, func(m telegramtest.Message) bool { return m.Text == "How much?" })
	r.s.PressData(ana, chat, asked.ID, "all")
	m := r.s.AwaitMessage(t, chat, func(m telegramtest.Message) bool { return m.Text == "You have resigned." })
	if m.ID != asked.ID || len(m.Keyboard) != 0 || len(r.s.BotMessages(chat)) != 1 {
		t.Errorf("the chat shows %+v, want the question answered in its place", r.s.BotMessages(chat))
	}
}

// Replies use the group's budget and wait for it.
func TestRepliesKeepTheBudget(t *testing.T) {
	clock := bottest.NewClock(ago)
	r := start(t, setup{server: telegramtest.Options{Clock: clock}, handle: answering(bot.Answer{Kind: bot.Info, Text: "so"})})
	ana := r.s.AddUser("Ana", "")
	chat := r.s.AddSupergroup("Club", ana)
	const n = 25 // more than a minute's budget
	for range n {
		r.s.Say(chat, ana, "/go", 0)
	}
	r.settled()
	r.s.Await(t, "the replies", func() bool {
		clock.Advance(500 * time.Millisecond)
		return len(r.s.BotMessages(chat)) >= 20
	})
	if left := r.d.Budget().Left(key(chat), clock.Now()); left > 1 {
		t.Errorf("the budget has %d left, want what 20 replies leave", left)
	}
	if left := r.d.Budget().Left(key(chat)+"/7", clock.Now()); left > 1 {
		t.Errorf("the budget of a topic has %d left, want its group's", left)
	}
}

// Only an unanswered command is offered anew when it is edited; one that was
// refused may be mended.
func TestEditedCommands(t *testing.T) {
	var n atomic.Int32
	r := start(t, setup{handle: func(_ context.Context, e bot.Event) (bot.Answer, error) {
		n.Add(1)
		if strings.Contains(e.Args, "tabal") {
			return bot.Answer{Kind: bot.Refusal, Text: "unknown game tabal"}, nil
		}
		return bot.Answer{}, nil
	}})
	ana := r.s.AddUser("Ana", "")
	said := r.s.Say(ana, ana, "/newgame tabal", 0)
	r.settled()
	r.s.SayEdit(ana, said, "/newgame tabla")
	if got := args(r.settled()); !cmp.Equal(got, []string{"tabal", "tabla"}) {
		t.Fatalf("commands %q, want the mended one", got)
	}
	r.s.SayEdit(ana, said, "/newgame tavla")
	if got := args(r.settled()); len(got) != 2 {
		t.Errorf("commands %q: an accepted command was run again", got)
	}
}

// Who speaks for a chat is marked, but who taps is always a person.
func TestAnonymous(t *testing.T) {
	r := start(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	chat, channel := r.s.AddSupergroup("Club", ana), r.s.AddChannel("News")
	ref := r.post(chat, board("p", 1, "x", bot.Button{Label: "Join", Data: "join"}))
	r.s.Send(telegramtest.Post{Chat: chat, As: chat, Text: "/newgame"})
	r.event(1)
	r.s.Send(telegramtest.Post{Chat: chat, As: channel, Text: "/newgame"})
	r.event(2)
	r.s.Tap(ana, chat, id(ref), "Join")
	r.event(3)
	var got []bot.Person
	for _, e := range r.settled() {
		got = append(got, e.Person)
	}
	want := []bot.Person{
		{Key: "tg:1087968824", Name: "Club", Anonymous: true},
		{Key: "tg:136817688", Name: "News", Anonymous: true},
		{Key: person(ana), Name: "Ana"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("people, want -, got +:\n%s", diff)
	}
}

// The platform is asked for an administrator only where that matters.
func TestAdministrators(t *testing.T) {
	r := start(t, setup{})
	ana, bob := r.s.AddUser("Ana", ""), r.s.AddUser("Bob", "")
	chat := r.s.AddSupergroup("Club", ana, bob)
	r.s.SetAdmin(chat, ana, true)
	for i, c := range []struct {
		post telegramtest.Post
		want bool
	}{
		{telegramtest.Post{Chat: chat, From: ana, Text: "/cancel"}, true},
		{telegramtest.Post{Chat: chat, From: bob, Text: "/cancel"}, false},
		{telegramtest.Post{Chat: chat, As: chat, Text: "/settings"}, true},
		{telegramtest.Post{Chat: bob, From: bob, Text: "/settings"}, true},
		{telegramtest.Post{Chat: chat, From: ana, Text: "/move 6/5"}, false},
		{telegramtest.Post{Chat: chat, From: ana, Text: "/cancel"}, true},
	} {
		r.s.Send(c.post)
		if e := r.event(i + 1); e.Person.Admin != c.want {
			t.Errorf("%+v: admin %v, want %v", c.post, e.Person.Admin, c.want)
		}
	}
	if n := len(r.s.Requests("getChatMember")); n != 2 {
		t.Errorf("%d questions about members, want one each of Ana and Bob", n)
	}
}

func runes(s string) int { return utf8.RuneCountInString(s) }
