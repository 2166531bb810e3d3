package notation

import (
	"slices"
	"strings"

	"tablabot/engine"
)

// ContinueTurn is [ContinuePlay] for the player of a turn: words that go on after a
// stage was played whole are read in the next one. Stages without a choice may be left
// out, and "5s" or "|" may stand between stages, as in "5s 24/19(4), 6s 24/18(4)".
func ContinueTurn(rules *engine.Rules, turn *engine.Turn, mover engine.Seat, text string) ([][]engine.Step, error) {
	if len(turn.Stages) > 1 {
		text = withoutDice(text)
	}
	ways, err := parseWays(text)
	if err != nil {
		return nil, err
	}
	return continueStages(rules, turn, mover, ways)
}

// continueStages reads the ways from the running stage on.
func continueStages(rules *engine.Rules, turn *engine.Turn, mover engine.Seat, ways []way) ([][]engine.Step, error) {
	p, err := turn.Progress(rules, mover)
	if err != nil {
		return nil, err
	}
	readings, wrong := continueWays(&p.Stage, p.Draft, ways)
	if wrong == nil || p.Over {
		return readings, wrong
	}
	first, n := stagePart(&p, ways)
	if len(first) == 0 {
		return nil, wrong
	}
	if readings, err = continueStages(rules, turn.With(p.Index, first...), mover, ways[n:]); err != nil {
		if n == 0 { // what was left out is not what is wrong
			return nil, wrong
		}
		return nil, err
	}
	for i, steps := range readings {
		readings[i] = slices.Concat(first, steps)
	}
	return readings, nil
}

// stagePart returns the steps of the first n ways that play the rest of the running
// stage; of no way if the stage has no choice. Stages followed by others have equal
// dice, so that ways have one reading.
func stagePart(p *engine.Progress, ways []way) (steps []engine.Step, n int) {
	for n := min(len(ways)-1, p.Stage.Dice.Len()); n > 0; n-- {
		readings, err := continueWays(&p.Stage, p.Draft, ways[:n])
		if err == nil && p.Plan.Complete(slices.Concat(p.Draft, readings[0])) {
			return readings[0], n
		}
	}
	if len(p.Plan.Ends(p.Draft)) != 1 {
		return nil, 0
	}
	for draft := p.Draft; ; draft = slices.Concat(p.Draft, steps) {
		next := p.Plan.Next(draft)
		if len(next) == 0 {
			return steps, 0
		}
		steps = append(steps, next[0])
	}
}

// withoutDice leaves out what names the dice of a stage, or parts stages.
func withoutDice(text string) string {
	words := strings.Fields(strings.ToLower(text))
	var plays []string
	for i, word := range words {
		names := len(word) == 2 && word[0] >= '1' && word[0] <= '6' && word[1] == 's'
		if names && i+1 < len(words) || word == "|" {
			continue
		}
		plays = append(plays, word)
	}
	return strings.Join(plays, " ")
}
