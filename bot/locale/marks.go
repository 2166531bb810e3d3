package locale

import (
	"strings"

	"tablabot/bot"
)

// Placeholders stand in a filled template where marked text goes: one rune of the
// private use area each, which no catalogue contains.
const firstPlaceholder = '\uE000'

func placeholder(n int) string { return string(firstPlaceholder + rune(n)) }

// assemble turns a filled template into spans: `*…*` is bold, placeholders are
// replaced by the marked texts.
func assemble(text string, marked []bot.Text) bot.Text {
	var out bot.Text
	bold := false
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			out = append(out, bot.Span{Kind: markOf(bold), Text: plain.String()})
			plain.Reset()
		}
	}
	for _, r := range text {
		switch n := int(r - firstPlaceholder); {
		case r == '*':
			flush()
			bold = !bold
		case n >= 0 && n < len(marked):
			flush()
			for _, span := range marked[n] {
				if bold && span.Kind == bot.PlainSpan {
					span.Kind = bot.Bold
				}
				out = append(out, span)
			}
		default:
			plain.WriteRune(r)
		}
	}
	flush()
	return out
}

func markOf(bold bool) bot.SpanKind {
	if bold {
		return bot.Bold
	}
	return bot.PlainSpan
}
