package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// OptionKind is the type of an option's value, as the platform numbers it.
type OptionKind int

// Kinds of options.
const (
	String OptionKind = 3
	Int    OptionKind = 4
	Bool   OptionKind = 5
	User   OptionKind = 6
)

// Words are a name and a description in one language.
type Words struct{ Name, Description string }

// Command is one slash command. The limits are the platform's: names of 1 to 32
// lower-case letters, digits, "-" and "_", descriptions of 1 to 100 characters, 25
// options, required ones first, 8,000 characters in all.
type Command struct {
	Name, Description string
	Localized         map[string]Words // by the platform's locale: "bg", "en-GB"
	Options           []Option
}

// Option is one named option of a command.
type Option struct {
	Name, Description string
	Localized         map[string]Words
	Kind              OptionKind
	Required          bool
	Min, Max          *int // of an Int
	// Choices are all values there are. More than 25 become suggestions, which
	// follow what is typed; then any other value may be typed as well.
	Choices []Choice
}

// Choice is one value of an option; for an Int it must be a number.
type Choice struct {
	Name      string
	Localized map[string]string
	Value     string
}

const (
	maxChoices        = 25
	maxCommandOptions = 25
)

// command and its parts are the wire forms.
type wireCommand struct {
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Names            map[string]string `json:"name_localizations"`
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations"`
	Options          []wireOption      `json:"options"`
	Contexts         []int             `json:"contexts"`
	IntegrationTypes []int             `json:"integration_types"`
}

type wireOption struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Required     bool              `json:"required,omitempty"`
	Choices      []wireChoice      `json:"choices,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Min          *int              `json:"min_value,omitempty"`
	Max          *int              `json:"max_value,omitempty"`
}

type wireChoice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations"`
	Value any               `json:"value"`
}

// onWire returns the commands as they are registered: usable in servers, with the
// bot alone and in other private chats, by bots in the server and by people who
// installed the bot for themselves.
func onWire(commands []Command) []wireCommand {
	out := make([]wireCommand, len(commands))
	for i, c := range commands {
		w := wireCommand{
			Type: 1, Name: c.Name, Description: c.Description,
			Contexts: []int{0, 1, 2}, IntegrationTypes: []int{0, 1},
			Options: []wireOption{},
		}
		w.Names, w.Descriptions = split(c.Localized)
		for _, o := range c.Options {
			w.Options = append(w.Options, optionOnWire(o))
		}
		out[i] = w
	}
	return out
}

func optionOnWire(o Option) wireOption {
	w := wireOption{
		Type: int(o.Kind), Name: o.Name, Description: o.Description,
		Required: o.Required, Min: o.Min, Max: o.Max,
	}
	w.Names, w.Descriptions = split(o.Localized)
	if len(o.Choices) > maxChoices {
		w.Autocomplete = true
		return w
	}
	w.Choices = choicesOnWire(o.Kind, o.Choices)
	return w
}

func choicesOnWire(kind OptionKind, choices []Choice) []wireChoice {
	out := make([]wireChoice, len(choices))
	for i, c := range choices {
		out[i] = wireChoice{Name: clip(c.Name, maxOption), Names: c.Localized, Value: c.Value}
		if kind == Int {
			out[i].Value = json.Number(c.Value)
		}
	}
	return out
}

func split(words map[string]Words) (names, descriptions map[string]string) {
	for locale, w := range words {
		if w.Name != "" {
			names = with(names, locale, w.Name)
		}
		if w.Description != "" {
			descriptions = with(descriptions, locale, w.Description)
		}
	}
	return names, descriptions
}

func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = make(map[string]string)
	}
	m[key] = value
	return m
}

