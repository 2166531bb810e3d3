package web

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"testing"

	"tablabot/bot"
)

func drawing(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestPicturesAreKeptWhileShown(t *testing.T) {
	p := &pictures{}
	bytes := drawing(t, 4, 3)
	shown := p.show(bot.Rendered{PNG: bytes, Picture: "shown"})
	twice := p.show(bot.Rendered{PNG: bytes, Picture: "twice"})
	p.show(bot.Rendered{PNG: bytes, Picture: "twice"})
	p.hide(twice)
	for i := range 3 * maxUnshown {
		p.hide(p.show(bot.Rendered{PNG: bytes, Picture: fmt.Sprint("p", i)}))
	}
	if got, want := len(p.byName), maxUnshown+2; got != want {
		t.Errorf("%d pictures are kept, want %d", got, want)
	}
	for _, kept := range []*picture{shown, twice} {
		if p.byName[kept.name] != kept {
			t.Errorf("%q was dropped while shown", kept.name)
		}
	}
	if shown.width != 4 || shown.height != 3 {
		t.Errorf("size %dx%d, want 4x3", shown.width, shown.height)
	}
}

func TestPicturesAreServed(t *testing.T) {
	tb := serve(t, Config{})
	board := drawing(t, 8, 6)
	tb.door.Post(t.Context(), "web:main", bot.Rendered{PNG: board, Picture: "b-1", Alt: "a board"})
	response := tb.browser().get("/picture/b-1.png")
	got, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK || !bytes.Equal(got, board) {
		t.Errorf("got %d and %d bytes, want 200 and the picture's %d", response.StatusCode, len(got), len(board))
	}
	if cache := response.Header.Get("Cache-Control"); cache != "private, max-age=31536000, immutable" {
		t.Errorf("Cache-Control: %q", cache)
	}
	for _, path := range []string{"/picture/unknown.png", "/picture/b-1", "/picture/..%2fguard.go"} {
		if got := tb.browser().get(path).StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: got %d, want 404", path, got)
		}
	}
}

// A picture's name is not always fit for an address; equal names stay equal.
func TestPictureNamesAreMadeFit(t *testing.T) {
	p := &pictures{}
	a := p.show(bot.Rendered{PNG: drawing(t, 1, 1), Picture: "../<x>"})
	b := p.show(bot.Rendered{PNG: drawing(t, 2, 2), Picture: "../<x>"})
	c := p.show(bot.Rendered{PNG: drawing(t, 3, 3)})
	if a != b || a == c || !pictureName.MatchString(a.name) || !pictureName.MatchString(c.name) {
		t.Errorf("names %q, %q, %q", a.name, b.name, c.name)
	}
}
