package talk

import "tablabot/engine"

// Line is one thing that happened, told without a language: what it is, who did
// it, and the figures to fill in.
type Line struct {
	Kind  string      `json:"kind"` // the message "story.<kind>" tells it
	Seat  engine.Seat `json:"seat"`
	Dice  string      `json:"dice,omitempty"`
	Play  string      `json:"play,omitempty"`
	Parts []Part      `json:"parts,omitempty"` // instead of Play, if there were several stages
	Left  string      `json:"left,omitempty"`  // dice that could not be played: "2 × 5, 4 × 6"
	Die   int         `json:"die,omitempty"`   // the first of them
	Value int         `json:"value,omitempty"`
	Own   bool        `json:"own,omitempty"` // the seat's own decision, not an automatic one
}

// Arrow is one checker's way in a play, in its player's numbering.
type Arrow struct {
	From  int  `json:"from"`
	To    int  `json:"to"`
	Count int  `json:"n"`
	Hit   bool `json:"hit,omitempty"`
}

// storyLength bounds what a table remembers to tell.
const storyLength = 12

func (t *Table) tell(line Line) {
	t.Story = append(t.Story, line)
	if extra := len(t.Story) - storyLength; extra > 0 {
		t.Story = t.Story[extra:]
	}
}

// news returns what happened since the seat last decided something.
func (t *Table) news(seat engine.Seat) []Line {
	for i := len(t.Story) - 1; i >= 0; i-- {
		if t.Story[i].Own && t.Story[i].Seat == seat {
			return t.Story[i+1:]
		}
	}
	return t.Story
}

// diceText is the roll that a turn plays, or plays the rest of: "6-1", "3-3".
func (t *Table) diceText(turn *engine.Turn) string {
	if turn.Remainder() {
		return t.Broken
	}
	return diceText(turn)
}

// diceText is a roll for people: "6-1", "3-3". A remainder has none of its own.
func diceText(turn *engine.Turn) string {
	return pairText([2]uint8{max(turn.Roll[0], turn.Roll[1]), min(turn.Roll[0], turn.Roll[1])})
}

// pairText is two dice as people write them: "6-1".
func pairText(pair [2]uint8) string { return string([]byte{'0' + pair[0], '-', '0' + pair[1]}) }

// draw keeps the arrows of a completed turn. Those of a rest stay for the play that follows
// it, so that the opponent sees both.
func (t *Table) draw(turn *engine.Turn, r *engine.Rules, seat engine.Seat) {
	ways := arrows(turn, r, seat)
	if t.Rested {
		ways = append(t.Arrows[seat], ways...)
	}
	t.Arrows[seat], t.Rested = ways, turn.Remainder()
}

// arrows joins the steps of a draft to whole ways of checkers.
func arrows(turn *engine.Turn, r *engine.Rules, mover engine.Seat) []Arrow {
	var ways []Arrow
	for _, play := range turn.Played(r, mover) {
		position := play.Stage.Position
		for _, step := range play.Steps {
			hit := hits(r, position, mover, step)
			position = r.Apply(position, mover, step)
			ways = extend(ways, Arrow{From: int(step.From), To: step.To(), Count: 1, Hit: hit})
		}
	}
	return group(ways)
}

// hits reports whether the step sends a checker to the bar.
func hits(r *engine.Rules, position engine.Position, mover engine.Seat, step engine.Step) bool {
	if r.Family != engine.Hit || step.To() == engine.Off {
		return false
	}
	return position.Sides[mover.Other()].At(r.Geometry.Other(step.To())) == 1
}

// extend lets a way that ended where the step begins go on, unless it hit there.
func extend(ways []Arrow, step Arrow) []Arrow {
	for i := len(ways) - 1; i >= 0; i-- {
		if ways[i].To == step.From && !ways[i].Hit {
			ways[i].To, ways[i].Hit = step.To, step.Hit
			return ways
		}
	}
	return append(ways, step)
}

// group counts equal ways.
func group(ways []Arrow) []Arrow {
	var out []Arrow
	for _, way := range ways {
		found := false
		for i := range out {
			if out[i].From == way.From && out[i].To == way.To {
				out[i].Count++
				out[i].Hit = out[i].Hit || way.Hit
				found = true
			}
		}
		if !found {
			out = append(out, way)
		}
	}
	return out
}
