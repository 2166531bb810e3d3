package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/discord/discordtest"
)

// TestAnswers holds what people see against what was decided.
func TestAnswers(t *testing.T) {
	t.Parallel()
	note := &bot.Rendered{Text: bot.Text{{Kind: bot.Bold, Text: "Rules"}}}
	type seen = discordtest.Seen
	tests := []struct {
		name    string
		answer  bot.Answer
		command seen
		tap     seen
		follow  []string // what a tap whispers later
	}{
		{"done", bot.Answer{}, seen{Kind: discordtest.Said, Text: "✓", Ephemeral: true}, seen{Kind: discordtest.Silent}, nil},
		{"done, with words", bot.Answer{Text: "a*b"}, seen{Kind: discordtest.Said, Text: `a\*b`, Ephemeral: true}, seen{Kind: discordtest.Silent}, nil},
		{"a board follows", bot.Answer{Follows: true, Text: "x"}, seen{Kind: discordtest.Thinking}, seen{Kind: discordtest.Silent}, nil},
		{"refused", bot.Answer{Kind: bot.Refusal, Text: "no"}, seen{Kind: discordtest.Said, Text: "no", Ephemeral: true}, seen{Kind: discordtest.Said, Text: "no", Ephemeral: true}, nil},
		{"to know", bot.Answer{Kind: bot.Info, Text: "hm"}, seen{Kind: discordtest.Said, Text: "hm", Ephemeral: true}, seen{Kind: discordtest.Said, Text: "hm", Ephemeral: true}, nil},
		{"a warning", bot.Answer{Kind: bot.Warning, Text: "hm"}, seen{Kind: discordtest.Said, Text: "hm", Ephemeral: true}, seen{Kind: discordtest.Said, Text: "hm", Ephemeral: true}, nil},
		{"a note", bot.Answer{Note: note}, seen{Kind: discordtest.Said, Text: "**Rules**"}, seen{Kind: discordtest.Silent}, nil},
		{"a note for one", bot.Answer{Note: note, Private: true}, seen{Kind: discordtest.Said, Text: "**Rules**", Ephemeral: true}, seen{Kind: discordtest.Silent}, []string{"**Rules**"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := open(t, discordtest.Options{}, answering(tt.answer))
			same := func(what string, want, got discordtest.Seen) {
				t.Helper()
				if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(seen{}, "Message", "Interaction"), cmpopts.IgnoreUnexported(discordtest.Modal{})); diff != "" {
					t.Errorf("a %s shows (-want +got):\n%s", what, diff)
				}
			}
			same("command", tt.command, r.Command(r.ana, r.channel, "help", nil))
			// In another channel, where no command waits for its board.
			r.channel = r.AddChannel(r.guild, "quiet")
			ref := r.post(t, board(t, "b", bot.Button{Label: "go", Data: "go"}))
			same("tap", tt.tap, r.Tap(r.bo, r.channel, ref, "go"))
			if !r.Wait(func() bool { return len(r.Whispers(r.channel, r.bo)) >= len(tt.follow) }) {
				t.Errorf("the whispers are %v, want %v", r.Whispers(r.channel, r.bo), tt.follow)
			}
			for i, want := range tt.follow {
				if got := r.Whispers(r.channel, r.bo)[i].Content; got != want {
					t.Errorf("whispered is %q, want %q", got, want)
				}
			}
		})
	}
}

// TestNoteWithPicture: a note has its picture, described, wherever one may be posted, and
// is text elsewhere.
func TestNoteWithPicture(t *testing.T) {
	t.Parallel()
	screen := board(t, "rules")
	for _, allowed := range []bool{true, false} {
		t.Run(fmt.Sprint("allowed ", allowed), func(t *testing.T) {
			t.Parallel()
			r := open(t, discordtest.Options{}, answering(bot.Answer{Note: &screen, Private: true}))
			ref := r.post(t, board(t, "b", bot.Button{Label: "go", Data: "go"}))
			if !allowed {
				r.ChangeChannel(r.channel, func(c *discordtest.Channel) { c.Permissions &^= discordtest.AttachFiles })
			}
			r.Command(r.ana, r.channel, "help", nil)
			r.Tap(r.ana, r.channel, ref, "go")
			if !r.Wait(func() bool { return len(r.Whispers(r.channel, r.ana)) == 2 }) {
				t.Fatalf("the whispers are %v, want two", r.Whispers(r.channel, r.ana))
			}
			for _, m := range r.Whispers(r.channel, r.ana) {
				pictures := len(m.Pictures)
				if m.Content != "rules" || (pictures == 1) != allowed || allowed && m.Pictures[0].Alt != screen.Alt {
					t.Errorf("whispered is %q with %+v", m.Content, m.Pictures)
				}
			}
		})
	}
}

