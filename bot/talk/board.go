package talk

import (
	"slices"
	"strconv"
	"unicode/utf16"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// board composes the message of one game.
type board struct {
	View
	match *engine.Match
	moves *moves // of the dice to play; nil if there are none
	past  bool   // a later game has begun
}

func newBoard(v View, m *engine.Match) *board {
	b := &board{View: v, match: m}
	if p, err := m.Progress(); err == nil {
		b.moves = &moves{Progress: p, match: v.Table.ID, turn: m.Turns}
	}
	return b
}

func (b *board) screen() bot.Screen {
	screen := bot.Screen{Text: b.text(), Alt: b.alt(), Groups: b.groups()}
	if seat, waits := b.Table.actor(); waits && !b.past && !b.Table.thinks() {
		screen.Mention = []bot.PersonKey{b.Table.Seats[seat].Person}
	}
	if b.TextOnly {
		screen.Text = append(b.plainBoard(), append(bot.Text{{Text: "\n"}}, screen.Text...)...)
		return screen
	}
	screen.Scene = b.scene()
	return screen
}

// name is what a seat's player is called.
func (b *board) name(seat engine.Seat) string { return b.Table.Seats[seat].called(b.Words) }

// fullName is what a seat's player is called where he is introduced.
func (b *board) fullName(seat engine.Seat) string { return b.Table.Seats[seat].fullName(b.Words) }

// mention is a seat's player as a link to him.
func (b *board) mention(seat engine.Seat) bot.Span { return b.Table.Seats[seat].mention(b.Words) }

// text tells the match, what happened since the player to act last acted, and what
// is to be done.
func (b *board) text() bot.Text {
	head, status := b.head(), b.status()
	for shown := storyShown; ; shown-- { // what is to be done is never cut off
		text := slices.Clip(head)
		for _, line := range b.story(shown) {
			text = append(append(text, bot.Span{Text: "\n"}), line...)
		}
		text = append(append(text, bot.Span{Text: "\n"}), status...)
		if shown == 0 || len(utf16.Encode([]rune(text.String()))) <= maxText {
			return text
		}
	}
}

// maxText is how long the text under a picture may be on every platform, in UTF-16
// units.
const maxText = 1024

// head names the match: number, game, length, score, and which of the cube's rules
// hold.
func (b *board) head() bot.Text {
	m := b.match
	id := "board.head"
	args := locale.Args{"Number": b.Number, "Game": b.Words.String("game."+m.Rules().Name, nil),
		"Length": lengthText(b.Words, m.Terms.Length), "First": b.fullName(0), "Second": b.fullName(1), "Score": scoreText(m)}
	if rotation(m.Terms) != nil {
		id, args["Rotation"], args["Count"] = "board.head.rotation", b.Words.String("rotation."+m.Terms.Game, nil), m.Number
	}
	text := b.Words.Text(id, args)
	if cube := cubeText(b.Words, m); cube != "" {
		text = append(text, bot.Span{Text: " · " + cube})
	}
	if differ := differText(b.Words, m.Terms); differ != "" {
		text = append(text, bot.Span{Text: " · " + differ})
	}
	return text
}

// storyShown is how many lines of news a board has room for.
const storyShown = 4

// story returns the latest lines of news, at most so many.
func (b *board) story(shown int) []bot.Text {
	if b.past {
		return nil
	}
	lines := b.Table.Story
	if seat, waits := b.Table.actor(); waits {
		lines = b.Table.news(seat)
	}
	lines = slices.DeleteFunc(slices.Clone(lines), b.toldByStatus)
	var texts []bot.Text
	if extra := len(lines) - shown; extra > 0 {
		lines = lines[extra:]
		texts = append(texts, bot.Text{{Text: "…"}})
	}
	for _, line := range lines {
		texts = append(texts, b.told(line))
	}
	return texts
}

// told puts a line of news into words.
func (b *board) told(line Line) bot.Text {
	play := line.Play
	if len(line.Parts) > 0 {
		play = partsText(b.Words, line.Parts)
	}
	return b.Words.Text("story."+line.Kind, locale.Args{"Name": b.name(line.Seat), "Other": b.name(line.Seat.Other()),
		"First": b.name(0), "Second": b.name(1), "Dice": line.Dice, "Play": play, "Left": line.Left, "Die": line.Die,
		"Value": line.Value, "Count": line.Value})
}

// toldByStatus reports whether the status says the same as a line of news.
func (b *board) toldByStatus(line Line) bool {
	g := &b.match.Game
	over := b.match.Last != nil
	switch line.Kind {
	case "double", "beaver", "raccoon":
		return g.Offer != nil && g.Offer.Value == line.Value
	case "resign":
		return g.Giving != nil || over
	case "resigned", "drop", "accept":
		return over
	}
	return false
}

// status tells what is to be done, and by whom.
func (b *board) status() bot.Text {
	m := b.match
	switch {
	case b.Table.Stage == Ended && !b.past:
		return b.matchResult()
	case b.past:
		return b.gameResult()
	case m.Phase == engine.ToStart:
		return b.withNotices(append(b.gameResult(), b.nextText()...))
	case m.Game.Giving != nil:
		from := m.Game.Giving.From
		return b.withNotices(b.Words.Text("status.resign", locale.Args{"Name": b.name(from), "Other": b.mention(from.Other()),
			"Count": m.Game.Giving.Level * m.Game.Cube.Value}))
	}
	return b.withNotices(b.turnStatus())
}

func (b *board) turnStatus() bot.Text {
	m := b.match
	args := locale.Args{"Name": b.mention(m.Game.OnRoll), "Other": b.name(m.Game.OnRoll.Other())}
	switch m.Phase {
	case engine.ToAnswer:
		offer := m.Game.Offer
		args["Name"], args["Other"], args["Value"] = b.name(offer.From), b.mention(offer.From.Other()), offer.Value
		args["Count"] = offer.Value / 2
		return b.Words.Text("status."+offer.Verb.String(), args)
	case engine.ToRoll:
		switch {
		case startersThrow(m):
			return b.Words.Text("status.starts", args)
		case m.CanDouble(m.Game.OnRoll) == nil:
			return b.Words.Text("status.decide", args)
		}
		return b.Words.Text("status.roll", args)
	}
	return b.playStatus(args)
}

// withNotices adds that somebody wants to stop or may claim the match.
func (b *board) withNotices(text bot.Text) bot.Text {
	for seat, asked := range b.Table.StopAsked {
		if asked {
			text = append(append(text, bot.Span{Text: "\n"}), b.Words.Text("status.stop", locale.Args{"Name": b.name(engine.Seat(seat)),
				"Other": b.name(engine.Seat(seat).Other())})...)
		}
	}
	if seat, waits := b.Table.actor(); waits && b.Table.Claimable {
		text = append(append(text, bot.Span{Text: "\n"}), b.Words.Text("status.claim", locale.Args{"Name": b.name(seat),
			"Other": b.name(seat.Other())})...)
	}
	return text
}

// nextText says which game a rotating match goes on with.
func (b *board) nextText() bot.Text {
	next := nextGameText(b.Words, b.match)
	if next == "" {
		return nil
	}
	return append(bot.Text{{Text: "\n"}}, b.Words.Text("game.next", locale.Args{"Game": next})...)
}

// gameResult tells how the game ended and what it counts.
func (b *board) gameResult() bot.Text { return resultText(b.Words, b.match, b.name) }

// matchResult tells how the match ended, the last game's result first, and publishes
// the seed of its dice.
func (b *board) matchResult() bot.Text {
	m := b.match
	result := resultText(b.Words, m, b.name)
	if m.Winner != nil {
		args := locale.Args{"Name": b.name(*m.Winner), "Score": strconv.Itoa(m.Score[*m.Winner]) + "–" + strconv.Itoa(m.Score[m.Winner.Other()])}
		result = append(append(result, bot.Span{Text: "\n"}), b.Words.Text("result.match", args)...)
	}
	seed := bot.Span{Kind: bot.Code, Text: b.Table.Seed.String()}
	return append(append(result, bot.Span{Text: "\n"}), b.Words.Text("result.seed", locale.Args{"Seed": seed})...)
}

// groups returns the buttons for whoever may do something now.
func (b *board) groups() []bot.Group {
	m := b.match
	button := func(style bot.Style, label string, args locale.Args, verb, arg string, turn int) bot.Button {
		return bot.Button{Label: b.Words.String("button."+label, args), Style: style,
			Data: tap{verb: verb, match: b.Table.ID, turn: turn, arg: arg}.data()}
	}
	row := func(buttons ...bot.Button) bot.Group { return bot.Group{Buttons: buttons} }
	var groups []bot.Group
	switch {
	case b.past || b.Table.Stage == Closed:
		return nil
	case b.Table.Stage == Ended:
		ended := row(button(bot.Primary, "rematch", nil, rematchVerb, "", 0), button(bot.Plain, "verify", nil, verifyVerb, "", 0))
		if b.Judged {
			ended.Buttons = append(ended.Buttons, button(bot.Plain, "analyse", nil, analyseVerb, "", 0))
		}
		return []bot.Group{ended}
	case m.Phase == engine.ToStart:
		next := button(bot.Success, "next", nil, nextVerb, "", m.Number+1)
		if game := nextGameText(b.Words, m); game != "" {
			next.Label = b.Words.String("button.next.game", locale.Args{"Game": game})
		}
		groups = append(groups, row(next))
	case b.Table.thinks():
	case m.Game.Giving != nil:
		level := strconv.Itoa(m.Game.Giving.Level)
		groups = append(groups, row(button(bot.Success, "accept", nil, acceptVerb, level, m.Number),
			button(bot.Plain, "decline", nil, declineVerb, level, m.Number)))
	default:
		groups = b.turnGroups(button)
	}
	if b.Table.StopAsked != [2]bool{} {
		groups = append(groups, row(button(bot.Plain, "stop", nil, stopVerb, "yes", m.Turns), button(bot.Plain, "continue", nil, stopVerb, "no", m.Turns)))
	}
	if b.Table.Claimable {
		groups = append(groups, row(button(bot.Danger, "claim", nil, claimVerb, "", m.Turns)))
	}
	return groups
}

// makeButton makes a button of a board.
type makeButton func(style bot.Style, label string, args locale.Args, verb, arg string, turn int) bot.Button

// turnGroups returns the buttons of a player's turn, or of the answer to his double.
func (b *board) turnGroups(button makeButton) []bot.Group {
	m := b.match
	var row []bot.Button
	switch m.Phase {
	case engine.ToAnswer:
		value := strconv.Itoa(m.Game.Offer.Value)
		row = append(row, button(bot.Success, "take", nil, takeVerb, value, m.Turns), button(bot.Danger, "drop", nil, dropVerb, value, m.Turns))
		if seat, _ := m.Actor(); m.CanBeaver(seat) == nil {
			verb, label := beaverVerb, "beaver"
			if m.Game.Offer.Verb == engine.Beaver {
				verb, label = raccoonVerb, "raccoon"
			}
			row = append(row, button(bot.Plain, label, locale.Args{"Value": 2 * m.Game.Offer.Value}, verb, value, m.Turns))
		}
		row = append(row, b.hint(button)...)
	case engine.ToRoll:
		row = append(row, button(bot.Success, "roll", nil, rollVerb, "", m.Turns))
		if m.Rules().Cube.On && !m.Game.Crawford {
			row = append(row, button(bot.Plain, "always", nil, rollVerb, "always", m.Turns))
		}
		if m.CanDouble(m.Game.OnRoll) == nil {
			row = append(row, button(bot.Primary, "double", locale.Args{"Value": 2 * m.Game.Cube.Value}, doubleVerb, "", m.Turns))
			row = append(row, b.hint(button)...)
		}
	case engine.ToPlay:
		return append(b.moves.groups(), bot.Group{Buttons: b.controls(button)})
	}
	return []bot.Group{{Buttons: row}}
}

// controls stand under every keyboard of a turn.
func (b *board) controls(button makeButton) []bot.Button {
	m := b.match
	turn := m.Game.Turn
	done := button(bot.Success, "done", nil, doneVerb, "", m.Turns)
	if !b.moves.Over {
		done.Style = bot.Plain
	}
	typed := button(bot.Plain, "type", nil, typeVerb, "", m.Turns)
	typed.Prompt = &bot.Prompt{Title: b.Words.String("prompt.play.title", nil), Label: b.Words.String("prompt.play.label", nil),
		Placeholder: "13/7 8/7"}
	controls := []bot.Button{button(bot.Plain, "undo", nil, undoVerb, strconv.Itoa(max(0, turn.Steps()-1)), m.Turns), done, typed}
	if b.Table.Seats[m.Game.OnRoll].Always && m.Rules().Cube.On {
		controls = append(controls, button(bot.Plain, "never", nil, neverVerb, "", m.Turns))
	}
	return append(controls, b.hint(button)...)
}

// hint returns the button that asks the computer for advice, where that may be asked for.
func (b *board) hint(button makeButton) []bot.Button {
	if !b.Judged || !b.Table.advised() {
		return nil
	}
	return []bot.Button{button(bot.Plain, "hint", nil, hintVerb, "", b.match.Turns)}
}
