package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	l, err := newLettering()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, want string }{
		{"Ana", "Ana"},
		{"  Ana \n\t Marija ", "Ana Marija"},
		{"Ђорђе", "Ђорђе"},
		{"Δημήτρης", "Δημήτρης"},
		{"Ștefan", "Ștefan"},
		{"e\u0301", "é"},
		{"Ana 👩‍🚀 B", "Ana B"},         // one grapheme of three characters
		{"李 Ana", "Ana"},               // a script that the font lacks
		{"👩‍🚀🇷🇸", ""},                  // nothing left
		{"...", ""},                    // nothing that names anyone
		{"♥", "♥"},                     //
		{"☺\ufe0f", "☺"},               // asked for in colour, drawn without
		{"A\u202eB\u200b\x00C", "ABC"}, // controls and direction marks
		{"\xff\xfeAna", "Ana"},
		{"שלום", "םולש"},
		{"(אב)", "(בא)"},
		{"אב 12", "12 בא"},
		{"Ana אב", "Ana בא"},
		{"سلام", "\ufee1\ufefc\ufeb3"},        // meem alone, lam-alef at its end, seen at its start
		{"باب", "\ufe8f\ufe8e\ufe91"},         // beh alone, alef at its end, beh at its start
		{"بَابٌ", "\ufe8f\ufe8e\ufe91"},       // the same with vowel signs
		{"پدر", "\ufead\ufeaa\ufb58"},         // Persian peh
		{"ببب", "\ufe90\ufe92\ufe91"},         // end, inside, start
		{"علي Ana", "Ana \ufef2\ufee0\ufecb"}, //
	} {
		if got := l.name(c.name, nameSize, 2000); got != c.want {
			t.Errorf("%q is set as %q (%+q), want %q", c.name, got, got, c.want)
		}
	}
}

func TestLongNamesAreCut(t *testing.T) {
	l, err := newLettering()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 900).Draw(t, "width")
		got := l.name(rapid.String().Draw(t, "name"), nameSize, width)
		if w := l.width(got, nameSize); w > width {
			t.Fatalf("%q takes %d pixels of %d", got, w, width)
		}
	})
	for _, c := range []struct{ name, room, want string }{
		{"Maximilian", "Maximilian", "Maximilian"},
		{"Maximilian", "Max…", "Max…"},
		{"Max imilian", "Max …", "Max…"}, // no gap before the ellipsis
		{"Maximilian", ".", ""},
	} {
		width := l.width(c.room, nameSize)
		if got := l.name(c.name, nameSize, width); got != c.want {
			t.Errorf("%q in the room of %q is %q, want %q", c.name, c.room, got, c.want)
		}
	}
}

func TestLayout(t *testing.T) {
	right, left := columnX(0), columnX(11)
	for _, c := range []struct {
		what   string
		bottom uint8
		homes  [2]Home
		place  Place
		want   spot // of its base
	}{
		{"seat 0 below: its 1 is at the bottom right", 0, usualHomes, 1, spot{right, fieldBottom}},
		{"its 12 at the bottom left", 0, usualHomes, 12, spot{left, fieldBottom}},
		{"its 13 above that", 0, usualHomes, 13, spot{left, fieldTop}},
		{"its 24 at the top right", 0, usualHomes, 24, spot{right, fieldTop}},
		{"seat 1 below: its own 1 is at the bottom right", 1, usualHomes, 24, spot{right, fieldBottom}},
		{"and the board is turned over", 1, usualHomes, 12, spot{left, fieldTop}},
		{"both the same way round, seat 0 below", 0, parallelHomes, 13, spot{left, fieldTop}},
		{"both the same way round, seat 1 below: the board is turned round", 1, parallelHomes, 13, spot{right, fieldBottom}},
		{"so that seat 0 starts at the bottom left", 1, parallelHomes, 24, spot{left, fieldBottom}},
		{"and ends at the top left", 1, parallelHomes, 1, spot{left, fieldTop}},
	} {
		got, _ := newLayout(c.bottom, c.homes).point(c.place)
		if got != c.want {
			t.Errorf("%s: point %d lies at %v, want %v", c.what, c.place, got, c.want)
		}
	}
}

