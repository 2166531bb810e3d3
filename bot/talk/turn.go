package talk

import (
	"errors"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
)

// turnCheck refuses a tap that does not belong to the sender's running turn, in
// words; ok is true if it does.
func (d *deal) turnCheck(b tap) (seat engine.Seat, answer bot.Answer, ok bool) {
	seat, sits := d.mover()
	switch {
	case !sits:
		return 0, d.no("not.playing", nil), false
	case d.table.Stage == Ended:
		return 0, info(d.words, "match.over", nil), false
	case d.table.Stage != Playing:
		return 0, info(d.words, "table.closed", nil), false
	case b.turn < d.table.Match.Turns:
		return 0, info(d.words, "turn.played", nil), false
	case b.turn > d.table.Match.Turns: // of a state that was lost with a store
		return 0, d.no("button.unknown", nil), false
	}
	if actor, waits := d.table.actor(); waits && actor != seat {
		return 0, d.no("not.your.turn", locale.Args{"Name": d.name(actor)}), false
	}
	if d.table.Match.Game.Giving != nil {
		return 0, d.illegal(engine.AnswerFirst), false
	}
	return seat, bot.Answer{}, true
}

// roll throws the dice of the player on roll; always makes that his habit.
func (d *deal) roll(b tap) bot.Answer {
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	m := d.table.Match
	if m.Phase != engine.ToRoll {
		return info(d.words, "turn.rolled", nil)
	}
	if b.arg == "always" {
		d.table.Seats[seat].Always = true
	}
	turn, err := d.rollDice(seat)
	if err != nil {
		return d.illegal(err)
	}
	thrown, chain := diceText(turn), inStages(turn)
	if m.Phase != engine.ToPlay || m.Turns > b.turn { // it went on by itself: say what became of the roll
		return d.yes("rolled.played", locale.Args{"Dice": thrown})
	}
	if chain {
		return d.yes("rolled.chain", locale.Args{"Dice": thrown})
	}
	return d.yes("rolled.dice", locale.Args{"Dice": thrown})
}

// rollDice throws a seat's dice and goes on; it returns the turn that plays them.
func (d *deal) rollDice(seat engine.Seat) (*engine.Turn, error) {
	if err := d.apply(engine.Action{Verb: engine.Throw, Seat: seat, Dice: d.throw()}); err != nil {
		return nil, err
	}
	d.own()
	turn := d.table.Match.Game.Turn
	if err := d.run(); err != nil {
		d.broken(err)
	}
	return turn, nil
}

// never takes the habit of rolling back.
func (d *deal) never() bot.Answer {
	seat, sits := d.mover()
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage == Ended:
		return info(d.words, "match.over", nil)
	case !d.table.Seats[seat].Always:
		return info(d.words, "always.is.off", nil)
	}
	d.table.Seats[seat].Always = false
	d.changed, d.must = true, true
	return d.yes("always.off", nil)
}

// move brings the draft to the state that a button names.
func (d *deal) move(b tap, whole bool, commitLast bool) bot.Answer {
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	want, readable := parseTarget(b.arg)
	if !readable {
		return d.no("button.unknown", nil)
	}
	p, err := d.table.Match.Progress()
	if err != nil {
		return d.illegal(err)
	}
	if want.stage > p.Index { // its stage was taken back
		return d.no("step.early", locale.Args{"State": d.draftText()})
	}
	turn := d.table.Match.Game.Turn
	before, drafted := stepsOf(turn, want.stage)
	missing := want.missing(drafted)
	switch {
	case len(missing) == 0:
		return info(d.words, "step.played", locale.Args{"State": d.draftText()})
	case whole: // names the whole play: whatever was drafted of its stage, and after it, gives way
		return d.draft(seat, before, want.missing(nil), commitLast)
	case want.stage < p.Index:
		return info(d.words, "step.late", locale.Args{"State": d.draftText()})
	}
	return d.draft(seat, turn.Steps(), missing, commitLast)
}

// stepsOf returns the draft of a stage, and how many steps were drafted before it.
func stepsOf(turn *engine.Turn, stage int) (before int, drafted []engine.Step) {
	for i, steps := range turn.Draft {
		if i == stage {
			return before, steps
		}
		before += len(steps)
	}
	return before, nil
}

