package telegram

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tablabot/bot"
)

// Limits of https://core.telegram.org/bots/api#sendmessage and #sendphoto, in
// characters after the marks are parsed.
const (
	maxText    = 4096
	maxCaption = 1024
)

var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// html marks the text up for the parse mode HTML, with at most limit characters.
// A text that is too long ends in "…".
func html(text bot.Text, limit int) string {
	var b strings.Builder
	for _, span := range fit(text, limit) {
		writeSpan(&b, span)
	}
	return b.String()
}

func writeSpan(b *strings.Builder, span bot.Span) {
	text := escapeHTML.Replace(wording(span))
	if text == "" {
		return
	}
	switch span.Kind {
	case bot.Bold:
		fmt.Fprintf(b, "<b>%s</b>", text)
	case bot.Code:
		fmt.Fprintf(b, "<code>%s</code>", text)
	case bot.Link:
		fmt.Fprintf(b, `<a href="%s">%s</a>`, escapeHTML.Replace(span.URL), text)
	case bot.Mention:
		if id, ok := parsePerson(span.Person); ok {
			fmt.Fprintf(b, `<a href="tg://user?id=%d">%s</a>`, id, text)
			return
		}
		b.WriteString(text)
	default:
		b.WriteString(text)
	}
}

// wording returns what of a span is read.
func wording(span bot.Span) string {
	if span.Kind == bot.Instant && span.Text == "" {
		return span.Time.UTC().Format("2 Jan 15:04 UTC")
	}
	return strings.ToValidUTF8(span.Text, "�")
}

// fit returns as much of the text as the limit allows. Only plain and bold spans
// are cut; others stay whole or go.
func fit(text bot.Text, limit int) bot.Text {
	left := limit
	for i, span := range text {
		n := utf8.RuneCountInString(wording(span))
		if n <= left {
			left -= n
			continue
		}
		kept := append(bot.Text{}, text[:i]...)
		if span.Kind == bot.PlainSpan || span.Kind == bot.Bold {
			span.Text = firstRunes(wording(span), left)
			kept = append(kept, span)
		}
		return ellipsis(kept, limit)
	}
	return text
}

// ellipsis ends a text with "…", which takes the place of a character if the
// limit demands it.
func ellipsis(text bot.Text, limit int) bot.Text {
	n := 0
	for _, span := range text {
		n += utf8.RuneCountInString(wording(span))
	}
	for n >= limit && len(text) > 0 {
		last := &text[len(text)-1]
		length := utf8.RuneCountInString(wording(*last))
		if length > 0 && (last.Kind == bot.PlainSpan || last.Kind == bot.Bold) {
			last.Text = firstRunes(last.Text, length-1)
			n--
			continue
		}
		text = text[:len(text)-1]
		n -= length
	}
	return append(text, bot.Span{Text: "…"})
}

// cut shortens a text to n characters, the last of them "…".
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return firstRunes(text, n-1) + "…"
}

func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// ping adds people whom a new post shall notify and whom its text does not
// mention: an empty-looking character that links to them.
func ping(text bot.Text, people []bot.PersonKey) bot.Text {
	mentioned := make(map[bot.PersonKey]bool)
	for _, span := range text {
		if span.Kind == bot.Mention {
			mentioned[span.Person] = true
		}
	}
	pinged := text
	for _, person := range people {
		if _, ok := parsePerson(person); ok && !mentioned[person] {
			mentioned[person] = true
			pinged = append(pinged[:len(pinged):len(pinged)], bot.Span{Kind: bot.Mention, Person: person, Text: "\u200b"})
		}
	}
	return pinged
}