// register makes the platform's list of commands ours. It writes only when the
// lists differ, since the platform allows 200 new commands a day.
func (d *Door) register(ctx context.Context) error {
	var app struct {
		ID string `json:"id"`
	}
	err := d.rest.do(ctx, call{
		what: "ask who the bot is", method: http.MethodGet, path: "applications/@me", bucket: "app",
	}, &app)
	if err != nil {
		return err
	}
	path := "applications/" + app.ID + "/commands"
	var have []wireCommand
	err = d.rest.do(ctx, call{
		what: "read the list of commands", method: http.MethodGet,
		path: path + "?with_localizations=true", bucket: "commands",
	}, &have)
	if err != nil {
		return err
	}
	want := onWire(d.commands)
	if sameCommands(have, want) {
		return nil
	}
	return d.rest.do(ctx, call{
		what: "register the commands", method: http.MethodPut, path: path, bucket: "commands", body: want,
	}, nil)
}

// sameCommands compares two lists regardless of order, of what the platform adds,
// and of whether something absent is missing, null or empty.
func sameCommands(a, b []wireCommand) bool {
	return reflect.DeepEqual(canonical(a), canonical(b))
}

func canonical(commands []wireCommand) any {
	commands = slices.SortedFunc(slices.Values(commands), func(a, b wireCommand) int {
		return cmp.Compare(a.Name, b.Name)
	})
	raw, err := json.Marshal(commands)
	if err != nil {
		return err.Error()
	}
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		return err.Error()
	}
	return pruned(tree)
}

// pruned drops what is null or empty from a tree of JSON.
func pruned(tree any) any {
	switch t := tree.(type) {
	case map[string]any:
		for key, value := range t {
			if value = pruned(value); empty(value) {
				delete(t, key)
			} else {
				t[key] = value
			}
		}
	case []any:
		for i := range t {
			t[i] = pruned(t[i])
		}
	}
	return tree
}

func empty(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case map[string]any:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// suggestions returns the choices that fit what is typed, at most 25: those that
// begin with it before those that hold it.
func suggestions(o Option, locale, typed string) []wireChoice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var first, then []Choice
	for _, c := range o.Choices {
		c.Name = cmp.Or(c.Localized[locale], c.Name)
		switch name := strings.ToLower(c.Name); {
		case strings.HasPrefix(name, typed), strings.HasPrefix(c.Value, typed):
			first = append(first, c)
		case strings.Contains(name, typed):
			then = append(then, c)
		}
	}
	fit := append(first, then...)
	for i := range fit {
		fit[i].Localized = nil
	}
	return choicesOnWire(o.Kind, fit[:min(len(fit), maxChoices)])
}

// checkCommands reports what the platform would refuse, since it refuses the whole
// list for one fault.
func checkCommands(commands []Command) error {
	names := make(map[string]bool)
	for _, c := range commands {
		if names[c.Name] {
			return fmt.Errorf("command %q is named twice", c.Name)
		}
		names[c.Name] = true
		if err := checkCommand(c); err != nil {
			return fmt.Errorf("command %q: %w", c.Name, err)
		}
	}
	return nil
}

func checkCommand(c Command) error {
	if err := checkWords(c.Name, c.Description, c.Localized); err != nil {
		return err
	}
	if len(c.Options) > maxCommandOptions {
		return fmt.Errorf("there are more than %d options", maxCommandOptions)
	}
	optional := ""
	for _, o := range c.Options {
		if err := checkWords(o.Name, o.Description, o.Localized); err != nil {
			return fmt.Errorf("option %q: %w", o.Name, err)
		}
		switch {
		case !o.Required:
			optional = o.Name
		case optional != "":
			return fmt.Errorf("option %q is required and stands after %q, which is not", o.Name, optional)
		}
	}
	return nil
}

func checkWords(name, description string, localized map[string]Words) error {
	if name == "" || length(name) > 32 || strings.ToLower(name) != name || strings.ContainsAny(name, " /") {
		return errors.New("the name must be 1 to 32 lower-case characters")
	}
	if description == "" {
		return errors.New("there is no description")
	}
	if length(description) > maxOption {
		return fmt.Errorf("the description has more than %d characters", maxOption)
	}
	for locale, words := range localized {
		if length(words.Description) > maxOption || length(words.Name) > 32 {
			return fmt.Errorf("the words in %q are too long", locale)
		}
	}
	return nil
}
