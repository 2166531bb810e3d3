package web

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

func TestDrawText(t *testing.T) {
	at := time.Date(2026, 7, 1, 18, 0, 0, 0, time.UTC)
	text := bot.Text{
		{Text: "a <b>\n"},
		{Kind: bot.Bold, Text: "bold"},
		{Kind: bot.Code, Text: "9f2c"},
		{Kind: bot.Link, Text: "rules", URL: "https://example.org/x?y"},
		{Kind: bot.Link, Text: "bad", URL: "javascript:alert(1)"},
		{Kind: bot.Link, Text: "worse", URL: " JavaScript:alert(1)"},
		{Kind: bot.Link, Text: "data", URL: "data:text/html,<script>"},
		{Kind: bot.Link, Text: "half", URL: "https:///x"},
		{Kind: bot.Mention, Text: "Ana", Person: "web:ana"},
		{Kind: bot.Instant, Text: "18:00 UTC", Time: at},
	}
	want := []wireSpan{
		{Text: "a <b>\n"},
		{Kind: "bold", Text: "bold"},
		{Kind: "code", Text: "9f2c"},
		{Kind: "link", Text: "rules", URL: "https://example.org/x?y"},
		{Text: "bad"},
		{Text: "worse"},
		{Text: "data"},
		{Text: "half"},
		{Kind: "mention", Text: "Ana", Person: "web:ana"},
		{Kind: "time", Text: "18:00 UTC", Time: &at},
	}
	if diff := cmp.Diff(want, drawText(text)); diff != "" {
		t.Errorf("spans (-want +got):\n%s", diff)
	}
}

func TestDraw(t *testing.T) {
	m := draw(bot.Rendered{
		Text: bot.Text{{Text: "to act"}},
		Alt:  "a board",
		Groups: []bot.Group{
			{PerRow: 2, Buttons: []bot.Button{{Label: "Roll", Data: "roll", Style: bot.Primary}, {Label: "Drop", Data: "drop", Style: bot.Danger}}},
			{},
			{Buttons: []bot.Button{{Label: "Word", Data: "word", Style: bot.Success, Prompt: &bot.Prompt{Title: "Your word", Label: "Word"}}}},
		},
		Mention: []bot.PersonKey{"web:ana"},
	}, &picture{name: "p", width: 4, height: 3})
	got := string(encode(m))
	want := `{"n":0,"kind":"bot","at":"0001-01-01T00:00:00Z","text":[{"text":"to act"}],` +
		`"picture":{"url":"/picture/p.png","alt":"a board","width":4,"height":3},` +
		`"groups":[{"perRow":2,"buttons":[{"label":"Roll","data":"roll","style":"primary"},{"label":"Drop","data":"drop","style":"danger"}]},` +
		`{"buttons":[{"label":"Word","data":"word","style":"success","prompt":{"title":"Your word","label":"Word"}}]}],` +
		`"mention":["web:ana"]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("message (-want +got):\n%s", diff)
	}
}

// A stream is made of lines, and what people write must not end one.
func TestEncodedMessagesAreOneLine(t *testing.T) {
	text := string(encode(draw(plain("one\ntwo\r\n\ndata: three\u2028four</script>"), nil)))
	if strings.ContainsAny(text, "\r\n\u2028<") {
		t.Errorf("%s", text)
	}
}
