package talk

import (
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// tableScreen composes the message on which a match is arranged. Once play has
// begun it stays as it was, without its buttons.
func tableScreen(v View) bot.Screen {
	t := v.Table
	screen := bot.Screen{Text: tableText(v)}
	if t.Stage == Open {
		screen.Groups = tableGroups(v)
		if t.Invited != nil && t.Invited.Person != "" {
			screen.Mention = []bot.PersonKey{t.Invited.Person}
		}
	}
	return screen
}

func tableText(v View) bot.Text {
	t, words := v.Table, v.Words
	terms := t.terms()
	args := locale.Args{"Number": v.Number, "Game": words.String("game."+terms.Game, nil), "Length": lengthText(words, terms.Length),
		"Name": bot.Span{Kind: bot.Mention, Text: t.Seats[0].Name, Person: t.Seats[0].Person}}
	text := words.Text("table.head", args)
	if t.Stage == Open {
		text = append(append(text, bot.Span{Text: "\n"}), words.Text("table.host", args)...)
	}
	if games := rotation(terms); games != nil {
		text = append(append(text, bot.Span{Text: "\n"}), words.Text("table.rotation",
			locale.Args{"First": gameNames(words, games[:1]), "Then": gameNames(words, games[1:])})...)
	}
	if chosen := optionsText(words, terms); chosen != "" {
		text = append(text, bot.Span{Text: "\n" + chosen})
	}
	if t.Stage == Open && t.Menu == optionsMenu {
		text = append(text, aboutOptions(words, terms)...)
	}
	if t.Stage == Open && t.Menu == levelsMenu {
		text = append(append(text, bot.Span{Text: "\n"}), words.Text("table.levels", nil)...)
	}
	text = append(append(text, bot.Span{Text: "\n"}), seatsText(v)...)
	text = append(append(text, bot.Span{Text: "\n"}), words.Text("table.dice", locale.Args{
		"Commitment": bot.Span{Kind: bot.Code, Text: t.Seed.Commitment()}})...)
	for _, w := range t.Words {
		if i := slices.IndexFunc(t.Seats[:], func(s Seat) bool { return s.Person == w.Person }); i >= 0 {
			text = append(append(text, bot.Span{Text: "\n"}), words.Text("table.word", locale.Args{"Name": t.Seats[i].Name, "Word": w.Word})...)
		}
	}
	return text
}

// optionText tells an option and its value: "Jacoby rule: on".
func optionText(words *locale.Words, c engine.Chosen) string {
	return words.String("option."+c.Key, nil) + ": " + valueText(words, c.Key, c.Value)
}

// valueText is an option's value in words. Numbers mean something else to each option.
func valueText(words *locale.Words, key, value string) string {
	if own := "value." + key + "." + value; words.Has(own) {
		return words.String(own, nil)
	}
	return words.String("value."+value, nil)
}

// optionsText lists which of the cube's rules hold, and every option that is not
// the game's usual one.
func optionsText(words *locale.Words, terms engine.Terms) string {
	return chosenText(words, terms, func(c engine.Chosen) bool {
		return !c.Default || slices.Contains([]string{"cube", "crawford", "jacoby"}, c.Key)
	})
}

// differText lists the options that are not the game's usual ones, but for the one that
// a board names with its cube.
func differText(words *locale.Words, terms engine.Terms) string {
	return chosenText(words, terms, func(c engine.Chosen) bool {
		return !c.Default && (c.Key != "jacoby" || c.Value == "off")
	})
}

func chosenText(words *locale.Words, terms engine.Terms, shown func(engine.Chosen) bool) string {
	var texts []string
	for _, c := range terms.Choices() {
		if shown(c) {
			texts = append(texts, optionText(words, c))
		}
	}
	return strings.Join(texts, " · ")
}

// aboutOptions explains the options that can be chosen.
func aboutOptions(words *locale.Words, terms engine.Terms) bot.Text {
	var text bot.Text
	for _, c := range terms.Choices() {
		name := bot.Span{Kind: bot.Bold, Text: words.String("option."+c.Key, nil)}
		text = append(text, bot.Span{Text: "\n"}, name, bot.Span{Text: ": " + words.String("about."+c.Key, nil)})
	}
	return text
}

// seatsText tells who sits and who may join.
func seatsText(v View) bot.Text {
	t := v.Table
	switch {
	case t.Stage == Closed:
		return v.Words.Text("table."+t.Why, nil)
	case t.Stage != Open:
		return v.Words.Text("table.begun", locale.Args{"First": t.Seats[0].fullName(v.Words), "Second": t.Seats[1].fullName(v.Words)})
	case t.Invited != nil && t.Invited.Person != "":
		return v.Words.Text("table.invited", locale.Args{"Name": bot.Span{Kind: bot.Mention, Text: t.Invited.name(), Person: t.Invited.Person}})
	case t.Invited != nil:
		return v.Words.Text("table.invited", locale.Args{"Name": t.Invited.name()})
	}
	return v.Words.Text("table.open", nil)
}

// tableGroups returns the buttons of a waiting table, or of the choice that is open.
func tableGroups(v View) []bot.Group {
	t := v.Table
	switch t.Menu {
	case gamesMenu:
		return []bot.Group{gamesGroup(v), backGroup(v)}
	case lengthMenu:
		return []bot.Group{lengthGroup(v), backGroup(v)}
	case optionsMenu:
		return append(optionGroups(v), backGroup(v))
	case levelsMenu:
		return []bot.Group{levelsGroup(v), backGroup(v)}
	}
	word := tableButton(v, "button.word", wordVerb, "")
	word.Prompt = &bot.Prompt{Title: v.Words.String("prompt.word.title", nil), Label: v.Words.String("prompt.word.label", nil)}
	join := tableButton(v, "button.join", joinVerb, t.termsMark())
	join.Style = bot.Success
	menus := []bot.Button{tableButton(v, "button.games", menuVerb, gamesMenu), tableButton(v, "button.length", menuVerb, lengthMenu)}
	if len(t.terms().Choices()) > 0 {
		menus = append(menus, tableButton(v, "button.options", menuVerb, optionsMenu))
	}
	groups := []bot.Group{{Buttons: []bot.Button{join}}, {Buttons: menus}, {Buttons: []bot.Button{word, tableButton(v, "button.cancel", closeVerb, "")}}}
	if v.Judged {
		computer := tableButton(v, "button.computer", menuVerb, levelsMenu)
		computer.Style = bot.Primary
		groups = slices.Insert(groups, 0, bot.Group{Buttons: []bot.Button{computer}})
	}
	return groups
}

func tableButton(v View, label, verb, arg string) bot.Button {
	return bot.Button{Label: v.Words.String(label, nil), Data: tap{verb: verb, match: v.Table.ID, arg: arg}.data()}
}

// setButton sets a term of the table; the value that holds is marked.
func setButton(v View, label, setting string, holds bool) bot.Button {
	b := bot.Button{Label: label, Data: tap{verb: setVerb, match: v.Table.ID, arg: setting}.data()}
	if holds {
		b.Style = bot.Primary
	}
	return b
}

func backGroup(v View) bot.Group {
	return bot.Group{Buttons: []bot.Button{tableButton(v, "button.back", menuVerb, "")}}
}

func gamesGroup(v View) bot.Group {
	group := bot.Group{PerRow: 2}
	for _, key := range Games() {
		group.Buttons = append(group.Buttons, setButton(v, v.Words.String("game."+key, nil), "game="+key, key == v.Table.terms().Game))
	}
	return group
}

// moneyLength stands for unlimited play among a table's lengths.
const moneyLength = 0

func lengthGroup(v View) bot.Group {
	group := bot.Group{PerRow: 4}
	terms := v.Table.terms()
	for _, length := range append(terms.Lengths(), moneyLength) {
		group.Buttons = append(group.Buttons, setButton(v, lengthText(v.Words, length), "length="+strconv.Itoa(length), length == terms.Length))
	}
	return group
}

// optionGroups returns a row for each option that applies; a tap on it sets its next
// value.
func optionGroups(v View) []bot.Group {
	group := bot.Group{PerRow: 1}
	for _, c := range v.Table.terms().Choices() {
		next := c.Values[(slices.Index(c.Values, c.Value)+1)%len(c.Values)]
		group.Buttons = append(group.Buttons, setButton(v, optionText(v.Words, c), c.Key+"="+next, false))
	}
	return []bot.Group{group}
}
