package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

func renderer(t testing.TB) *Renderer {
	t.Helper()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func picture(t testing.TB, r *Renderer, s *Scene) []byte {
	t.Helper()
	p, err := r.PNG(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func decode(t testing.TB, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// tolerance is how far a colour may be off. Drawing is exact on amd64; other
// processors may join a product and a sum into one rounding.
func tolerance() int {
	if runtime.GOARCH == "amd64" {
		return 0
	}
	return 48
}

func TestGoldenPictures(t *testing.T) {
	r := renderer(t)
	for name, s := range scenes() {
		t.Run(name, func(t *testing.T) {
			got := picture(t, r, s)
			path := filepath.Join("testdata", name)
			if *update {
				write(t, path+".golden.png", got)
				return
			}
			want, err := os.ReadFile(path + ".golden.png")
			if err != nil {
				t.Fatalf("there is no golden picture yet (go test ./render -update): %v", err)
			}
			diff, n := compare(decode(t, got), decode(t, want))
			if n == 0 {
				return
			}
			write(t, path+".got.png", got)
			var b bytes.Buffer
			if err := png.Encode(&b, diff); err != nil {
				t.Fatal(err)
			}
			write(t, path+".diff.png", b.Bytes())
			t.Errorf("%d pixels differ from the golden picture: see %s.got.png and %s.diff.png", n, path, path)
		})
	}
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// compare counts the pixels that differ and paints them red.
func compare(got, want image.Image) (diff *image.NRGBA, n int) {
	diff = image.NewNRGBA(want.Bounds())
	for y := range want.Bounds().Dy() {
		for x := range want.Bounds().Dx() {
			a := color.NRGBAModel.Convert(got.At(x, y)).(color.NRGBA)
			b := color.NRGBAModel.Convert(want.At(x, y)).(color.NRGBA)
			far := max(apart(a.R, b.R), apart(a.G, b.G), apart(a.B, b.B))
			if far > tolerance() {
				n++
				diff.SetNRGBA(x, y, color.NRGBA{255, 0, 0, 255})
			} else {
				diff.SetNRGBA(x, y, mix(b, color.NRGBA{255, 255, 255, 255}, .7))
			}
		}
	}
	if got.Bounds() != want.Bounds() {
		n++
	}
	return diff, n
}

func apart(a, b uint8) int { return max(int(a)-int(b), int(b)-int(a)) }

// A picture depends on its scene alone, not on what was drawn before or is drawn
// beside it.
func TestPicturesDoNotMix(t *testing.T) {
	all := scenes()
	want := make(map[string][]byte)
	for name, s := range all {
		want[name] = picture(t, renderer(t), s)
	}
	r := renderer(t)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for name, s := range all {
				got, err := r.PNG(s)
				if err != nil {
					t.Errorf("%s: %v", name, err)
				} else if !bytes.Equal(got, want[name]) {
					t.Errorf("%s: the picture differs from the one drawn alone", name)
				}
			}
		})
	}
	group.Wait()
}

func TestThemes(t *testing.T) {
	r := renderer(t)
	seen := make(map[string]string)
	for _, theme := range Themes() {
		p := picture(t, r, &Scene{Theme: theme})
		if other, ok := seen[string(p)]; ok {
			t.Errorf("themes %q and %q look the same", theme, other)
		}
		seen[string(p)] = theme
	}
	if first := Themes()[0]; seen[string(picture(t, r, &Scene{}))] != first {
		t.Errorf("a scene without a theme is not drawn in %q", first)
	}
}

func TestBadScenes(t *testing.T) {
	r := renderer(t)
	for _, c := range []struct {
		scene *Scene
		want  string
	}{
		{nil, "there is no scene"},
		{&Scene{Theme: "pink"}, `there is no theme "pink"`},
		{&Scene{Bottom: 2}, "seat 2 cannot sit below"},
		{&Scene{Points: [24]Point{2: {Count: -1}}}, "point 3 has -1 checkers of seat 0"},
		{&Scene{Points: [24]Point{2: {Count: 1, Seat: 5}}}, "point 3 has 1 checkers of seat 5"},
		{&Scene{Points: [24]Point{23: {Pinned: true}}}, "point 24 has a pinned checker and none on it"},
		{&Scene{Bars: [2]int{0, 100}}, "seat 1 has 100 checkers on the bar"},
		{&Scene{Off: [2]int{-2, 0}}, "seat 0 has borne -2 checkers off"},
		{&Scene{Labels: [24]uint8{100}}, "point 1 has the label 100"},
		{&Scene{Homes: [2]Home{{1, 24}, {3, 9}}}, "seat 1 cannot go from 9 to 3"},
		{&Scene{Dice: []Die{{Value: 7}}}, "seat 0 cannot throw a 7"},
		{&Scene{Cube: &Cube{Owner: 3}}, "the cube cannot go from seat 3 to seat 0"},
		{&Scene{Arrows: []Arrow{{From: 26, To: 1}}}, "seat 0 cannot move from 26 to 1"},
		{&Scene{Movable: []Place{26}}, "there is no place 26"},
		{&Scene{Result: &Result{Winner: 3}}, "seat 3 cannot win"},
	} {
		_, err := r.PNG(c.scene)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got the error %v, want %q", err, c.want)
		}
	}
}

// checkDrawn fails unless a scene gives a picture of the right size or an error.
func checkDrawn(t interface {
	Helper()
	Fatalf(string, ...any)
}, r *Renderer, s *Scene) error {
	t.Helper()
	p, err := r.PNG(s)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "draw a board: ") {
			t.Fatalf("the error does not say what was tried: %v", err)
		}
		return err
	}
	img, err := png.Decode(bytes.NewReader(p))
	if err != nil {
		t.Fatalf("not a picture: %v", err)
	}
	if size := img.Bounds().Size(); size != image.Pt(Width, Height) {
		t.Fatalf("the picture is %v, want %d × %d", size, Width, Height)
	}
	return nil
}

