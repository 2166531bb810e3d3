package discord

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/bot"
)

// buttons returns n buttons whose labels begin with a name.
func buttons(name string, n int) []bot.Button {
	out := make([]bot.Button, n)
	for i := range out {
		out[i] = bot.Button{Label: fmt.Sprintf("%s%d", name, i+1), Data: fmt.Sprintf("%s/%d", name, i+1)}
	}
	return out
}

// sketch writes a layout as a line a row: buttons by their labels, a select as the
// number of its options in brackets.
func sketch(rows []component) []string {
	var out []string
	for _, row := range rows {
		var words []string
		for _, c := range row.Components {
			if c.Type == typeSelect {
				words = append(words, fmt.Sprintf("[%d: %s]", len(c.Options), c.Holder))
				continue
			}
			words = append(words, c.Label)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestLayout(t *testing.T) {
	controls := bot.Group{Buttons: buttons("c", 3)}
	tests := []struct {
		name   string
		groups []bot.Group
		want   []string
	}{
		{name: "nothing"},
		{name: "an empty group", groups: []bot.Group{{}, controls}, want: []string{"c1 c2 c3"}},
		{
			name:   "rows of the width asked for",
			groups: []bot.Group{{Buttons: buttons("m", 6), PerRow: 2}, controls},
			want:   []string{"m1 m2", "m3 m4", "m5 m6", "c1 c2 c3"},
		},
		{
			name:   "wider rows where they do not fit",
			groups: []bot.Group{{Buttons: buttons("m", 12), PerRow: 2}, controls},
			want:   []string{"m1 m2 m3 m4 m5", "m6 m7 m8 m9 m10", "m11 m12", "c1 c2 c3"},
		},
		{
			name:   "twenty moves and controls",
			groups: []bot.Group{{Buttons: buttons("m", 20), PerRow: 4}, controls},
			want:   []string{"m1 m2 m3 m4 m5", "m6 m7 m8 m9 m10", "m11 m12 m13 m14 m15", "m16 m17 m18 m19 m20", "c1 c2 c3"},
		},
		{
			name:   "the rest in a select",
			groups: []bot.Group{{Buttons: buttons("m", 23)}, controls},
			want:   []string{"m1 m2 m3 m4 m5", "m6 m7 m8 m9 m10", "m11 m12 m13 m14 m15", "[8: m16 … m23]", "c1 c2 c3"},
		},
		{
			name:   "a second select",
			groups: []bot.Group{controls, {Buttons: buttons("m", 50)}},
			want:   []string{"c1 c2 c3", "m1 m2 m3 m4 m5", "m6 m7 m8 m9 m10", "[25: m11 … m35]", "[15: m36 … m50]"},
		},
		{
			name:   "many small groups share rows",
			groups: []bot.Group{{Buttons: buttons("a", 2)}, {Buttons: buttons("b", 2)}, {Buttons: buttons("m", 17)}, {Buttons: buttons("d", 1)}, {Buttons: buttons("e", 1)}, {Buttons: buttons("f", 1)}},
			want:   []string{"m1 m2 m3 m4 m5", "m6 m7 m8 m9 m10", "[7: m11 … m17]", "a1 a2 b1 b2 d1", "e1 f1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rows, left := components(tt.groups, new(prompts).identify)
			if diff := cmp.Diff(tt.want, sketch(rows)); diff != "" || left != 0 {
				t.Errorf("%d left, the rows (-want +got):\n%s", left, diff)
			}
		})
	}
}

// TestLayoutHolds checks what holds for whatever buttons there are.
func TestLayoutHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var groups []bot.Group
		total := 0
		for i := range rapid.IntRange(0, 9).Draw(t, "groups") {
			n := rapid.IntRange(0, 60).Draw(t, "buttons")
			groups = append(groups, bot.Group{Buttons: buttons(fmt.Sprint("g", i, "b"), n), PerRow: rapid.IntRange(0, 8).Draw(t, "width")})
			total += n
		}
		rows, left := components(groups, new(prompts).identify)
		ids, shown := make(map[string]bool), 0
		see := func(id string) {
			if ids[id] {
				t.Fatalf("the id %q stands twice", id)
			}
			ids[id] = true
		}
		for _, row := range rows {
			if n := len(row.Components); n < 1 || n > 5 {
				t.Fatalf("a row of %d", n)
			}
			for _, c := range row.Components {
				see(c.CustomID)
				for _, o := range c.Options {
					see(o.Value)
				}
				switch {
				case c.Type == typeButton:
					shown++
				case len(c.Options) < 1 || len(c.Options) > 25 || len(row.Components) > 1:
					t.Fatalf("a select of %d in a row of %d", len(c.Options), len(row.Components))
				default:
					shown += len(c.Options)
				}
			}
		}
		if len(rows) > 5 || shown+left != total {
			t.Fatalf("%d rows show %d of %d buttons, %d left", len(rows), shown, total, left)
		}
		if total <= 40 && left > 0 && len(groups) <= 2 {
			t.Fatalf("%d of %d buttons are left", left, total)
		}
	})
}

func TestStyles(t *testing.T) {
	got := map[bot.Style]int{}
	for _, s := range []bot.Style{bot.Plain, bot.Primary, bot.Success, bot.Danger} {
		got[s] = styleOf(s)
	}
	want := map[bot.Style]int{bot.Primary: 1, bot.Plain: 2, bot.Success: 3, bot.Danger: 4}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the styles (-want +got):\n%s", diff)
	}
}
