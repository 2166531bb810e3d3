package discord

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/png"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"tablabot/bot"
	"tablabot/bot/discord/discordtest"
)

func TestMain(m *testing.M) {
	// Most of a test's time is the second that the library takes to say goodbye.
	flag.Parse()
	flag.Set("test.parallel", "8")
	// The library stops for ever where the gateway asks to reconnect, or
	// acknowledges a heartbeat, before it is ready. Nothing can end that call.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/bwmarrin/discordgo.(*Session).onEvent"))
}

// commands are those of the tests.
var commands = []Command{
	{Name: "newgame", Description: "Open a table", Options: []Option{
		{Name: "game", Description: "Which game", Kind: String, Choices: []Choice{{Name: "Tabla", Value: "tabla"}}},
		{Name: "length", Description: "Points", Kind: Int},
		{Name: "opponent", Description: "With whom", Kind: User},
		{Name: "options", Description: "Anything else", Kind: String},
	}},
	{Name: "help", Description: "How to play", Localized: map[string]Words{"bg": {Name: "помощ", Description: "Как се играе"}}},
}

// room is a running door, the stand-in it talks to, and the people there.
type room struct {
	*discordtest.Server
	door     *Door
	log      *logBuffer
	ana, bo  string
	guild    string
	channel  string
	stop     func() error
	mu       sync.Mutex
	events   []bot.Event
	decide   func(bot.Event) (bot.Answer, error)
	finished chan error
}

type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// open starts a stand-in and a door that gives the same answer to everything.
func open(t *testing.T, options discordtest.Options, decide func(bot.Event) (bot.Answer, error)) *room {
	t.Helper()
	return openWith(t, start(t, options), options.Clock, decide, nil)
}

// start runs a stand-in; with the system's clock it waits longer than the platform
// for answers, because a busy machine is no slow bot.
func start(t *testing.T, options discordtest.Options) *discordtest.Server {
	t.Helper()
	if options.Clock == nil {
		options.AnswerWithin = time.Minute
	}
	return discordtest.Start(t, options)
}

func openWith(t *testing.T, s *discordtest.Server, clock bot.Clock, decide func(bot.Event) (bot.Answer, error), change func(*Door)) *room {
	t.Helper()
	r := &room{Server: s, log: new(logBuffer), decide: decide}
	r.guild = s.AddGuild("Club")
	r.channel = s.AddChannel(r.guild, "tabla")
	r.ana, r.bo = s.AddUser("ana"), s.AddUser("bo")
	door, err := New(Config{
		Token: discordtest.Token, APIURL: s.URL(), Commands: commands, Clock: clock,
		Log: slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	door.timing.pause = 10 * time.Millisecond
	if clock == nil { // a busy machine is no slow decision
		door.timing.slow, door.timing.answer = time.Minute, time.Minute
		door.tokens.patience = time.Minute
	}
	if change != nil {
		change(door)
	}
	r.door = door
	ctx, cancel := context.WithCancel(context.Background())
	r.finished = make(chan error, 1)
	go func() { r.finished <- door.Run(ctx, r.handle) }()
	r.stop = sync.OnceValue(func() error {
		cancel()
		return <-r.finished
	})
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("Run ends with %v", err)
		}
	})
	return r
}

func (r *room) handle(_ context.Context, e bot.Event) (bot.Answer, error) {
	r.mu.Lock()
	r.events = append(r.events, e)
	r.mu.Unlock()
	return r.decide(e)
}

// last returns the last event the handler got.
func (r *room) last() bot.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) == 0 {
		return bot.Event{}
	}
	return r.events[len(r.events)-1]
}

func (r *room) chat() bot.ChatKey { return bot.ChatKey("dc:" + r.channel) }

// answering returns a decision that is always the same.
func answering(a bot.Answer) func(bot.Event) (bot.Answer, error) {
	return func(bot.Event) (bot.Answer, error) { return a, nil }
}

// picture returns a small PNG.
func picture(t *testing.T, c color.Color) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 8, 6))
	img.Set(1, 1, c)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func board(t *testing.T, text string, buttons ...bot.Button) bot.Rendered {
	t.Helper()
	return bot.Rendered{
		PNG: picture(t, color.White), Picture: text, Alt: "a board: " + text,
		Text: bot.Text{{Text: text}}, Groups: []bot.Group{{Buttons: buttons}},
	}
}

// TestGame plays the way of a game: a command brings a board, a tap changes it.
func TestGame(t *testing.T) {
	r := open(t, discordtest.Options{}, answering(bot.Answer{Follows: true}))
	seen := r.Command(r.ana, r.channel, "newgame", map[string]any{"game": "tabla", "length": 5, "opponent": r.bo})
	if seen.Kind != discordtest.Thinking || seen.Ephemeral {
		t.Fatalf("the command shows %+v, want a promised message", seen)
	}
	want := bot.Event{
		Key: "dc:" + seen.Interaction, Kind: bot.Command, Chat: r.chat(), Title: "tabla",
		Person:  bot.Person{Key: bot.PersonKey("dc:" + r.ana), Name: "ana", Handle: "ana", Language: "en-US"},
		Command: "newgame", Args: "game=tabla length=5 opponent=<@" + r.bo + ">",
		Options: map[string]string{"game": "tabla", "length": "5", "opponent": "dc:" + r.bo, "opponent.name": "bo"},
	}
	got := r.last()
	got.Time = time.Time{}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the event (-want +got):\n%s", diff)
	}

	ctx := t.Context()
	ref, err := r.door.Post(ctx, r.chat(), board(t, "roll", bot.Button{Label: "🎲", Data: "roll/1", Style: bot.Primary}))
	if err != nil {
		t.Fatal(err)
	}
	if string(ref) != seen.Message {
		t.Errorf("the board is message %s, want the promised %s", ref, seen.Message)
	}
	shown := r.Messages(r.channel)
	if len(shown) != 1 || shown[0].Content != "roll" || shown[0].Thinking {
		t.Fatalf("the channel shows %+v, want the board", shown)
	}
	if p := shown[0].Pictures; len(p) != 1 || p[0].Image == nil || p[0].Alt != "a board: roll" {
		t.Errorf("the pictures are %+v, want one board with its text", p)
	}

	r.decide = answering(bot.Answer{})
	tap := r.Tap(r.bo, r.channel, string(ref), "🎲")
	if tap.Kind != discordtest.Silent {
		t.Errorf("the tap shows %+v, want nothing", tap)
	}
	if e := r.last(); e.Kind != bot.Tap || e.Data != "roll/1" || e.Ref != ref {
		t.Errorf("the tap is %+v, want data roll/1 of %s", e, ref)
	}
	if err := r.door.Edit(ctx, r.chat(), ref, board(t, "rolled", bot.Button{Label: "24/18", Data: "m/1"})); err != nil {
		t.Fatal(err)
	}
	m, _ := r.Message(string(ref))
	if m.Content != "rolled" || len(m.Pictures) != 1 || m.Pictures[0].Alt != "a board: rolled" {
		t.Errorf("the board shows %+v, want the second picture in place of the first", m)
	}
	if err := r.door.Strip(ctx, r.chat(), ref); err != nil {
		t.Fatal(err)
	}
	if m, _ := r.Message(string(ref)); len(m.Rows) != 0 || len(m.Pictures) != 1 {
		t.Errorf("the stripped board shows %+v, want the picture without buttons", m)
	}
	if err := r.stop(); err != nil {
		t.Errorf("Run ends with %v", err)
	}
}
