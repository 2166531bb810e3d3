package main

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"tablabot/bot/discord/discordtest"
)

// discordWorld is a server on the stand-in for Discord.
type discordWorld struct {
	t      *testing.T
	server *discordtest.Server
	guild  string
}

func newDiscordWorld(t *testing.T, clock fastClock) platform {
	w := &discordWorld{t: t, server: discordtest.Start(t, discordtest.Options{Clock: clock, AnswerWithin: time.Minute, Patience: 2 * time.Second})}
	w.guild = w.server.AddGuild("Friday club")
	return w
}

func (w *discordWorld) name() string { return "discord" }

func (w *discordWorld) environ() []string {
	return []string{"TABLABOT_DISCORD_TOKEN=" + discordtest.Token, "TABLABOT_DISCORD_API_URL=" + w.server.URL()}
}

func (w *discordWorld) pardon() {
	violations := w.server.Violations()
	w.server.ForgiveViolations()
	for _, violation := range violations {
		if !helpless(violation) {
			w.t.Errorf("Discord was used wrongly: %s", violation)
		}
	}
}

func (w *discordWorld) open(t *testing.T, title string, people []string) place {
	c := &discordChannel{t: t, server: w.server, channel: w.server.AddChannel(w.guild, title), people: make(map[string]string)}
	for _, name := range people {
		c.people[name] = w.server.AddUser(name)
	}
	return c
}

// discordChannel is a channel on Discord.
type discordChannel struct {
	t       *testing.T
	server  *discordtest.Server
	channel string
	people  map[string]string
}

// optionOf is the option of a command that takes what is typed after its name.
var optionOf = map[string]string{"move": "play", "word": "word", "rules": "game", "settings": "setting"}

// say turns a typed command into a slash command with its options, and repeats it
// until it is answered.
func (c *discordChannel) say(name, text string) string {
	command, args, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	options := make(map[string]any)
	switch {
	case command == "newgame":
		for _, word := range strings.Fields(args) {
			if n, err := strconv.Atoi(word); err == nil {
				options["length"] = n
			} else if strings.Contains(word, "=") {
				options["options"] = word
			} else {
				options["game"] = word
			}
		}
	case args != "":
		options[optionOf[command]] = args
	}
	for range 50 {
		if seen := c.server.Command(c.people[name], c.channel, command, options); seen.Kind != 0 {
			return seen.Text
		}
	}
	c.t.Fatalf("/%s %v is not answered", command, options)
	return ""
}

func (c *discordChannel) tap(name string, m shown, data string) string {
	return c.server.TapUnseen(c.people[name], c.channel, m.ref, data).Text
}

func (c *discordChannel) messages(name string) []shown {
	var all []shown
	for _, m := range append(c.server.Messages(c.channel), c.server.Whispers(c.channel, c.people[name])...) {
		s := shown{ref: m.ID, text: plainMarkdown.Replace(m.Content), picture: len(m.Pictures) > 0}
		for id, user := range c.people {
			s.text = strings.ReplaceAll(s.text, "<@"+user+">", id)
		}
		for _, row := range m.Rows {
			for _, part := range row {
				if part.Type == 2 {
					s.buttons = append(s.buttons, shownButton{part.Label, part.CustomID})
				}
				for _, choice := range part.Options {
					s.buttons = append(s.buttons, shownButton{choice.Label, choice.Value})
				}
			}
		}
		all = append(all, s)
	}
	return all
}

var plainMarkdown = strings.NewReplacer("**", "", `\`, "")
