package engine_test

import (
	"slices"

	"tablabot/engine"
)

// The generator of this file is the rules of the games as they read: every
// sequence of steps is tried on a plain board, and the legal plays are filtered out
// of all of them. It shares nothing with the package but the types of its results
// and the games as data.

// slowBoard is a position with what has happened since the turn began.
type slowBoard struct {
	rules  *engine.Rules
	men    [2][26]int8 // of each seat, in its own numbering
	pinned [2][26]bool // one checker of the seat on the point is pinned
	mover  int

	headLimit int      // so many checkers may leave the mover's head in this turn
	fromHead  int      // so many have left it
	hitAt     [26]bool // points of the mover where he has hit in this turn
}

// slowPlay is a sequence of legal steps.
type slowPlay struct {
	steps []engine.Step
	end   slowBoard
	over  bool // the last step has ended the game
}

func newSlowBoard(s engine.Stage) slowBoard {
	b := slowBoard{rules: s.Rules, mover: int(s.Mover)}
	for seat := range 2 {
		side := s.Position.Sides[seat]
		for place := range 26 {
			b.men[seat][place] = int8(side.At(place))
			b.pinned[seat][place] = place >= 1 && place <= 24 && side.Pinned(place)
		}
	}
	b.headLimit = 1
	if first := b.men[b.mover][24] == 15; first && slices.Contains([]string{"66", "666", "6666", "44", "444", "4444", "33", "333", "3333"}, s.Dice.String()) {
		b.headLimit = 2
	}
	return b
}

func (b slowBoard) position() engine.Position {
	var p engine.Position
	for seat := range 2 {
		for place := range 26 {
			p.Sides[seat].Set(place, int(b.men[seat][place]))
			if b.pinned[seat][place] {
				p.Sides[seat].SetPinned(place, true)
			}
		}
	}
	return p
}

// slowLegalPlays returns every legal play of the stage, every order of steps by
// itself, and how many dice they use. No play means that the stage passes.
func slowLegalPlays(s engine.Stage) (plays []slowPlay, playable int) {
	var dice []int
	for _, die := range s.Dice[:s.Dice.Len()] {
		dice = append(dice, int(die))
	}
	newSlowBoard(s).sequences(dice, nil, &plays)

	if s.Rules.OpenQuadrant {
		plays = keep(plays, func(p *slowPlay) bool { return !p.end.holds(24, 23, 22, 21, 20, 19) })
	}
	length := func(p *slowPlay) int {
		if p.over {
			return len(dice)
		}
		return len(p.steps)
	}
	for i := range plays {
		playable = max(playable, length(&plays[i]))
	}
	plays = keep(plays, func(p *slowPlay) bool { return length(p) == playable })
	if playable == 1 && len(dice) == 2 && dice[0] != dice[1] {
		larger := max(dice[0], dice[1])
		plays = keepIfAny(plays, func(p *slowPlay) bool { return int(p.steps[0].Die) == larger })
	}
	if s.Rules.NoTrap {
		plays = keepIfAny(plays, func(p *slowPlay) bool { return !p.end.locksIn() })
	}
	return plays, playable
}

func keep(plays []slowPlay, good func(*slowPlay) bool) (kept []slowPlay) {
	for i := range plays {
		if good(&plays[i]) {
			kept = append(kept, plays[i])
		}
	}
	return kept
}

func keepIfAny(plays []slowPlay, good func(*slowPlay) bool) []slowPlay {
	if kept := keep(plays, good); len(kept) > 0 {
		return kept
	}
	return plays
}

// sequences appends every sequence of one or more legal steps with the dice.
func (b slowBoard) sequences(dice []int, steps []engine.Step, plays *[]slowPlay) {
	for i, die := range dice {
		if slices.Contains(dice[:i], die) {
			continue
		}
		rest := slices.Delete(slices.Clone(dice), i, i+1)
		for from := 1; from <= 25; from++ {
			if !b.mayMove(from, die) {
				continue
			}
			next := b.moved(from, die)
			if b.rules.SixBlock && next.blocks() {
				continue
			}
			sequence := append(slices.Clone(steps), engine.Step{From: uint8(from), Die: uint8(die)})
			over := next.over()
			*plays = append(*plays, slowPlay{sequence, next, over})
			if !over {
				next.sequences(rest, sequence, plays)
			}
		}
	}
}

