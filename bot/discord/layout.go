package discord

import (
	"cmp"
	"fmt"
	"slices"

	"tablabot/bot"
)

// What a message's buttons may fill.
const (
	maxRows    = 5
	maxRow     = 5  // buttons in a row
	maxOptions = 25 // of one select, which takes a row
	maxLabel   = 80
	maxOption  = 100
)

// Types of components.
const (
	typeRow    = 1
	typeButton = 2
	typeSelect = 3
	typeInput  = 4
	typeLabel  = 18
)

// component is a row, a button, a select, or a field of a modal.
type component struct {
	Type       int         `json:"type"`
	CustomID   string      `json:"custom_id,omitempty"`
	Style      int         `json:"style,omitempty"`
	Label      string      `json:"label,omitempty"`
	Holder     string      `json:"placeholder,omitempty"`
	Options    []option    `json:"options,omitempty"`
	Components []component `json:"components,omitempty"`
	Component  *component  `json:"component,omitempty"` // of a label
	Value      string      `json:"value,omitempty"`     // typed into a field
	MaxLength  int         `json:"max_length,omitempty"`
	Required   *bool       `json:"required,omitempty"`
}

// option is one line of a select.
type option struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// components lays the groups out in at most five rows. A group begins a new row.
// What does not fit of the largest group goes into selects of 25, so that the
// other groups, which hold the controls, stay visible. It returns how many
// buttons found no place even so.
func components(groups []bot.Group, ids identify) (rows []component, left int) {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g bot.Group) bool { return len(g.Buttons) == 0 })
	if height(groups, own) <= maxRows {
		return buttonRows(groups, own, ids), 0
	}
	if height(groups, full) <= maxRows {
		return buttonRows(groups, full, ids), 0
	}
	return overflow(groups, ids)
}

// identify gives a button its custom id.
type identify func(bot.Button) string

// own is the width a group asks for, full the widest.
func own(g bot.Group) int {
	if g.PerRow <= 0 {
		return maxRow
	}
	return min(g.PerRow, maxRow)
}

func full(bot.Group) int { return maxRow }

func height(groups []bot.Group, width func(bot.Group) int) int {
	n := 0
	for _, g := range groups {
		n += (len(g.Buttons) + width(g) - 1) / width(g)
	}
	return n
}

func buttonRows(groups []bot.Group, width func(bot.Group) int, ids identify) []component {
	var rows []component
	for _, g := range groups {
		for part := range slices.Chunk(g.Buttons, width(g)) {
			row := component{Type: typeRow}
			for _, b := range part {
				row.Components = append(row.Components, button(b, ids))
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// overflow gives the other groups their rows and the largest one what is left of
// the five: buttons first, selects for the rest.
func overflow(groups []bot.Group, ids identify) (rows []component, left int) {
	big := largest(groups)
	before, after := groups[:big], groups[big+1:]
	others := height(before, full) + height(after, full)
	if others >= maxRows {
		// Too many small groups: they share rows, at most four of them.
		shared := shareRows(slices.Concat(before, after))
		before, after = nil, shared
		others = height(after, full)
		if others >= maxRows {
			kept := (maxRows - 1) * maxRow
			left = len(after[0].Buttons) - kept
			after = []bot.Group{{Buttons: after[0].Buttons[:kept]}}
			others = maxRows - 1
		}
	}
	moves := groups[big].Buttons
	room := maxRows - others
	selects := 0
	for selects < room && (room-selects)*maxRow+selects*maxOptions < len(moves) {
		selects++
	}
	asButtons := min((room-selects)*maxRow, len(moves))
	asOptions := min(len(moves), asButtons+selects*maxOptions)
	left += len(moves) - asOptions

	rows = buttonRows(before, full, ids)
	rows = append(rows, buttonRows([]bot.Group{{Buttons: moves[:asButtons]}}, full, ids)...)
	rows = append(rows, selectRows(moves[asButtons:asOptions], ids)...)
	return append(rows, buttonRows(after, full, ids)...), left
}

func largest(groups []bot.Group) int {
	big := 0
	for i, g := range groups {
		if len(g.Buttons) > len(groups[big].Buttons) {
			big = i
		}
	}
	return big
}

// shareRows puts all buttons into one group.
func shareRows(groups []bot.Group) []bot.Group {
	var all bot.Group
	for _, g := range groups {
		all.Buttons = append(all.Buttons, g.Buttons...)
	}
	return []bot.Group{all}
}

func selectRows(buttons []bot.Button, ids identify) []component {
	var rows []component
	for part := range slices.Chunk(buttons, maxOptions) {
		menu := component{
			Type:     typeSelect,
			CustomID: fmt.Sprintf("%s%d", selectMark, len(rows)),
			Holder:   clip(part[0].Label+" … "+part[len(part)-1].Label, 150),
		}
		for _, b := range part {
			menu.Options = append(menu.Options, option{clip(label(b), maxOption), ids(b)})
		}
		rows = append(rows, component{Type: typeRow, Components: []component{menu}})
	}
	return rows
}

func button(b bot.Button, ids identify) component {
	return component{Type: typeButton, CustomID: ids(b), Style: styleOf(b.Style), Label: clip(label(b), maxLabel)}
}

// label returns the button's label; the platform refuses a button without one.
func label(b bot.Button) string { return cmp.Or(b.Label, "·") }

func styleOf(s bot.Style) int {
	switch s {
	case bot.Primary:
		return 1
	case bot.Success:
		return 3
	case bot.Danger:
		return 4
	}
	return 2
}
