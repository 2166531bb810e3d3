package talk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/ai/analysis"
	"tablabot/render"
)

// worstShown is how many mistakes of each player an analysis shows.
const worstShown = 3

// summary tells what an analysis has found; its buttons show the worst mistakes.
func (r *report) summary() bot.Rendered {
	text := r.words.Text("analyse.head", locale.Args{"Number": r.match.Number, "Game": termsText(r.words, r.table.terms())})
	for seat := range engine.Seat(2) {
		text = append(append(text, bot.Span{Text: "\n"}), r.playerText(seat)...)
	}
	note := bot.Rendered{Text: text}
	worst := r.worst()
	if len(worst) == 0 {
		return note
	}
	note.Text = append(append(note.Text, bot.Span{Text: "\n"}), r.words.Text("analyse.tap", nil)...)
	group := bot.Group{PerRow: 2}
	for _, d := range worst {
		group.Buttons = append(group.Buttons, bot.Button{
			Label: clip(r.name(d.Seat), mistakeName) + " " + equityText(-d.Lost),
			Data:  tap{verb: mistakeVerb, match: r.match.ID, turn: d.Line, arg: strconv.Itoa(int(d.Seat))}.data()})
	}
	note.Groups = []bot.Group{group}
	return note
}

// mistakeName is how much of a name fits on a mistake's button.
const mistakeName = 30

// name is what a player of the match is called.
func (r *report) name(seat engine.Seat) string { return r.table.Seats[seat].called(r.words) }

// playerText sums up one player.
func (r *report) playerText(seat engine.Seat) bot.Text {
	p := &r.Players[seat]
	args := locale.Args{"Name": r.table.Seats[seat].fullName(r.words), "Rate": fmt.Sprintf("%.1f", p.PR),
		"Luck": equityText(float32(p.Luck)), "Count": p.All.Decisions,
		"Blunders": p.All.Blunders, "Mistakes": p.All.Mistakes, "Doubtful": p.All.Doubtful}
	if p.All.Decisions == 0 {
		return r.words.Text("analyse.idle", args)
	}
	return r.words.Text("analyse.player", args)
}

// worst returns the worst mistakes of the people who played, worst first.
func (r *report) worst() []analysis.Decision {
	var worst []analysis.Decision
	for seat := range engine.Seat(2) {
		if !r.table.Seats[seat].computer() {
			worst = append(worst, r.Worst(seat, worstShown)...)
		}
	}
	slices.SortStableFunc(worst, func(a, b analysis.Decision) int { return cmp.Compare(b.Lost, a.Lost) })
	return worst
}

// review returns the analysis that a button belongs to. One that is no longer at hand, as
// after a restart, is made anew for the button's decision alone.
func (t *Talk) review(ctx context.Context, event bot.Event, b tap) (*report, *bot.Answer, error) {
	f, refused, err := t.lookUp(ctx, event, b.match)
	if err != nil || refused != nil {
		return nil, refused, err
	}
	no := func(answer bot.Answer) (*report, *bot.Answer, error) { return nil, &answer, nil }
	if f.table.Stage != Ended || !slices.Contains(f.match.Chats, string(event.Chat)) {
		return no(refusal(f.words, "button.unknown", nil))
	}
	r := &report{match: f.match, table: f.table, words: f.words}
	if r.Report, _ = t.reports.get(b.match); r.Report != nil {
		return r, nil, nil
	}
	switch {
	case !t.judges(f.table.terms()):
		return no(refusal(f.words, "button.unknown", nil))
	case !t.asking.begin(event.Person.Key):
		return no(info(f.words, "hint.busy", nil))
	}
	defer t.asking.end(event.Person.Key)
	log, err := t.Store.Log(ctx, b.match)
	if err != nil {
		return nil, nil, err
	}
	r.Report, err = t.Computer.Review(ctx, f.table.terms(), log, b.turn)
	return r, nil, err
}

// showMistake shows one of an analysis: the position, and what was better.
func (t *Talk) showMistake(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	r, refused, err := t.review(ctx, event, b)
	if err != nil {
		return bot.Answer{}, err
	}
	if refused != nil {
		return *refused, nil
	}
	i := slices.IndexFunc(r.Decisions, func(d analysis.Decision) bool { return d.Line == b.turn && strconv.Itoa(int(d.Seat)) == b.arg })
	if i < 0 {
		return refusal(r.words, "button.unknown", nil), nil
	}
	chat, err := t.Store.Chat(ctx, string(event.Chat))
	if err != nil {
		return bot.Answer{}, err
	}
	d := &r.Decisions[i]
	note := &bot.Rendered{Text: r.mistakeText(d)}
	scene, err := r.mistakeScene(d, chat.Theme)
	if err != nil {
		t.Log.Error("a mistake cannot be shown as a picture", "match", b.match, "line", d.Line, "error", err)
	} else {
		t.illustrate(note, scene, note.Text.String())
	}
	return bot.Answer{Private: true, Note: note}, nil
}

// mistakeText tells when it happened, what was done and what was better.
func (r *report) mistakeText(d *analysis.Decision) bot.Text {
	args := locale.Args{"Name": r.name(d.Seat), "Game": d.Game, "Roll": d.Roll, "Score": fmt.Sprintf("%d–%d", d.Score[d.Seat], d.Score[d.Seat.Other()]),
		"Made": optionName(r.words, d.Kind, &d.Made), "Best": optionName(r.words, d.Kind, &d.Best), "Lost": fmt.Sprintf("%.2f", d.Lost),
		"Dice": d.Dice(), "MadeEquity": equityText(d.Made.Equity), "BestEquity": equityText(d.Best.Equity)}
	id := "mistake.cube"
	if d.Kind == analysis.Checkers {
		id = "mistake.play"
	}
	return append(append(r.words.Text("mistake.head", args), bot.Span{Text: "\n"}), r.words.Text(id, args)...)
}

// mistakeScene is the picture of a decision, with arrows of what was better.
func (r *report) mistakeScene(d *analysis.Decision, theme string) (*render.Scene, error) {
	rules := r.table.terms().Rules(d.Game)
	_, position, err := engine.ParsePosition(d.Position)
	if err != nil {
		return nil, err
	}
	s := BoardScene(&rules, &position, d.Seat)
	s.Theme, s.Length = theme, r.table.terms().Length
	for seat := range engine.Seat(2) {
		s.Players[seat].Name, s.Players[seat].Score = r.table.Seats[seat].fullName(r.words), d.Score[seat]
	}
	s.Players[d.Seat].ToAct = true
	if d.Stake != nil {
		s.Cube = cubeScene(d.Stake.CubeState, d.Stake.Offer)
	}
	if d.Kind != analysis.Checkers {
		return s, nil
	}
	turn := engine.Turn{Start: position, Draft: d.Best.Action.Steps}
	for i, text := range d.Stages {
		dice, err := engine.ParseDice(text)
		if err != nil {
			return nil, err
		}
		turn.Stages = append(turn.Stages, dice)
		for _, die := range dice[:dice.Len()] {
			s.Dice = append(s.Dice, render.Die{Seat: uint8(d.Seat), Value: die, Later: i > 0})
		}
	}
	for _, way := range arrows(&turn, &rules, d.Seat) {
		s.Arrows = append(s.Arrows, render.Arrow{Seat: uint8(d.Seat), From: physical(&rules, d.Seat, way.From),
			To: physical(&rules, d.Seat, way.To), Count: way.Count, Hit: way.Hit})
	}
	return s, nil
}
