package web

import (
	"encoding/json"
	"net/url"
	"time"

	"tablabot/bot"
)

// message is one entry of a room. It is never changed once it is in a room: an
// edit puts another one in its place.
type message struct {
	ref     bot.BoardRef
	n       int    // its place in the room
	rev     uint64 // of the room, when it last changed
	nonce   string // equal for what must not be posted twice; may be empty
	picture *picture
	wire    wireMessage
	json    json.RawMessage
}

// wireMessage is a message as the page reads it.
type wireMessage struct {
	N       int             `json:"n"`
	Ref     bot.BoardRef    `json:"ref,omitempty"`
	Kind    string          `json:"kind"` // "bot", "say", "command"
	At      time.Time       `json:"at"`
	Who     *person         `json:"who,omitempty"`   // nil: the bot
	Reply   string          `json:"reply,omitempty"` // the beginning of what it replies to
	Text    []wireSpan      `json:"text"`
	Picture *wirePicture    `json:"picture,omitempty"`
	Groups  []wireGroup     `json:"groups,omitempty"`
	Mention []bot.PersonKey `json:"mention,omitempty"`
	Silent  bool            `json:"silent,omitempty"`
}

type wirePicture struct {
	URL    string `json:"url"`
	Alt    string `json:"alt"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
}

type wireSpan struct {
	Kind   string        `json:"kind,omitempty"` // empty is plain
	Text   string        `json:"text"`
	URL    string        `json:"url,omitempty"`
	Person bot.PersonKey `json:"person,omitempty"`
	Time   *time.Time    `json:"time,omitempty"`
}

type wireGroup struct {
	PerRow  int          `json:"perRow,omitempty"`
	Buttons []wireButton `json:"buttons"`
}

type wireButton struct {
	Label  string      `json:"label"`
	Data   string      `json:"data"`
	Style  string      `json:"style,omitempty"` // empty is plain
	Prompt *wirePrompt `json:"prompt,omitempty"`
}

type wirePrompt struct {
	Title       string `json:"title"`
	Label       string `json:"label"`
	Placeholder string `json:"placeholder,omitempty"`
}

var styles = map[bot.Style]string{bot.Primary: "primary", bot.Success: "success", bot.Danger: "danger"}

// draw translates what the courier posts; shown is its picture, or nil.
func draw(r bot.Rendered, shown *picture) wireMessage {
	m := wireMessage{
		Kind:    "bot",
		Text:    drawText(r.Text),
		Groups:  drawGroups(r.Groups),
		Mention: r.Mention,
		Silent:  r.Silent,
	}
	if shown != nil {
		m.Picture = &wirePicture{
			URL:    "/picture/" + shown.name + ".png",
			Alt:    r.Alt,
			Width:  shown.width,
			Height: shown.height,
		}
	}
	return m
}

func drawText(text bot.Text) []wireSpan {
	spans := make([]wireSpan, 0, len(text))
	for _, span := range text {
		spans = append(spans, drawSpan(span))
	}
	return spans
}

func drawSpan(span bot.Span) wireSpan {
	drawn := wireSpan{Text: span.Text}
	switch span.Kind {
	case bot.Bold:
		drawn.Kind = "bold"
	case bot.Code:
		drawn.Kind = "code"
	case bot.Link:
		if isWebLink(span.URL) {
			drawn.Kind, drawn.URL = "link", span.URL
		}
	case bot.Mention:
		drawn.Kind, drawn.Person = "mention", span.Person
	case bot.Instant:
		drawn.Kind, drawn.Time = "time", &span.Time
	}
	return drawn
}

// isWebLink keeps a link from doing anything but opening a page.
func isWebLink(link string) bool {
	u, err := url.Parse(link)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

func drawGroups(groups []bot.Group) []wireGroup {
	var drawn []wireGroup
	for _, group := range groups {
		if len(group.Buttons) == 0 {
			continue
		}
		g := wireGroup{PerRow: group.PerRow}
		for _, button := range group.Buttons {
			b := wireButton{Label: button.Label, Data: button.Data, Style: styles[button.Style]}
			if button.Prompt != nil {
				prompt := wirePrompt(*button.Prompt)
				b.Prompt = &prompt
			}
			g.Buttons = append(g.Buttons, b)
		}
		drawn = append(drawn, g)
	}
	return drawn
}
