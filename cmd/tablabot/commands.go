package main

import (
	"strconv"

	"tablabot/bot/discord"
	"tablabot/bot/locale"
	"tablabot/bot/talk"
	"tablabot/bot/telegram"
	"tablabot/bot/web"
	"tablabot/engine"
	"tablabot/engine/ai"
)

// description returns what a command, an option or a game is called in a language.
func description(words *locale.Words, kind, name string) string {
	return words.String(kind+"."+name, nil)
}

// telegramCommands returns a list of the commands for every language.
func telegramCommands(all *locale.Locale) []telegram.CommandList {
	var lists []telegram.CommandList
	for _, language := range all.Languages() {
		words := all.Words(language)
		list := telegram.CommandList{Scope: telegram.Everywhere, Language: language}
		if language == "en" { // for everyone who has no list of his own
			list.Language = ""
		}
		for _, name := range talk.Commands() {
			list.Commands = append(list.Commands, telegram.Command{Name: name, Description: description(words, "command", name)})
		}
		lists = append(lists, list)
	}
	return lists
}

// pageCommands returns the commands for the local page.
func pageCommands(all *locale.Locale) []web.Command {
	words := all.Words("en")
	var list []web.Command
	for _, name := range talk.Commands() {
		list = append(list, web.Command{Name: name, Description: description(words, "command", name)})
	}
	return list
}

// slashCommands describes commands with named options, in all languages.
type slashCommands struct {
	english *locale.Words
	others  []*locale.Words
}

// discordLocales are the platform's names of the languages that it knows.
var discordLocales = map[string]string{
	"bg": "bg", "cs": "cs", "da": "da", "de": "de", "el": "el", "es": "es-ES", "fi": "fi", "fr": "fr", "hr": "hr",
	"hu": "hu", "it": "it", "lt": "lt", "nl": "nl", "no": "no", "pl": "pl", "pt": "pt-BR", "ro": "ro", "ru": "ru",
	"sv": "sv-SE", "tr": "tr", "uk": "uk",
}

// discordCommands returns the slash commands.
func discordCommands(all *locale.Locale) []discord.Command {
	s := slashCommands{english: all.Words("en")}
	for _, language := range all.Languages() {
		if discordLocales[language] != "" {
			s.others = append(s.others, all.Words(language))
		}
	}
	options := s.options()
	var commands []discord.Command
	for _, name := range talk.Commands() {
		command := discord.Command{Name: name, Options: options[name]}
		command.Description, command.Localized = s.describe("command", name)
		commands = append(commands, command)
	}
	return commands
}

// options returns the options of every command that has any.
func (s *slashCommands) options() map[string][]discord.Option {
	length := s.option("length", discord.Int)
	one, longest := 1, engine.MaxLength
	length.Min, length.Max = &one, &longest
	game := s.option("game", discord.String)
	for _, key := range talk.Games() {
		game.Choices = append(game.Choices, s.choice("game", key))
	}
	setting := s.option("setting", discord.String)
	for _, value := range []string{"confirm=on", "confirm=off", "theme=wood", "theme=dark", "theme=contrast"} {
		setting.Choices = append(setting.Choices, discord.Choice{Name: value, Value: value})
	}
	computer := s.option("computer", discord.String)
	for level := 1; level <= int(ai.Levels); level++ {
		computer.Choices = append(computer.Choices, s.choice("strength", strconv.Itoa(level)))
	}
	match := s.option("match", discord.Int)
	match.Min = &one
	return map[string][]discord.Option{
		"newgame":  {game, length, s.option("opponent", discord.User), computer, s.option("options", discord.String)},
		"board":    {match},
		"move":     {required(s.option("play", discord.String)), match},
		"undo":     {match},
		"resign":   {match},
		"cancel":   {match},
		"word":     {required(s.option("word", discord.String)), match},
		"hint":     {match},
		"analyse":  {match},
		"position": {match},
		"verify":   {match},
		"rules":    {game},
		"settings": {setting},
	}
}

func required(o discord.Option) discord.Option {
	o.Required = true
	return o
}

func (s *slashCommands) option(name string, kind discord.OptionKind) discord.Option {
	o := discord.Option{Name: name, Kind: kind}
	o.Description, o.Localized = s.describe("slash", name)
	return o
}

// choice returns a value that is shown by its name.
func (s *slashCommands) choice(kind, key string) discord.Choice {
	c := discord.Choice{Name: description(s.english, kind, key), Value: key}
	for _, words := range s.others {
		if c.Localized == nil {
			c.Localized = make(map[string]string)
		}
		c.Localized[discordLocales[words.Language]] = description(words, kind, key)
	}
	return c
}

// describe returns a description in English and in the other languages.
func (s *slashCommands) describe(kind, name string) (string, map[string]discord.Words) {
	var localized map[string]discord.Words
	for _, words := range s.others {
		if localized == nil {
			localized = make(map[string]discord.Words)
		}
		localized[discordLocales[words.Language]] = discord.Words{Description: description(words, kind, name)}
	}
	return description(s.english, kind, name), localized
}
