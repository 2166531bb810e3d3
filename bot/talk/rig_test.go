package talk

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/lane"
	"tablabot/bot/locale"
	"tablabot/render"
	"tablabot/store"
	"tablabot/store/bolt"
)

// rig is a conversation over a real store, without doors: people speak to it
// directly and look at composed screens. Every action checks the invariants.
type rig struct {
	testing.TB
	talk   *Talk
	clock  *bottest.Clock
	store  store.Store
	path   string
	chat   bot.ChatKey // where people speak
	event  int
	twice  bool                          // every event is delivered twice
	forged bool                          // a state was put into the store that no log tells
	drawn  []*render.Scene               // pictures of notes
	wrap   func(store.Store) store.Store // what stands before the store; nil for nothing

	computer Computer // nil: people only
	chores            // the background's and the messenger's
}

const (
	chat = bot.ChatKey("tg:-100")
	ana  = "Ana"
	bob  = "Bob"
	eve  = "Eve"
)

func newRig(t testing.TB) *rig {
	t.Helper()
	r := &rig{TB: t, clock: bottest.NewClock(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)), chat: chat,
		path: filepath.Join(quickDir(t), "tablabot.db")}
	r.open()
	t.Cleanup(func() {
		if err := r.store.Close(); err != nil {
			t.Error(err)
		}
		if err := bolt.Check(r.path, Check); err != nil && !r.forged {
			t.Errorf("after the test: %v", err)
		}
	})
	return r
}

