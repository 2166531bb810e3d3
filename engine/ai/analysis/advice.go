package analysis

import (
	"errors"
	"fmt"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// Kind is what a decision is about.
type Kind string

const (
	Checkers Kind = "checkers" // how to play the dice, or what is left of a chain
	Cube     Kind = "cube"     // to double or to roll
	Answer   Kind = "answer"   // to a double, a beaver or a raccoon
)

// Option is one thing that a player can do.
type Option struct {
	Action  engine.Action `json:"-"`       // as a match takes it; a roll still lacks its dice
	Text    string        `json:"text"`    // a play in the player's numbers, empty if nothing moves; else the verb
	Equity  float32       `json:"equity"`  // of the player who decides
	Chances net.Chances   `json:"chances"` // of the player who decides; of the cube's options, before the roll
}

// Advice is what a player can do in a moment of a match.
type Advice struct {
	Kind     Kind         `json:"kind"`
	Seat     engine.Seat  `json:"seat"`
	Position string       `json:"position"`       // as a code
	Stages   []string     `json:"dice,omitempty"` // to play: "31", or a chain's, "3333", "4444", …
	Stake    *Stake       `json:"stake,omitempty"`
	Options  []Option     `json:"options"`         // best first
	Known    int          `json:"known,omitempty"` // how many options there are, listed or not
	Cube     *CubeSummary `json:"cube,omitempty"`  // of the kinds Cube and Answer
}

// Stake is how the cube lies, and the double that is to be answered. There is none in a
// game without the cube.
type Stake struct {
	engine.CubeState
	Offer *engine.Offer `json:"offer,omitempty"`
}

// CubeSummary holds the three equities of a double, all of the player on roll.
type CubeSummary struct {
	NoDouble   float32 `json:"no_double"`
	DoubleTake float32 `json:"double_take"`
	DoubleDrop float32 `json:"double_drop"`
	Pointless  bool    `json:"pointless,omitempty"` // a double is allowed and cannot gain anything
}

// Best returns the best option.
func (a *Advice) Best() *Option { return &a.Options[0] }

// ErrNothing is the error of [Analyst.Advise] where there is nothing to decide.
var ErrNothing = errors.New("there is nothing to decide now")

// Advise returns what the player to decide in a match can do, n plays at most (at least
// one). Before a roll without the right to double, and where a resignation is to be
// answered, the error is [ErrNothing].
func (a *Analyst) Advise(m *engine.Match, n int) (*Advice, error) {
	seat, ok := m.Actor()
	if !ok || m.Game.Giving != nil {
		return nil, ErrNothing
	}
	a.begin(m.Rules())
	advice, err := a.advise(m, seat, max(n, 1))
	if err != nil && !errors.Is(err, ErrNothing) {
		return nil, fmt.Errorf("advise: %w", err)
	}
	return advice, err
}

func (a *Analyst) advise(m *engine.Match, seat engine.Seat, n int) (*Advice, error) {
	switch m.Phase {
	case engine.ToAnswer:
		return a.answer(m, seat)
	case engine.ToRoll:
		if m.CanDouble(seat) != nil {
			return nil, ErrNothing
		}
		return a.cube(m, seat)
	}
	play, err := a.turn(m, seat)
	if err != nil {
		return nil, err
	}
	return play.advice(n), nil
}

// newAdvice returns advice without options.
func (a *Analyst) newAdvice(kind Kind, m *engine.Match, seat engine.Seat) *Advice {
	advice := &Advice{Kind: kind, Seat: seat, Position: a.rules.FormatPosition(m.Game.Position)}
	if a.rules.Cube.On && !m.Game.Crawford {
		advice.Stake = &Stake{CubeState: m.Game.Cube}
		if m.Game.Offer != nil {
			offer := *m.Game.Offer
			advice.Stake.Offer = &offer
		}
	}
	if turn := m.Game.Turn; turn != nil {
		for _, dice := range turn.Stages {
			advice.Stages = append(advice.Stages, dice.String())
		}
	}
	return advice
}

// summary returns what is right about the cube before a roll.
func summary(adviser *ai.Adviser, s *ai.Spot) (ai.Cube, *CubeSummary) {
	c := adviser.Cube(s)
	return c, &CubeSummary{c.NoDouble, c.DoubleTake, c.DoubleDrop, c.Pointless}
}
