package analysis

import (
	"cmp"
	"maps"
	"slices"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// cube returns the advice to a player who may double.
func (a *Analyst) cube(m *engine.Match, seat engine.Seat) (*Advice, error) {
	q, adviser, err := a.ask(m, seat)
	if err != nil {
		return nil, err
	}
	c, equities := summary(adviser, &q.Spot)
	double := a.offer(engine.Double, 2*m.Game.Cube.Value, c).worth()
	if c.Double { // which may be as good as a roll but for rounding
		double = max(double, c.NoDouble)
	}
	advice := a.newAdvice(Cube, m, seat)
	advice.Cube, advice.Known = equities, 2
	advice.Options = []Option{
		option(engine.Throw, seat, c.NoDouble, c.Chances),
		option(engine.Double, seat, double, c.Chances),
	}
	if c.Double {
		slices.Reverse(advice.Options)
	}
	return advice, nil
}

// answer returns the advice to a player who has been offered the cube.
func (a *Analyst) answer(m *engine.Match, seat engine.Seat) (*Advice, error) {
	q, adviser, err := a.ask(m, m.Game.OnRoll)
	if err != nil {
		return nil, err
	}
	c, equities := summary(adviser, &q.Spot)
	open := m.Game.Offer
	offer := a.offer(open.Verb, open.Value, c)
	offer.stake = float32(open.Value) / float32(2*m.Game.Cube.Value)
	chances, sign := c.Chances, float32(1)
	if seat != m.Game.OnRoll {
		chances, sign = chances.Flip(), -1
	}
	advice := a.newAdvice(Answer, m, seat)
	for verb, equity := range offer.answers() {
		advice.Options = append(advice.Options, option(verb, seat, sign*equity, chances))
	}
	slices.SortFunc(advice.Options, func(x, y Option) int {
		return cmp.Or(cmp.Compare(y.Equity, x.Equity), cmp.Compare(x.Action.Verb, y.Action.Verb))
	})
	advice.Cube, advice.Known = equities, len(advice.Options)
	return advice, nil
}

func option(verb engine.Verb, seat engine.Seat, equity float32, chances net.Chances) Option {
	return Option{engine.Action{Verb: verb, Seat: seat}, verb.String(), equity, chances}
}

// offer is a raise that waits for its answer. Equities are those of the player on roll,
// in units of the cube before his double.
type offer struct {
	rules *engine.Cube
	verb  engine.Verb
	value int     // of the cube if it is taken
	stake float32 // what a drop costs: 1 if it was the first double, 2, 4
	taken float32 // the equity if the first double is taken
}

func (a *Analyst) offer(verb engine.Verb, value int, c ai.Cube) offer {
	return offer{&a.rules.Cube, verb, value, 1, c.DoubleTake}
}

// answers returns the equity of every possible answer. A beaver doubles what is played
// for and leaves the cube where it lies, so that it doubles the equity.
func (o offer) answers() map[engine.Verb]float32 {
	answers := map[engine.Verb]float32{engine.Take: o.stake * o.taken, engine.Drop: o.stake}
	if o.verb == engine.Beaver {
		answers[engine.Drop] = -o.stake
	}
	if raise, ok := o.raise(); ok {
		answers[raise.verb] = raise.worth()
	}
	return answers
}

// raise returns the beaver or raccoon that may answer the offer.
func (o offer) raise() (offer, bool) {
	allowed := false
	switch o.verb {
	case engine.Double:
		o.verb, allowed = engine.Beaver, o.rules.Beavers
	case engine.Beaver:
		o.verb, allowed = engine.Raccoon, o.rules.Raccoons
	}
	allowed = allowed && (o.rules.Max == 0 || o.value < o.rules.Max)
	o.value, o.stake = 2*o.value, 2*o.stake
	return o, allowed
}

// worth returns the equity if the offer is answered rightly from here on: a beaver by
// the player on roll, anything else by his opponent.
func (o offer) worth() float32 {
	answers := slices.Collect(maps.Values(o.answers()))
	if o.verb == engine.Beaver {
		return slices.Max(answers)
	}
	return slices.Min(answers)
}
