package courier

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tablabot/bot"
	"tablabot/render"
)

func TestNoPictureIsDrawnTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &painter{hold: make(chan struct{})}
		g := NewGallery(p, 10, 2)
		var wait sync.WaitGroup
		for i := range 30 {
			wait.Go(func() {
				_, png, err := g.Picture(&render.Scene{Length: i % 3})
				if want := fmt.Sprint("png ", i%3); err != nil || string(png) != want {
					t.Errorf("got %q, %v; want %q", png, err, want)
				}
			})
		}
		synctest.Wait()
		close(p.hold)
		wait.Wait()
		for i := range 3 {
			if _, _, err := g.Picture(&render.Scene{Length: i}); err != nil {
				t.Error(err)
			}
			if p.drawn[i] != 1 {
				t.Errorf("scene %d was drawn %d times", i, p.drawn[i])
			}
		}
	})
}

func TestTheGalleryKeepsWhatWasUsedLast(t *testing.T) {
	p := new(painter)
	g := NewGallery(p, 2, 1)
	for _, length := range []int{1, 2, 1, 3, 1, 2} { // 3 pushes 2 out, not 1
		if _, _, err := g.Picture(&render.Scene{Length: length}); err != nil {
			t.Fatal(err)
		}
	}
	for length, want := range map[int]int{1: 1, 2: 2, 3: 1} {
		if p.drawn[length] != want {
			t.Errorf("scene %d was drawn %d times, want %d", length, p.drawn[length], want)
		}
	}
	if g.recent.Len() != 2 || len(g.byName) != 2 {
		t.Errorf("%d pictures and %d names are kept, want 2", g.recent.Len(), len(g.byName))
	}
}

// dropper refuses or panics.
type dropper struct{ err error }

func (d dropper) PNG(*render.Scene) ([]byte, error) {
	if d.err != nil {
		return nil, d.err
	}
	panic("no paint")
}

func TestADrawingThatFails(t *testing.T) {
	refusal := errors.New("cannot draw")
	if _, _, err := NewGallery(dropper{refusal}, 1, 1).Picture(new(render.Scene)); !errors.Is(err, refusal) {
		t.Errorf("got %v, want %v", err, refusal)
	}
	if _, _, err := NewGallery(dropper{}, 1, 1).Picture(new(render.Scene)); err == nil {
		t.Error("a panic is no error")
	}
}

func TestFingerprints(t *testing.T) {
	screen := func(change func(*bot.Screen)) string {
		s := bot.Screen{
			Scene:   &render.Scene{Length: 3},
			Text:    bot.Text{{Text: "Ana to roll"}},
			Alt:     "a board",
			Groups:  []bot.Group{{Buttons: []bot.Button{{Label: "Roll", Data: "r"}}}},
			Mention: []bot.PersonKey{"tg:1"},
		}
		change(&s)
		hash, err := fingerprint(&s)
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	same := screen(func(*bot.Screen) {})
	if got := screen(func(s *bot.Screen) { s.Mention = nil }); got != same {
		t.Error("whom a post notifies changes the fingerprint")
	}
	for what, change := range map[string]func(*bot.Screen){
		"scene":   func(s *bot.Screen) { s.Scene.Length = 5 },
		"picture": func(s *bot.Screen) { s.Scene = nil },
		"text":    func(s *bot.Screen) { s.Text[0].Kind = bot.Bold },
		"instant": func(s *bot.Screen) { s.Text[0].Time = time.Unix(1, 0) },
		"alt":     func(s *bot.Screen) { s.Alt = "" },
		"button":  func(s *bot.Screen) { s.Groups[0].Buttons[0].Style = bot.Danger },
		"row":     func(s *bot.Screen) { s.Groups[0].PerRow = 2 },
	} {
		if screen(change) == same {
			t.Errorf("a change of the %s does not change the fingerprint", what)
		}
	}
}

func TestBackoffGrowsAndIsBounded(t *testing.T) {
	for failures, want := range map[int]time.Duration{0: firstRetry, 1: firstRetry, 2: 2 * firstRetry, 5: 16 * firstRetry, 8: lastRetry, 1000: lastRetry} {
		for range 100 {
			if got := backoff(failures); got > want || got < want*3/4 {
				t.Errorf("after %d errors: wait %v, want %v or at most a quarter less", failures, got, want)
			}
		}
	}
}
