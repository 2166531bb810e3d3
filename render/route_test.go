package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestRoutes(t *testing.T) {
	play := func(seat uint8, ways ...[2]Place) (arrows []Arrow) {
		for _, w := range ways {
			arrows = append(arrows, Arrow{Seat: seat, From: w[0], To: w[1]})
		}
		return arrows
	}
	theirs := play(1, [2]Place{1, 5}, [2]Place{12, 14})
	for _, c := range []struct {
		name  string
		all   []Arrow
		chain bool
		want  routes
	}{
		{name: "few arrows stay as they are",
			all:  append(theirs, play(0, [2]Place{24, 20}, [2]Place{13, 9})...),
			want: routes{arrows: append(theirs, play(0, [2]Place{24, 20}, [2]Place{13, 9})...)}},
		{name: "many are taken together: 13/8 and 8/3 come to 13/3",
			all: play(0, [2]Place{8, 3}, [2]Place{13, 8}, [2]Place{24, 23}, [2]Place{6, 5}, [2]Place{6, 5}),
			want: routes{arrows: []Arrow{
				{From: 24, To: 23, Count: 1}, {From: 13, To: 5, Count: 1}, {From: 6, To: 5, Count: 1}, {From: 6, To: 3, Count: 1}}}},
		{name: "a hit stays",
			all: append(play(0, [2]Place{24, 23}, [2]Place{13, 8}, [2]Place{8, 3}, [2]Place{6, 5}), Arrow{From: 23, To: 20, Hit: true}),
			want: routes{arrows: []Arrow{
				{From: 24, To: 23, Count: 1}, {From: 13, To: 5, Count: 1}, {From: 6, To: 3, Count: 1}, {From: 23, To: 20, Hit: true}}}},
		{name: "beside a chain the older play goes",
			all:   append(theirs, play(0, [2]Place{24, 20}, [2]Place{13, 9}, [2]Place{6, 1})...),
			chain: true,
			want: routes{crowded: true, arrows: []Arrow{
				{From: 24, To: 20, Count: 1}, {From: 13, To: 9, Count: 1}, {From: 6, To: 1, Count: 1}}}},
		{name: "of too many the longest are drawn",
			all: play(0, [2]Place{24, 22}, [2]Place{20, 17}, [2]Place{16, 15}, [2]Place{14, 9}, [2]Place{8, 4}, [2]Place{6, Tray}),
			want: routes{crowded: true, arrows: []Arrow{
				{From: 6, To: Tray, Count: 1}, {From: 14, To: 9, Count: 1}, {From: 8, To: 4, Count: 1},
				{From: 20, To: 17, Count: 1}, {From: 24, To: 22, Count: 1}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := newRoutes(c.all, usualHomes, c.chain)
			if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(routes{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a play comes to leaves every place with as many checkers as the play itself,
// and every arrow goes forward.
func TestNet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		home := rapid.SampledFrom([]Home{usualHomes[0], usualHomes[1], parallelHomes[1]}).Draw(t, "home")
		var play []Arrow
		for range rapid.IntRange(0, 24).Draw(t, "arrows") {
			from := rapid.IntRange(1, 25).Draw(t, "from")
			play = append(play, Arrow{
				From:  home.place(from),
				To:    home.place(rapid.IntRange(0, from-1).Draw(t, "to")),
				Count: rapid.IntRange(0, 4).Draw(t, "n"),
				Hit:   rapid.IntRange(0, 5).Draw(t, "hit") == 0,
			})
		}
		change := func(arrows []Arrow) (change [Bar + 1]int) {
			for _, a := range arrows {
				if home.way(a) <= 0 {
					t.Fatalf("an arrow goes back from %d to %d", a.From, a.To)
				}
				change[a.From] -= max(1, a.Count)
				change[a.To] += max(1, a.Count)
			}
			return change
		}
		if diff := cmp.Diff(change(play), change(home.net(play))); diff != "" {
			t.Errorf("checkers that came (-want +got):\n%s", diff)
		}
	})
}

func TestOwnNumbers(t *testing.T) {
	for _, h := range []Home{usualHomes[0], usualHomes[1], parallelHomes[1]} {
		for own := range int(Bar) + 1 {
			if got := h.own(h.place(own)); got != own {
				t.Errorf("home %v: own place %d is place %d, which is own place %d", h, own, h.place(own), got)
			}
		}
	}
}
