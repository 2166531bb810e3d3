package talk

import (
	"fmt"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// alt describes the picture in words, each side in its own numbers.
func (b *board) alt() string {
	position := b.shownPosition()
	return clip(b.Words.String("alt.board", locale.Args{
		"First": b.name(0), "FirstPoints": sideText(b.Words, &position.Sides[0]), "FirstPips": position.Sides[0].Pips(),
		"Second": b.name(1), "SecondPoints": sideText(b.Words, &position.Sides[1]), "SecondPips": position.Sides[1].Pips(),
	}), maxAlt)
}

// maxAlt is the longest description that every platform takes, in characters.
const maxAlt = 1000

func (b *board) shownPosition() engine.Position {
	if b.moves != nil {
		return b.moves.Position
	}
	return b.match.Game.Position
}

// sideText lists a side's checkers: "bar×1 24×2 13×5, off 3".
func sideText(words *locale.Words, side *engine.Side) string {
	var parts []string
	for place := engine.Bar; place > engine.Off; place-- {
		if n := side.At(place); n > 0 {
			part := placeText(place) + "×" + strconv.Itoa(n)
			if place < engine.Bar && side.Pinned(place) {
				part += "!"
			}
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, " ")
	if n := side.At(engine.Off); n > 0 {
		text += ", " + words.String("alt.off", locale.Args{"Count": n})
	}
	return strings.TrimPrefix(text, ", ")
}

// plainBoard is the board as text, for a chat that takes no pictures; it names the
// missing right. Points are in the numbers of the player to move; X is seat 0.
func (b *board) plainBoard() bot.Text {
	r := b.match.Rules()
	reader := actorOf(b.match)
	position := b.shownPosition()
	number := func(physical int) int {
		if reader == 0 {
			return physical
		}
		return r.Geometry.Other(physical)
	}
	var rows [4]strings.Builder
	half := func(upper, lower int) {
		fmt.Fprintf(&rows[0], "%3d", number(upper))
		fmt.Fprintf(&rows[1], "%3s", stackText(r, &position, upper))
		fmt.Fprintf(&rows[2], "%3s", stackText(r, &position, lower))
		fmt.Fprintf(&rows[3], "%3d", number(lower))
	}
	for i := range 12 {
		if i == 6 {
			for j := range rows {
				rows[j].WriteString(" |")
			}
		}
		half(13+i, 12-i)
	}
	lines := make([]string, len(rows))
	for i := range rows {
		lines[i] = rows[i].String()
	}
	text := b.Words.Text("plain.missing", nil)
	text = append(text, bot.Span{Text: "\n"}, bot.Span{Kind: bot.Code, Text: strings.Join(lines, "\n")}, bot.Span{Text: "\n"})
	for seat, mark := range []string{"X", "O"} {
		side := &position.Sides[seat]
		text = append(text, b.Words.Text("plain.side", locale.Args{"Mark": mark, "Name": b.name(engine.Seat(seat)),
			"Bar": side.At(engine.Bar), "Off": side.At(engine.Off), "Pips": side.Pips()})...)
		text = append(text, bot.Span{Text: "\n"})
	}
	return text[:len(text)-1]
}

// stackText is what stands on a physical point: "X5", "O1", and "X2!" on top of a
// pinned checker.
func stackText(r *engine.Rules, position *engine.Position, physical int) string {
	first, second := &position.Sides[0], &position.Sides[1]
	other := r.Geometry.Other(physical)
	switch x, o := first.At(physical), second.At(other); {
	case x > 0 && second.Pinned(other):
		return "X" + strconv.Itoa(x) + "!"
	case o > 0 && first.Pinned(physical):
		return "O" + strconv.Itoa(o) + "!"
	case x > 0:
		return "X" + strconv.Itoa(x)
	case o > 0:
		return "O" + strconv.Itoa(o)
	}
	return "·"
}
