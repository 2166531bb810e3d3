package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tablabot/engine"
)

// inEveryGame checks a property of stages in every game by itself.
func inEveryGame(t *testing.T, property func(*rapid.T, engine.Stage)) {
	for _, key := range engine.Variants() {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { property(t, anyStage(t, key)) })
		})
	}
}

// fuzzed makes a fuzz target of a property of stages.
func fuzzed(property func(*rapid.T, engine.Stage)) func(*testing.T, []byte) {
	return rapid.MakeFuzz(func(t *rapid.T) {
		property(t, anyStage(t, rapid.SampledFrom(engine.Variants()).Draw(t, "game")))
	})
}

// anyStage draws a stage of a game: any seat and dice, in a position that random
// play has reached or in any valid one.
func anyStage(t *rapid.T, key string) engine.Stage {
	rules := anyRules(t, key)
	positions := []func(*rapid.T, *engine.Rules) engine.Position{
		reachedPosition, wallPosition, anyPosition, closePosition, rowPosition, lastPosition, lockedPosition, reachedPosition, wallPosition}
	if rules.OpenQuadrant {
		positions = append(positions, quarterPosition, quarterPosition)
	}
	return engine.Stage{
		Rules:    rules,
		Position: rapid.SampledFrom(positions).Draw(t, "way to a position")(t, rules),
		Mover:    rapid.SampledFrom([]engine.Seat{0, 1}).Draw(t, "seat"),
		Dice:     anyDice(t),
	}
}

// anyRules draws the values of a game's options.
func anyRules(t *rapid.T, key string) *engine.Rules {
	terms := engine.Terms{Game: key}
	for _, choice := range terms.Choices() {
		terms = terms.With(choice.Key, rapid.SampledFrom(choice.Values).Draw(t, choice.Key))
	}
	rules := terms.Rules(1)
	return &rules
}

// anyDice draws two different dice or, one time in four, one to four equal ones.
func anyDice(t *rapid.T) engine.Dice {
	die := rapid.IntRange(0, 5)
	larger, distance := 1+die.Draw(t, "die"), die.Draw(t, "distance")
	if distance == 0 || rapid.IntRange(0, 9).Draw(t, "equal") == 0 {
		return engine.Equal(larger, rapid.SampledFrom([]int{4, 3, 2, 1}).Draw(t, "equal dice"))
	}
	return engine.Roll(larger, 1+(larger-1+distance)%6)
}

// anyPosition draws a valid position, whether it can be reached or not. Each side
// stands on a few places only, so that the sides meet and doubles stay quick to
// play out.
func anyPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	places := rapid.SliceOfN(rapid.IntRange(engine.Off, engine.Bar), 1, 9)
	return spread(t, rules, places.Draw(t, "places"), places.Draw(t, "other places"))
}

// closePosition draws a position in which the special rules of the games come up:
// one side is nearly home or has hardly started, the other stands before it.
func closePosition(t *rapid.T, rules *engine.Rules) engine.Position {
	point := rapid.IntRange(1, 24)
	one := rapid.OneOf(
		rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 6, 7, 24}), 1, 6), // bearing off
		rapid.SliceOfN(rapid.SampledFrom([]int{24, 24, 24, 24, 23, 13, 12}), 1, 9), // starting
		rapid.SliceOfN(rapid.SampledFrom([]int{24, 19, 20, 21, 22, 23, 8}), 7, 15), // the first quarter
		rapid.Map(point, func(p int) []int { return []int{p, engine.Off} }),        // one last stack
	).Draw(t, "places")
	var six []int
	first := rapid.SampledFrom(one).Draw(t, "point")
	for before := first - 1; before >= max(1, first-7); before-- {
		six = append(six, rules.Geometry.Other(before))
	}
	return spread(t, rules, one, append(six, point.Draw(t, "point elsewhere"), 24))
}

// rowPosition draws a position in which one side stands in a row and most of the
// other has not started.
func rowPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	lowest := rapid.IntRange(engine.Off, 24-7).Draw(t, "lowest")
	var row []int
	for place := lowest; place < lowest+8; place++ {
		row = append(row, place)
	}
	return spread(t, rules, row, []int{24, 24, 24, rapid.IntRange(1, 24).Draw(t, "point")})
}

