package web_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"

	"tablabot/bot"
	"tablabot/bot/web"
)

// game is a very small game behind the page: two sit down and count to three in
// turn. It outlives the doors it is played through, as a store would.
type game struct {
	mu     sync.Mutex
	door   *web.Door
	seats  []bot.Person
	count  int
	board  bot.BoardRef
	seen   map[string]bot.Answer // by event key
	events []bot.Event
	failed int // so many events fail before one is taken
}

func (g *game) handle(ctx context.Context, event bot.Event) (bot.Answer, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failed > 0 {
		g.failed--
		return bot.Answer{}, fmt.Errorf("the store is away")
	}
	if answer, ok := g.seen[event.Key]; ok {
		return answer, nil
	}
	answer := g.decide(event)
	if g.seen == nil {
		g.seen = make(map[string]bot.Answer)
	}
	g.seen[event.Key] = answer
	g.events = append(g.events, event)
	g.deliver(ctx)
	return answer, nil
}

func (g *game) decide(event bot.Event) bot.Answer {
	sits := slices.ContainsFunc(g.seats, func(p bot.Person) bool { return p.Key == event.Person.Key })
	switch {
	case event.Command == "newgame":
		g.seats = []bot.Person{event.Person}
	case event.Command == "games":
		note := bot.Rendered{Text: bot.Text{{Text: "a list for you"}}, Groups: []bot.Group{{Buttons: []bot.Button{{Label: "Choose", Data: "choose"}}}}}
		return bot.Answer{Note: &note, Private: true}
	case event.Kind == bot.Say:
		return bot.Answer{Kind: bot.Info, Text: "I read: " + event.Text}
	case event.Data == "join" && sits:
		return bot.Answer{Kind: bot.Refusal, Text: "You sit here already."}
	case event.Data == "join":
		g.seats = append(g.seats, event.Person)
	case event.Data == "warn" && slices.ContainsFunc(g.events, func(e bot.Event) bool { return e.Data == "warn" }):
		return bot.Answer{Text: "It is done."}
	case event.Data == "warn":
		return bot.Answer{Kind: bot.Warning, Text: "This has consequences."}
	case event.Data == "choose":
		return bot.Answer{Kind: bot.Info, Text: "Chosen."}
	case strings.HasPrefix(event.Data, "count") && event.Person.Key != g.mover().Key:
		return bot.Answer{Kind: bot.Refusal, Text: "It is " + g.mover().Name + "'s turn."}
	case event.Data == fmt.Sprint("count/", g.count):
		g.count++
		return bot.Answer{Text: fmt.Sprint(event.Person.Name, " counts ", g.count)}
	}
	return bot.Answer{}
}

func (g *game) mover() bot.Person { return g.seats[g.count%len(g.seats)] }

// deliver shows the game as it is, as the courier would.
func (g *game) deliver(ctx context.Context) {
	shown := g.screen()
	if err := g.door.Edit(ctx, "web:main", g.board, shown); err == nil || strings.Contains(err.Error(), bot.ErrNotModified.Error()) {
		return
	}
	if len(g.seats) > 0 {
		g.board, _ = g.door.Post(ctx, "web:main", shown)
	}
}

func (g *game) screen() bot.Rendered {
	button := func(label, data string, style bot.Style) bot.Button {
		return bot.Button{Label: label, Data: data, Style: style}
	}
	warn := bot.Group{Buttons: []bot.Button{
		button("Warn", "warn", bot.Danger),
		{Label: "Word", Data: "word", Prompt: &bot.Prompt{Title: "Your word", Label: "It is mixed into the dice"}},
	}}
	switch {
	case len(g.seats) < 2:
		return bot.Rendered{Text: bot.Text{{Text: "An open table"}}, Groups: []bot.Group{{Buttons: []bot.Button{button("Join", "join", bot.Success)}}, warn}}
	case g.count == 3:
		return bot.Rendered{Text: bot.Text{{Text: "Counted to three"}}, PNG: square(g.count), Picture: "count3", Alt: "the end"}
	}
	return bot.Rendered{
		PNG: square(g.count), Picture: fmt.Sprint("count", g.count), Alt: fmt.Sprint("the count is ", g.count),
		Text:    bot.Text{{Text: "To count: "}, {Kind: bot.Mention, Text: g.mover().Name, Person: g.mover().Key}},
		Groups:  []bot.Group{{Buttons: []bot.Button{button("Count", fmt.Sprint("count/", g.count), bot.Primary)}}, warn},
		Mention: []bot.PersonKey{g.mover().Key},
	}
}

// square is a picture of a colour of its own.
func square(n int) []byte {
	canvas := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.RGBA{uint8(60 * n), 90, 120, 255}})
	var b bytes.Buffer
	png.Encode(&b, canvas) // a buffer takes everything
	return b.Bytes()
}

// who returns who sent the events of a kind, by name.
func (g *game) who(kind bot.EventKind) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var names []string
	for _, event := range g.events {
		if event.Kind == kind {
			names = append(names, event.Person.Name)
		}
	}
	return names
}

// open lets the game be played through a new door at the address, until close.
func (g *game) open(t *testing.T, listen string) (url string, closeDoor func()) {
	t.Helper()
	urls := make(chan string, 1)
	door, err := web.New(web.Config{
		Listen:   listen,
		Commands: []web.Command{{Name: "newgame", Description: "open a table"}, {Name: "games", Description: "the games here"}},
		Ready:    func(url string) { urls <- url },
	})
	if err != nil {
		t.Fatal(err)
	}
	g.mu.Lock()
	g.door = door
	g.deliver(t.Context())
	g.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- door.Run(ctx, g.handle) }()
	closeDoor = func() {
		cancel()
		<-done
	}
	t.Cleanup(func() {
		cancel()
	})
	select {
	case url := <-urls:
		return url, closeDoor
	case err := <-done:
		t.Fatalf("open the door at %s: %v", listen, err)
		return "", nil
	}
}
