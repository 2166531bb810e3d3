package telegram

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// command is a command as it was typed: "/name@bot args".
type command struct {
	name string // lower case
	bot  string // empty if not addressed
	args string
}

// parseCommand reads the command that a text begins with. Where Telegram marked
// it, the mark says where it ends; else it must end with a space or the text.
func parseCommand(text string, entities []entity) (command, bool) {
	if !strings.HasPrefix(text, "/") {
		return command{}, false
	}
	end, marked := -1, false
	for _, e := range entities {
		if e.Offset != 0 || e.Length < 1 {
			continue
		}
		switch e.Type {
		case "bot_command":
			end, marked = utf16Index(text, e.Length), true
		case "code", "pre":
			return command{}, false // a quotation
		}
	}
	if !marked {
		end = strings.IndexFunc(text, isSpace)
	}
	if end < 0 {
		end = len(text)
	}
	name, addressee, addressed := strings.Cut(text[1:end], "@")
	if !isCommandName(name) || addressed && addressee == "" {
		return command{}, false
	}
	return command{strings.ToLower(name), addressee, strings.TrimSpace(text[end:])}, true
}

// utf16Index returns the byte index of the n-th UTF-16 unit of the text, rounded
// up to a whole character, at most its length.
func utf16Index(text string, n int) int {
	for i, r := range text {
		if n <= 0 {
			return i
		}
		if size := utf16.RuneLen(r); size > 0 {
			n -= size
		} else {
			n -= utf16.RuneLen(utf8.RuneError)
		}
	}
	return len(text)
}

func isSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\u00a0' }

// isCommandName allows what https://core.telegram.org/bots/api#botcommand does,
// in upper case too.
func isCommandName(name string) bool {
	if len(name) == 0 || len(name) > 32 {
		return false
	}
	for _, c := range []byte(name) {
		if !(c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return true
}
