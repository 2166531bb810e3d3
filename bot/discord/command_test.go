package discord

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/discord/discordtest"
)

// puts returns how often the list of commands was written.
func puts(s *discordtest.Server) int {
	n := 0
	for _, q := range s.Requests() {
		if q.Method == http.MethodPut {
			n++
		}
	}
	return n
}

// TestRegister writes the list of commands once, and again only when it changes.
func TestRegister(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	three := 3
	first := append([]Command{{Name: "play", Description: "Play", Options: []Option{
		{Name: "n", Description: "How many", Kind: Int, Min: &three, Required: true, Choices: []Choice{{Name: "Three", Value: "3"}}},
		{Name: "b", Description: "Or not", Kind: Bool},
	}}}, commands...)
	changed := append([]Command{{Name: "more", Description: "More"}}, first...)
	for i, tt := range []struct {
		commands []Command
		puts     int
	}{{first, 1}, {first, 1}, {changed, 2}} {
		r := openWith(t, s, nil, answering(bot.Answer{}), func(d *Door) { d.commands = tt.commands })
		ready := func() bool {
			reads := 0
			for _, q := range s.Requests() {
				if q.Method == http.MethodGet && strings.HasSuffix(q.Path, "/commands") {
					reads++
				}
			}
			return reads > i && puts(s) >= tt.puts
		}
		if !s.Wait(ready) {
			t.Errorf("run %d: the list was written %d times, want %d", i, puts(s), tt.puts)
		}
		r.stop()
		if got := puts(s); got != tt.puts {
			t.Errorf("after run %d the list was written %d times, want %d", i, got, tt.puts)
		}
	}
}

// TestRegisterLater: the bot answers while the platform does not take its commands.
func TestRegisterLater(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	fault := discordtest.ServerError(500)
	fault.Path = "/commands"
	s.Inject(fault)
	r := openWith(t, s, nil, answering(bot.Answer{Text: "here"}), nil)
	if got := r.said(t); got != "here" {
		t.Errorf("the bot says %q, want here", got)
	}
}

func TestBadConfig(t *testing.T) {
	t.Parallel()
	ok := Command{Name: "a", Description: "b"}
	tests := []struct {
		name string
		cfg  Config
		want string
	}{
		{"no token", Config{}, "there is no token"},
		{"an address with a path", Config{Token: "secret", APIURL: "http://h/x"}, "must be scheme://host[:port]"},
		{"an address without a scheme", Config{Token: "secret", APIURL: "localhost:1"}, "must be scheme://host[:port]"},
		{"an address with a secret", Config{Token: "secret", APIURL: "http://u:secret@h"}, "must be scheme://host[:port]"},
		{"an upper-case name", Config{Token: "secret", Commands: []Command{{Name: "A", Description: "b"}}}, "lower-case"},
		{"a name twice", Config{Token: "secret", Commands: []Command{ok, ok}}, "named twice"},
		{"no description", Config{Token: "secret", Commands: []Command{{Name: "a"}}}, "no description"},
		{"a long description", Config{Token: "secret", Commands: []Command{{Name: "a", Description: strings.Repeat("x", 101)}}}, "more than 100"},
		{"a long translation", Config{Token: "secret", Commands: []Command{{Name: "a", Description: "x", Localized: map[string]Words{"bg": {Description: strings.Repeat("я", 101)}}}}}, `in "bg" are too long`},
		{"required after optional", Config{Token: "secret", Commands: []Command{{Name: "a", Description: "x", Options: []Option{{Name: "o", Description: "x", Kind: String}, {Name: "r", Description: "x", Kind: String, Required: true}}}}}, `stands after "o"`},
		{"too many options", Config{Token: "secret", Commands: []Command{{Name: "a", Description: "b", Options: make([]Option, 26)}}}, "more than 25 options"},
	}
	for _, tt := range tests {
		_, err := New(tt.cfg)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: New returns %v, want %q without the secret", tt.name, err, tt.want)
		}
	}
}

// TestStopsAtOnce ends a door whose gateway cannot be reached.
func TestStopsAtOnce(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	fault := discordtest.ServerError(502)
	fault.Times = 1000
	s.Inject(fault)
	r := openWith(t, s, nil, answering(bot.Answer{}), func(d *Door) { d.timing.pause = time.Hour })
	s.Wait(func() bool { return len(s.Requests()) > 0 })
	if err := r.stop(); err != nil {
		t.Errorf("Run ends with %v", err)
	}
	r.hidesSecrets(t)
}