func TestEveryValidSceneIsDrawn(t *testing.T) {
	r := renderer(t)
	seat, place := rapid.Uint8Max(1), rapid.Custom(func(t *rapid.T) Place { return Place(rapid.Uint8Max(25).Draw(t, "place")) })
	count := rapid.IntRange(0, 99)
	rapid.Check(t, func(t *rapid.T) {
		s := &Scene{
			Theme:  rapid.SampledFrom(Themes()).Draw(t, "theme"),
			Bottom: seat.Draw(t, "bottom"),
			Bars:   [2]int{count.Draw(t, "bar"), count.Draw(t, "bar")},
			Off:    [2]int{count.Draw(t, "off"), count.Draw(t, "off")},
			Homes:  rapid.SampledFrom([][2]Home{{}, usualHomes, parallelHomes}).Draw(t, "homes"),
			Ways:   rapid.Bool().Draw(t, "ways"),
			Length: rapid.Int().Draw(t, "length"),
		}
		for i := range s.Points {
			n := rapid.IntRange(0, 20).Draw(t, "n")
			s.Points[i] = Point{Count: n, Seat: seat.Draw(t, "seat"), Pinned: n > 0 && rapid.Bool().Draw(t, "pinned")}
			s.Labels[i] = rapid.Uint8Max(99).Draw(t, "label")
		}
		for i := range s.Players {
			s.Players[i] = Player{rapid.String().Draw(t, "name"), rapid.Int().Draw(t, "score"), rapid.Int().Draw(t, "pips"), rapid.Bool().Draw(t, "act")}
		}
		s.Dice = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Die {
			return Die{rapid.Uint8Range(1, 6).Draw(t, "die"), seat.Draw(t, "player"), rapid.Bool().Draw(t, "used"),
				rapid.Bool().Draw(t, "later"), rapid.Bool().Draw(t, "rest")}
		}), 0, 48).Draw(t, "dice")
		s.Arrows = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Arrow {
			return Arrow{seat.Draw(t, "mover"), place.Draw(t, "from"), place.Draw(t, "to"), rapid.Int().Draw(t, "n"), rapid.Bool().Draw(t, "hit")}
		}), 0, 12).Draw(t, "arrows")
		s.Movable = rapid.SliceOfN(place, 0, 30).Draw(t, "movable")
		if rapid.Bool().Draw(t, "cube") {
			s.Cube = &Cube{rapid.Int().Draw(t, "value"), rapid.Uint8Max(2).Draw(t, "owner"), rapid.Bool().Draw(t, "offered"), seat.Draw(t, "to")}
		}
		if rapid.Bool().Draw(t, "over") {
			s.Result = &Result{rapid.Uint8Max(2).Draw(t, "winner"), rapid.Int().Draw(t, "points")}
		}
		if err := checkDrawn(t, r, s); err != nil {
			t.Fatalf("a valid scene is not drawn: %v", err)
		}
	})
}

func FuzzScene(f *testing.F) {
	for _, s := range scenes() {
		text, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"points":[{"n":-5,"seat":9,"pin":true}],"bars":[1,2,3],"dice":[{"v":0}]}`))
	r := renderer(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var s Scene
		if json.Unmarshal(text, &s) != nil {
			return
		}
		_ = checkDrawn(t, r, &s)
	})
}

func TestHash(t *testing.T) {
	seen := make(map[string]string)
	for name, s := range scenes() {
		h := s.Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("scenes %q and %q have one name", name, other)
		}
		seen[h] = name

		var again Scene
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if got := again.Hash(); got != h {
			t.Errorf("%s: after a way through JSON its name is %s, want %s", name, got, h)
		}
	}
	change := scenes()["contact"]
	before := change.Hash()
	change.Arrows[0].Hit = true
	if change.Hash() == before {
		t.Error("another arrow gives the same name")
	}
}

// ExampleRenderer_PNG draws the position in which a game of backgammon begins.
func ExampleRenderer_PNG() {
	r, err := New()
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &Scene{Players: [2]Player{{Name: "Ana", Pips: 167, ToAct: true}, {Name: "Boris", Pips: 167}}}
	s.Points[23] = Point{Count: 2} // point 24
	s.Points[0] = Point{Count: 2, Seat: 1}
	file, err := r.PNG(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	img, err := png.DecodeConfig(bytes.NewReader(file))
	fmt.Println(img.Width, img.Height, err)
	// Output: 1280 960 <nil>
}
