package notation

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tablabot/engine"
)

// IllegalPlayError is a play that is understood and not legal: the first of its words
// that cannot be played, and why. It unwraps to the [engine.Refusal].
type IllegalPlayError struct {
	Word    string
	Refusal engine.Refusal
}

// Error names the word and the rule.
func (e *IllegalPlayError) Error() string {
	return fmt.Sprintf("%q cannot be played: %v", e.Word, e.Refusal)
}

// Unwrap returns the rule that refuses the play.
func (e *IllegalPlayError) Unwrap() error { return e.Refusal }

// ParsePlay reads what a person typed as his play, in his own numbers, and returns all
// legal readings: one for every position that it can lead to, steps in an order in
// which they can be played. There is more than one where a route may hit or not. A
// reading may be just the beginning of a legal play.
//
// Places are joined by "/", "-" or an arrow, or stand one after the other ("bar 20");
// a way may name the points between ("24/18/13"), "(2)" plays a word twice; words are
// parted by blanks, commas or semicolons, in any order. The bar is bar, b or 25, off is
// off, o, out or 0. A "*" never makes a play illegal: it only decides between readings.
//
// The error is an [*UnknownWordError] or an [*IllegalPlayError].
func ParsePlay(stage *engine.Stage, text string) ([][]engine.Step, error) {
	return ContinuePlay(stage, nil, text)
}

// ContinuePlay is [ParsePlay] for a player who has already chosen the steps of his
// draft; the readings hold the steps that follow it.
func ContinuePlay(stage *engine.Stage, draft []engine.Step, text string) ([][]engine.Step, error) {
	ways, err := parseWays(text)
	if err != nil {
		return nil, err
	}
	return continueWays(stage, draft, ways)
}

// continueWays is [ContinuePlay] of what was written.
func continueWays(stage *engine.Stage, draft []engine.Step, ways []way) ([][]engine.Step, error) {
	r := reader{stage: stage, draft: slices.Clone(draft)}
	if !r.read(ways) {
		return nil, r.failure.err
	}
	readings := make([][]engine.Step, len(r.found))
	for i, found := range r.found {
		readings[i] = found.steps[len(draft):]
	}
	return readings, nil
}

// parseWholePlay is [ParsePlay] for records of plays: a reading is a whole legal play,
// and of several the one that hits where the text says so.
func parseWholePlay(stage *engine.Stage, text string) ([]engine.Step, error) {
	ways, err := parseWays(text)
	if err != nil {
		return nil, err
	}
	r := reader{stage: stage, whole: true}
	switch {
	case r.read(ways):
		return r.found[0].steps, nil
	case r.partial:
		return nil, fmt.Errorf("%q does not play all of %s", text, stage.Dice)
	}
	return nil, r.failure.err
}

// reader looks for the orders and dice with which ways can be played.
type reader struct {
	stage   *engine.Stage
	plan    *engine.Plan
	whole   bool // look for whole plays only
	pending []leg
	draft   []engine.Step
	found   []reading
	partial bool // what was written was found as a part of a play, where whole ones are looked for
	failure failure
}

// leg is a part of a way between two places that were written; at moves on.
type leg struct {
	at, to int
	word   string
}

// reading is a way to play what was written.
type reading struct {
	steps []engine.Step
	end   engine.Position
	hits  []int // points, ascending
	spare int   // pips of the dice that bearing off did not need
}

// failure is the best explanation so far why nothing was found: after how many legs,
// how sure, at which word.
type failure struct {
	legs, sure int
	err        *IllegalPlayError
}

// How sure it is that a refusal concerns what was meant.
const (
	noDie   = iota // no die fits the leg
	passing        // a die on the way was refused
	exact          // the die that ends the leg was refused
)

// read finds what the ways can mean; ok is false if they mean nothing.
func (r *reader) read(ways []way) (ok bool) {
	r.plan = r.stage.Plan()
	var marks []int
	for _, w := range ways {
		marks = append(marks, w.marks...)
		for i := range w.places[1:] {
			// One leg more than there are dice is enough to fail.
			if len(r.pending) <= r.stage.Dice.Len() {
				r.pending = append(r.pending, leg{w.places[i], w.places[i+1], w.word})
			}
		}
	}
	r.search(0)
	if len(r.found) == 0 {
		return false
	}
	r.choose(marks)
	return true
}

