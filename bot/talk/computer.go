package talk

import (
	"context"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
)

// Computer is the player who is always there, and the analyst. Its methods take as long
// as thinking does, so that none is called in a lane or a transaction.
type Computer interface {
	// Plays reports whether it can play every game of a match. It is quick.
	Plays(terms engine.Terms) bool
	// Act returns what it does in a match in which it is to decide, or between games;
	// a roll without dice. The same match and level give the same action.
	Act(ctx context.Context, m *engine.Match, level ai.Level) (engine.Action, error)
	// Advise returns the n best things that the player to decide can do, or
	// [analysis.ErrNothing].
	Advise(ctx context.Context, m *engine.Match, n int) (*analysis.Advice, error)
	// Analyse judges every decision of a match; progress is told how many of the log's
	// lines are done.
	Analyse(ctx context.Context, terms engine.Terms, log []string, progress func(done, of int)) (*analysis.Report, error)
	// Review judges what one line of the log did, from 0, just as Analyse does.
	Review(ctx context.Context, terms engine.Terms, log []string, line int) (*analysis.Report, error)
}

// computer reports whether the computer sits here.
func (s Seat) computer() bool { return s.Level > 0 }

// called is the player's name, in sentences.
func (s Seat) called(words *locale.Words) string {
	if s.computer() {
		return words.String("computer.name", nil)
	}
	return s.Name
}

// fullName is the player's name where he is introduced: with the computer's level.
func (s Seat) fullName(words *locale.Words) string {
	if s.computer() {
		return words.String("computer.level", locale.Args{"Level": int(s.Level)})
	}
	return s.Name
}

// mention is the player's name as a link to him, if there is anybody to link to.
func (s Seat) mention(words *locale.Words) bot.Span {
	if s.computer() {
		return bot.Span{Text: s.called(words)}
	}
	return bot.Span{Kind: bot.Mention, Text: s.Name, Person: s.Person}
}

// judges reports whether there is a computer that can play what a table is for.
func (t *Talk) judges(terms engine.Terms) bool { return t.Computer != nil && t.Computer.Plays(terms) }

// advised reports whether a player may ask the computer for advice: only if nobody
// could mind.
func (t *Table) advised() bool {
	return t.againstComputer() || t.Match != nil && t.Match.Rules().Hints
}

func (t *Table) againstComputer() bool { return t.Seats[0].computer() || t.Seats[1].computer() }

// seatComputer lets the computer join a table that waits for a player; the button names
// its level.
func (d *deal) seatComputer(b tap) bot.Answer {
	if d.table.Stage == Playing {
		return info(d.words, "join.begun", nil)
	}
	if answer, ok := d.openCheck(); !ok {
		return answer
	}
	level, readable := parseLevel(b.arg)
	switch {
	case !readable:
		return d.no("button.unknown", nil)
	case !d.judges(d.table.terms()):
		return d.cannotPlay()
	}
	d.table.Seats[1] = Seat{Level: level}
	return d.begin()
}

// cannotPlay says that the computer does not know the table's game.
func (d *deal) cannotPlay() bot.Answer {
	return d.no("computer.cannot", locale.Args{"Game": d.words.String("game."+d.table.terms().Game, nil)})
}

// parseLevel reads a level of the computer.
func parseLevel(text string) (ai.Level, bool) {
	n, err := strconv.Atoi(text)
	return ai.Level(n), err == nil && n >= 1 && ai.Level(n) <= ai.Levels
}

// levelValues lists the levels: "1, 2, 3".
func levelValues() string {
	var values []string
	for level := 1; ai.Level(level) <= ai.Levels; level++ {
		values = append(values, strconv.Itoa(level))
	}
	return strings.Join(values, ", ")
}

// levelsGroup returns a button for each of the computer's levels.
func levelsGroup(v View) bot.Group {
	group := bot.Group{PerRow: 2}
	for level := 1; ai.Level(level) <= ai.Levels; level++ {
		b := tableButton(v, "strength."+strconv.Itoa(level), computerVerb, strconv.Itoa(level))
		b.Label = v.Words.String("button.level", locale.Args{"Level": level, "Name": b.Label})
		group.Buttons = append(group.Buttons, b)
	}
	return group
}
