package telegram

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tablabot/bot"
)

func TestHTML(t *testing.T) {
	at := time.Date(2026, 8, 3, 14, 5, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		text bot.Text
		want string
	}{
		{"plain", bot.Text{{Text: "a < b & c > d \"e\"\n"}}, "a &lt; b &amp; c &gt; d &quot;e&quot;\n"},
		{"bold", bot.Text{{Kind: bot.Bold, Text: "<Ana>"}}, "<b>&lt;Ana&gt;</b>"},
		{"code", bot.Text{{Kind: bot.Code, Text: "24/18*"}}, "<code>24/18*</code>"},
		{"link", bot.Text{{Kind: bot.Link, Text: "rules", URL: `https://example.org/?a=1&b="`}}, `<a href="https://example.org/?a=1&amp;b=&quot;">rules</a>`},
		{"mention", bot.Text{{Kind: bot.Mention, Text: "Ana", Person: "tg:7"}}, `<a href="tg://user?id=7">Ana</a>`},
		{"mention from elsewhere", bot.Text{{Kind: bot.Mention, Text: "Ana", Person: "web:ana"}}, "Ana"},
		{"instant", bot.Text{{Kind: bot.Instant, Time: at, Text: "in an hour"}}, "in an hour"},
		{"instant without words", bot.Text{{Kind: bot.Instant, Time: at}}, "3 Aug 14:05 UTC"},
		{"empty spans", bot.Text{{Kind: bot.Bold}, {Text: "x"}, {Kind: bot.Code}}, "x"},
		{"broken characters", bot.Text{{Text: "a\xffb"}}, "a�b"},
	} {
		if got := html(c.text, 100); got != c.want {
			t.Errorf("%s: html = %s, want %s", c.name, got, c.want)
		}
	}
}

func TestHTMLCut(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  bot.Text
		limit int
		want  string
	}{
		{"fits", bot.Text{{Text: "🎲🎲🎲"}}, 3, "🎲🎲🎲"},
		{"plain", bot.Text{{Text: "abcdef"}}, 4, "abc…"},
		{"in bold", bot.Text{{Text: "ab"}, {Kind: bot.Bold, Text: "cdef"}}, 5, "ab<b>cd</b>…"},
		{"code stays whole or goes", bot.Text{{Text: "ab"}, {Kind: bot.Code, Text: "cdef"}}, 5, "ab…"},
		{"room for the dots", bot.Text{{Text: "abcd"}, {Kind: bot.Code, Text: "x"}}, 4, "abc…"},
		{"a link makes room", bot.Text{{Kind: bot.Link, Text: "abcd", URL: "https://x.org"}, {Text: "more"}}, 4, "…"},
		{"marks do not count", bot.Text{{Kind: bot.Mention, Text: "Ana", Person: "tg:7"}, {Text: "<"}}, 4, `<a href="tg://user?id=7">Ana</a>&lt;`},
	} {
		if got := html(c.text, c.limit); got != c.want {
			t.Errorf("%s: html = %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFitHoldsTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bot.Text
		for range rapid.IntRange(0, 6).Draw(t, "spans") {
			text = append(text, bot.Span{
				Kind: bot.SpanKind(rapid.IntRange(0, 4).Draw(t, "kind")),
				Text: rapid.StringN(0, 12, -1).Draw(t, "text"),
			})
		}
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		before := text.String()
		n := 0
		var kept strings.Builder
		for _, span := range fit(text, limit) {
			n += utf8.RuneCountInString(span.Text)
			kept.WriteString(span.Text)
		}
		if n > limit {
			t.Fatalf("fit(%q, %d) has %d characters: %q", before, limit, n, kept.String())
		}
		whole := utf8.RuneCountInString(before) <= limit
		if whole && kept.String() != before || !whole && !strings.HasPrefix(before, strings.TrimSuffix(kept.String(), "…")) {
			t.Fatalf("fit(%q, %d) = %q", before, limit, kept.String())
		}
		if text.String() != before {
			t.Fatalf("fit changed its argument: %q became %q", before, text.String())
		}
	})
}

func TestPing(t *testing.T) {
	text := bot.Text{{Kind: bot.Mention, Person: "tg:7", Text: "Ana"}}
	got := html(ping(text, []bot.PersonKey{"tg:7", "tg:8", "web:x", "tg:8"}), 100)
	want := `<a href="tg://user?id=7">Ana</a><a href="tg://user?id=8">` + "\u200b</a>"
	if got != want {
		t.Errorf("ping = %q, want %q", got, want)
	}
}

func TestCut(t *testing.T) {
	long := strings.Repeat("ж", 250)
	if got := cut(long, 200); utf8.RuneCountInString(got) != 200 || !strings.HasSuffix(got, "ж…") {
		t.Errorf("cut to %d characters: %q", utf8.RuneCountInString(got), got)
	}
	if got := cut("short", 200); got != "short" {
		t.Errorf("cut(short) = %q", got)
	}
}
