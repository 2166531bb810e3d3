package equity

import (
	"fmt"

	"tablabot/engine/ai/net"
)

// Stakes is a [State] prepared so that positions are valued fast. It does not change
// and may be shared.
//
// Equities are normalised: 1 is the worth of winning a single game at the present
// value of the cube, −1 that of losing it. In a match the worth of a result is the
// chance to win the match after it; in unlimited play it is points. The opponent's
// equity is the negative of the player's.
type Stakes struct {
	state  State
	worth  net.Worth
	levels []level // the first for the present cube, the next for the doubled one, …
	free   bool    // the cube may rise for ever: three levels stand for all
	middle float64 // the worth of equity 0
	half   float64 // what one unit of equity is worth
}

// level is what a game is played for at one value of the cube.
type level struct {
	won, lost [3]float32 // equities of a single game, a gammon, a backgammon
	mine, his bool       // whether the player, the opponent can gain by doubling
}

// New prepares the stakes of a game. The table is that of the match, Kazaross-XG2 if
// it is nil; unlimited play needs none.
func New(state State, table *Table) (*Stakes, error) {
	if err := state.Validate(); err != nil {
		return nil, fmt.Errorf("what the game is played for: %w", err)
	}
	if table == nil && state.Length > 0 {
		table = Kazaross()
	}
	value := max(state.Cube, 1)
	win, loss := state.worth(table, value, 0), state.worth(table, 0, value)
	s := &Stakes{state: state, middle: (win + loss) / 2, half: (win - loss) / 2}
	s.climb(table, value)
	if state.jacoby() {
		single := &s.levels[0]
		single.won[1], single.won[2] = single.won[0], single.won[0]
		single.lost[1], single.lost[2] = single.lost[0], single.lost[0]
	}
	for i := range 3 {
		s.worth[net.Won(i+1)], s.worth[net.Lost(i+1)] = s.levels[0].won[i], s.levels[0].lost[i]
	}
	s.worth[net.Draw] = s.Equity(state.worth(table, 1, 1))
	return s, nil
}

// climb lists the levels up to the one at which nobody can gain by doubling again.
func (s *Stakes) climb(table *Table, value int) {
	mine, his := s.state.need()
	for ; ; value *= 2 {
		l := level{mine: s.state.live(value, mine), his: s.state.live(value, his)}
		for i := range 3 {
			points := value * (i + 1)
			l.won[i] = s.Equity(s.state.worth(table, points, 0))
			l.lost[i] = s.Equity(s.state.worth(table, 0, points))
		}
		s.levels = append(s.levels, l)
		s.free = len(s.levels) == 3 && s.state.Length == 0 && s.state.MaxCube == 0
		if s.free || !l.mine && !l.his {
			return
		}
	}
}

// State returns what the stakes were made of.
func (s *Stakes) State() State { return s.state }

// Worth returns the equity of each outcome if the cube is never turned any more.
func (s *Stakes) Worth() net.Worth { return s.worth }

// Chance returns what an equity stands for: the chance to win the match, or points in
// unlimited play.
func (s *Stakes) Chance(equity float32) float64 { return s.middle + s.half*float64(equity) }

// Equity is the way back from [Stakes.Chance]. Equities at two values of the cube are
// compared by going through both.
func (s *Stakes) Equity(chance float64) float32 { return float32((chance - s.middle) / s.half) }

// CanDouble reports whether the player may double and could gain by it.
func (s *Stakes) CanDouble() bool { return s.state.Owner != His && s.levels[0].mine }