// TestNoteInPlaceOfAnother: a note that answers a tap on another may take its place.
func TestNoteInPlaceOfAnother(t *testing.T) {
	t.Parallel()
	question := bot.Rendered{Text: bot.Text{{Text: "How much?"}}, Groups: []bot.Group{{Buttons: []bot.Button{{Label: "all", Data: "all"}}}}}
	settled := bot.Rendered{Text: bot.Text{{Text: "You have resigned."}}}
	r := open(t, discordtest.Options{}, func(e bot.Event) (bot.Answer, error) {
		if e.Kind == bot.Tap {
			return bot.Answer{Text: "You have resigned.", Note: &settled, Private: true, Instead: true}, nil
		}
		return bot.Answer{Note: &question, Private: true}, nil
	})
	asked := r.Command(r.ana, r.channel, "help", nil)
	r.Tap(r.ana, r.channel, asked.Message, "all")
	whispers := r.Whispers(r.channel, r.ana)
	if len(whispers) != 1 || whispers[0].ID != asked.Message || whispers[0].Content != "You have resigned." || len(whispers[0].Rows) != 0 {
		t.Errorf("the whispers are %+v, want the question answered in its place", whispers)
	}
}

// post posts a screen and returns the message's id.
func (r *room) post(t *testing.T, screen bot.Rendered) string {
	t.Helper()
	ref, err := r.door.Post(t.Context(), r.chat(), screen)
	if err != nil {
		t.Fatal(err)
	}
	return string(ref)
}

// TestUndecided: an interaction that was not decided is not acknowledged.
func TestUndecided(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{Patience: 300 * time.Millisecond}, func(bot.Event) (bot.Answer, error) {
		return bot.Answer{}, errors.New("the disk is full")
	})
	if seen := r.Command(r.ana, r.channel, "help", nil); seen.Kind != discordtest.Ignored {
		t.Errorf("the command shows %+v, want nothing", seen)
	}
	if n := len(r.Messages(r.channel)) + len(r.Whispers(r.channel, r.ana)); n != 0 {
		t.Errorf("%d messages were left", n)
	}
}

// slowly returns a decision that takes until the clock has moved past the moment
// when the platform must be told something.
func slowly(clock *bottest.Clock, then bot.Answer, err error) func(bot.Event) (bot.Answer, error) {
	return func(bot.Event) (bot.Answer, error) {
		done := clock.After(10 * time.Second)
		for range 10 {
			time.Sleep(20 * time.Millisecond) // for the acknowledgement to be under way
			clock.Advance(time.Second)
		}
		<-done
		return then, err
	}
}

func TestSlowDecisions(t *testing.T) {
	t.Parallel()
	note := &bot.Rendered{Text: bot.Text{{Text: "Rules"}}}
	tests := []struct {
		name     string
		answer   bot.Answer
		err      error
		shown    []string // to all, after a command
		whispers []string // to one, after a command or a tap
	}{
		{"words", bot.Answer{Kind: bot.Refusal, Text: "no"}, nil, nil, []string{"no"}},
		{"a note", bot.Answer{Note: note}, nil, []string{"Rules"}, nil},
		{"a note for one", bot.Answer{Note: note, Private: true}, nil, nil, []string{"Rules"}},
		{"an error", bot.Answer{}, errors.New("no disk"), nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			clock := bottest.NewClock(time.Now())
			r := open(t, discordtest.Options{Clock: clock}, slowly(clock, tt.answer, tt.err))
			if seen := r.Command(r.ana, r.channel, "help", nil); seen.Kind != discordtest.Thinking {
				t.Errorf("the command shows %+v, want that the bot thinks", seen)
			}
			texts := func(messages []discordtest.Message) (out []string) {
				for _, m := range messages {
					if m.Content != "board" {
						out = append(out, m.Content)
					}
				}
				return out
			}
			settled := func() bool {
				return cmp.Equal(texts(r.Messages(r.channel)), tt.shown) && cmp.Equal(texts(r.Whispers(r.channel, r.ana)), tt.whispers)
			}
			if !r.Wait(settled) {
				t.Errorf("all see %q and ana %q, want %q and %q", texts(r.Messages(r.channel)), texts(r.Whispers(r.channel, r.ana)), tt.shown, tt.whispers)
			}
			ref := r.post(t, board(t, "board", bot.Button{Label: "go", Data: "go"}))
			if seen := r.Tap(r.bo, r.channel, ref, "go"); seen.Kind != discordtest.Silent {
				t.Errorf("the tap shows %+v, want nothing yet", seen)
			}
			if !r.Wait(func() bool { return cmp.Equal(texts(r.Whispers(r.channel, r.bo)), tt.whispers) }) {
				t.Errorf("bo sees %q, want %q", texts(r.Whispers(r.channel, r.bo)), tt.whispers)
			}
		})
	}
}

