package talk

import (
	"context"
	"slices"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// command is what a command does. One that is about a match is told which.
type command struct {
	name    string
	shown   bool // registered with the platforms
	posts   bool // makes a message, of which a person may ask only so many
	chat    func(t *Talk, ctx context.Context, event bot.Event) (bot.Answer, error)
	match   func(t *Talk, ctx context.Context, event bot.Event, id string) (bot.Answer, error)
	players bool   // about a match of the sender's own
	stage   Stage  // means a match at this stage if there is one; empty means any
	option  string // names its text where the platform has named options
}

// commands returns every command.
func commands() []command {
	return []command{
		{name: "newgame", shown: true, posts: true, chat: (*Talk).newGame},
		{name: "board", shown: true, posts: true, match: (*Talk).bringBoard},
		{name: "games", shown: true, posts: true, chat: (*Talk).games},
		{name: "move", shown: true, match: (*Talk).typedMove, players: true, stage: Playing, option: "play"},
		{name: "undo", shown: true, match: (*Talk).typedUndo, players: true, stage: Playing},
		{name: "resign", shown: true, posts: true, match: (*Talk).askResignation, players: true, stage: Playing},
		{name: "cancel", shown: true, match: (*Talk).cancelMatch},
		{name: "word", shown: true, match: (*Talk).typedWord, stage: Open, option: "word"},
		{name: "hint", shown: true, posts: true, match: (*Talk).hint, players: true, stage: Playing},
		{name: "analyse", shown: true, posts: true, match: (*Talk).analyse, stage: Ended},
		{name: "position", shown: true, posts: true, match: (*Talk).position, stage: Playing},
		{name: "verify", shown: true, posts: true, match: (*Talk).verify, stage: Ended},
		{name: "rules", shown: true, posts: true, chat: (*Talk).rules},
		{name: "settings", shown: true, posts: true, chat: (*Talk).settings},
		{name: "help", shown: true, posts: true, chat: (*Talk).help},
		{name: "start", posts: true, chat: (*Talk).help},
	}
}

// Commands returns the names of the commands to register with a platform, in the
// order of use. Their descriptions are the messages "command.<name>".
func Commands() []string {
	var names []string
	for _, c := range commands() {
		if c.shown {
			names = append(names, c.name)
		}
	}
	return names
}

// Games returns the keys of everything that can be played: the games, the names that
// rotating matches have for some of them, and the rotating matches.
func Games() []string {
	keys := engine.Variants()
	for _, match := range engine.Rotations() {
		for _, game := range rotation(engine.Terms{Game: match}) {
			if !slices.Contains(keys, game) {
				keys = append(keys, game)
			}
		}
	}
	return append(keys, engine.Rotations()...)
}

// command decides on a command.
func (t *Talk) command(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	name := strings.ToLower(event.Command)
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		return refusal(words, "command.unknown", locale.Args{"Word": clip(name, 32)}), nil
	}
	if all[i].posts && !t.limits.allow(event.Person.Key, t.Clock.Now()) {
		return refusal(words, "limit.commands", nil), nil
	}
	if all[i].match != nil {
		return t.aboutMatch(ctx, event, all[i])
	}
	return all[i].chat(t, ctx, event)
}