// search plays one more step of any pending leg with any die; done legs are over.
func (r *reader) search(done int) {
	if done == len(r.pending) {
		r.record()
		return
	}
	for i, l := range r.pending {
		if l.at <= l.to || slices.Contains(r.pending[:i], l) {
			continue
		}
		rest := r.rest()
		if !l.fits(rest) {
			r.fail(done, noDie, l.word, engine.NoDie)
			continue
		}
		for k, die := range rest {
			if (l.at-die >= l.to || l.to == engine.Off) && !slices.Contains(rest[:k], die) {
				r.try(i, die, done)
			}
		}
	}
}

// try plays the die with the i-th leg, goes on, and takes it back.
func (r *reader) try(i, die, done int) {
	l := &r.pending[i]
	step := engine.Step{From: uint8(l.at), Die: uint8(die)}
	end := step.To() <= l.to
	if err := r.plan.Check(r.draft, step); err != nil {
		sure := passing
		if end {
			sure = exact
		}
		var refusal engine.Refusal
		errors.As(err, &refusal)
		r.fail(done, sure, l.word, refusal)
		return
	}
	before := l.at
	l.at = step.To()
	r.draft = append(r.draft, step)
	if end {
		done++
	}
	r.search(done)
	r.draft = r.draft[:len(r.draft)-1]
	l.at = before
}

// rest returns the dice that the draft leaves.
func (r *reader) rest() []int {
	left := r.stage.Dice
	for _, step := range r.draft {
		left, _ = left.Without(int(step.Die))
	}
	rest := make([]int, left.Len())
	for i := range rest {
		rest[i] = int(left[i])
	}
	return rest
}

// fits reports whether some of the dice add up to the leg.
func (l *leg) fits(dice []int) bool {
	for set := 1; set < 1<<len(dice); set++ {
		sum := 0
		for i, die := range dice {
			sum += die * (set >> i & 1)
		}
		if sum == l.at-l.to || sum > l.at && l.to == engine.Off {
			return true
		}
	}
	return false
}

// fail keeps the refusal that comes after most of the play, and of equals the surest.
func (r *reader) fail(legs, sure int, word string, refusal engine.Refusal) {
	if f := r.failure; f.err == nil || legs > f.legs || legs == f.legs && sure > f.sure {
		r.failure = failure{legs, sure, &IllegalPlayError{word, refusal}}
	}
}

// record keeps the draft as a reading.
func (r *reader) record() {
	if r.whole && !r.plan.Complete(r.draft) {
		r.partial = true
		return
	}
	found := reading{steps: slices.Clone(r.draft)}
	position := r.stage.Position
	for _, step := range r.draft {
		if hits(r.stage, position, step) {
			found.hits = append(found.hits, step.To())
		}
		found.spare += max(int(step.Die)-int(step.From), 0)
		position = r.stage.Rules.Apply(position, r.stage.Mover, step)
	}
	slices.Sort(found.hits)
	found.end = position
	r.found = append(r.found, found)
}

// choose leaves one reading for every position, those first that hit least; where hits
// were marked and readings hit just there, it leaves only these.
func (r *reader) choose(marks []int) {
	slices.SortStableFunc(r.found, func(a, b reading) int {
		return cmp.Or(cmp.Compare(len(a.hits), len(b.hits)), cmp.Compare(len(a.steps), len(b.steps)), cmp.Compare(a.spare, b.spare))
	})
	var distinct, marked []reading
	slices.Sort(marks)
	marks = slices.Compact(marks)
	for _, found := range r.found {
		if slices.ContainsFunc(distinct, func(d reading) bool { return d.end == found.end }) {
			continue
		}
		distinct = append(distinct, found)
		if len(marks) > 0 && slices.Equal(found.hits, marks) {
			marked = append(marked, found)
		}
	}
	r.found = distinct
	if len(marked) > 0 {
		r.found = marked
	}
}