// quickDir is a folder for the test. Where the machine keeps one in memory it is taken:
// what a sync to the disk is worth is tested with the store.
func quickDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "tablabot")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (r *rig) open() {
	r.Helper()
	words, err := locale.New()
	if err != nil {
		r.Fatal(err)
	}
	if r.store, err = bolt.Open(r.path, bolt.Options{}); err != nil {
		r.Fatal(err)
	}
	seen := r.store
	if r.wrap != nil {
		seen = r.wrap(seen)
	}
	r.talk = New(Config{Store: seen, Lanes: new(lane.Lanes), Locale: words, Painter: r, Clock: r.clock,
		Computer: r.computer, Background: &r.chores, Messenger: &r.chores,
		Random: numbers(fmt.Sprint(r.Name(), r.event)), Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
}

// PNG makes the rig a painter.
func (r *rig) PNG(scene *render.Scene) ([]byte, error) {
	r.drawn = append(r.drawn, scene)
	return []byte("picture"), nil
}

// restart stops the conversation and begins another on the same store.
func (r *rig) restart() {
	r.Helper()
	if err := r.store.Close(); err != nil {
		r.Fatal(err)
	}
	r.open()
}

// numbers is a repeatable source of randomness.
func numbers(name string) io.Reader {
	sum := sha256.Sum256([]byte(name))
	return rand.NewChaCha8(sum)
}

func person(name string) bot.Person {
	return bot.Person{Key: bot.PersonKey("tg:" + strings.ToLower(name)), Name: name, Handle: strings.ToLower(name), Language: "en"}
}

// handle delivers an event, twice if the rig does, and demands the same answer.
func (r *rig) handle(event bot.Event) bot.Answer {
	r.Helper()
	r.event++
	if event.Key == "" {
		event.Key = fmt.Sprintf("tg:%d:%s", r.event, r.Name())
	}
	event.Chat, event.Time = r.chat, r.clock.Now()
	answer, err := r.talk.Handle(context.Background(), event)
	if err != nil {
		r.Fatalf("%s %s%s: %v", event.Person.Name, event.Command, event.Data, err)
	}
	if unfilled(answer.Text) || len([]rune(answer.Text)) > maxAnswer {
		r.Errorf("answer to %s%s: %q", event.Command, event.Data, answer.Text)
	}
	return answer
}

func (r *rig) command(name, command, args string) bot.Answer {
	r.Helper()
	r.clock.Advance(time.Minute)
	return r.handle(bot.Event{Kind: bot.Command, Person: person(name), Command: command, Args: args})
}

// tap taps the first button whose label begins with the text.
func (r *rig) tap(name, label string) bot.Answer {
	r.Helper()
	screen := r.screen()
	for _, group := range screen.Groups {
		for _, button := range group.Buttons {
			if strings.HasPrefix(button.Label, label) {
				return r.tapData(name, button.Data)
			}
		}
	}
	r.Fatalf("no button %q on:\n%s", label, shown(screen))
	return bot.Answer{}
}

func (r *rig) tapData(name, data string) bot.Answer {
	r.Helper()
	event := bot.Event{Kind: bot.Tap, Person: person(name), Data: data}
	answer := r.handle(event)
	if r.twice {
		before := r.state()
		r.handle(event)
		if after := r.state(); after != before {
			r.Fatalf("the second tap on %q changes the match:\n%s\n%s", data, before, after)
		}
	}
	return answer
}

// tapTwice does what needs two taps.
func (r *rig) tapTwice(name, label string) bot.Answer {
	r.Helper()
	twice := r.twice
	r.twice = false
	defer func() { r.twice = twice }()
	if answer := r.tap(name, label); answer.Kind != bot.Warning {
		r.Fatalf("the first tap on %q is answered %+v", label, answer)
	}
	r.clock.Advance(2 * time.Second)
	return r.tap(name, label)
}

// match returns the newest live match of the chat, or the newest of all.
func (r *rig) match() store.Match {
	r.Helper()
	live, err := r.store.ChatMatches(context.Background(), string(r.chat))
	if err != nil {
		r.Fatal(err)
	}
	if len(live) > 0 {
		return live[len(live)-1]
	}
	past, err := r.store.ChatHistory(context.Background(), string(r.chat), 1)
	if err != nil || len(past) == 0 {
		r.Fatalf("there is no match: %v", err)
	}
	return past[0]
}

func (r *rig) table() *Table {
	r.Helper()
	table, err := decodeTable(r.match().State)
	if err != nil {
		r.Fatal(err)
	}
	return table
}

func (r *rig) state() string {
	r.Helper()
	return string(r.match().State)
}

// screen composes the newest board and holds what must be true of any.
func (r *rig) screen() bot.Screen {
	r.Helper()
	match := r.match()
	screen, err := r.talk.Compose(context.Background(), store.Board{BoardKey: store.BoardKey{Match: match.ID, Chat: string(r.chat), Slot: match.Slot}})
	if err != nil {
		r.Fatal(err)
	}
	r.holds(screen)
	return screen
}

func (r *rig) holds(screen bot.Screen) {
	r.Helper()
	data := make(map[string]bool)
	for _, group := range screen.Groups {
		for _, button := range group.Buttons {
			if len(button.Data) == 0 || len(button.Data) > maxData || data[button.Data] {
				r.Errorf("button %q: data %q is too long, empty or not unique", button.Label, button.Data)
			}
			if n := len([]rune(button.Label)); n == 0 || n > 40 {
				r.Errorf("button label %q has %d characters", button.Label, n)
			}
			data[button.Data] = true
		}
	}
	if text := screen.Text.String(); text == "" || len([]rune(text)) > 1024 || unfilled(text) {
		r.Errorf("screen text %q", text)
	}
}

// unfilled reports whether a message was missing or lacked an argument.
func unfilled(text string) bool {
	return strings.Contains(text, "‹") || strings.Contains(text, "<no value>")
}

// shown prints a screen for a failing test.
func shown(screen bot.Screen) string {
	var b strings.Builder
	b.WriteString(screen.Text.String())
	for _, group := range screen.Groups {
		b.WriteString("\n")
		for _, button := range group.Buttons {
			fmt.Fprintf(&b, "[%s] ", button.Label)
		}
	}
	return b.String()
}

// begin lets Ana and Bob begin a match.
func (r *rig) begin(terms string) {
	r.Helper()
	r.command(ana, "newgame", terms)
	if answer := r.tap(bob, "✋"); answer.Kind != bot.OK {
		r.Fatalf("joining is answered %+v", answer)
	}
}

// actor is who is to act.
func (r *rig) actor() string {
	r.Helper()
	table := r.table()
	seat, ok := table.actor()
	if !ok {
		r.Fatalf("nobody is to act:\n%s", shown(r.screen()))
	}
	return table.Seats[seat].Name
}

func seeded(name string) *rand.Rand {
	sum := sha256.Sum256([]byte(name))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), 0))
}
