package engine

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestRandomMatches plays matches of every game and rotation to their end, with
// every value of every option, and holds the invariants after each action.
func TestRandomMatches(t *testing.T) {
	met := meetings{}
	for _, game := range append(Variants(), Rotations()...) {
		t.Run(game, func(t *testing.T) {
			for seed, length := range []int{0, 0, 5, 5, 0, 3, 0, 0, 3, 1} {
				random := rand.New(rand.NewPCG(uint64(seed), 1))
				newPlayer(t, rareTerms(game, length, met), random, met).match()
			}
		})
	}
	for _, what := range thingsToMeet() {
		if met[what] == 0 {
			t.Errorf("%q has not come up in any match", what)
		}
	}
}

// meetings counts what has come up in random matches.
type meetings map[string]int

// thingsToMeet returns what random matches are to be made of. That nothing moves for
// a hundred rolls does not come up at random.
func thingsToMeet() (things []string) {
	for _, game := range append(Variants(), Rotations()...) {
		for _, length := range []int{0, 5} {
			for _, terms := range []Terms{{Game: game, Length: length}, Terms{Game: game, Length: length}.With("cube", "on").With("beavers", "on")} {
				for _, choice := range terms.Choices() {
					for _, value := range choice.Values {
						things = append(things, game+" "+choice.Key+"="+value)
					}
				}
			}
		}
	}
	for verb := Start; verb <= Stop; verb++ {
		things = append(things, verb.String())
	}
	for method := ByBearingOff; method <= ByStopping; method++ {
		if method != ByStuck {
			things = append(things, method.String())
		}
	}
	return append(things, "level 1", "level 2", "level 3", "a draw", "a chain")
}

// rareTerms chooses the value of every option that the game has at the length which
// has come up least.
func rareTerms(game string, length int, met meetings) Terms {
	terms := Terms{Game: game, Length: length}
	for i := range options { // one may depend on those before
		for _, choice := range terms.Choices() {
			if choice.Key != options[i].Key {
				continue
			}
			times := func(value string) int { return met[game+" "+choice.Key+"="+value] }
			rarest := choice.Values[len(choice.Values)-1]
			for _, value := range choice.Values {
				if times(value) < times(rarest) {
					rarest = value
				}
			}
			terms = terms.With(choice.Key, rarest)
			met[game+" "+choice.Key+"="+rarest]++
		}
	}
	return terms
}

// player plays both sides of a match at random.
type player struct {
	*testing.T
	random *rand.Rand
	met    meetings
	m      *Match
	replay *Match // what the log tells
	log    []string
}

func newPlayer(t *testing.T, terms Terms, random *rand.Rand, met meetings) *player {
	t.Helper()
	m, err := NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	return &player{T: t, random: random, met: met, m: m, replay: m.Clone()}
}

func (p *player) match() {
	p.Helper()
	for p.m.Phase != MatchEnded && (p.m.Terms.Length > 0 || p.m.Number < 3) {
		if len(p.log) > 20000 {
			p.Fatal("the match does not end")
		}
		p.apply(p.choose())
	}
	replayed, err := Replay(p.m.Terms, p.log)
	if err != nil {
		p.Fatal(err)
	}
	if diff := cmp.Diff(state(p.T, p.m), state(p.T, replayed)); diff != "" {
		p.Errorf("replay differs from the match (-match +replay):\n%s", diff)
	}
}

// apply carries an action out and holds what must be so after any action.
func (p *player) apply(a Action) {
	p.Helper()
	before := *p.m
	if err := p.m.Apply(a); err != nil {
		p.Fatalf("after %d actions, %v: %v\n%s", len(p.log), a, err, state(p.T, p.m))
	}
	p.log = append(p.log, a.String())
	p.note(a)
	p.readsBack(a)
	p.holdsScore(a, &before)
	if err := p.m.Rules().Validate(p.m.Game.Position); err != nil {
		p.Fatalf("%v: %v", a, err)
	}
	if r, _ := rotation(p.m.Terms.Game); p.m.Rules().Name != r.Games[max(0, p.m.Number-1)%len(r.Games)] {
		p.Fatalf("game %d of %s is %s", p.m.Number, r.Key, p.m.Rules().Name)
	}
}

// note counts what has come up.
func (p *player) note(a Action) {
	p.met[a.Verb.String()]++
	if turn := p.m.Game.Turn; turn != nil && turn.Chain {
		p.met["a chain"]++
	}
	if last := p.m.Last; last != nil {
		p.met[last.Method.String()]++
		p.met[fmt.Sprint("level ", last.Level)]++
		if last.Draw {
			p.met["a draw"]++
		}
	}
}

