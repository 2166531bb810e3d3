package discord

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tablabot/bot"
)

func TestMarkdown(t *testing.T) {
	at := time.Unix(1700000000, 0)
	tests := []struct {
		name string
		text bot.Text
		want string
	}{
		{"plain", bot.Text{{Text: "24/18 13/11"}}, "24/18 13/11"},
		{"a hit", bot.Text{{Text: "24/18*/14"}}, `24/18\*/14`},
		{"a name full of marks", bot.Text{{Text: "_[x](y)*~|`"}}, "\\_\\[x\\](y)\\*\\~\\|\\`"},
		{"nobody is called", bot.Text{{Text: "@everyone <@1> <#2>"}}, `\@everyone \<\@1\> \<#2\>`},
		{"a heading, a quote, lists", bot.Text{{Text: "# a\n> b\n- c\n  + d\n1. e\n12) f\n-# g"}}, "\\# a\n\\> b\n\\- c\n  \\+ d\n1\\. e\n12\\) f\n\\-# g"},
		{"marks within a line", bot.Text{{Text: "a # - + 1. 3-2"}}, "a # - + 1. 3-2"},
		{"a line begins in another span", bot.Text{{Text: "a\n"}, {Text: "- b"}, {Text: " - c"}}, "a\n\\- b - c"},
		{"the name of an emoji", bot.Text{{Text: "at 12:30, :dice: a:b"}}, `at 12:30, \:dice: a:b`},
		{"bold", bot.Text{{Kind: bot.Bold, Text: "a*"}, {Text: " b"}}, `**a\*** b`},
		{"bold beside bold", bot.Text{{Kind: bot.Bold, Text: "a"}, {Kind: bot.Bold, Text: "b"}}, "**ab**"},
		{"code", bot.Text{{Kind: bot.Code, Text: "4HPwATDgc/ABMA*"}}, "`4HPwATDgc/ABMA*`"},
		{"code with its own mark", bot.Text{{Kind: bot.Code, Text: "a`b"}}, "`` a`b ``"},
		{"code of lines", bot.Text{{Kind: bot.Code, Text: "a\nb```c"}}, "```\na\nb`\u200b``c\n```"},
		{"a link", bot.Text{{Kind: bot.Link, Text: "[a]", URL: "https://example.org/a(b)"}}, `[\[a\]](<https://example.org/a%28b%29>)`},
		{"a link that is none", bot.Text{{Kind: bot.Link, Text: "a", URL: "javascript:x"}}, "a"},
		{"a mention", bot.Text{{Kind: bot.Mention, Text: "ana", Person: "dc:77"}, {Text: " rolls"}}, "<@77> rolls"},
		{"a mention from elsewhere", bot.Text{{Kind: bot.Mention, Text: "an_a", Person: "tg:77"}}, `an\_a`},
		{"an instant", bot.Text{{Kind: bot.Instant, Text: "soon", Time: at}}, "<t:1700000000:R>"},
		{"no instant", bot.Text{{Kind: bot.Instant, Text: "soon"}}, "soon"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := markdown(tt.text, maxContent); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestMarkdownCut(t *testing.T) {
	tests := []struct {
		name  string
		text  bot.Text
		limit int
		want  string
	}{
		{"just fits", bot.Text{{Text: "123456789"}}, 10, "123456789"},
		{"within plain text", bot.Text{{Text: "abcdefghijkl"}}, 10, "abcdefghi…"},
		{"before a mention", bot.Text{{Text: "abcd "}, {Kind: bot.Mention, Text: "ana", Person: "dc:77"}}, 10, "abcd …"},
		{"bold is closed", bot.Text{{Kind: bot.Bold, Text: "abcdefghijkl"}}, 10, "**abcde**…"},
		{"not within an escape", bot.Text{{Text: "abcdefgh*x"}}, 10, "abcdefgh…"},
		{"not within a character", bot.Text{{Text: "abcdefg👩‍👩‍👧"}}, 10, "abcdefg…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := markdown(tt.text, tt.limit); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestMarkdownHolds: no text is too long, and what is plain calls nobody.
func TestMarkdownHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bot.Text
		for range rapid.IntRange(0, 8).Draw(t, "spans") {
			text = append(text, bot.Span{
				Kind: bot.SpanKind(rapid.IntRange(0, int(bot.Instant)).Draw(t, "kind")),
				Text: rapid.String().Draw(t, "text"), URL: rapid.String().Draw(t, "url"),
			})
		}
		limit := rapid.IntRange(1, 60).Draw(t, "limit")
		got := markdown(text, limit)
		if length(got) > limit {
			t.Fatalf("%d characters, want at most %d: %q", length(got), limit, got)
		}
		if strings.Contains(got, "<@") && !strings.Contains(text.String(), "<@") {
			t.Fatalf("a mention came about: %q", got)
		}
	})
}
