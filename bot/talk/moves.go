package talk

import (
	"slices"
	"strconv"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/notation"
)

// wholePlays is up to how many distinct plays each gets a button of its own; of
// real turns that are no doubles, half have no more.
const wholePlays = 12

// moves makes the buttons of a turn's stage.
type moves struct {
	engine.Progress
	match string
	turn  int
}

// groups returns the buttons for whatever is left to choose.
func (k *moves) groups() []bot.Group {
	if k.Over {
		return nil
	}
	if len(k.Plan.Ends(k.Draft)) <= wholePlays {
		return []bot.Group{k.whole(k.plays())}
	}
	if k.Stage.Dice.Double() {
		return k.multiples()
	}
	if len(k.Draft) > 0 {
		return []bot.Group{{Buttons: k.steps(k.Plan.Next(k.Draft), bot.Primary), PerRow: perRow}}
	}
	return k.pairs()
}

// perRow is how many steps stand in a row.
const perRow = 4

// plays returns one way to each distinct end that the draft can still reach: the
// steps that follow the draft.
func (k *moves) plays() [][]engine.Step {
	var plays [][]engine.Step
	ends := make(map[engine.Position]bool)
	layer := [][]engine.Step{nil}
	for len(layer) > 0 {
		var next [][]engine.Step
		reached := make(map[node]bool)
		for _, tail := range layer {
			draft := join(k.Draft, tail...)
			position, err := k.Stage.After(draft)
			if err != nil {
				continue
			}
			steps := k.Plan.Next(draft)
			if len(steps) == 0 && !ends[position] {
				ends[position] = true
				plays = append(plays, tail)
			}
			for _, step := range steps {
				to := node{k.Stage.Rules.Apply(position, k.Stage.Mover, step), step.Die}
				if len(tail) > 0 {
					to.die = 0 // the second die of two, or one of equal dice
				}
				if !reached[to] {
					reached[to] = true
					next = append(next, join(tail, step))
				}
			}
		}
		layer = next
	}
	return plays
}

// node is a position within a stage and the die that led there, if that matters for
// what is left.
type node struct {
	position engine.Position
	die      uint8
}

// whole returns a button for each play.
func (k *moves) whole(plays [][]engine.Step) bot.Group {
	group := bot.Group{PerRow: 2}
	stage := k.Stage
	stage.Position = k.Position
	for _, tail := range plays {
		group.Buttons = append(group.Buttons, k.button(playVerb, bot.Primary, notation.FormatPlay(&stage, tail),
			targetOf(k.Index, join(k.Draft, tail...))))
	}
	return group
}

// pairs returns the buttons of two different dice: a step a button, the larger die
// first, then one checker with both dice, then plays that no two buttons make.
func (k *moves) pairs() []bot.Group {
	first := k.Plan.Next(nil)
	var large, small []engine.Step
	for _, step := range first {
		if step.Die == k.Stage.Dice[0] {
			large = append(large, step)
		} else {
			small = append(small, step)
		}
	}
	groups := []bot.Group{
		{Buttons: k.steps(large, bot.Primary), PerRow: perRow},
		{Buttons: k.steps(small, bot.Plain), PerRow: perRow},
	}
	routes, hidden := k.routes(first)
	if both := k.bothDice(routes); len(both) > 0 {
		groups = append(groups, bot.Group{Buttons: both, PerRow: perRow})
	}
	if len(hidden) > 0 {
		groups = append(groups, k.whole(hidden))
	}
	return slices.DeleteFunc(groups, func(g bot.Group) bool { return len(g.Buttons) == 0 })
}

// route is one checker moved with both dice.
type route struct {
	steps []engine.Step
	end   engine.Position
}

// routes returns the ways of one checker with both dice, and the plays of which the
// second step stands on no button: one for each end that is not reached otherwise.
func (k *moves) routes(first []engine.Step) (routes []route, hidden [][]engine.Step) {
	covered := make(map[engine.Position]bool)
	var rest []route
	for _, a := range first {
		for _, b := range k.Plan.Next([]engine.Step{a}) {
			steps := []engine.Step{a, b}
			end, err := k.Stage.After(steps)
			if err != nil {
				continue
			}
			r := route{steps, end}
			switch {
			case int(b.From) == a.To():
				routes = append(routes, r)
				covered[end] = true
			case slices.Contains(first, b):
				covered[end] = true
			default:
				rest = append(rest, r)
			}
		}
	}
	for _, r := range rest {
		if !covered[r.end] {
			covered[r.end] = true
			hidden = append(hidden, r.steps)
		}
	}
	return routes, hidden
}

