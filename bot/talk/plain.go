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
	text := append(b.Words.Text("plain.missing", nil), bot.Span{Text: "\n"},
		bot.Span{Kind: bot.Code, Text: plainPoints(r, &position, reader)})
	for seat, mark := range []string{"X", "O"} {
		side := &position.Sides[seat]
		way, home := plainWay(r, reader, engine.Seat(seat))
		text = append(append(text, bot.Span{Text: "\n"}), b.Words.Text("plain.side", locale.Args{"Mark": mark, "Name": b.name(engine.Seat(seat)),
			"Bar": side.At(engine.Bar), "Off": side.At(engine.Off), "Pips": side.Pips(), "Way": way, "Home": home})...)
	}
	if position.Sides[0].AnyPinned() || position.Sides[1].AnyPinned() {
		text = append(append(text, bot.Span{Text: "\n"}), b.Words.Text("plain.pinned", nil)...)
	}
	return text
}

// plainPoints draws the points: of each its number in the reader's numbers, who stands
// there and, below or above, how many; "!" marks whoever stands on a pinned checker.
func plainPoints(r *engine.Rules, position *engine.Position, reader engine.Seat) string {
	var rows [6]strings.Builder
	half := func(upper, lower int) {
		topMark, topCount := stackText(r, position, upper)
		lowMark, lowCount := stackText(r, position, lower)
		for i, cell := range [...]string{numberOf(r, reader, upper), topMark, topCount, lowCount, lowMark, numberOf(r, reader, lower)} {
			fmt.Fprintf(&rows[i], "%3s", cell)
		}
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
		lines[i] = strings.TrimRight(rows[i].String(), " ")
	}
	return strings.Join(lines, "\n")
}

// numberOf is a physical point in a player's numbers; the way there is the way back.
func numberOf(r *engine.Rules, reader engine.Seat, point int) string {
	return strconv.Itoa(int(physical(r, reader, point)))
}

// plainWay is which way round a seat moves and where its home is, in the reader's
// numbers: "24–1" and "6–1", or "12–1, 24–13" and "18–13".
func plainWay(r *engine.Rules, reader, seat engine.Seat) (way, home string) {
	span := func(from, to int) string {
		return numberOf(r, reader, int(physical(r, seat, from))) + "–" + numberOf(r, reader, int(physical(r, seat, to)))
	}
	home = span(6, 1)
	if seat != reader && r.Geometry == engine.Parallel {
		return span(24, 13) + ", " + span(12, 1), home
	}
	return span(24, 1), home
}

// stackText is what stands on a physical point: "X" and "5", and "X!" and "2" on top of
// a pinned checker.
func stackText(r *engine.Rules, position *engine.Position, physical int) (mark, count string) {
	first, second := &position.Sides[0], &position.Sides[1]
	other := r.Geometry.Other(physical)
	switch x, o := first.At(physical), second.At(other); {
	case x > 0 && second.Pinned(other):
		return "X!", strconv.Itoa(x)
	case o > 0 && first.Pinned(physical):
		return "O!", strconv.Itoa(o)
	case x > 0:
		return "X", strconv.Itoa(x)
	case o > 0:
		return "O", strconv.Itoa(o)
	}
	return "·", ""
}
