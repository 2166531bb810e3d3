package engine_test

import (
	"math/rand/v2"

	"pgregory.net/rapid"

	"tablabot/engine"
)

// anyStage draws a stage of any game: any seat and dice, in a position that random
// play has reached or in any valid one.
func anyStage(t *rapid.T) engine.Stage {
	rules, _ := engine.Variant(rapid.SampledFrom(engine.Variants()).Draw(t, "game"))
	position := anyPosition(t, &rules)
	if rapid.Bool().Draw(t, "reached by play") {
		position = reachedPosition(t, &rules)
	}
	return engine.Stage{
		Rules:    &rules,
		Position: position,
		Mover:    engine.Seat(rapid.IntRange(0, 1).Draw(t, "seat")),
		Dice:     anyDice(t),
	}
}

// anyDice draws two different dice or one to four equal ones.
func anyDice(t *rapid.T) engine.Dice {
	first := rapid.IntRange(1, 6).Draw(t, "die")
	if second := rapid.IntRange(1, 6).Draw(t, "other die"); second != first {
		return engine.Roll(first, second)
	}
	return engine.Equal(first, rapid.IntRange(1, 4).Draw(t, "equal dice"))
}

// anyPosition draws a valid position, whether it can be reached or not. Each side
// stands on a few places or crowds in a row, so that the sides meet, blocks arise
// and doubles stay quick to play out.
func anyPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	few := rapid.SliceOfN(rapid.IntRange(0, 25), 1, 9)
	row := rapid.Map(rapid.IntRange(0, 18), func(first int) []int {
		return []int{first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6}
	})
	var p engine.Position
	for seat := range engine.Seat(2) {
		places := rapid.OneOf(few, row).Draw(t, "places")
		for range rules.Checkers {
			put(rules, &p, seat, rapid.SampledFrom(places).Draw(t, "place"))
		}
	}
	return p
}

// put puts one checker on a place, or beside the board if it cannot stand there.
func put(rules *engine.Rules, p *engine.Position, seat engine.Seat, place int) {
	own, enemy := &p.Sides[seat], &p.Sides[seat.Other()]
	if place == engine.Bar && rules.Family != engine.Hit {
		place = engine.Off
	}
	if place != engine.Off && place != engine.Bar {
		other := rules.Geometry.Other(place)
		switch enemies := enemy.At(other); {
		case enemies == 0:
		case rules.Family != engine.Pin, own.Pinned(place):
			place = engine.Off
		case enemies == 1:
			enemy.SetPinned(other, true)
		case enemies > 1 && own.At(place) == 0 && !enemy.Pinned(other):
			own.SetPinned(place, true)
		default:
			if !enemy.Pinned(other) {
				place = engine.Off
			}
		}
	}
	own.Set(place, own.At(place)+1)
}

// reachedPosition draws a position that random legal play has reached.
func reachedPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	turns := rapid.IntRange(0, 120).Draw(t, "turns")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	var buf engine.Buffer
	position, mover := rules.StartPosition(), engine.Seat(0)
	for range turns {
		next := randomEnd(random, rules, position, mover, &buf)
		if rules.Ending(next, mover) != engine.NotOver {
			break
		}
		position, mover = next, mover.Other()
	}
	return position
}

// randomEnd plays a random roll in a random way.
func randomEnd(random *rand.Rand, rules *engine.Rules, p engine.Position, mover engine.Seat, buf *engine.Buffer) engine.Position {
	dice := engine.Roll(1+random.IntN(6), 1+random.IntN(6))
	stage := engine.Stage{Rules: rules, Position: p, Mover: mover, Dice: dice}
	ends, _ := stage.Ends(buf)
	return ends[random.IntN(len(ends))]
}
