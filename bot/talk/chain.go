package talk

import (
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/notation"
)

// Part is what was played of one stage of a turn that has several.
type Part struct {
	Die  int    `json:"die"`
	Play string `json:"play"`
}

// inStages reports whether a turn is played stage by stage: an escalating double, or
// what the opponent has left of one.
func inStages(turn *engine.Turn) bool { return len(turn.Stages) > 1 || turn.Remainder() }

// parts is a turn's draft in its player's numbers, stage by stage.
func parts(turn *engine.Turn, r *engine.Rules, mover engine.Seat) []Part {
	var parts []Part
	for _, play := range turn.Played(r, mover) {
		parts = append(parts, Part{int(play.Stage.Dice[0]), notation.FormatPlay(&play.Stage, play.Steps)})
	}
	return parts
}

// playText is a draft for people: "13/7 8/7", and of several stages "3s 24/18(2), 4s
// 18/14". It is empty if nothing was played.
func playText(words *locale.Words, turn *engine.Turn, r *engine.Rules, mover engine.Seat) string {
	played := parts(turn, r, mover)
	switch {
	case len(played) == 0:
		return ""
	case inStages(turn):
		return partsText(words, played)
	}
	return played[0].Play
}

func partsText(words *locale.Words, parts []Part) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = words.String("chain.part", locale.Args{"Die": part.Die, "Play": part.Play})
	}
	return strings.Join(texts, ", ")
}

// stagesText lists dice stage by stage: "2 × 5, 4 × 6".
func stagesText(stages []engine.Dice) string {
	texts := make([]string, len(stages))
	for i, dice := range stages {
		texts[i] = strconv.Itoa(dice.Len()) + " × " + strconv.Itoa(int(dice[0]))
	}
	return strings.Join(texts, ", ")
}

// leftText lists the dice that are still to be played, the running stage first.
func leftText(words *locale.Words, left []engine.Dice) bot.Text {
	switch len(left) {
	case 0:
		return nil
	case 1:
		return bot.Text{{Kind: bot.Bold, Text: stagesText(left)}}
	}
	return words.Text("chain.left", locale.Args{"Now": stagesText(left[:1]), "Then": stagesText(left[1:])})
}

// ahead tells what is still to be played of a turn's stages, and what of the running
// stage and those after it the player will not play: of a chain that is the rest which
// goes to the opponent or is lost, of a remainder what is lost.
func ahead(turn *engine.Turn, p *engine.Progress) (left, gone []engine.Dice) {
	if p.Ending != engine.NotOver {
		return nil, nil
	}
	die, playable := int(p.Stage.Dice[0]), p.Plan.Playable()
	if n := playable - len(p.Draft); n > 0 {
		left = append(left, engine.Equal(die, n))
	}
	unplayable := p.Stage.Dice.Len() - playable
	if unplayable > 0 {
		gone = append(gone, engine.Equal(die, unplayable))
	}
	later := turn.Stages[p.Index+1:]
	if turn.Chain && unplayable > 0 {
		return left, append(gone, later...)
	}
	return append(left, later...), gone
}

// tellings returns the lines that tell a completed draft: what was played, and what of
// a chain or a remainder could not be.
func (t *Table) tellings(p *engine.Progress, own bool) []Line {
	turn, rules := t.Match.Game.Turn, t.Match.Rules()
	play := Line{Kind: "play", Seat: t.Match.Game.OnRoll, Own: own, Dice: t.diceText(turn)}
	if turn.Remainder() {
		play.Kind = "remainder"
	}
	played, gone := parts(turn, rules, play.Seat), unplayed(turn, p)
	switch {
	case len(played) == 0 && turn.Remainder():
		play.Kind, play.Left = "remainder.none", stagesText(gone)
		return []Line{play}
	case len(played) == 0 && turn.Chain && !rules.RemainderLost:
		play.Kind, play.Die = "pass.chain", int(turn.Roll[0])
		return []Line{play}
	case len(played) == 0:
		play.Kind = "pass"
		return []Line{play}
	case inStages(turn):
		play.Parts = played
	default:
		play.Play = played[0].Play
	}
	if len(gone) == 0 {
		return []Line{play}
	}
	rest := Line{Kind: "lost", Seat: play.Seat, Own: own, Left: stagesText(gone), Die: int(gone[0][0]), Value: gone[0].Len()}
	if turn.Chain && !rules.RemainderLost {
		rest.Kind = "left"
	}
	return []Line{play, rest}
}

// unplayed returns the dice that a completed draft leaves, of a chain or a remainder.
func unplayed(turn *engine.Turn, p *engine.Progress) []engine.Dice {
	switch {
	case p.Ending != engine.NotOver:
		return nil
	case turn.Chain:
		_, gone := ahead(turn, p)
		return gone
	case !turn.Remainder():
		return nil
	}
	var dice []engine.Dice
	for i, stage := range turn.Stages {
		played := 0
		if i < len(turn.Draft) {
			played = len(turn.Draft[i])
		}
		if n := stage.Len() - played; n > 0 {
			dice = append(dice, engine.Equal(int(stage[0]), n))
		}
	}
	return dice
}

// playStatus tells which dice are to be played, whose they are, and what was drafted.
func (b *board) playStatus(args locale.Args) bot.Text {
	turn, rules := b.match.Game.Turn, b.match.Rules()
	args["Play"] = playText(b.Words, turn, rules, b.match.Game.OnRoll)
	left, gone := b.ahead()
	args["Dice"], args["Left"] = b.Table.diceText(turn), leftText(b.Words, left)
	drafted, over := args["Play"] != "", b.moves != nil && b.moves.Over
	id := "status.play"
	switch {
	case turn.Remainder() && over && b.moves.Ending == engine.NotOver:
		id = "status.rest.confirm"
	case turn.Remainder() && drafted && !over:
		id = "status.rest.drafted"
	case turn.Remainder() && !over:
		id = "status.rest"
	case over:
		id = "status.confirm"
	case drafted && inStages(turn):
		id = "status.chain.drafted"
	case drafted:
		id = "status.drafted"
	case inStages(turn):
		id = "status.chain"
	}
	return append(b.Words.Text(id, args), b.goneText(gone)...)
}

// ahead tells what is left of the dice and what will not be played; nothing of an
// ordinary roll.
func (b *board) ahead() (left, gone []engine.Dice) {
	turn := b.match.Game.Turn
	if b.moves == nil || !turn.Chain && !turn.Remainder() {
		return nil, nil
	}
	return ahead(turn, &b.moves.Progress)
}

// goneText says what becomes of dice that cannot be played.
func (b *board) goneText(gone []engine.Dice) bot.Text {
	if len(gone) == 0 {
		return nil
	}
	id := "status.lost"
	if m := b.match; m.Game.Turn.Chain && !m.Rules().RemainderLost {
		id = "status.left"
	}
	text := b.Words.Text(id, locale.Args{"Left": stagesText(gone), "Other": b.name(b.match.Game.OnRoll.Other())})
	return append(bot.Text{{Text: "\n"}}, text...)
}