func (b slowBoard) other(point int) int {
	if b.rules.Geometry == engine.Contrary {
		return 25 - point
	}
	if point > 12 {
		return point - 12
	}
	return point + 12
}

// mayMove says whether the mover may play the die from the place.
func (b slowBoard) mayMove(from, die int) bool {
	own, his := b.men[b.mover], b.men[1-b.mover]
	if own[from] == 0 || b.pinned[b.mover][from] {
		return false
	}
	if own[25] > 0 && from != 25 {
		return false
	}
	if to := from - die; to > 0 {
		enemies := his[b.other(to)]
		switch b.rules.Family {
		case engine.Hit:
			if enemies >= 2 {
				return false
			}
		case engine.Pin:
			if enemies >= 2 || b.pinned[b.mover][to] {
				return false
			}
		case engine.Race:
			if enemies >= 1 {
				return false
			}
		}
	} else if !b.mayBearOff(from, die) {
		return false
	}
	if b.rules.HeadRule && from == 24 && b.fromHead >= b.headLimit {
		return false
	}
	if b.rules.StayAfterHit && !b.rules.HitAndRun && b.hitAt[from] && own[from] < 2 {
		return false
	}
	return !b.rules.Runner || b.runnerAllows(from)
}

func (b slowBoard) mayBearOff(from, die int) bool {
	own := b.men[b.mover]
	for place := 7; place <= 25; place++ {
		if own[place] > 0 {
			return false
		}
	}
	for point := 1; point <= 24; point++ {
		if b.pinned[b.mover][point] {
			return false
		}
	}
	for point := from + 1; point <= 6 && die > from; point++ {
		if own[point] > 0 {
			return false
		}
	}
	return true
}

func (b slowBoard) runnerAllows(from int) bool {
	own := b.men[b.mover]
	if own[0] > 0 {
		return true
	}
	for point := 1; point <= 12; point++ {
		if own[point] > 0 {
			return true
		}
	}
	for point := 13; point <= 23; point++ {
		if own[point] > 0 {
			return from <= 23
		}
	}
	return true
}

// moved is the board after the step.
func (b slowBoard) moved(from, die int) slowBoard {
	to := max(from-die, 0)
	own, his := &b.men[b.mover], &b.men[1-b.mover]
	own[from]--
	own[to]++
	if from == 24 {
		b.fromHead++
	}
	if from <= 24 && own[from] == 0 {
		b.pinned[1-b.mover][b.other(from)] = false
	}
	if to == 0 || his[b.other(to)] == 0 {
		return b
	}
	if b.rules.Family == engine.Hit {
		his[b.other(to)]--
		his[25]++
		b.hitAt[to] = to <= 6
	}
	if b.rules.Family == engine.Pin {
		b.pinned[1-b.mover][b.other(to)] = true
	}
	return b
}

// over says whether the step just made has ended the game.
func (b slowBoard) over() bool {
	if int(b.men[b.mover][0]) == b.rules.Checkers {
		return true
	}
	if !b.rules.Mother {
		return false
	}
	mine, his := b.pinned[b.mover][24], b.pinned[1-b.mover][24]
	return mine && his || his && b.men[b.mover][24] == 0
}

func (b slowBoard) holds(points ...int) bool {
	for _, point := range points {
		if b.men[b.mover][point] == 0 {
			return false
		}
	}
	return true
}

// blocks says whether the mover has six or more points in a row along the
// opponent's way with no enemy past them.
func (b slowBoard) blocks() bool {
	his := b.men[1-b.mover]
	for low := 1; low+5 <= 24; low++ { // in the opponent's numbers
		six := true
		for point := low; point < low+6; point++ {
			six = six && b.men[b.mover][b.other(point)] > 0
		}
		past := his[0] > 0
		for point := 1; point < low; point++ {
			past = past || his[point] > 0
		}
		if six && !past {
			return true
		}
	}
	return false
}

// locksIn says whether all of the opponent's checkers left stand on one point and
// the mover holds the six before it.
func (b slowBoard) locksIn() bool {
	his := b.men[1-b.mover]
	for point := 7; point <= 24; point++ {
		if his[point] == 0 || int(his[point]+his[0]) != b.rules.Checkers {
			continue
		}
		locked := true
		for before := point - 6; before < point; before++ {
			locked = locked && b.men[b.mover][b.other(before)] > 0
		}
		return locked
	}
	return false
}
