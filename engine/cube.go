package engine

// CubeState is the doubling cube in a game.
type CubeState struct {
	Value  int  `json:"value"`
	Owned  bool `json:"owned,omitempty"` // by Owner; otherwise it lies in the middle
	Owner  Seat `json:"owner,omitempty"`
	Turned bool `json:"turned,omitempty"` // a double was taken in this game
}

// Offer is a double that waits for its answer. From offers Value to the other.
type Offer struct {
	From  Seat `json:"from"`
	Value int  `json:"value"` // the cube's value if it is taken
	Verb  Verb `json:"verb"`  // Double, Beaver or Raccoon
}

// CanDouble returns nil if the seat may offer a double now, or why not.
func (m *Match) CanDouble(seat Seat) error {
	g := &m.Game
	switch {
	case m.Phase != ToRoll || seat != g.OnRoll:
		return m.notNow(seat, ToRoll)
	case !m.rules.Cube.On:
		return NoCubeHere
	case g.Crawford:
		return CrawfordGame
	case g.Cube.Owned && g.Cube.Owner != seat:
		return NotYourCube
	case m.capped(g.Cube.Value):
		return CubeAtCap
	case seat == g.Starter && g.Rolls[seat] == 0:
		return StarterFirst
	case m.Terms.Length > 0 && m.Score[seat] == m.Terms.Length-1:
		return NeedsOnePoint
	}
	return nil
}

// CanBeaver returns nil if the seat may answer an offer by redoubling at once
// ([Beaver], or [Raccoon] after a beaver), or why not.
func (m *Match) CanBeaver(seat Seat) error {
	offer := m.Game.Offer
	if m.Phase != ToAnswer || offer == nil || offer.From == seat {
		return NoOffer
	}
	allowed := offer.Verb == Double && m.rules.Cube.Beavers || offer.Verb == Beaver && m.rules.Cube.Raccoons
	if !allowed {
		return NotAgreed
	}
	if m.capped(offer.Value) {
		return CubeAtCap
	}
	return nil
}

func (m *Match) capped(value int) bool {
	return m.rules.Cube.Max > 0 && value >= m.rules.Cube.Max
}

func (m *Match) double(seat Seat) error {
	if err := m.CanDouble(seat); err != nil {
		return err
	}
	m.Game.Offer = &Offer{From: seat, Value: 2 * m.Game.Cube.Value, Verb: Double}
	m.Phase = ToAnswer
	return nil
}

func (m *Match) beaver(seat Seat, verb Verb) error {
	if err := m.CanBeaver(seat); err != nil {
		return err
	}
	offer := m.Game.Offer
	if want := map[Verb]Verb{Double: Beaver, Beaver: Raccoon}[offer.Verb]; verb != want {
		return NotAgreed
	}
	m.Game.Offer = &Offer{From: seat, Value: 2 * offer.Value, Verb: verb}
	return nil
}

// answer ends an open offer: taken, the cube is the taker's, except that a
// beaverer keeps it; dropped, the offerer wins the value before his offer.
func (m *Match) answer(seat Seat, take bool) error {
	offer := m.Game.Offer
	if m.Phase != ToAnswer || offer == nil || offer.From == seat {
		return NoOffer
	}
	g := &m.Game
	g.Offer = nil
	if !take {
		m.endGame(Result{Winner: offer.From, Points: offer.Value / 2, Cube: offer.Value / 2, Level: 1, Method: ByDrop})
		return nil
	}
	g.Cube = CubeState{Value: offer.Value, Owned: true, Owner: g.OnRoll.Other(), Turned: true}
	m.Phase = ToRoll
	return nil
}
