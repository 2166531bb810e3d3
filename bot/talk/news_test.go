package talk

import (
	"fmt"
	"strings"
	"testing"

	"tablabot/engine"
)

// TestNews tells everyone what happened since he last decided, in the numbers of whoever
// did it.
func TestNews(t *testing.T) {
	play := func(seat engine.Seat, own bool) Line {
		return Line{Kind: "play", Seat: seat, Dice: "6-1", Play: "13/7, 8/7", Own: own}
	}
	pass := Line{Kind: "pass", Dice: "6-6"}
	tests := []struct {
		name  string
		story []Line
		actor engine.Seat
		want  []string
	}{
		{"nothing yet", nil, 0, nil},
		{"the opponent's play", []Line{play(0, true), play(1, true)}, 0, []string{"Bob 6-1: 13/7, 8/7"}},
		{"only what came after the own", []Line{play(1, true), play(0, true)}, 0, nil},
		{"an own pass is news", []Line{play(0, true), play(1, true), pass, play(1, true)}, 0,
			[]string{"Bob 6-1: 13/7, 8/7", "Ana 6-6: cannot move", "Bob 6-1: 13/7, 8/7"}},
		{"an own forced play is news", []Line{play(0, true), play(1, true), play(0, false), play(1, true)}, 0,
			[]string{"Bob 6-1: 13/7, 8/7", "Ana 6-1: 13/7, 8/7", "Bob 6-1: 13/7, 8/7"}},
		{"four lines at most", []Line{pass, pass, pass, pass, play(1, true)}, 0,
			[]string{"…", "Ana 6-6: cannot move", "Ana 6-6: cannot move", "Ana 6-6: cannot move", "Bob 6-1: 13/7, 8/7"}},
		{"a take", []Line{{Kind: "double", Seat: 0, Value: 2, Own: true}, {Kind: "take", Seat: 1, Value: 2, Own: true}}, 0,
			[]string{"Bob takes: the cube is at 2"}},
		{"a remainder", []Line{{Kind: "remainder", Seat: 1, Dice: "6-6", Parts: []Part{{6, "8/2(2)"}}}}, 0,
			[]string{"Bob plays the rest of Ana's 6-6: 6s 8/2(2)"}},
		{"an opening", []Line{{Kind: "opening", Dice: "3-3"}, {Kind: "opening", Dice: "6-2"}}, 0,
			[]string{"Opening roll: Ana and Bob throw 3-3", "Opening roll: Ana and Bob throw 6-2"}},
	}
	r := newRig(t)
	r.begin("backgammon 7")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r.onRoll(test.actor)
			r.forge(func(t *Table) { t.Story = test.story })
			lines := strings.Split(r.screen().Text.String(), "\n")
			got, want := strings.Join(lines[1:len(lines)-1], "\n"), strings.Join(test.want, "\n")
			if got != want {
				t.Errorf("the news are\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestPlaysAreToldInTheirPlayersNumbers: both make the same play and it reads the same.
func TestPlaysAreToldInTheirPlayersNumbers(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	for seat, name := range []string{ana, bob} {
		r.place(start, start)
		r.deal(engine.Seat(seat), 3, 1)
		r.tap(name, "8/5")
		r.tap(name, "6/5")
		r.tap(name, "✔")
		r.shows(name + " 3-1: 8/5 6/5")
		scene := r.screen().Scene
		if want := map[int]uint8{0: 24, 1: 1}[seat]; scene.Labels[0] != want {
			t.Errorf("after %s's play the first point is labelled %d, want %d", name, scene.Labels[0], want)
		}
	}
}

// TestStatusIsNeverCutOff: the longest names and plays still leave room for what is to
// be done.
func TestStatusIsNeverCutOff(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	r.onRoll(0)
	for _, name := range []string{strings.Repeat("W", 40), strings.Repeat("👩‍👩‍👧‍👦", 40), strings.Repeat("a"+strings.Repeat("\u0301", 30), 40)} {
		r.forge(func(t *Table) {
			t.Story = nil
			for seat := range t.Seats {
				t.Seats[seat].Name = cleanName(name)
			}
			for i := range 8 {
				t.Story = append(t.Story, Line{Kind: "play", Seat: engine.Seat(i % 2), Dice: "6-6", Play: fmt.Sprint(strings.Repeat("bar/24*, ", 4), "6-6")})
			}
		})
		r.shows("to roll or double") // the rig holds the length of every screen
	}
}

// TestAnOfferIsToldOnce: by the status while it is open, by the result when it is over.
func TestAnOfferIsToldOnce(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	r.place(start, start)
	r.onRoll(0)
	r.tapTwice(ana, "Double")
	if text := r.screen().Text.String(); strings.Count(text, "doubles to 2") != 1 {
		t.Errorf("the double is not told once:\n%s", text)
	}
	r.command(ana, "cancel", "")
	r.shows("Ana doubles to 2. Bob, take or drop?", "Ana would like to stop this match")
	if text := r.screen().Text.String(); strings.Count(text, "would like to stop") != 1 {
		t.Errorf("the wish to stop is not told once:\n%s", text)
	}
	r.tapTwice(bob, "Drop")
	if text := r.screen().Text.String(); strings.Count(text, "drops") != 1 || !strings.Contains(text, "Ana wins 1 point") {
		t.Errorf("the drop is not told once:\n%s", text)
	}
}
