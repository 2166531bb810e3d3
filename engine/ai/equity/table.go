package equity

import (
	"sync"

	"tablabot/engine/ai/net"
)

// MaxLength is the longest match that a table covers, in points.
const MaxLength = 25

// Table tells how likely a player of equal strength wins a match, by the points that
// he and his opponent still need. It does not change once it is made.
type Table struct {
	before [MaxLength + 1][MaxLength + 1]float64 // by points needed, from 1
	after  [MaxLength + 1]float64                // of him who needs so many against 1
}

// Kazaross returns the Kazaross-XG2 table of backgammon with the doubling cube. Other
// games with a cube have no published table; this one serves them too.
func Kazaross() *Table { return kazaross() }

var kazaross = sync.OnceValue(func() *Table {
	t := new(Table)
	for i, row := range kazarossBefore {
		a := i + 1
		for j, chance := range row {
			b := a + j
			t.before[a][b], t.before[b][a] = chance, 1-chance
		}
		t.after[a] = kazarossAfter[i]
	}
	return t
})

// Cubeless returns the table of matches played without a cube, in a game that ends
// between equal players as often in each way as chances say. Whose chances they are
// does not matter: both sides are taken to have the mean of them and their mirror
// image. A win of level n counts n points, a draw one point to each.
//
// With w(k) the chance to win k points and d that of a draw, the table is
// E(a, b) = Σ w(k) (E(a−k, b) + E(a, b−k)) + d E(a−1, b−1).
func Cubeless(chances *net.Chances) *Table {
	var sum float64 // 1, but for rounding
	for _, chance := range chances {
		sum += float64(chance)
	}
	var wins [4]float64 // by level, of either side
	for level := 1; level <= 3; level++ {
		wins[level] = (float64(chances[net.Won(level)]) + float64(chances[net.Lost(level)])) / (2 * sum)
	}
	draws := float64(chances[net.Draw]) / sum
	t := new(Table)
	for a := 1; a <= MaxLength; a++ {
		for b := 1; b <= MaxLength; b++ {
			sum := draws * t.Win(a-1, b-1, false)
			for level := 1; level <= 3; level++ {
				sum += wins[level] * (t.Win(a-level, b, false) + t.Win(a, b-level, false))
			}
			t.before[a][b] = sum
		}
		t.after[a] = t.before[a][1]
	}
	return t
}

// Win returns the chance to win the match of a player who needs so many points
// against one who needs his: a match is won by who needs none and leads, so that
// numbers of 0 and below are scores as well. After tells that no Crawford game is to
// come any more. More than [MaxLength] points count as so many.
func (t *Table) Win(mine, his int, after bool) float64 {
	switch {
	case mine == his:
		return 0.5
	case mine <= 0 || his <= 0:
		if mine < his {
			return 1
		}
		return 0
	}
	mine, his = min(mine, MaxLength), min(his, MaxLength)
	switch {
	case after && his == 1:
		return t.after[mine]
	case after && mine == 1:
		return 1 - t.after[his]
	}
	return t.before[mine][his]
}