// wallPosition draws a position in which one side has a few checkers to move and the
// other stands all around, and where two dice lead, so that dice are left unplayed.
func wallPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	free := rapid.SliceOfN(rapid.IntRange(1, engine.Bar), 1, 4).Draw(t, "places")
	rest := rapid.SampledFrom([]int{engine.Off, 1, 2, 24}).Draw(t, "place of the rest")
	wall := rapid.SliceOfNDistinct(rapid.IntRange(1, 24), 7, 12, rapid.ID).Draw(t, "wall")
	if target := free[0] - rapid.IntRange(2, 11).Draw(t, "distance"); target > 0 {
		wall[0] = rules.Geometry.Other(target)
	}
	return mixed(t, rules, line(rules, free, rest), line(rules, append(wall[:1:1], append(wall, wall[1:]...)...), wall[0]))
}

// lastPosition draws a position in which few checkers are left on the board.
func lastPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	home, anywhere := rapid.IntRange(1, 6), rapid.IntRange(1, engine.Bar)
	few := rapid.SliceOfN(rapid.OneOf(home, anywhere), 1, 3)
	return mixed(t, rules, line(rules, few.Draw(t, "places"), engine.Off), line(rules, few.Draw(t, "other places"), engine.Off))
}

// lockedPosition draws a position in which one side stands on one point and the
// other on most of the points before it.
func lockedPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	point := rapid.IntRange(7, 24).Draw(t, "point")
	off := rapid.SliceOfN(rapid.Just(engine.Off), 0, rules.Checkers-1).Draw(t, "off")
	var before []int
	for distance := 1; distance <= 6; distance++ {
		before = append(before, rules.Geometry.Other(point-distance))
	}
	others := rapid.SliceOfN(rapid.IntRange(engine.Off, 24), 1, 5).Draw(t, "other places")
	return mixed(t, rules, line(rules, off, point), line(rules, append(others, append(before, before...)...), others[0]))
}

// quarterPosition draws a position in which one side stands on its first quarter but
// for one point, and the other before it.
func quarterPosition(t *rapid.T, rules *engine.Rules) engine.Position {
	far := rapid.SliceOfN(rapid.IntRange(engine.Off, 4), 1, 2).Draw(t, "far")
	open := rapid.SampledFrom([]int{19, 19, 20, 21, 22, 23}).Draw(t, "open")
	quarter := slices.DeleteFunc([]int{19, 20, 21, 22, 23}, func(point int) bool { return point == open })
	twice := quarter[rapid.IntRange(0, 1).Draw(t, "once"):]
	before := rapid.Permutation([]int{13, 14, 15, 16, 17, 18}).Draw(t, "before it")[rapid.IntRange(0, 1).Draw(t, "gaps"):]
	for i, point := range before {
		before[i] = rules.Geometry.Other(point)
	}
	elsewhere := rapid.IntRange(engine.Off, 24).Draw(t, "elsewhere")
	own := append(append(far, quarter...), twice...)
	return mixed(t, rules, line(rules, own, 24), line(rules, append(before, before...), elsewhere))
}

// line returns a place for every checker of a side: the first ones, then the rest.
func line(rules *engine.Rules, first []int, rest int) []int {
	places := slices.Clone(first)
	for len(places) < rules.Checkers {
		places = append(places, rest)
	}
	return places[:rules.Checkers]
}

// mixed puts the checkers of both sides on their places, in any seats.
func mixed(t *rapid.T, rules *engine.Rules, places, otherPlaces []int) (p engine.Position) {
	seat := rapid.SampledFrom([]engine.Seat{0, 1}).Draw(t, "seat of the first")
	for i := range places {
		put(rules, &p, seat, places[i])
		put(rules, &p, seat.Other(), otherPlaces[i])
	}
	return p
}

// spread puts the checkers of either side on some of its places.
func spread(t *rapid.T, rules *engine.Rules, places ...[]int) (p engine.Position) {
	for seat := range engine.Seat(2) {
		for i := range rules.Checkers {
			place := rapid.SampledFrom(places[seat]).Draw(t, "place")
			if i < len(places[seat]) && rapid.Bool().Draw(t, "each") {
				place = places[seat][i]
			}
			put(rules, &p, seat, place)
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
