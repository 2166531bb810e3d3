package net

import "math"

// A hidden unit's sum x counts in a network's own scale, where 1 is full activation;
// the activation is x² between 0 and 1, in steps of 1/actScale. The outputs' weights
// count in steps of 1/outScale.
const (
	actScale = 1 << 12
	outScale = 1 << 11

	maxHidden = 512
)

// Net is a network as it is used: every row folded, every number an integer.
type Net struct {
	hidden   int
	scale    int       // a power of two: 1 in a hidden unit's sum
	outcomes []Outcome // what the outputs stand for
	offset   []float32 // an output's start

	table   []uint64 // rows × hidden/4; a word is the sum of four signed numbers × 2^(16·i)
	bias    []uint64 // what the sums start with
	weights []uint64 // hidden × pairs of outputs; a word is the sum of two × 2^(32·i)

	wide wide // the same numbers for vector instructions, where the build has them
}

// Sums is working memory for [Net.Judge].
type Sums [maxHidden / 4]uint64

// pairs returns how many words the outputs take.
func (n *Net) pairs() int { return (len(n.outcomes) + 1) / 2 }

// judge returns the outputs' sums, in steps of 1/(actScale·outScale).
func (n *Net) judge(rows []uint16, sums *Sums) (z [8]int32) {
	words := n.hidden / 4
	acc := sums[:words]
	copy(acc, n.bias)
	for ; len(rows) > 3; rows = rows[4:] {
		a, b := n.row(rows[0], words), n.row(rows[1], words)
		c, d := n.row(rows[2], words), n.row(rows[3], words)
		for j := range acc {
			acc[j] += a[j] + b[j] + c[j] + d[j]
		}
	}
	for _, row := range rows {
		a := n.row(row, words)
		for j := range acc {
			acc[j] += a[j]
		}
	}
	if n.pairs() == 3 {
		return n.threePairs(acc)
	}
	return n.twoPairs(acc)
}

func (n *Net) row(row uint16, words int) []uint64 {
	return n.table[int(row)*words:][:words]
}

// lift makes every lane of a word non-negative, so that lanes can be taken apart.
const lift = 0x8000800080008000

// activation returns the activation of the lowest lane of a lifted word.
func activation(word uint64, scale int, shift uint) uint64 {
	x := int(word&0xffff) - 0x8000
	x = min(max(x, 0), scale)
	return uint64(x*x) >> shift
}

// shift brings a square of the hidden scale to actScale.
func (n *Net) shift() uint {
	shift := uint(0)
	for n.scale*n.scale>>shift > actScale {
		shift++
	}
	return shift
}

// threePairs sums up five or six outputs.
func (n *Net) threePairs(acc []uint64) [8]int32 {
	var p, q, r uint64
	weights, scale, shift := n.weights, n.scale, n.shift()&63
	for _, word := range acc {
		word += lift
		w := (*[12]uint64)(weights)
		weights = weights[12:]
		a := activation(word, scale, shift)
		b := activation(word>>16, scale, shift)
		c := activation(word>>32, scale, shift)
		d := activation(word>>48, scale, shift)
		p += a*w[0] + b*w[3] + c*w[6] + d*w[9]
		q += a*w[1] + b*w[4] + c*w[7] + d*w[10]
		r += a*w[2] + b*w[5] + c*w[8] + d*w[11]
	}
	return [8]int32{int32(p), high(p), int32(q), high(q), int32(r), high(r)}
}

// twoPairs sums up three or four outputs.
func (n *Net) twoPairs(acc []uint64) [8]int32 {
	var p, q uint64
	weights, scale, shift := n.weights, n.scale, n.shift()&63
	for _, word := range acc {
		word += lift
		w := (*[8]uint64)(weights)
		weights = weights[8:]
		a := activation(word, scale, shift)
		b := activation(word>>16, scale, shift)
		c := activation(word>>32, scale, shift)
		d := activation(word>>48, scale, shift)
		p += a*w[0] + b*w[2] + c*w[4] + d*w[6]
		q += a*w[1] + b*w[3] + c*w[5] + d*w[7]
	}
	return [8]int32{int32(p), high(p), int32(q), high(q)}
}

// high returns the upper of two signed numbers that a word is the sum of.
func high(word uint64) int32 { return int32((word - uint64(int64(int32(word)))) >> 32) }

// softmax turns the outputs' sums into probabilities.
func (n *Net) softmax(z *[8]int32) Chances {
	const unit = 1.0 / (actScale * outScale)
	var x [Outcomes]float32
	top := float32(math.Inf(-1))
	for o := range n.outcomes {
		x[o] = float32(z[o])*unit + n.offset[o]
		top = max(top, x[o])
	}
	var sum float32
	for o := range n.outcomes {
		x[o] = exp(x[o] - top)
		sum += x[o]
	}
	var c Chances
	for o, outcome := range n.outcomes {
		c[outcome] = x[o] / sum
	}
	return c
}

// exp returns e^x for x <= 0, to about six digits, by the same steps anywhere.
func exp(x float32) float32 {
	if x < -40 {
		return 0
	}
	const log2e = 1.4426950408889634
	y := float64(x) * log2e
	whole := math.Floor(y)
	f := y - whole
	p := 1 + f*(0.6931471805599453+f*(0.2402264791363012+f*(0.0555041086648216+
		f*(0.0096181291076285+f*(0.0013333558146428+f*0.0001540353039338)))))
	return float32(math.Float64frombits(math.Float64bits(p) + uint64(int64(whole))<<52))
}
