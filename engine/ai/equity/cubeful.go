package equity

import "tablabot/engine/ai/net"

// The model. A live cube is one that is always turned exactly where the opponent does
// not mind whether he takes; a dead one is never turned. Between those two the equity
// of a real cube is interpolated (R. Janowski, "Take-Points in Money Games", 1993):
//
//	equity = (1 − efficiency) · dead + efficiency · live
//
// With W and L the mean equities of the games that the player wins and loses, the live
// equity is a line, over his chance p to win, through (0, L), (take, −1), (cash, +1)
// and (1, W); the second point falls away if the opponent cannot double, the third if
// the player cannot. For matches the GNU Backgammon manual ("Cubeful equities") does
// the same with the chances to win the match in place of points.
//
// One thing is added. The opponent, who is to roll next, may double then, so that the
// player cannot have more than a double would leave him now. Janowski's mean of dead
// and live forgets that where the cube is about to turn: at scores at which the
// opponent redoubles whatever comes, as his loss is the match already, it says a
// quarter of a point too much (measured against a search of 4 plies).

// maxLevels is how many values a cube can take in one game.
const maxLevels = 21

// split is a set of chances, split by who wins. A draw is half a win.
type split struct {
	win       float32
	won, lost [3]float32 // shares of single games, gammons and backgammons
}

func splitOf(c *net.Chances) (s split) {
	half := c[net.Draw] / 2
	s.win = min(c[net.Win1]+c[net.Win2]+c[net.Win3]+half, 1)
	s.won = shares(c[net.Win1]+half, c[net.Win2], c[net.Win3])
	s.lost = shares(c[net.Lose1]+half, c[net.Lose2], c[net.Lose3])
	return s
}

// shares divides by the sum, which may be zero.
func shares(single, gammon, backgammon float32) [3]float32 {
	sum := single + gammon + backgammon
	if sum <= 0 {
		return [3]float32{1, 0, 0}
	}
	return [3]float32{single / sum, gammon / sum, backgammon / sum}
}

// window is what the cube is worth at one level, in a position.
type window struct {
	won, lost  float32 // W and L
	take, cash float32 // the player's chance to win at which he, his opponent may take
}

// at returns W and L of a level.
func (s *split) at(l *level) window {
	return window{won: mean(&l.won, &s.won), lost: mean(&l.lost, &s.lost), cash: 1}
}

func mean(values, shares *[3]float32) float32 {
	return values[0]*shares[0] + values[1]*shares[1] + values[2]*shares[2]
}

// windows returns the windows of the present cube and of the next two values.
func (s *Stakes) windows(o *split) (w [3]window) {
	if s.free {
		return s.freeWindows(o)
	}
	// From the level at which the cube is dead for both down to the present: who takes
	// a double holds a live cube at the next level, so that his equity is there a line
	// from that of his losses to where he would cash, or, if the cube is dead for him,
	// to that of his wins.
	next := o.at(&s.levels[len(s.levels)-1])
	if len(s.levels) <= len(w) {
		w[len(s.levels)-1] = next
	}
	for i := len(s.levels) - 2; i >= 0; i-- {
		l, doubled := &s.levels[i], &s.levels[i+1]
		here := o.at(l)
		top, at := next.won, float32(1)
		if doubled.mine {
			top, at = doubled.won[0], next.cash
		}
		here.take = at * (l.lost[0] - next.lost) / (top - next.lost)
		bottom, at := next.lost, float32(1)
		if doubled.his {
			bottom, at = doubled.lost[0], 1-next.take
		}
		here.cash = 1 - at*(next.won-l.won[0])/(next.won-bottom)
		if i < len(w) {
			w[i] = here
		}
		next = here
	}
	return w
}

// freeWindows does the same where every level is worth twice the last one: Janowski's
// take point (L − ½) / (W + L + ½) with L as a positive number.
func (s *Stakes) freeWindows(o *split) (w [3]window) {
	w[0], w[1], w[2] = o.at(&s.levels[0]), o.at(&s.levels[1]), o.at(&s.levels[2])
	win, loss := w[1].won/2, -w[1].lost/2
	for i := range w {
		w[i].take, w[i].cash = (loss-0.5)/(win+loss+0.5), (loss+1)/(win+loss+0.5)
	}
	return w
}

// equity returns the equity at a level for the player who may double if mine is set,
// against one who may if his is.
func (w *window) equity(l *level, p float32, mine, his bool, efficiency float32) float32 {
	dead := w.lost + p*(w.won-w.lost)
	if !mine && !his {
		return dead
	}
	return dead + efficiency*(w.live(l, p, mine, his)-dead)
}

// live returns the equity with a live cube.
func (w *window) live(l *level, p float32, mine, his bool) float32 {
	x0, y0, x1, y1 := float32(0), w.lost, float32(1), w.won
	if his {
		if p < w.take {
			return y0 + (l.lost[0]-y0)*p/w.take
		}
		x0, y0 = w.take, l.lost[0]
	}
	if mine {
		if p > w.cash {
			return y1 - (y1-l.won[0])*(1-p)/(1-w.cash)
		}
		x1, y1 = w.cash, l.won[0]
	}
	if x1 <= x0 {
		return y0
	}
	return y0 + (y1-y0)*(p-x0)/(x1-x0)
}

// equities returns the equity of the player about to roll if the cube stays, and if
// he doubles and the opponent takes: the latter only if he can.
func (s *Stakes) equities(c *net.Chances, efficiency float32) (stays, taken float32) {
	mine, his := s.CanDouble(), s.state.Owner != Mine && s.levels[0].his
	if efficiency == 0 || !mine && !his {
		return s.deadEquities(c)
	}
	o := splitOf(c)
	w := s.windows(&o)
	stays = w[0].equity(&s.levels[0], o.win, mine, his, efficiency)
	if his {
		stays = min(stays, s.doubled(&w, 0, o.win, efficiency))
	}
	if !mine {
		return stays, 0
	}
	his = s.levels[1].his
	taken = w[1].equity(&s.levels[1], o.win, false, his, efficiency)
	if his {
		taken = min(taken, s.doubled(&w, 1, o.win, efficiency))
	}
	return stays, taken
}

// deadEquities does the same for a cube that nobody turns later.
func (s *Stakes) deadEquities(c *net.Chances) (stays, taken float32) {
	if s.CanDouble() {
		o := splitOf(c)
		w := o.at(&s.levels[1])
		taken = w.lost + o.win*(w.won-w.lost)
	}
	return s.worth.Of(c), taken
}

// doubled returns the equity if the opponent doubles a cube of level i and the player
// answers rightly.
func (s *Stakes) doubled(w *[3]window, i int, p, efficiency float32) float32 {
	l := &s.levels[i+1]
	return max(w[i+1].equity(l, p, l.mine, false, efficiency), s.levels[i].lost[0])
}

// Cubeful returns the equity of the player about to roll, who doubles if that is
// right, and whose opponent answers rightly.
func (s *Stakes) Cubeful(c *net.Chances, efficiency float32) float32 {
	stays, taken := s.equities(c, efficiency)
	if !s.CanDouble() {
		return stays
	}
	return max(stays, s.answered(taken))
}

// answered returns the equity of a double to which the opponent answers rightly.
func (s *Stakes) answered(taken float32) float32 {
	if taken < 0 && s.canBeaver() {
		return 2 * taken
	}
	return min(taken, 1)
}
