package engine

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestRandomMatches plays matches of every game and rotation to their end and
// holds the invariants after each action.
func TestRandomMatches(t *testing.T) {
	for _, game := range append(Variants(), Rotations()...) {
		for _, length := range []int{0, 1, 3} {
			t.Run(game, func(t *testing.T) {
				terms := Terms{Game: game, Length: length}
				if length == 0 {
					terms = terms.With("beavers", "on").With("raccoons", "on").With("automatic", "1")
				}
				newPlayer(t, terms, uint64(length)).match()
			})
		}
	}
}

// player plays both sides of a match at random.
type player struct {
	*testing.T
	random *rand.Rand
	m      *Match
	log    []string
}

func newPlayer(t *testing.T, terms Terms, seed uint64) *player {
	t.Helper()
	m, err := NewMatch(terms)
	if err != nil {
		t.Fatal(err)
	}
	return &player{T: t, random: rand.New(rand.NewPCG(seed, 1)), m: m}
}

func (p *player) match() {
	p.Helper()
	for p.m.Phase != MatchEnded && (p.m.Terms.Length > 0 || p.m.Number < 4) {
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

func (p *player) apply(a Action) {
	p.Helper()
	before := *p.m
	if err := p.m.Apply(a); err != nil {
		p.Fatalf("after %d actions, %v: %v\n%s", len(p.log), a, err, state(p.T, p.m))
	}
	p.log = append(p.log, a.String())
	parsed, err := ParseAction(a.String())
	if err != nil || parsed.String() != a.String() {
		p.Fatalf("action %q reads back as %q, %v", a, parsed, err)
	}
	for seat := range p.m.Score {
		if p.m.Score[seat] < before.Score[seat] {
			p.Fatalf("%v lowers the score from %v to %v", a, before.Score, p.m.Score)
		}
		if n := p.m.Game.Position.Sides[seat].Checkers(); n != p.m.Rules().Checkers {
			p.Fatalf("%v leaves seat %d with %d checkers", a, seat, n)
		}
	}
	var read Match
	if err := json.Unmarshal([]byte(state(p.T, p.m)), &read); err != nil {
		p.Fatal(err)
	}
	if diff := cmp.Diff(p.m, &read, cmpopts.EquateEmpty(), cmp.AllowUnexported(Match{}, Side{}),
		cmpopts.IgnoreFields(Match{}, "rules")); diff != "" {
		p.Fatalf("the state reads back otherwise (-written +read):\n%s", diff)
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
