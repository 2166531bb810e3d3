package telegram

import (
	"fmt"

	"tablabot/bot"
)

const (
	defaultPerRow = 4
	maxPerRow     = 8
	maxData       = 64 // bytes, https://core.telegram.org/bots/api#inlinekeyboardbutton
)

type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

type button struct {
	Text  string `json:"text"`
	Data  string `json:"callback_data"`
	Style string `json:"style,omitempty"`
}

var styles = map[bot.Style]string{bot.Primary: "primary", bot.Success: "success", bot.Danger: "danger"}

// keyboardOf lays the buttons out. Buttons that prompt are left out: on Telegram
// people reply to the message instead.
func keyboardOf(groups []bot.Group) (keyboard, error) {
	k := keyboard{Rows: [][]button{}}
	for _, group := range groups {
		perRow := group.PerRow
		if perRow <= 0 {
			perRow = defaultPerRow
		}
		perRow = min(perRow, maxPerRow)
		var row []button
		for _, b := range group.Buttons {
			if b.Prompt != nil {
				continue
			}
			if b.Label == "" || b.Data == "" || len(b.Data) > maxData {
				return keyboard{}, fmt.Errorf("button %q with %d bytes of data: it needs a label and 1 to %d bytes", b.Label, len(b.Data), maxData)
			}
			row = append(row, button{b.Label, b.Data, styles[b.Style]})
			if len(row) == perRow {
				k.Rows, row = append(k.Rows, row), nil
			}
		}
		if len(row) > 0 {
			k.Rows = append(k.Rows, row)
		}
	}
	return k, nil
}

// noButtons is an empty keyboard; null would be none and change nothing.
const noButtons = `{"inline_keyboard":[]}`
