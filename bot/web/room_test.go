package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/bot"
)

func emptyRoom() *room {
	return newRoom("main", &pictures{}, func() time.Time { return noon })
}

// pageCopy is what a page makes of the news: it drops below the floor and puts each
// message in its place.
type pageCopy struct {
	seen     progress
	messages map[int]string
}

func (c *pageCopy) read(t *rapid.T, r *room) {
	news := r.since(c.seen)
	c.seen = news.seen
	for n := range c.messages {
		if n < news.Floor {
			delete(c.messages, n)
		}
	}
	for _, raw := range news.Messages {
		var m wireMessage
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		c.messages[m.N] = string(raw)
	}
}

// Whatever happens between two looks of a reader, one look brings him up to date.
func TestReadersCatchUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := emptyRoom()
		readers := []*pageCopy{{messages: map[int]string{}}, {messages: map[int]string{}}}
		var refs []bot.BoardRef
		pick := func() bot.BoardRef { return rapid.SampledFrom(refs).Draw(t, "ref") }
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch what := rapid.IntRange(0, 9).Draw(t, "what"); {
			case what < 4 || len(refs) == 0:
				refs = append(refs, r.post("", draw(withButton(fmt.Sprint(i)), nil), nil))
			case what < 6:
				r.edit(pick(), draw(withButton(fmt.Sprint("edit", i)), nil), nil)
			case what < 7:
				r.strip(pick())
			case what < 8:
				for range rapid.IntRange(0, maxMessages).Draw(t, "many") {
					r.post("", draw(plain("filler"), nil), nil)
				}
			default:
				rapid.SampledFrom(readers).Draw(t, "reader").read(t, r)
			}
		}
		want := map[int]string{}
		for _, m := range r.messages {
			want[m.n] = string(m.json)
		}
		for i, reader := range readers {
			reader.read(t, r)
			if diff := cmp.Diff(want, reader.messages); diff != "" {
				t.Fatalf("reader %d (-room +reader):\n%s", i, diff)
			}
		}
	})
}

func withButton(text string) bot.Rendered {
	r := plain(text)
	r.Groups = []bot.Group{{Buttons: []bot.Button{{Label: "Roll", Data: "roll"}}}}
	return r
}

func TestRoomKeepsTheNewestMessages(t *testing.T) {
	r := emptyRoom()
	first := r.post("", draw(plain("first"), nil), nil)
	for range maxMessages {
		r.post("", draw(plain("more"), nil), nil)
	}
	if got := len(r.messages); got != maxMessages {
		t.Errorf("the room has %d messages, want %d", got, maxMessages)
	}
	if err := r.edit(first, draw(plain("x"), nil), nil); !errors.Is(err, bot.ErrGone) {
		t.Errorf("edit of the dropped message: got %v, want %v", err, bot.ErrGone)
	}
}

func TestRoomKeepsTheNewestPictures(t *testing.T) {
	p := &pictures{}
	r := newRoom("main", p, func() time.Time { return noon })
	board := drawing(t, 4, 3)
	post := func(name string) bot.BoardRef {
		rendered := bot.Rendered{PNG: board, Picture: name}
		shown := p.show(rendered)
		return r.post("", draw(rendered, shown), shown)
	}
	first := post("first")
	second := post("p0")
	for i := range maxPictured - 1 {
		post(fmt.Sprint("p", i))
	}
	if err := r.strip(first); !errors.Is(err, bot.ErrGone) {
		t.Errorf("the oldest picture's message: got %v, want %v", err, bot.ErrGone)
	}
	if shown := p.byName["first"].shown; shown != 0 {
		t.Errorf("the dropped message's picture is shown %d times, want 0", shown)
	}
	if err := r.edit(second, draw(plain("no picture"), nil), nil); err != nil {
		t.Fatal(err)
	}
	if shown := p.byName["p0"].shown; shown != 1 {
		t.Errorf("a picture of two messages is shown %d times after one lost it, want 1", shown)
	}
	r.clear()
	for name, kept := range p.byName {
		if kept.shown != 0 {
			t.Errorf("%s is shown %d times after its room was cleared", name, kept.shown)
		}
	}
}

func TestPostsWithOneNonceAreOne(t *testing.T) {
	r := emptyRoom()
	a := r.post("n1", draw(plain("board"), nil), nil)
	b := r.post("n1", draw(plain("board"), nil), nil)
	c := r.post("", draw(plain("other"), nil), nil)
	d := r.post("", draw(plain("other"), nil), nil)
	if a != b || c == d || len(r.messages) != 3 {
		t.Errorf("refs %q %q %q %q in %d messages, want the first two equal, the others apart, 3 messages", a, b, c, d, len(r.messages))
	}
}

func TestReferencesOfAnotherRoomOrProcessAreUnknown(t *testing.T) {
	before, after := emptyRoom(), emptyRoom()
	old := before.post("", draw(plain("old"), nil), nil)
	after.post("", draw(plain("new"), nil), nil)
	if err := after.edit(old, draw(plain("x"), nil), nil); !errors.Is(err, bot.ErrGone) {
		t.Errorf("edit %q in the new room: got %v, want %v", old, err, bot.ErrGone)
	}
}

func TestRoomsAreBounded(t *testing.T) {
	now := noon
	rs := &rooms{pictures: &pictures{}, now: func() time.Time { now = now.Add(time.Second); return now }}
	watched, _ := rs.open("watched")
	leave := watched.enter(&window{})
	busy, _ := rs.open("busy")
	busy.post("", draw(plain("hello"), nil), nil)
	for i := range 3 * maxRooms {
		if _, ok := rs.open(fmt.Sprint("r", i)); !ok {
			t.Fatalf("room %d cannot be opened though most are empty", i)
		}
	}
	if got := len(rs.byName); got != maxRooms {
		t.Errorf("there are %d rooms, want %d", got, maxRooms)
	}
	for _, kept := range []*room{watched, busy} {
		if rs.find(kept.chat()) != kept {
			t.Errorf("room %q was dropped before empty ones", kept.name)
		}
	}
	leave()
	for _, r := range rs.byName {
		r.enter(&window{})
	}
	if _, ok := rs.open("one-more"); ok {
		t.Error("a room was dropped that somebody looks at")
	}
}

func TestPresentPeopleComeOnceAndSorted(t *testing.T) {
	r := emptyRoom()
	ana, bojan := person{"web:ana", "Ana"}, person{"web:bojan", "Bojan"}
	leave := r.enter(&window{people: []person{bojan, ana}})
	r.enter(&window{people: []person{ana}})
	if got, want := r.since(progress{}).people, []person{ana, bojan}; !slices.Equal(got, want) {
		t.Errorf("present: got %v, want %v", got, want)
	}
	leave()
	if got, want := r.since(progress{}).people, []person{ana}; !slices.Equal(got, want) {
		t.Errorf("present after one left: got %v, want %v", got, want)
	}
}
