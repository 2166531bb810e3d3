package main

import (
	"slices"
	"strings"
	"testing"
)

// platform is where the program has a door.
type platform interface {
	name() string
	// environ is what the program must know to come here.
	environ() []string
	// open makes a chat, and an account there for everybody.
	open(t *testing.T, title string, people []string) place
	// pardon forgives what a program that is killed cannot help: requests cut
	// short, and sends beyond the limits, since the next one does not know of them.
	pardon()
}

// platforms are all there are.
var platforms = []func(*testing.T, fastClock) platform{newTelegramWorld, newDiscordWorld, newPage}

// place is a chat of a platform. People are known by name.
type place interface {
	// say types a text, a command mostly, and returns what the person is told at once.
	say(name, text string) string
	// tap taps a button and returns what the person is told.
	tap(name string, m shown, data string) string
	// messages returns those messages of the bot that the person sees, oldest first.
	messages(name string) []shown
}

// shown is a message as people see it.
type shown struct {
	ref     string
	text    string
	buttons []shownButton
	picture bool
}

type shownButton struct{ label, data string }

// button returns the first button whose label contains the text.
func (m shown) button(label string) (shownButton, bool) {
	for _, b := range m.buttons {
		if strings.Contains(b.label, label) {
			return b, true
		}
	}
	return shownButton{}, false
}

func (m shown) String() string {
	labels := make([]string, len(m.buttons))
	for i, b := range m.buttons {
		labels[i] = "[" + b.label + "]"
	}
	return m.text + "\n" + strings.Join(labels, " ")
}

// helpless reports whether a killed program cannot help a violation.
func helpless(violation string) bool {
	parts := []string{"Too Many Requests", "before the end of retry_after", "unexpected EOF", "the body does not end"}
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(violation, part) })
}