// TestForgottenBoard takes a promise back that no board keeps.
func TestForgottenBoard(t *testing.T) {
	t.Parallel()
	clock := bottest.NewClock(time.Now())
	r := open(t, discordtest.Options{Clock: clock}, answering(bot.Answer{Follows: true}))
	r.Command(r.ana, r.channel, "newgame", nil)
	if m := r.Messages(r.channel); len(m) != 1 || !m[0].Thinking {
		t.Fatalf("the channel shows %+v, want a promise", m)
	}
	if !r.Wait(func() bool { clock.Advance(time.Second); return len(r.Messages(r.channel)) == 0 }) {
		t.Errorf("the channel still shows %+v", r.Messages(r.channel))
	}
	r.post(t, board(t, "late"))
	if m := r.Messages(r.channel); len(m) != 1 || m[0].Content != "late" {
		t.Errorf("the channel shows %+v, want the late board", m)
	}
}

// TestBoardBeforeAnswer posts the board while the command that it answers is still
// being decided, as a quick courier does.
func TestBoardBeforeAnswer(t *testing.T) {
	t.Parallel()
	var r *room
	posted := make(chan error, 1)
	r = open(t, discordtest.Options{}, func(bot.Event) (bot.Answer, error) {
		go func() {
			_, err := r.door.Post(context.Background(), r.chat(), bot.Rendered{Text: bot.Text{{Text: "board"}}})
			posted <- err
		}()
		time.Sleep(50 * time.Millisecond)
		return bot.Answer{Follows: true}, nil
	})
	seen := r.Command(r.ana, r.channel, "newgame", nil)
	if err := <-posted; err != nil {
		t.Fatal(err)
	}
	if m := r.Messages(r.channel); len(m) != 1 || m[0].ID != seen.Message || m[0].Content != "board" {
		t.Errorf("the channel shows %+v, want the board in the place of the promise", m)
	}
}

// TestPrompt opens a window, before and after a restart of the door.
func TestPrompt(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	r := openWith(t, s, nil, answering(bot.Answer{}), nil)
	ask := bot.Prompt{Title: "Your move", Label: "As 24/18 13/11", Placeholder: "bar/20 6/4"}
	ref := r.post(t, board(t, "b", bot.Button{Label: "⌨ Type", Data: "move/1", Prompt: &ask}))
	seen := r.Tap(r.ana, r.channel, ref, "⌨ Type")
	if m := seen.Modal; seen.Kind != discordtest.Asked || m.Title != ask.Title || m.Label != ask.Label || m.Placeholder != ask.Placeholder {
		t.Fatalf("the tap shows %+v, want the prompt", seen)
	}
	if n := len(r.events); n != 0 {
		t.Errorf("the prompt made %d events", n)
	}
	if seen := r.SubmitModal(r.ana, seen.Modal, " 24/18 "); seen.Kind != discordtest.Silent {
		t.Errorf("what was typed shows %+v, want nothing", seen)
	}
	if e := r.last(); e.Kind != bot.Say || e.Data != "move/1" || e.Text != "24/18" || string(e.Ref) != ref {
		t.Errorf("what was typed is %+v", e)
	}
	r.door.prompts = prompts{}
	seen = r.Tap(r.ana, r.channel, ref, "⌨ Type")
	if m := seen.Modal; seen.Kind != discordtest.Asked || m.Title != "⌨ Type" {
		t.Errorf("after a restart the tap shows %+v, want the button's label", seen)
	}
}

// TestSelect chooses a line of a select.
func TestSelect(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{}))
	screen := board(t, "b")
	screen.Groups = []bot.Group{{Buttons: buttons("m", 40)}, {Buttons: buttons("c", 3)}}
	ref := r.post(t, screen)
	r.Tap(r.ana, r.channel, ref, "m33")
	if e := r.last(); e.Kind != bot.Tap || e.Data != "m/33" {
		t.Errorf("the choice is %+v, want data m/33", e)
	}
}