// readsBack holds that the action's line and the state's text read back, and that
// the log tells the state.
func (p *player) readsBack(a Action) {
	p.Helper()
	parsed, err := ParseAction(a.String())
	if err != nil || parsed.String() != a.String() {
		p.Fatalf("action %q reads back as %q, %v", a, parsed, err)
	}
	if err := p.replay.apply(parsed, true); err != nil {
		p.Fatalf("replay %q: %v", a, err)
	}
	if got, want := state(p.T, p.replay), state(p.T, p.m); got != want {
		p.Fatalf("after %q the log tells %s, not %s", a, got, want)
	}
	var read Match
	if err := json.Unmarshal([]byte(state(p.T, p.m)), &read); err != nil {
		p.Fatal(err)
	}
	if got, want := state(p.T, &read), state(p.T, p.m); got != want {
		p.Fatalf("after %q the state %s reads back as %s", a, want, got)
	}
	if len(p.log)%8 != 0 { // to compare every field takes time
		return
	}
	if diff := cmp.Diff(p.m, &read, cmpopts.EquateEmpty(), cmp.AllowUnexported(Match{}, Side{}),
		cmpopts.IgnoreFields(Match{}, "rules")); diff != "" {
		p.Fatalf("the state reads back otherwise (-written +read):\n%s", diff)
	}
}

// holdsScore holds that points are only won, by the last result, and that a match
// ends as soon as a player has reached the length and leads.
func (p *player) holdsScore(a Action, before *Match) {
	p.Helper()
	m, length := p.m, p.m.Terms.Length
	won := [2]int{m.Score[0] - before.Score[0], m.Score[1] - before.Score[1]}
	var want [2]int
	if last := m.Last; last != nil && before.Last != last {
		switch {
		case last.Draw:
			want = [2]int{last.Points, last.Points}
		default:
			want[last.Winner] = last.Points
		}
	}
	if won != want || want[0] < 0 || want[1] < 0 {
		p.Fatalf("%v: the score goes from %v to %v by %+v", a, before.Score, m.Score, m.Last)
	}
	decided := length > 0 && max(m.Score[0], m.Score[1]) >= length && m.Score[0] != m.Score[1]
	if ended := m.Phase == MatchEnded; ended != decided && a.Verb != TimeOut && a.Verb != Stop {
		p.Fatalf("%v: at %v in a match to %d, ended %t", a, m.Score, length, ended)
	}
}

// choose returns a random legal action for whatever the match waits for.
func (p *player) choose() Action {
	m := p.m
	seat, _ := m.Actor()
	die := func() uint8 { return uint8(p.random.IntN(6) + 1) }
	switch {
	case m.Game.Giving != nil:
		return Action{Verb: []Verb{Accept, Decline}[p.random.IntN(2)], Seat: seat}
	case m.Number > 1 && p.random.IntN(2000) == 0:
		return Action{Verb: []Verb{TimeOut, Stop}[p.random.IntN(2)], Seat: Seat(p.random.IntN(2))}
	case p.random.IntN(200) == 0 && (m.Phase == ToRoll || m.Phase == ToPlay):
		from := Seat(p.random.IntN(2))
		return Action{Verb: Resign, Seat: from, Level: 1 + p.random.IntN(m.HighestResignation(from))}
	}
	switch m.Phase {
	case ToStart:
		return Action{Verb: Start}
	case ToOpen:
		return Action{Verb: OpeningPair, Dice: [2]uint8{die(), die()}}
	case ToAnswer:
		if m.CanBeaver(seat) == nil && p.random.IntN(2) == 0 {
			return Action{Verb: map[Verb]Verb{Double: Beaver, Beaver: Raccoon}[m.Game.Offer.Verb], Seat: seat}
		}
		return Action{Verb: []Verb{Take, Take, Drop}[p.random.IntN(3)], Seat: seat}
	case ToRoll:
		if m.CanDouble(seat) == nil && p.random.IntN(8) == 0 {
			return Action{Verb: Double, Seat: seat}
		}
		return Action{Verb: Throw, Seat: seat, Dice: [2]uint8{die(), die()}}
	}
	p.draft(seat)
	a, err := m.Drafted()
	if err != nil {
		p.Fatal(err)
	}
	return a
}

// draft chooses random steps, now and then takes some back, and lets forced steps
// play themselves.
func (p *player) draft(seat Seat) {
	p.Helper()
	for {
		progress, err := p.m.Progress()
		if err != nil {
			p.Fatal(err)
		}
		if progress.Over {
			return
		}
		next := progress.Plan.Next(progress.Draft)
		if err := p.m.AddSteps(seat, next[p.random.IntN(len(next))]); err != nil {
			p.Fatalf("a step that is offered is refused: %v", err)
		}
		switch p.random.IntN(12) {
		case 0:
			if err := p.m.Undo(seat, p.random.IntN(3)); err != nil {
				p.Fatal(err)
			}
		case 1:
			if _, err := p.m.PlayForced(); err != nil {
				p.Fatal(err)
			}
		}
	}
}

func state(t *testing.T, m *Match) string {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