// bothDice returns a button for each way of one checker with both dice. Two ways
// between the same points that end differently are told apart by the point between.
func (k *moves) bothDice(routes []route) []bot.Button {
	var buttons []bot.Button
	for i, r := range routes {
		from, to := r.steps[0].From, r.steps[1].To()
		twin := slices.IndexFunc(routes, func(o route) bool {
			return o.steps[0] != r.steps[0] && o.steps[0].From == from && o.steps[1].To() == to
		})
		if twin >= 0 && routes[twin].end == r.end && twin < i {
			continue
		}
		label := notation.FormatPlay(&k.Stage, r.steps)
		if twin >= 0 && routes[twin].end != r.end {
			label = k.via(r.steps)
		}
		buttons = append(buttons, k.button(stepVerb, bot.Plain, label, targetOf(k.Index, r.steps)))
	}
	return buttons
}

// via is a way with the point between: "24/18*/14".
func (k *moves) via(steps []engine.Step) string {
	label := placeText(int(steps[0].From))
	position := k.Stage.Position
	for _, step := range steps {
		label += "/" + placeText(step.To())
		if hits(k.Stage.Rules, position, k.Stage.Mover, step) {
			label += "*"
		}
		position = k.Stage.Rules.Apply(position, k.Stage.Mover, step)
	}
	return label
}

func placeText(place int) string {
	switch place {
	case engine.Bar:
		return "bar"
	case engine.Off:
		return "off"
	}
	return strconv.Itoa(place)
}

// multiples returns the buttons of equal dice: a step once and twice, and a
// checker's way of two dice once and twice.
func (k *moves) multiples() []bot.Group {
	singles, chains := bot.Group{PerRow: perRow}, bot.Group{PerRow: perRow}
	for _, step := range k.Plan.Next(k.Draft) {
		then := engine.Step{From: uint8(step.To()), Die: step.Die}
		k.offer(&singles, bot.Primary, step)
		k.offer(&singles, bot.Primary, step, step)
		if step.To() != engine.Off {
			k.offer(&chains, bot.Plain, step, then)
			k.offer(&chains, bot.Plain, step, step, then, then)
		}
	}
	return slices.DeleteFunc([]bot.Group{singles, chains}, func(g bot.Group) bool { return len(g.Buttons) == 0 })
}

// offer adds a button for the steps if they are a legal continuation of the draft.
func (k *moves) offer(group *bot.Group, style bot.Style, steps ...engine.Step) {
	draft := k.Draft
	for _, step := range steps {
		if k.Plan.Check(draft, step) != nil {
			return
		}
		draft = join(draft, step)
	}
	group.Buttons = append(group.Buttons, k.stepButton(steps, style))
}

func (k *moves) steps(steps []engine.Step, style bot.Style) []bot.Button {
	var buttons []bot.Button
	for _, step := range steps {
		buttons = append(buttons, k.stepButton([]engine.Step{step}, style))
	}
	return buttons
}

// stepButton names the state in which the steps stand on top of the draft.
func (k *moves) stepButton(steps []engine.Step, style bot.Style) bot.Button {
	stage := k.Stage
	stage.Position = k.Position
	want := target{stage: k.Index}
	for i, step := range steps {
		times := 1 + count(k.Draft, step) + count(steps[:i], step)
		want.steps = append(want.steps, counted{step, times})
	}
	return k.button(stepVerb, style, notation.FormatPlay(&stage, steps), want)
}

func (k *moves) button(verb string, style bot.Style, label string, want target) bot.Button {
	return bot.Button{Label: label, Style: style, Data: tap{verb: verb, match: k.match, turn: k.turn, arg: want.String()}.data()}
}

// movable returns the places from which a checker can move now.
func (k *moves) movable() []int {
	if k.Over {
		return nil
	}
	var places []int
	for _, step := range k.Plan.Next(k.Draft) {
		if !slices.Contains(places, int(step.From)) {
			places = append(places, int(step.From))
		}
	}
	return places
}

func count(steps []engine.Step, step engine.Step) int {
	n := 0
	for _, s := range steps {
		if s == step {
			n++
		}
	}
	return n
}

// join returns a new slice of all steps.
func join(steps []engine.Step, more ...engine.Step) []engine.Step {
	return append(append(make([]engine.Step, 0, len(steps)+len(more)), steps...), more...)
}
