package discordtest

import (
	"bytes"
	"encoding/json"
)

// wireComponent is a component as bots send it. Fields it lacks are refused, so
// that a misspelt one is found.
type wireComponent struct {
	Type        int             `json:"type"`
	ID          int             `json:"id"`
	CustomID    string          `json:"custom_id"`
	Style       int             `json:"style"`
	Label       string          `json:"label"`
	Description string          `json:"description"`
	URL         string          `json:"url"`
	Emoji       json.RawMessage `json:"emoji"`
	Disabled    bool            `json:"disabled"`
	Placeholder string          `json:"placeholder"`
	MinValues   *int            `json:"min_values"`
	MaxValues   *int            `json:"max_values"`
	Options     []wireOption    `json:"options"`
	Components  []wireComponent `json:"components"`
	Component   *wireComponent  `json:"component"`
	Value       string          `json:"value"`
	MinLength   int             `json:"min_length"`
	MaxLength   *int            `json:"max_length"`
	Required    *bool           `json:"required"`
}

type wireOption struct {
	Label       string          `json:"label"`
	Value       string          `json:"value"`
	Description string          `json:"description"`
	Emoji       json.RawMessage `json:"emoji"`
	Default     bool            `json:"default"`
}

// Types of components.
const (
	typeRow    = 1
	typeButton = 2
	typeSelect = 3
	typeInput  = 4
	typeLabel  = 18
)

func decodeComponents(raw json.RawMessage) ([]wireComponent, *apiError) {
	var rows []wireComponent
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&rows); err != nil {
		return nil, badForm("components: %v", err)
	}
	return rows, nil
}

// readRows checks the components of a message and returns what people see of them.
func readRows(raw json.RawMessage) ([][]Component, *apiError) {
	rows, failure := decodeComponents(raw)
	if failure != nil {
		return nil, failure
	}
	if len(rows) > 5 {
		return nil, badForm("components: %d rows", len(rows))
	}
	var out [][]Component
	seen := make(map[string]bool)
	for _, row := range rows {
		if row.Type != typeRow {
			return nil, badForm("components: type %d stands where a row must", row.Type)
		}
		shown, failure := readRow(row, seen)
		if failure != nil {
			return nil, failure
		}
		out = append(out, shown)
	}
	return out, nil
}

func readRow(row wireComponent, seen map[string]bool) ([]Component, *apiError) {
	if n := len(row.Components); n == 0 || n > 5 {
		return nil, badForm("components: a row of %d", n)
	}
	var out []Component
	for _, c := range row.Components {
		if failure := checkID(c.CustomID); failure != nil {
			return nil, failure
		}
		if seen[c.CustomID] {
			return nil, badForm("components: the custom id %q is not unique", c.CustomID)
		}
		seen[c.CustomID] = true
		shown, failure := readComponent(c, len(row.Components))
		if failure != nil {
			return nil, failure
		}
		out = append(out, shown)
	}
	return out, nil
}

func checkID(id string) *apiError {
	if n := characters(id); n < 1 || n > 100 {
		return badForm("components: a custom id of %d characters", n)
	}
	return nil
}

func readComponent(c wireComponent, inRow int) (Component, *apiError) {
	out := Component{Type: c.Type, CustomID: c.CustomID, Label: c.Label, Style: c.Style}
	switch c.Type {
	case typeButton:
		switch n := characters(c.Label); {
		case c.Style < 1 || c.Style > 4:
			return out, badForm("components: a button of style %d", c.Style)
		case n > 80, n == 0 && c.Emoji == nil:
			return out, badForm("components: a label of %d characters", n)
		}
		return out, nil
	case typeSelect:
		if inRow != 1 {
			return out, badForm("components: a select shares its row")
		}
		out.Label = c.Placeholder
		if characters(c.Placeholder) > 150 {
			return out, badForm("components: a placeholder of %d characters", characters(c.Placeholder))
		}
		var failure *apiError
		out.Options, failure = readOptions(c.Options)
		return out, failure
	}
	return out, badForm("components: type %d in a row of a message", c.Type)
}

func readOptions(options []wireOption) ([]Choice, *apiError) {
	if n := len(options); n < 1 || n > 25 {
		return nil, badForm("components: a select of %d options", n)
	}
	var out []Choice
	seen := make(map[string]bool)
	for _, o := range options {
		label, value := characters(o.Label), characters(o.Value)
		switch {
		case label < 1 || label > 100, value < 1 || value > 100, characters(o.Description) > 100:
			return nil, badForm("components: an option of %d and %d characters", label, value)
		case seen[o.Value]:
			return nil, badForm("components: the option %q stands twice", o.Value)
		}
		seen[o.Value] = true
		out = append(out, Choice{o.Label, o.Value})
	}
	return out, nil
}

// Modal is a window that asks a person for text.
type Modal struct {
	CustomID, Title, Label, Placeholder string

	field   string
	labeled bool // in the present form, otherwise in a row
	message string
	channel string
}

// readModal checks a modal with one field.
func readModal(raw json.RawMessage) (*Modal, *apiError) {
	var data struct {
		CustomID   string          `json:"custom_id"`
		Title      string          `json:"title"`
		Components json.RawMessage `json:"components"`
	}
	if err := json.Unmarshal(raw, &data); err != nil {
		return nil, badForm("a modal: %v", err)
	}
	if failure := checkID(data.CustomID); failure != nil {
		return nil, failure
	}
	if n := characters(data.Title); n < 1 || n > 45 {
		return nil, badForm("a modal's title of %d characters", n)
	}
	parts, failure := decodeComponents(data.Components)
	if failure != nil {
		return nil, failure
	}
	if len(parts) != 1 {
		return nil, badForm("the stand-in takes modals of one field, not %d", len(parts))
	}
	m := &Modal{CustomID: data.CustomID, Title: data.Title, Label: parts[0].Label}
	field := parts[0].Component
	switch {
	case parts[0].Type == typeLabel && field != nil:
		m.labeled = true
	case parts[0].Type == typeRow && len(parts[0].Components) == 1:
		field = &parts[0].Components[0]
		m.Label = field.Label
	default:
		return nil, badForm("a modal's component of type %d", parts[0].Type)
	}
	m.field, m.Placeholder = field.CustomID, field.Placeholder
	switch {
	case field.Type != typeInput, field.Style != 1 && field.Style != 2:
		return nil, badForm("a modal's field of type %d and style %d", field.Type, field.Style)
	case characters(m.Label) < 1, characters(m.Label) > 45:
		return nil, badForm("a field's label of %d characters", characters(m.Label))
	case m.labeled && field.Label != "":
		return nil, badForm("a field's label stands twice")
	case characters(field.Placeholder) > 100:
		return nil, badForm("a field's placeholder of %d characters", characters(field.Placeholder))
	}
	return m, checkID(field.CustomID)
}
