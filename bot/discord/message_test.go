package discord

import (
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/bot/discord/discordtest"
)

func TestClip(t *testing.T) {
	tests := []struct {
		text string
		n    int
		want string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"жжжж", 3, "жж…"},
		{"ab👩‍👩‍👧", 5, "ab…"},
		{"🎲🎲", 4, "🎲🎲"},
		{"🎲🎲🎲", 4, "🎲…"},
	}
	for _, tt := range tests {
		if got := clip(tt.text, tt.n); got != tt.want {
			t.Errorf("clip(%q, %d) = %q, want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

// TestLongWords shows a screen whose every part is longer than the platform takes.
func TestLongWords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ж🎲", 2000)
	r := open(t, discordtest.Options{}, answering(bot.Answer{Kind: bot.Info, Text: long}))
	ask := &bot.Prompt{Title: long, Label: long, Placeholder: long}
	screen := board(t, long, bot.Button{Label: long, Data: "a"}, bot.Button{Data: "b"}, bot.Button{Label: "⌨", Data: strings.Repeat("d", 64), Prompt: ask})
	moves := buttons("m", 40)
	for i := range moves {
		moves[i].Label += long
	}
	screen.Groups = append(screen.Groups[:1:1], bot.Group{Buttons: moves})
	ref := r.post(t, screen)
	if seen := r.Tap(r.ana, r.channel, ref, "⌨"); seen.Kind != discordtest.Asked {
		t.Errorf("the prompt shows %+v", seen)
	}
	if seen := r.Tap(r.ana, r.channel, ref, "b"); seen.Kind != discordtest.Said || !strings.HasSuffix(seen.Text, "…") {
		t.Errorf("the answer shows %d characters", length(seen.Text))
	}
	// Nothing at all is refused by the platform, so something stands there.
	if m, _ := r.Message(r.post(t, bot.Rendered{})); m.Content == "" {
		t.Error("an empty screen shows nothing")
	}
}
