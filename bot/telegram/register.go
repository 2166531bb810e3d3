package telegram

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"
)

// CommandList is what clients offer to whom while a command is typed.
type CommandList struct {
	Scope    Scope  // empty: Everywhere
	Language string // two letters; empty: people whose language has no list of its own
	Commands []Command
}

// Command is one command of a list.
type Command struct {
	Name        string `json:"command"`     // 1 to 32 of [a-z0-9_], without slash
	Description string `json:"description"` // 1 to 256 characters
}

// Scope is where a list holds; a narrower scope goes before a wider one.
type Scope string

// The scopes that need no chat, https://core.telegram.org/bots/api#botcommandscope.
const (
	Everywhere     Scope = "default"
	PrivateChats   Scope = "all_private_chats"
	GroupChats     Scope = "all_group_chats"
	Administrators Scope = "all_chat_administrators"
)

var (
	commandForm  = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	languageForm = regexp.MustCompile(`^([a-z]{2})?$`)
)

func checkCommands(lists []CommandList) error {
	for _, list := range lists {
		if !languageForm.MatchString(list.Language) {
			return fmt.Errorf("command list for language %q: Telegram wants two letters", list.Language)
		}
		if len(list.Commands) > 100 {
			return fmt.Errorf("command list for language %q: %d commands, Telegram takes 100", list.Language, len(list.Commands))
		}
		for _, c := range list.Commands {
			if n := utf8.RuneCountInString(c.Description); !commandForm.MatchString(c.Name) || n < 1 || n > 256 {
				return fmt.Errorf("command %q: a name is 1 to 32 of a-z, 0-9 and _, a description 1 to 256 characters", c.Name)
			}
		}
	}
	return nil
}

// register tells Telegram the lists that differ from those it has. The bot works
// without them, so a failure is only logged.
func (d *Door) register(ctx context.Context) {
	for _, list := range d.cfg.Commands {
		if err := d.registerList(ctx, list); err != nil && ctx.Err() == nil {
			d.log.Warn("commands could not be registered", "scope", list.Scope, "language", list.Language, "error", err)
		}
	}
}

func (d *Door) registerList(ctx context.Context, list CommandList) error {
	scope := list.Scope
	if scope == "" {
		scope = Everywhere
	}
	p := params{"scope": fmt.Sprintf(`{"type":%q}`, scope)}
	p.AddNonEmpty("language_code", list.Language)
	var now []Command
	if err := d.api.get(ctx, "getMyCommands", p, &now); err != nil {
		return err
	}
	if slices.Equal(now, list.Commands) {
		return nil
	}
	p["commands"] = asJSON(append([]Command{}, list.Commands...))
	return only(d.api.call(ctx, "setMyCommands", p))
}
