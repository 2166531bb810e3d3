package telegramtest

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// Command is an entry of the list that clients offer.
type Command struct {
	Command     string `json:"command"`
	Description string `json:"description"`
}

type commandKey struct{ scope, language string }

// Commands returns the list set for a scope ("default", "all_group_chats", …) and
// a language (empty for all others).
func (s *Server) Commands(scope, language string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commands[commandKey{scope, language}])
}

var (
	commandForm  = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	languageForm = regexp.MustCompile(`^([a-z]{2})?$`)
)

func (c *call) commandKey() (commandKey, *Error) {
	scope := struct{ Type string }{"default"}
	if refusal := c.json("scope", &scope); refusal != nil {
		return commandKey{}, refusal
	}
	switch scope.Type {
	case "default", "all_private_chats", "all_group_chats", "all_chat_administrators":
	default:
		return commandKey{}, badRequest("can't parse BotCommandScope: unsupported type %q", scope.Type)
	}
	language := c.params["language_code"]
	if !languageForm.MatchString(language) {
		return commandKey{}, badRequest("language code is invalid")
	}
	return commandKey{scope.Type, language}, nil
}

func (c *call) setMyCommands() (any, *Error) {
	key, refusal := c.commandKey()
	if refusal != nil {
		return nil, refusal
	}
	var list []Command
	if refusal := c.json("commands", &list); refusal != nil {
		return nil, refusal
	}
	if len(list) > 100 {
		return nil, badRequest("BOT_COMMANDS_TOO_MUCH")
	}
	for _, e := range list {
		if !commandForm.MatchString(e.Command) {
			return nil, badRequest("BOT_COMMAND_INVALID")
		}
		if n := utf8.RuneCountInString(e.Description); n < 1 || n > 256 {
			return nil, badRequest("BOT_COMMAND_DESCRIPTION_INVALID")
		}
	}
	c.s.commands[key] = list
	return true, nil
}

func (c *call) getMyCommands() (any, *Error) {
	key, refusal := c.commandKey()
	if refusal != nil {
		return nil, refusal
	}
	return append([]Command{}, c.s.commands[key]...), nil
}

func (c *call) deleteMyCommands() (any, *Error) {
	key, refusal := c.commandKey()
	if refusal != nil {
		return nil, refusal
	}
	delete(c.s.commands, key)
	return true, nil
}
