package main

import (
	"math"
	"math/rand/v2"

	"tablabot/engine/ai/net"
)

const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-6
)

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// sample is a position as a network sees it, and the chances it should give.
type sample struct {
	rows   []uint16
	target net.Chances
}

// tensor is some weights with what Adam keeps of them, and their running mean.
type tensor struct{ w, g, m, v, mean []float32 }

func newTensor(n int) tensor {
	n = (n + 15) &^ 15
	return tensor{make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

// step lets Adam change the weights, and moves their mean by a share towards them.
func (t *tensor) step(rate, decay, share float32) {
	adam(t.w, t.g, t.m, t.v, rate, decay)
	scale(t.mean, 1-share)
	add(t.mean, t.w, share)
}

// learner is a network that learns.
type learner struct {
	hidden   int
	outcomes []net.Outcome
	input    tensor // parameters × hidden
	bias     tensor
	output   tensor // outcomes × hidden
	offset   tensor
	steps    int
	decay    float32 // how fast the inputs' weights shrink, in shares of the rate

	acc, act, back []float32
	terms          [][]net.Term // of every row
}

func newLearner(hidden int, outcomes []net.Outcome, random *rand.Rand) *learner {
	l := &learner{hidden: hidden, outcomes: outcomes,
		input: newTensor(net.Parameters * hidden), bias: newTensor(hidden),
		output: newTensor(len(outcomes) * hidden), offset: newTensor(len(outcomes)),
		acc: make([]float32, hidden), act: make([]float32, hidden), back: make([]float32, hidden),
		terms: make([][]net.Term, net.Rows)}
	for i := range l.input.w {
		l.input.w[i] = float32(random.NormFloat64()) * 0.06
	}
	for i := range hidden {
		l.bias.w[i] = 0.3
	}
	for i := range l.output.w {
		l.output.w[i] = float32(random.NormFloat64()) / float32(math.Sqrt(float64(hidden)))
	}
	for row := range l.terms {
		l.terms[row] = net.Terms(row, nil)
	}
	l.settle()
	return l
}

// forward returns the chances and leaves sums and activations behind.
func (l *learner) forward(rows []uint16) (c net.Chances) {
	copy(l.acc, l.bias.w)
	for _, row := range rows {
		for _, term := range l.terms[row] {
			add(l.acc, l.input.w[term.Parameter*l.hidden:][:l.hidden], term.Factor)
		}
	}
	for j, x := range l.acc {
		x = min(max(x, 0), 1)
		l.act[j] = x * x
	}
	var z [net.Outcomes]float32
	top := float32(math.Inf(-1))
	for k := range l.outcomes {
		z[k] = l.offset.w[k] + dot(l.output.w[k*l.hidden:][:l.hidden], l.act)
		top = max(top, z[k])
	}
	var sum float32
	for k := range l.outcomes {
		z[k] = float32(math.Exp(float64(z[k] - top)))
		sum += z[k]
	}
	for k, outcome := range l.outcomes {
		c[outcome] = z[k] / sum
	}
	return c
}

// learn adds one sample's gradient and returns its squared error in points.
func (l *learner) learn(s *sample) float32 {
	c := l.forward(s.rows)
	clear(l.back)
	for k, outcome := range l.outcomes {
		d := c[outcome] - s.target[outcome]
		l.offset.g[k] += d
		add(l.output.g[k*l.hidden:][:l.hidden], l.act, d)
		add(l.back, l.output.w[k*l.hidden:][:l.hidden], d)
	}
	for j, x := range l.acc {
		if x <= 0 || x >= 1 {
			l.back[j] = 0
			continue
		}
		l.back[j] *= 2 * x
	}
	add(l.bias.g[:l.hidden], l.back, 1)
	for _, row := range s.rows {
		for _, term := range l.terms[row] {
			add(l.input.g[term.Parameter*l.hidden:][:l.hidden], l.back, term.Factor)
		}
	}
	missed := net.Money.Of(&c) - net.Money.Of(&s.target)
	return missed * missed
}

// step applies the gradients of a batch.
func (l *learner) step(batch int, rate float32) {
	l.steps++
	correction := math.Sqrt(1-math.Pow(beta2, float64(l.steps))) / (1 - math.Pow(beta1, float64(l.steps)))
	scaled := rate * float32(correction)
	// Adam does not care for the gradient's size; epsilon does, so sums become means.
	share := 1 / float32(batch)
	for _, t := range []*tensor{&l.input, &l.bias, &l.output, &l.offset} {
		scale(t.g, share)
	}
	average := 1 / float32(min(1+l.steps/memoryShare, longestMemory))
	l.input.step(scaled, scaled*l.decay, average)
	l.bias.step(scaled, 0, average)
	l.output.step(scaled, 0, average)
	l.offset.step(scaled, 0, average)
}

// The running mean of the weights is over about the last eighth of all steps, and over so
// many at most.
const (
	memoryShare   = 8
	longestMemory = 2000
)

// settle lets the running means begin with the weights as they are.
func (l *learner) settle() {
	for _, t := range []*tensor{&l.input, &l.bias, &l.output, &l.offset} {
		copy(t.mean, t.w)
	}
}

// scale multiplies x in place.
func scale(x []float32, k float32) { add(x, x, k-1) }

// adopt takes over the weights of a network of the same shape, or of a narrower one:
// what it lacks stays random and has no say yet.
func (l *learner) adopt(w *net.Weights) {
	for i := range net.Parameters {
		copy(l.input.w[i*l.hidden:], w.Input[i*w.Hidden:][:w.Hidden])
	}
	copy(l.bias.w, w.Bias)
	copy(l.offset.w, w.Offset)
	clear(l.output.w)
	for k := range l.outcomes {
		for j := range w.Hidden {
			l.output.w[k*l.hidden+j] = w.Output[j*len(l.outcomes)+k]
		}
	}
	l.settle()
}

// weights returns the network of the weights' running means: single steps of a fast
// learner are noise, which the mean is free of.
func (l *learner) weights() *net.Weights {
	w := &net.Weights{Hidden: l.hidden, Outcomes: l.outcomes,
		Input: l.input.mean[:net.Parameters*l.hidden], Bias: l.bias.mean[:l.hidden],
		Output: make([]float32, l.hidden*len(l.outcomes)), Offset: l.offset.mean[:len(l.outcomes)]}
	for k := range l.outcomes {
		for j := range l.hidden {
			w.Output[j*len(l.outcomes)+k] = l.output.mean[k*l.hidden+j]
		}
	}
	return w
}
