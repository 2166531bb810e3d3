package telegram

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestParseCommand(t *testing.T) {
	mark := func(length int) []entity { return []entity{{Type: "bot_command", Length: length}} }
	for _, c := range []struct {
		text     string
		entities []entity
		want     command
		ok       bool
	}{
		{text: "/help", entities: mark(5), want: command{name: "help"}, ok: true},
		{text: "/HELP", want: command{name: "help"}, ok: true},
		{text: "/newgame tavla 5", entities: mark(8), want: command{name: "newgame", args: "tavla 5"}, ok: true},
		{text: "/newgame@Tabla_Bot  tavla", entities: mark(18), want: command{name: "newgame", bot: "Tabla_Bot", args: "tavla"}, ok: true},
		{text: "/move 13/7\n8/4", want: command{name: "move", args: "13/7\n8/4"}, ok: true},
		{text: "/start PAYLOAD_1-2", want: command{name: "start", args: "PAYLOAD_1-2"}, ok: true},
		{text: "/start🎲x", entities: mark(6), want: command{name: "start", args: "🎲x"}, ok: true},
		{text: "/new 🎲🎲 é", entities: mark(4), want: command{name: "new", args: "🎲🎲 é"}, ok: true},
		{text: "/help", entities: mark(500), want: command{name: "help"}, ok: true}, // longer than the text
		{text: "/help", entities: mark(-3), want: command{name: "help"}, ok: true},  // no length at all
		{text: "/help", entities: mark(1)}, // shorter than a name
		{text: "/help me", entities: []entity{{Type: "bold", Length: 5}}, want: command{name: "help", args: "me"}, ok: true},
		{text: "/help", entities: []entity{{Type: "code", Length: 5}}}, // quoted, not said
		{text: "/usr/bin"},
		{text: "/"},
		{text: "/@bot"},
		{text: "/help@"},
		{text: "/ход"},
		{text: "say /help"},
		{text: ""},
		{text: "/abcdefghijklmnopqrstuvwxyzabcdefg"}, // 33 letters
	} {
		got, ok := parseCommand(c.text, c.entities)
		if ok != c.ok || got != c.want {
			t.Errorf("parseCommand(%q, %v) = %+v, %v; want %+v, %v", c.text, c.entities, got, ok, c.want, c.ok)
		}
	}
}

// Whatever entities a text comes with, reading it neither panics nor cuts a
// character in two.
func TestParseCommandTakesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := "/" + rapid.String().Draw(t, "text")
		entities := []entity{{Type: "bot_command", Offset: 0, Length: rapid.IntRange(-2, 40).Draw(t, "length")}}
		c, ok := parseCommand(text, entities)
		if !ok {
			return
		}
		whole, _ := json.Marshal(c.args)
		var again string
		if err := json.Unmarshal(whole, &again); err != nil || again != c.args {
			t.Fatalf("parseCommand(%q) = %+v: broken characters", text, c)
		}
	})
}
