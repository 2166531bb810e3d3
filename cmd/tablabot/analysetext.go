package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tablabot/engine"
	"tablabot/engine/ai/analysis"
)

// describe writes a report for people.
func (c *analyseCommand) describe(match *record, r *analysis.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d %s, %d : %d, analysed by looking %d %s ahead\n\n", match.terms, r.Games, plural(r.Games, "game"), r.Score[0], r.Score[1], r.Plies, plural(r.Plies, "roll"))
	b.WriteString(table(match, r))
	fmt.Fprintf(&b, "\nPR is 500 times the mean equity lost by a decision with a choice. Doubtful is a loss of at\n"+
		"least 0.04, a mistake 0.08, a blunder 0.16; 1 is a single game at the present cube.\n")
	for seat, name := range match.players {
		worst := r.Worst(engine.Seat(seat), max(c.Worst, 0))
		if len(worst) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\nThe worst of %s\n", name)
		for i := range worst {
			b.WriteString("\n" + mistake(&worst[i]))
		}
	}
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// table compares the two players.
func table(match *record, r *analysis.Report) string {
	p := &r.Players
	rows := [][3]string{{"", match.players[0], match.players[1]}}
	row := func(label, format string, value func(p *analysis.Player) []any) {
		rows = append(rows, [3]string{label, fmt.Sprintf(format, value(&p[0])...), fmt.Sprintf(format, value(&p[1])...)})
	}
	row("PR", "%.2f", func(p *analysis.Player) []any { return []any{p.PR} })
	for _, part := range []struct {
		label string
		of    func(p *analysis.Player) *analysis.Tally
	}{
		{"checkers", func(p *analysis.Player) *analysis.Tally { return &p.Checkers }},
		{"cube", func(p *analysis.Player) *analysis.Tally { return &p.Cube }},
	} {
		row("  "+part.label, "%.2f", func(p *analysis.Player) []any { return []any{part.of(p).PR()} })
		row("    decisions", "%d", func(p *analysis.Player) []any { return []any{part.of(p).Decisions} })
		row("    lost", "%.3f", func(p *analysis.Player) []any { return []any{part.of(p).Lost} })
	}
	row("doubtful / mistakes / blunders", "%d / %d / %d", func(p *analysis.Player) []any {
		return []any{p.All.Doubtful, p.All.Mistakes, p.All.Blunders}
	})
	row("luck", "%+.3f", func(p *analysis.Player) []any { return []any{p.Luck} })
	width := max(18, utf8.RuneCountInString(match.players[0])) + 2
	var b strings.Builder
	for _, row := range rows {
		line := fmt.Sprintf("%-32s%-*s%s", row[0], width, row[1], row[2])
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// mistake tells of a decision what was done, what was better and by how much.
func mistake(d *analysis.Decision) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s, −%.3f: game %d, roll %d, %d : %d", d.Grade, d.Lost, d.Game, d.Roll, d.Score[0], d.Score[1])
	if dice := d.Dice(); dice != "" {
		fmt.Fprintf(&b, ", %s", dice)
	}
	fmt.Fprintf(&b, "\n    %s\n", d.Position)
	fmt.Fprintf(&b, "    %s (%+.3f); better %s (%+.3f)\n", done(d), d.Made.Equity, should(d), d.Best.Equity)
	return b.String()
}

// The words of what was done with the cube, and of what should be.
var (
	didVerbs = map[engine.Verb]string{engine.Throw: "rolled without doubling", engine.Double: "doubled", engine.Take: "took",
		engine.Drop: "dropped", engine.Beaver: "beavered", engine.Raccoon: "raccooned"}
	shouldVerbs = map[engine.Verb]string{engine.Throw: "to roll", engine.Double: "to double", engine.Take: "to take",
		engine.Drop: "to drop", engine.Beaver: "to beaver", engine.Raccoon: "to raccoon"}
)

func done(d *analysis.Decision) string {
	if d.Kind == analysis.Checkers {
		return "played " + playOrNothing(d.Made.Text)
	}
	return didVerbs[d.Made.Action.Verb]
}

func should(d *analysis.Decision) string {
	if d.Kind == analysis.Checkers {
		return playOrNothing(d.Best.Text)
	}
	return shouldVerbs[d.Best.Action.Verb]
}

func playOrNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return text
}
