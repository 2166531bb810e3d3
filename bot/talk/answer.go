package talk

import (
	"encoding/json"

	"tablabot/bot"
	"tablabot/bot/locale"
)

// maxAnswer is the longest answer that every platform shows, in characters.
const maxAnswer = 200

func answerOf(kind bot.AnswerKind, words *locale.Words, id string, args locale.Args) bot.Answer {
	return bot.Answer{Kind: kind, Text: clip(words.String(id, args), maxAnswer)}
}

func ok(words *locale.Words, id string, args locale.Args) bot.Answer {
	return answerOf(bot.OK, words, id, args)
}

func info(words *locale.Words, id string, args locale.Args) bot.Answer {
	return answerOf(bot.Info, words, id, args)
}

func refusal(words *locale.Words, id string, args locale.Args) bot.Answer {
	return answerOf(bot.Refusal, words, id, args)
}

func warning(words *locale.Words, id string, args locale.Args) bot.Answer {
	return answerOf(bot.Warning, words, id, args)
}

// settled lets an answer take the place of the question whose button was tapped, so
// that its buttons are gone.
func settled(a bot.Answer) bot.Answer {
	a.Note, a.Private, a.Instead = &bot.Rendered{Text: bot.Text{{Text: a.Text}}}, true, true
	return a
}

// clip cuts a text to n characters.
func clip(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}

// storedAnswer is what is kept of an answer for an event that comes again. A note
// is not: it is best effort.
type storedAnswer struct {
	Kind    bot.AnswerKind `json:"k,omitempty"`
	Text    string         `json:"t,omitempty"`
	Follows bool           `json:"f,omitempty"`
}

func encodeAnswer(a bot.Answer) []byte {
	text, err := json.Marshal(storedAnswer{a.Kind, a.Text, a.Follows})
	if err != nil {
		return nil // cannot happen: plain fields only
	}
	return text
}

func decodeAnswer(text []byte) bot.Answer {
	var a storedAnswer
	if json.Unmarshal(text, &a) != nil {
		return bot.Answer{}
	}
	return bot.Answer{Kind: a.Kind, Text: a.Text, Follows: a.Follows}
}
