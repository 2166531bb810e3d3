package locale

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/bot"
)

func english(t interface {
	Helper()
	Fatal(...any)
}) *Words {
	t.Helper()
	all, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return all.Words("en")
}

func TestWhichLanguage(t *testing.T) {
	all, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, tags := range [][]string{nil, {""}, {"en"}, {"en-GB"}, {"", "en_US"}, {"nonsense-nonsense"}, {"xx"}, {"\xff", "en"}, {"tlh", "", "en-AU"}} {
		if got := all.Words(tags...).Language; got != "en" {
			t.Errorf("%q: %s", tags, got)
		}
	}
	if got := all.Languages(); len(got) == 0 || got[0] != "en" {
		t.Errorf("the languages are %q", got)
	}
}

func TestMarks(t *testing.T) {
	bold := func(text string) bot.Span { return bot.Span{Kind: bot.Bold, Text: text} }
	plain := func(text string) bot.Span { return bot.Span{Text: text} }
	ana := bot.Span{Kind: bot.Mention, Text: "*Ana*", Person: "tg:1"}
	tests := []struct {
		text   string
		marked []bot.Text
		want   bot.Text
	}{
		{"", nil, nil},
		{"plain", nil, bot.Text{plain("plain")}},
		{"a *b* c", nil, bot.Text{plain("a "), bold("b"), plain(" c")}},
		{"\ue000 rolls", []bot.Text{{ana}}, bot.Text{ana, plain(" rolls")}},
		{"*\ue000 wins*", []bot.Text{{plain("x*y")}}, bot.Text{bold("x*y"), bold(" wins")}},
		{"*\ue000*", []bot.Text{{ana}}, bot.Text{ana}},
		{"\ue001\ue000", []bot.Text{{plain("1")}, {plain("2"), bold("3")}}, bot.Text{plain("2"), bold("3"), plain("1")}},
		{"\ue000", []bot.Text{{plain("\ue001*{{.X}}")}, {plain("no")}}, bot.Text{plain("\ue001*{{.X}}")}},
		{"\ue005", nil, bot.Text{plain("\ue005")}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, assemble(test.text, test.marked)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

// TestArgumentsAreNeverRead: whatever people are called, it stands in the message as it
// is, and the message's own marks stay where they were.
func TestArgumentsAreNeverRead(t *testing.T) {
	words := english(t)
	hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"*", "**", "*a", "{{.Other}}", "{{", "}}", "\ue000", "\ue001\ue002", "‹id›",
		"<b>", "[x](y)", "%s%!d", "\\n", "", "{{range .}}", "\x00", "\U000f0000"}))
	rapid.Check(t, func(t *rapid.T) {
		name, other := hostile.Draw(t, "name"), hostile.Draw(t, "other")
		got := words.Text("status.double", Args{"Name": name, "Other": other, "Value": 4})
		var merged bot.Text
		for _, span := range got {
			if span.Text != "" {
				merged = append(merged, span)
			}
		}
		var want bot.Text
		for _, span := range (bot.Text{{Text: name}, {Text: " doubles to "}, {Kind: bot.Bold, Text: "4"}, {Text: ". "}, {Text: other}, {Text: ", take or drop?"}}) {
			if span.Text != "" {
				want = append(want, span)
			}
		}
		if diff := cmp.Diff(want, merged); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// TestNamedTextIsText: a key or another named text is no template either.
func TestNamedTextIsText(t *testing.T) {
	got := english(t).String("word.set", Args{"Word": bot.PersonKey("*x*")})
	if want := "Your word for the dice is “*x*”."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPluralForms(t *testing.T) {
	tests := []struct {
		id        string
		one, five string
	}{
		{"length.points", "1 point", "5 points"},
		{"newgame.many", "You already have 1 table waiting for a player.", "You already have 5 tables waiting for a player."},
		{"story.resign", "N offers to resign for 1 point", "N offers to resign for 5 points"},
		{"story.resigned", "N resigns for 1 point", "N resigns for 5 points"},
		{"status.resign", "N offers to resign for 1 point. O, do you accept?", "N offers to resign for 5 points. O, do you accept?"},
		{"points.plain", "1 point", "5 points"},
		{"drop.confirm", "Drop? N wins 1 point. Tap again to do it.", "Drop? N wins 5 points. Tap again to do it."},
		{"resign.confirm", "Resign for 1 point? Tap again to do it.", "Resign for 5 points? Tap again to do it."},
		{"button.resign", "Resign L (1 point)", "Resign L (5 points)"},
	}
	words := english(t)
	for _, test := range tests {
		for count, want := range map[int]string{1: test.one, 5: test.five} {
			if got := words.String(test.id, Args{"Count": count, "Name": "N", "Other": "O", "Level": "L"}); got != want {
				t.Errorf("%s: got %q, want %q", test.id, got, want)
			}
		}
	}
}

// TestStarsComeInPairs within every line of the catalogue.
func TestStarsComeInPairs(t *testing.T) {
	text, err := catalogues.ReadFile("en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.Count(line, "*")%2 != 0 && !strings.HasPrefix(line, "#") {
			t.Errorf("line %d: %s", i+1, line)
		}
	}
}

// TestEveryMessageIsSound: it has no rune that stands for an argument and no blanks at
// its ends, and where points or tables are counted there are plural forms.
func TestEveryMessageIsSound(t *testing.T) {
	words := english(t)
	for _, id := range words.IDs() {
		text := words.String(id, Args{"Count": 2})
		if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r >= 0xE000 && r <= 0xF8FF }) {
			t.Errorf("%s: %q", id, text)
		}
		if trimmed := strings.TrimSpace(text); trimmed != text && id != "result.points" && id != "help.text" {
			t.Errorf("%s begins or ends with a blank: %q", id, text)
		}
		if one := words.String(id, Args{"Count": 1}); strings.Contains(one, "1 points") || strings.Contains(one, "1 tables") {
			t.Errorf("%s needs plural forms: %q", id, one)
		}
	}
}

// TestToastsAreShort: with the longest arguments no answer needs to be cut, but for those
// that hold a whole turn.
func TestToastsAreShort(t *testing.T) {
	words := english(t)
	long := Args{"Count": 1536, "Value": 1024, "Number": 99999, "Name": strings.Repeat("W", 40), "Other": strings.Repeat("W", 40),
		"Word": strings.Repeat("W", 40), "State": "6-6: bar/19*(2), 24/18*(2)", "Dice": "6-6"}
	answers := []string{"join.", "not.", "newgame.", "word.", "rolled.", "drafted.", "undone.", "played.", "always.", "turn.", "step.", "nothing.",
		"match.", "game.over", "next.", "board.below", "board.soon", "board.elsewhere", "button.unknown", "move.", "double.", "drop.", "done.",
		"resign.", "cancel.", "stop.", "claim.", "refusal.", "illegal.", "games.none", "verify.later", "settings.c", "settings.theme", "settings.unknown",
		"command.unknown", "limit.", "error.", "rules.unknown", "table.closed", "table.waits"}
	for _, id := range words.IDs() {
		for _, prefix := range answers {
			if text := words.String(id, long); strings.HasPrefix(id, prefix) && len([]rune(text)) > 200 {
				t.Errorf("%s has %d characters: %q", id, len([]rune(text)), text)
			}
		}
	}
}

func TestAMissingMessageIsMarked(t *testing.T) {
	words := english(t)
	if words.Has("no.such") || words.String("no.such", nil) != "‹no.such›" {
		t.Errorf("got %q", words.String("no.such", nil))
	}
}
