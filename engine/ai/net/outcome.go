package net

// Outcome is how a game can end, as the player on roll sees it.
type Outcome uint8

const (
	Lose3 Outcome = iota // the third level: marsileza, backgammon, koks
	Lose2                // mars, gammon
	Lose1
	Draw
	Win1
	Win2
	Win3
	Outcomes int = iota
)

// Won returns the outcome of a game won at a level of 1 to 3.
func Won(level int) Outcome { return Draw + Outcome(level) }

// Lost returns the outcome of a game lost at a level of 1 to 3.
func Lost(level int) Outcome { return Draw - Outcome(level) }

// Chances holds the probability of each outcome. They add up to 1.
type Chances [Outcomes]float32

// Flip returns the chances as the opponent sees them.
func (c *Chances) Flip() Chances {
	return Chances{c[Win3], c[Win2], c[Win1], c[Draw], c[Lose1], c[Lose2], c[Lose3]}
}

// Add adds the chances d, weighed.
func (c *Chances) Add(d *Chances, weight float32) {
	for i := range c {
		c[i] += weight * d[i]
	}
}

// Worth is what each outcome is worth to the player on roll.
type Worth [Outcomes]float32

// Money is the worth of the outcomes in points, without a cube.
var Money = Worth{-3, -2, -1, 0, 1, 2, 3}

// Flip returns the worth of the outcomes to the opponent, who wins what the player
// loses; his chances are to be flipped too.
func (w *Worth) Flip() Worth {
	return Worth{-w[Win3], -w[Win2], -w[Win1], -w[Draw], -w[Lose1], -w[Lose2], -w[Lose3]}
}

// Of returns the mean worth of the chances.
func (w *Worth) Of(c *Chances) float32 {
	var sum float32
	for i := range c {
		sum += w[i] * c[i]
	}
	return sum
}
