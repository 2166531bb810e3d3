package engine

import (
	"encoding/json"
	"fmt"
)

// matchState is the text form of a match: positions as codes, dice as digits,
// steps as in the log.
type matchState struct {
	Terms    string    `json:"terms"`
	Score    [2]int    `json:"score"`
	Number   int       `json:"number"`
	Phase    Phase     `json:"phase"`
	Turns    int       `json:"turns"`
	Thrown   int       `json:"thrown"`
	Crawford bool      `json:"crawford,omitempty"`
	Last     *Result   `json:"last,omitempty"`
	Winner   *Seat     `json:"winner,omitempty"`
	Game     gameState `json:"game"`
}

type gameState struct {
	Position string       `json:"position,omitempty"`
	Starter  Seat         `json:"starter,omitempty"`
	OnRoll   Seat         `json:"on_roll,omitempty"`
	Rolls    [2]int       `json:"rolls"`
	Cube     CubeState    `json:"cube"`
	Crawford bool         `json:"crawford,omitempty"`
	Ties     int          `json:"ties,omitempty"`
	Offer    *Offer       `json:"offer,omitempty"`
	Giving   *Resignation `json:"giving,omitempty"`
	Idle     int          `json:"idle,omitempty"`
	Turn     *turnState   `json:"turn,omitempty"`
}

type turnState struct {
	Roll   [2]uint8 `json:"roll"`
	Chain  bool     `json:"chain,omitempty"`
	Stages []string `json:"stages"`
	Draft  []string `json:"draft,omitempty"`
}

// MarshalJSON writes the match's state; [Match.UnmarshalJSON] reads it back.
func (m *Match) MarshalJSON() ([]byte, error) {
	g := &m.Game
	state := matchState{Terms: m.Terms.String(), Score: m.Score, Number: m.Number, Phase: m.Phase, Turns: m.Turns,
		Thrown: m.Thrown, Crawford: m.Crawford, Last: m.Last, Winner: m.Winner,
		Game: gameState{Starter: g.Starter, OnRoll: g.OnRoll, Rolls: g.Rolls, Cube: g.Cube, Crawford: g.Crawford,
			Ties: g.Ties, Offer: g.Offer, Giving: g.Giving, Idle: g.Idle}}
	if m.Number > 0 {
		state.Game.Position = m.rules.FormatPosition(g.Position)
	}
	if g.Turn != nil {
		state.Game.Turn = g.Turn.state()
	}
	return json.Marshal(state)
}

func (t *Turn) state() *turnState {
	state := &turnState{Roll: t.Roll, Chain: t.Chain}
	for _, dice := range t.Stages {
		state.Stages = append(state.Stages, dice.String())
	}
	for _, steps := range t.Draft {
		state.Draft = append(state.Draft, FormatSteps(steps))
	}
	return state
}

// UnmarshalJSON reads what [Match.MarshalJSON] writes.
func (m *Match) UnmarshalJSON(text []byte) error {
	var state matchState
	if err := json.Unmarshal(text, &state); err != nil {
		return fmt.Errorf("read match state: %w", err)
	}
	terms, err := ParseTerms(state.Terms)
	if err != nil {
		return fmt.Errorf("read match state: %w", err)
	}
	g := &state.Game
	*m = Match{Terms: terms, Score: state.Score, Number: state.Number, Phase: state.Phase, Turns: state.Turns,
		Thrown: state.Thrown, Crawford: state.Crawford, Last: state.Last, Winner: state.Winner, rules: terms.Rules(state.Number),
		Game: Game{Starter: g.Starter & 1, OnRoll: g.OnRoll & 1, Rolls: g.Rolls, Cube: g.Cube, Crawford: g.Crawford,
			Ties: g.Ties, Offer: g.Offer, Giving: g.Giving, Idle: g.Idle}}
	if state.Number > 0 {
		if _, m.Game.Position, err = ParsePosition(g.Position); err != nil {
			return fmt.Errorf("read match state: %w", err)
		}
	}
	if g.Turn != nil {
		if m.Game.Turn, err = g.Turn.turn(m.Game.Position); err != nil {
			return fmt.Errorf("read match state: %w", err)
		}
	}
	return nil
}

func (s *turnState) turn(start Position) (*Turn, error) {
	t := &Turn{Roll: s.Roll, Chain: s.Chain, Start: start}
	for _, text := range s.Stages {
		dice, err := ParseDice(text)
		if err != nil {
			return nil, err
		}
		t.Stages = append(t.Stages, dice)
	}
	for _, text := range s.Draft {
		steps, err := ParseSteps(text)
		if err != nil {
			return nil, err
		}
		t.Draft = append(t.Draft, steps)
	}
	return t, nil
}
