package telegram

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

func buttons(labels ...string) []bot.Button {
	var list []bot.Button
	for _, l := range labels {
		list = append(list, bot.Button{Label: l, Data: "d" + l})
	}
	return list
}

func TestKeyboardRows(t *testing.T) {
	letters := strings.Split("abcdefghij", "")
	for _, c := range []struct {
		name   string
		groups []bot.Group
		want   []string // labels of the rows
	}{
		{"none", nil, nil},
		{"four in a row", []bot.Group{{Buttons: buttons(letters[:6]...)}}, []string{"abcd", "ef"}},
		{"as many as the group says", []bot.Group{{Buttons: buttons(letters[:5]...), PerRow: 2}}, []string{"ab", "cd", "e"}},
		{"at most eight", []bot.Group{{Buttons: buttons(letters...), PerRow: 20}}, []string{"abcdefgh", "ij"}},
		{"each group on a new row", []bot.Group{{Buttons: buttons("a", "b")}, {}, {Buttons: buttons("c")}}, []string{"ab", "c"}},
		{"without prompts", []bot.Group{{Buttons: []bot.Button{{Label: "⌨", Data: "p", Prompt: &bot.Prompt{}}, {Label: "x", Data: "y"}}}}, []string{"x"}},
		{"only a prompt", []bot.Group{{Buttons: []bot.Button{{Label: "⌨", Data: "p", Prompt: &bot.Prompt{}}}}}, nil},
	} {
		k, err := keyboardOf(c.groups)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got []string
		for _, row := range k.Rows {
			line := ""
			for _, b := range row {
				line += b.Text
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s, want -, got +:\n%s", c.name, diff)
		}
	}
}

func TestKeyboardJSON(t *testing.T) {
	k, err := keyboardOf([]bot.Group{{Buttons: []bot.Button{
		{Label: "24/18", Data: "m:1", Style: bot.Primary}, {Label: "Take", Data: "m:2", Style: bot.Success},
		{Label: "Drop", Data: "m:3", Style: bot.Danger}, {Label: "Undo", Data: "m:4"},
	}}})
	want := `{"inline_keyboard":[[{"text":"24/18","callback_data":"m:1","style":"primary"},` +
		`{"text":"Take","callback_data":"m:2","style":"success"},{"text":"Drop","callback_data":"m:3","style":"danger"},` +
		`{"text":"Undo","callback_data":"m:4"}]]}`
	if got := asJSON(k); err != nil || got != want {
		t.Errorf("keyboard %s (%v), want %s", got, err, want)
	}
	if empty, _ := keyboardOf(nil); asJSON(empty) != noButtons {
		t.Errorf("an empty keyboard is %s, want %s", asJSON(empty), noButtons)
	}
}

func TestKeyboardRefuses(t *testing.T) {
	for name, b := range map[string]bot.Button{
		"65 bytes of data":          {Label: "x", Data: strings.Repeat("d", 65)},
		"66 bytes in 33 characters": {Label: "x", Data: strings.Repeat("ж", 33)},
		"no data":                   {Label: "x"},
		"no label":                  {Data: "d"},
	} {
		if _, err := keyboardOf([]bot.Group{{Buttons: []bot.Button{b}}}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