func TestWells(t *testing.T) {
	const l, r, up, down = true, false, true, false
	for _, c := range []struct {
		what         string
		bottom       uint8
		homes        [2]Home
		trays, cubes [2]image.Rectangle
	}{
		{"usual", 0, usualHomes, [2]image.Rectangle{well(r, down), well(r, up)}, [2]image.Rectangle{well(l, down), well(l, up)}},
		{"usual, seat 1 below", 1, usualHomes, [2]image.Rectangle{well(r, up), well(r, down)}, [2]image.Rectangle{well(l, up), well(l, down)}},
		{"parallel", 0, parallelHomes, [2]image.Rectangle{well(r, down), well(l, up)}, [2]image.Rectangle{well(l, down), well(r, up)}},
	} {
		for seat := range uint8(2) {
			layout := newLayout(c.bottom, c.homes)
			if got := layout.tray(seat); got != c.trays[seat] {
				t.Errorf("%s: seat %d bears off into %v, want %v", c.what, seat, got, c.trays[seat])
			}
			if got := layout.garage(seat); got != c.cubes[seat] {
				t.Errorf("%s: seat %d keeps the cube in %v, want %v", c.what, seat, got, c.cubes[seat])
			}
		}
	}
}

func TestGroupDice(t *testing.T) {
	dice := func(values ...uint8) (dice []Die) {
		for _, v := range values {
			dice = append(dice, Die{Value: v})
		}
		return dice
	}
	later := func(values ...uint8) (dice []Die) {
		for _, v := range values {
			dice = append(dice, slices.Repeat([]Die{{Value: v, Later: true}}, 4)...)
		}
		return dice
	}
	for _, c := range []struct {
		name string
		dice []Die
		want []diceGroup
	}{
		{"none", nil, nil},
		{"two", dice(6, 1), []diceGroup{{Die{Value: 6}, 1}, {Die{Value: 1}, 1}}},
		{"four equal ones lie side by side", dice(3, 3, 3, 3), slices.Repeat([]diceGroup{{Die{Value: 3}, 1}}, 4)},
		{"a chain", dice(5, 5, 5, 5, 6, 6, 6, 6), []diceGroup{{Die{Value: 5}, 4}, {Die{Value: 6}, 4}}},
		{"the other seat's", []Die{{Value: 2, Seat: 1}}, nil},
		{"one stage to come", append(dice(5, 5, 5, 5), later(6)...),
			append(slices.Repeat([]diceGroup{{Die{Value: 5}, 1}}, 4), diceGroup{Die{Value: 6, Later: true}, 4})},
		{"four stages to come", append(dice(2, 2), later(3, 4, 5, 6)...), []diceGroup{
			{Die{Value: 2}, 2}, {Die{Value: 3, Later: true}, 4}, {Die{Value: 4, Later: true}, 4},
			{Die{Value: 5, Later: true}, 4}, {Die{Value: 6, Later: true}, 4}}},
		{"stages to come after a single die", append(dice(1), later(2, 3)...), []diceGroup{
			{Die{Value: 1}, 1}, {Die{Value: 2, Later: true}, 4}, {Die{Value: 3, Later: true}, 4}}},
	} {
		if diff := cmp.Diff(c.want, groupDice(c.dice, 0), cmp.AllowUnexported(diceGroup{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	used := dice(5, 5, 5, 5, 6)
	used[0].Used = true
	if got := groupDice(used, 0); len(got) != 3 || got[0].n != 1 || got[1].n != 3 {
		t.Errorf("used dice are not kept apart: %v", got)
	}
}

// What the encoder writes, image/png reads.
func TestEncoder(t *testing.T) {
	var e encoder
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 40).Draw(t, "height")
		var colours color.Palette
		for i := range rapid.IntRange(1, 256).Draw(t, "colours") {
			colours = append(colours, color.RGBA{uint8(i), uint8(i * 7), uint8(i * 31), 255})
		}
		want := image.NewPaletted(image.Rect(0, 0, w, h), colours)
		index := rapid.Uint8Max(uint8(len(colours) - 1))
		for i := range want.Pix {
			want.Pix[i] = index.Draw(t, "pixel")
		}
		file, err := e.encode(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := got.(*image.Paletted); !ok || !bytes.Equal(p.Pix, want.Pix) || len(p.Palette) != len(colours) {
			t.Fatal("the picture that is read differs from the one written")
		}
	})
}

func TestSubtract(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOf(rapid.Byte()).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Byte(), len(a), len(a)).Draw(t, "b")
		got := make([]byte, len(a))
		subtract(got, a, b)
		for i := range a {
			if got[i] != a[i]-b[i] {
				t.Fatalf("byte %d: %d - %d gives %d", i, a[i], b[i], got[i])
			}
		}
	})
}

// A palette keeps pure colours that are far apart, and finds them again.
func TestPalette(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 16, 1))
	want := []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}}
	for x := range 16 {
		img.SetRGBA(x, 0, want[x%len(want)])
	}
	p := newPalette(img)
	got := image.NewPaletted(img.Rect, p.colours)
	p.paint(got, img, img.Rect)
	for x := range 16 {
		if c := color.RGBAModel.Convert(got.At(x, 0)); c != want[x%len(want)] {
			t.Errorf("pixel %d is %v, want %v", x, c, want[x%len(want)])
		}
	}
}
