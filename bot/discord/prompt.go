package discord

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"

	"tablabot/bot"
)

// Marks of custom ids that the door makes itself. Data of buttons is ASCII, so
// neither can be the beginning of one.
const (
	promptMark = "⌨" // "⌨1a2b3c4d:" and the button's data: tapping opens a prompt
	selectMark = "≡" // and a number: a select; its values are custom ids
)

const maxPrompts = 1024

// prompts remembers what prompts say, by the hash that stands in the custom id of
// their button. There are as many as sentences in the catalogues, so few.
type prompts struct {
	mu   sync.Mutex
	said map[string]bot.Prompt
}

// identify returns the custom id of a button.
func (p *prompts) identify(b bot.Button) string {
	if b.Prompt == nil {
		return b.Data
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%q", *b.Prompt)
	key := fmt.Sprintf("%08x", h.Sum32())
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.said == nil || len(p.said) >= maxPrompts {
		p.said = make(map[string]bot.Prompt)
	}
	p.said[key] = *b.Prompt
	return promptMark + key + ":" + b.Data
}

// splitPrompt takes a custom id apart; ok is false if its button has no prompt.
func splitPrompt(customID string) (key, data string, ok bool) {
	rest, ok := strings.CutPrefix(customID, promptMark)
	if !ok {
		return "", customID, false
	}
	key, data, ok = strings.Cut(rest, ":")
	return key, data, ok
}

// ask returns the prompt; after a restart, when it is forgotten, the button's
// label stands in for it.
func (p *prompts) ask(key, label string) bot.Prompt {
	p.mu.Lock()
	defer p.mu.Unlock()
	if said, ok := p.said[key]; ok {
		return said
	}
	return bot.Prompt{Title: label, Label: label}
}

// modal is a window with one field.
type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

const maxTitle = 45

// newModal asks for a line of text, which comes back with the custom id.
func newModal(customID string, ask bot.Prompt) modal {
	title := cmp.Or(clip(ask.Title, maxTitle), promptMark)
	field := component{
		Type: typeInput, CustomID: "text", Style: 1, // one line
		Holder: clip(ask.Placeholder, maxOption), MaxLength: 200,
	}
	return modal{CustomID: customID, Title: title, Components: []component{{
		Type: typeLabel, Label: cmp.Or(clip(ask.Label, maxTitle), title), Component: &field,
	}}}
}

// typed finds what was typed into a modal, in its present or its former form.
func typed(fields []component) string {
	for _, f := range fields {
		switch {
		case f.Type == typeInput:
			return f.Value
		case f.Component != nil:
			return typed([]component{*f.Component})
		case len(f.Components) > 0:
			return typed(f.Components)
		}
	}
	return ""
}
