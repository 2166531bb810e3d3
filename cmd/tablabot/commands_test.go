package main

import (
	"testing"
	"unicode/utf8"

	"tablabot/bot/discord"
	"tablabot/bot/locale"
	"tablabot/bot/talk"
	"tablabot/bot/telegram"
)

func catalogue(t *testing.T) *locale.Locale {
	t.Helper()
	all, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryCommandIsDescribed: no description that a platform is given is missing
// or too long for it, in any language.
func TestEveryCommandIsDescribed(t *testing.T) {
	all := catalogue(t)
	check := func(language, what, text string) {
		if n := utf8.RuneCountInString(text); n == 0 || n > 100 || text[0] == "‹"[0] {
			t.Errorf("%s: %s is described as %q", language, what, text)
		}
	}
	for _, list := range telegramCommands(all) {
		for _, command := range list.Commands {
			check(list.Language, "/"+command.Name, command.Description)
		}
	}
	for _, command := range discordCommands(all) {
		check("en", "/"+command.Name, command.Description)
		for language, words := range command.Localized {
			check(language, "/"+command.Name, words.Description)
		}
		for _, option := range command.Options {
			check("en", "/"+command.Name+" "+option.Name, option.Description)
			for _, choice := range option.Choices {
				check("en", "/"+command.Name+" "+option.Name+" "+choice.Value, choice.Name)
			}
		}
	}
}

// TestDoorsTakeTheCommands: the doors check what they are given when they are made.
func TestDoorsTakeTheCommands(t *testing.T) {
	all := catalogue(t)
	if _, err := telegram.New(telegram.Config{Token: goodTelegram, Commands: telegramCommands(all)}); err != nil {
		t.Error(err)
	}
	if _, err := discord.New(discord.Config{Token: goodDiscord, Commands: discordCommands(all)}); err != nil {
		t.Error(err)
	}
	if got, want := len(pageCommands(all)), len(talk.Commands()); got != want {
		t.Errorf("the page has %d commands of %d", got, want)
	}
}