// TestPeople: who a person is, by place.
func TestPeople(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{}))
	r.ChangeUser(r.ana, func(u *discordtest.User) { u.GlobalName, u.Locale = "Ana", "bg" })
	r.SetMember(r.guild, r.bo, "Bobby", discordtest.ManageChannels)
	person := func(user, channel string) bot.Event {
		r.Command(user, channel, "help", nil)
		e := r.last()
		return bot.Event{Chat: e.Chat, Private: e.Private, Person: e.Person, Title: e.Title}
	}
	key := func(id string) bot.PersonKey { return bot.PersonKey("dc:" + id) }
	dm, group := r.AddDM(r.ana), r.AddGroup(r.ana, r.bo)
	thread := r.AddThread(r.channel, "a game")
	tests := []struct {
		user, channel string
		want          bot.Event
	}{
		{r.ana, r.channel, bot.Event{Title: "tabla", Person: bot.Person{Key: key(r.ana), Name: "Ana", Handle: "ana", Language: "bg"}}},
		{r.bo, r.channel, bot.Event{Title: "tabla", Person: bot.Person{Key: key(r.bo), Name: "Bobby", Handle: "bo", Language: "en-US", Admin: true}}},
		{r.bo, thread, bot.Event{Title: "a game", Person: bot.Person{Key: key(r.bo), Name: "Bobby", Handle: "bo", Language: "en-US", Admin: true}}},
		{r.ana, dm, bot.Event{Private: true, Person: bot.Person{Key: key(r.ana), Name: "Ana", Handle: "ana", Language: "bg", Admin: true}}},
		{r.bo, group, bot.Event{Person: bot.Person{Key: key(r.bo), Name: "bo", Handle: "bo", Language: "en-US"}}},
	}
	for _, tt := range tests {
		tt.want.Chat = bot.ChatKey("dc:" + tt.channel)
		if diff := cmp.Diff(tt.want, person(tt.user, tt.channel)); diff != "" {
			t.Errorf("the event (-want +got):\n%s", diff)
		}
	}
}

// TestSuggestions types into an option with more values than a list can hold.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	var choices []Choice
	for i := range 40 {
		choices = append(choices, Choice{Name: fmt.Sprintf("Game %d", i), Value: fmt.Sprintf("g%d", i), Localized: map[string]string{"bg": fmt.Sprintf("Игра %d", i)}})
	}
	s := start(t, discordtest.Options{})
	r := openWith(t, s, nil, answering(bot.Answer{}), func(d *Door) {
		d.commands = []Command{{Name: "rules", Description: "The rules", Options: []Option{{Name: "game", Description: "Which", Kind: String, Choices: choices}}}}
	})
	r.Wait(func() bool { return len(r.Commands()) == 1 })
	if got := r.Type(r.ana, r.channel, "rules", "game", "").Choices; len(got) != 25 {
		t.Errorf("%d suggestions for nothing typed, want 25", len(got))
	}
	r.ChangeUser(r.ana, func(u *discordtest.User) { u.Locale = "bg" })
	got := r.Type(r.ana, r.channel, "rules", "game", "игра 39").Choices
	if diff := cmp.Diff([]discordtest.Choice{{Label: "Игра 39", Value: "g39"}}, got); diff != "" {
		t.Errorf("the suggestions (-want +got):\n%s", diff)
	}
}

// TestAnswersAreRepeated loses the first answer to an interaction.
func TestAnswersAreRepeated(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Fault{
		"a server error":   discordtest.ServerError(503),
		"a cut connection": {Reset: true},
		"an answer lost":   {Reset: true, Late: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, discordtest.Options{})
			r := openWith(t, s, nil, answering(bot.Answer{Kind: bot.Info, Text: "hm"}), nil)
			fault.Path = "/callback"
			s.Inject(fault)
			if seen := r.Command(r.ana, r.channel, "help", nil); seen.Text != "hm" {
				t.Errorf("the command shows %+v, want hm", seen)
			}
			r.stop()
			r.hidesSecrets(t)
			for _, v := range s.Violations() {
				if name == "an answer lost" && strings.Contains(v, "already been acknowledged") {
					s.ForgiveViolations() // how the door learns that it arrived
				}
			}
		})
	}
}

// TestNoSecondAnswer loses the response to a promise, too late to try again: it may
// have arrived, so that words follow it up.
func TestNoSecondAnswer(t *testing.T) {
	t.Parallel()
	promised := make(chan struct{})
	s := start(t, discordtest.Options{})
	r := openWith(t, s, nil, func(bot.Event) (bot.Answer, error) {
		<-promised
		return bot.Answer{Kind: bot.Info, Text: "hm"}, nil
	}, func(d *Door) { d.timing.slow, d.timing.answer = time.Millisecond, time.Millisecond })
	s.Inject(discordtest.Fault{Path: "/callback", Reset: true, Late: true})
	if seen := r.Command(r.ana, r.channel, "help", nil); seen.Kind != discordtest.Thinking {
		t.Errorf("the command shows %+v, want a promise", seen)
	}
	r.Wait(func() bool { return strings.Contains(r.log.String(), "may stay unanswered") })
	close(promised)
	r.Wait(func() bool {
		all := append(r.Messages(r.channel), r.Whispers(r.channel, r.ana)...)
		return len(all) == 1 && all[0].Content == "hm" && !all[0].Thinking
	})
}
