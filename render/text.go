package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// capHeight is the height of a digit or a capital, as a share of the font's size.
const capHeight = .729

// maxLines bounds the lines of text, and maxFaces the sizes, that lettering keeps.
const (
	maxLines = 1024
	maxFaces = 64
)

// lettering makes text visible: one bold, narrow font in every size, with the
// lines it has set before. It may be used by several goroutines.
type lettering struct {
	font   *sfnt.Font
	arabic joining

	mu     sync.Mutex
	buffer sfnt.Buffer
	faces  map[int]font.Face
	lines  map[lineKey]*image.Alpha
}

type lineKey struct {
	text string
	size int
}

func newLettering() (*lettering, error) {
	f, err := opentype.Parse(dejavusanscondensedbold.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the font: %w", err)
	}
	return &lettering{
		font:   f,
		arabic: newJoining(),
		faces:  make(map[int]font.Face),
		lines:  make(map[lineKey]*image.Alpha),
	}, nil
}

// has tells whether the font can draw a character.
func (l *lettering) has(r rune) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i, err := l.font.GlyphIndex(&l.buffer, r)
	return err == nil && i != 0
}

// face is the font in a size, in pixels. The caller holds the lock.
func (l *lettering) face(size int) font.Face {
	if f, ok := l.faces[size]; ok {
		return f
	}
	// NewFace fails only for options that are not these.
	f, err := opentype.NewFace(l.font, &opentype.FaceOptions{Size: float64(size), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil
	}
	if len(l.faces) >= maxFaces {
		clear(l.faces)
	}
	l.faces[size] = f
	return f
}

// line is the mask of a line of text, which begins at the origin, on the baseline.
func (l *lettering) line(text string, size int) *image.Alpha {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := lineKey{text, size}
	if m, ok := l.lines[key]; ok {
		return m
	}
	m := image.NewAlpha(image.Rectangle{})
	if f := l.face(size); f != nil {
		b, _ := font.BoundString(f, text)
		m = image.NewAlpha(image.Rect(b.Min.X.Floor(), b.Min.Y.Floor()&^1, b.Max.X.Ceil(), (b.Max.Y.Ceil()+1)&^1))
		d := font.Drawer{Dst: m, Src: image.Opaque, Face: f, Dot: fixed.Point26_6{}}
		d.DrawString(text)
		pairSteep(m)
	}
	if len(l.lines) >= maxLines {
		clear(l.lines)
	}
	l.lines[key] = m
	return m
}

// width is how far a line of text reaches to the right, in pixels.
func (l *lettering) width(text string, size int) int { return l.line(text, size).Rect.Max.X }

// anchor says which part of a line of text lies at the spot it is set at, in the
// middle of a capital's height.
type anchor int

const (
	centred   anchor = iota // the middle
	fromLeft                // the left end
	fromRight               // the right end
)

// write sets a line of text.
func (p *brush) write(l *lettering, text string, size int, at spot, a anchor, c color.NRGBA) {
	m := l.line(text, size)
	switch a {
	case centred:
		at.x -= float64(m.Rect.Min.X+m.Rect.Max.X) / 2
	case fromRight:
		at.x -= float64(m.Rect.Max.X)
	}
	baseline := at.y + float64(size)*capHeight/2
	o := image.Pt(int(math.Round(at.x)), 2*int(math.Round(baseline/2))) // whole pairs of rows
	r := m.Rect.Add(o)
	p.tint(r, m, m.Rect.Min, c)
}
