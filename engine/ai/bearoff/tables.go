package bearoff

import (
	"sync"

	"tablabot/engine"
	"tablabot/engine/ai/net"
)

// Doubles is how a double is played.
type Doubles uint8

const (
	Fourfold   Doubles = iota // four times
	Escalating                // four times, then four times every higher number (rules, section 6)
)

// Tables holds what is known of all placements on a home board. It is never changed
// once it is built, so any number of goroutines may use it.
type Tables struct {
	rolls   []distribution // needed to bear off everything, by rank
	mean    []int32        // rolls needed on average, in parts of one
	first   []distribution // rolls needed to bear off a first checker
	choices [][]choice     // of few checkers
	pairs   pairs          // of few checkers a side
}

// New builds the tables; on one core it takes a third of a second. See [For].
func New(doubles Doubles) *Tables {
	t := &Tables{}
	var wait sync.WaitGroup
	wait.Go(func() { t.rolls, t.mean = oneSided(doubles, allOff) })
	wait.Go(func() { t.first, _ = oneSided(doubles, firstOff) })
	t.choices = allChoices(fewRanks, doubles)
	t.pairs = solve(t.choices)
	wait.Wait()
	return t
}

var (
	fourfold   = sync.OnceValue(func() *Tables { return New(Fourfold) })
	escalating = sync.OnceValue(func() *Tables { return New(Escalating) })
)

// For returns the tables for a game in which each player has made so many rolls. They
// are built at first use and shared from then on. While some doubles of the game will
// escalate and others will not, there are none: the answer is nil.
func For(r *engine.Rules, rolls [2]uint8) *Tables {
	switch {
	case !r.Escalates:
		return fourfold()
	case int(min(rolls[0], rolls[1]))+1 >= r.EscalateFrom:
		return escalating()
	}
	return nil
}

// Judge returns the chances of seat 0, who is about to roll, if both sides have all
// their checkers home and neither has borne off the last. It builds tables only if
// it needs them, see [For].
func Judge(r *engine.Rules, p *engine.Position, rolls [2]uint8) (c net.Chances, ok bool) {
	if !p.Sides[0].AllHome() || !p.Sides[1].AllHome() {
		return c, false
	}
	if t := For(r, rolls); t != nil {
		return t.Judge(p)
	}
	return c, false
}

// Judge returns the chances of seat 0, who is about to roll, if both sides have all
// their checkers home and neither has borne off the last.
//
// With at most six checkers a side the chance of winning is exact. Else both sides
// are taken to play for the fewest rolls on average, whatever the other does, which
// errs by a tenth of a per cent. The chances of a gammon take it that who has
// borne off nothing plays to save the gammon.
func (t *Tables) Judge(p *engine.Position) (c net.Chances, ok bool) {
	own, other, ok := ranks(p)
	if !ok {
		return c, false
	}
	win := t.win(own, other)
	lose := 1 - win
	if p.Sides[1].At(engine.Off) == 0 {
		c[net.Win2] = min(win, t.rolls[own].beats(&t.first[other], 1))
	}
	if p.Sides[0].At(engine.Off) == 0 {
		c[net.Lose2] = min(lose, t.rolls[other].beats(&t.first[own], 0))
	}
	c[net.Win1] = win - c[net.Win2]
	c[net.Lose1] = lose - c[net.Lose2]
	return c, true
}

// win returns the chance that the side about to roll bears off everything first.
func (t *Tables) win(own, other uint16) float32 {
	if max(own, other) < fewRanks {
		return float32(one-t.pairs.row(other)[own].cubeless) / (2 * one)
	}
	return t.rolls[own].beats(&t.rolls[other], 1)
}

// ranks returns the ranks of both sides' placements; ok is false if not all checkers
// are home or the game is over.
func ranks(p *engine.Position) (own, other uint16, ok bool) {
	if !p.Sides[0].AllHome() || !p.Sides[1].AllHome() {
		return 0, 0, false
	}
	a, b := placed(&p.Sides[0]), placed(&p.Sides[1])
	own, other = a.rank(), b.rank()
	return own, other, own > 0 && other > 0
}

// Mean returns how many rolls a side needs on average to bear off everything, if all
// its checkers are home.
func (t *Tables) Mean(s *engine.Side) (rolls float32, ok bool) {
	if !s.AllHome() {
		return 0, false
	}
	p := placed(s)
	return float32(t.mean[p.rank()]) / one, true
}

// Within returns the chance that a side needs no more than so many rolls to bear off
// everything, if all its checkers are home.
func (t *Tables) Within(s *engine.Side, rolls int) (chance float32, ok bool) {
	if !s.AllHome() {
		return 0, false
	}
	p := placed(s)
	return float32(t.rolls[p.rank()].within(rolls)) / certain, true
}
