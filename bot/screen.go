package bot

import (
	"time"

	"tablabot/render"
)

// Screen is what a chat shall show: a pure function of a match's state. Scene is
// nil for a screen without a picture.
type Screen struct {
	Scene   *render.Scene
	Text    Text
	Alt     string // describes the picture, at most 1,000 characters
	Groups  []Group
	Mention []PersonKey // who is to act: whom a post that is not silent notifies
}

// Group is a row of buttons that belong together. A door breaks it into as many
// rows as its platform needs and starts the next group on a new row.
type Group struct {
	Buttons []Button
	PerRow  int // at most so many in a row; 0 leaves it to the door
}

// Button does something when tapped.
type Button struct {
	Label  string // at most 40 characters
	Data   string // at most 64 bytes of printable ASCII; unique in its screen
	Style  Style
	Prompt *Prompt // tapping asks for a line of text first, where the platform can
}

// Style is how a button looks, where the platform can.
type Style uint8

const (
	Plain   Style = iota
	Primary       // the likely one; of two dice, the larger
	Success
	Danger
)

// Prompt asks for a line of text; what is typed arrives as a [Say] event with the
// button's data. A door that cannot ask leaves the button out.
type Prompt struct{ Title, Label, Placeholder string }

// Text is a tree of one level: spans that a door escapes and marks up its way.
type Text []Span

// SpanKind is how a span is marked.
type SpanKind uint8

const (
	PlainSpan SpanKind = iota
	Bold
	Code
	Link    // Text leads to URL
	Mention // Text is the name of Person
	Instant // Time, shown in the reader's zone where the platform can; Text is the fallback
)

// Span is a piece of text with one mark. Line breaks are "\n" within Text.
type Span struct {
	Kind   SpanKind
	Text   string
	URL    string
	Person PersonKey
	Time   time.Time
}

// String returns the text without its marks.
func (t Text) String() string {
	n := 0
	for _, span := range t {
		n += len(span.Text)
	}
	b := make([]byte, 0, n)
	for _, span := range t {
		b = append(b, span.Text...)
	}
	return string(b)
}

// Rendered is a screen made ready for a door.
type Rendered struct {
	PNG     []byte // nil: text only
	Picture string // names the picture: equal names, equal pictures; empty without one
	Text    Text
	Alt     string
	Groups  []Group
	Mention []PersonKey // who is to act; notified by a post that is not silent
	Nonce   string      // for a post: the same post has the same nonce, at most 25 characters
	Silent  bool        // a post that notifies nobody
}