// draft keeps the first steps of the draft, adds others and whatever is then
// forced. If nothing is left to choose and the player does not want to confirm, the
// turn is played.
func (d *deal) draft(seat engine.Seat, keep int, steps []engine.Step, commitLast bool) bot.Answer {
	m := d.table.Match
	before, err := m.Progress()
	if err != nil {
		return d.illegal(err)
	}
	m.Game.Turn.Keep(keep)
	if err := m.AddSteps(seat, steps...); err != nil {
		return d.illegal(err)
	}
	if _, err := m.PlayForced(); err != nil {
		return d.broken(err)
	}
	p, err := m.Progress()
	if err != nil {
		return d.broken(err)
	}
	d.acted()
	d.must = p.Stage != before.Stage
	if p.Over && commitLast {
		return d.done(tap{turn: m.Turns})
	}
	if p.Over {
		return d.yes("drafted.whole", locale.Args{"State": d.draftText()})
	}
	return d.yes("drafted.part", locale.Args{"State": d.draftText()})
}

// undo takes steps off the draft; the button names how many are left.
func (d *deal) undo(b tap) bot.Answer {
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	left, err := strconv.Atoi(b.arg)
	if err != nil {
		return d.no("button.unknown", nil)
	}
	m := d.table.Match
	switch {
	case m.Phase != engine.ToPlay || m.Game.Turn.Steps() == 0:
		return info(d.words, "nothing.to.undo", nil)
	case m.Game.Turn.Steps() <= left:
		return info(d.words, "undone.already", locale.Args{"State": d.draftText()})
	}
	if err := m.Undo(seat, left); err != nil {
		return d.illegal(err)
	}
	d.acted()
	if m.Game.Turn.Steps() == 0 {
		return d.yes("undone.all", locale.Args{"Dice": d.table.diceText(m.Game.Turn)})
	}
	return d.yes("drafted.part", locale.Args{"State": d.draftText()})
}

// done plays the draft.
func (d *deal) done(b tap) bot.Answer {
	seat, answer, ok := d.turnCheck(b)
	if !ok {
		return answer
	}
	m := d.table.Match
	if m.Phase != engine.ToPlay {
		return d.illegal(engine.NotNow)
	}
	played, rest := d.draftText(), m.Game.Turn != nil && m.Game.Turn.Remainder()
	left, err := d.playDraft()
	switch {
	case errors.Is(err, engine.TurnNotOver):
		return d.no("turn.not.over", locale.Args{"State": played})
	case err != nil:
		return d.illegal(err)
	}
	if m.Last != nil && m.Phase != engine.ToPlay && m.Phase != engine.ToRoll {
		return d.yes("played.last", locale.Args{"State": played})
	}
	switch {
	case left != nil:
		return d.yes("played.left", locale.Args{"State": played, "Left": stagesText(left.Stages), "Name": d.name(seat.Other())})
	case rest && m.Phase == engine.ToPlay && m.Game.OnRoll == seat:
		return d.yes("played.rest", locale.Args{"State": played, "Dice": diceText(m.Game.Turn)})
	case m.Game.OnRoll == seat:
		return d.yes("played.again", locale.Args{"State": played})
	}
	return d.yes("played.turn", locale.Args{"State": played})
}

// playDraft plays the completed draft and goes on; it returns what is left of a chain
// that broke off, nil otherwise.
func (d *deal) playDraft() (left *engine.Turn, err error) {
	if err := d.finish(true); err != nil {
		return nil, err
	}
	d.own()
	left = d.table.Match.Game.Turn
	if err := d.run(); err != nil {
		d.broken(err)
	}
	return left, nil
}

// draftText is the dice and the draft so far, for toasts: "6-1: 13/7 8/7". Of a chain
// it tells the latest stages and what is left.
func (d *deal) draftText() string {
	m := d.table.Match
	p, err := m.Progress()
	if err != nil {
		return ""
	}
	turn := m.Game.Turn
	text := d.table.diceText(turn)
	if play := playText(d.words, turn, m.Rules(), m.Game.OnRoll); play != "" {
		text += ": " + tail(play, draftShown)
	}
	if left, _ := ahead(turn, &p); inStages(turn) && len(left) > 0 {
		return d.words.String("draft.left", locale.Args{"State": text, "Left": leftText(d.words, left)})
	}
	return text
}

// draftShown is how many characters of a draft a toast has room for.
const draftShown = 100

// tail cuts the beginning of a text off, so that n characters are left.
func tail(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return "…" + string(runes[len(runes)-n+1:])
}

// illegal says in words which rule an action breaks.
func (d *deal) illegal(err error) bot.Answer {
	var step engine.Refusal
	var action engine.Illegal
	switch {
	case errors.As(err, &step):
		return d.no("refusal."+strings.ReplaceAll(step.Error(), " ", "-"), locale.Args{"State": d.draftText()})
	case errors.As(err, &action):
		return d.no("illegal."+action.Key(), nil)
	}
	return d.no("error.broken", nil)
}

// broken is a decision that must not be committed: the engine contradicts itself.
func (d *deal) broken(err error) bot.Answer { panic(err) }
