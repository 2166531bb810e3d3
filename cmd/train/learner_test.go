package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// loss is the cross entropy that a learner goes down.
func (l *learner) loss(s *sample) float64 {
	c := l.forward(s.rows)
	sum := 0.0
	for _, outcome := range l.outcomes {
		sum -= float64(s.target[outcome]) * math.Log(float64(c[outcome]))
	}
	return sum
}

func example(random *rand.Rand) *sample {
	rules, _ := engine.Variant("backgammon")
	var in net.Inputs
	p := rules.StartPosition()
	in.Read(&rules, &p, [2]uint8{})
	s := &sample{rows: append([]uint16(nil), in.Rows()...)}
	sum := float32(0)
	for _, outcome := range allLevels {
		s.target[outcome] = random.Float32()
		sum += s.target[outcome]
	}
	for i := range s.target {
		s.target[i] /= sum
	}
	return s
}

// TestGradient compares the gradients with differences of the loss.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	l := newLearner(32, allLevels, random)
	s := example(random)
	l.learn(s)
	const small = 1e-2
	for name, tensor := range map[string]*tensor{"input": &l.input, "bias": &l.bias, "output": &l.output, "offset": &l.offset} {
		checked := 0
		for i, g := range tensor.g {
			if g == 0 || name == "input" && random.IntN(20) > 0 {
				continue
			}
			w := tensor.w[i]
			tensor.w[i] = w + small
			high := l.loss(s)
			tensor.w[i] = w - small
			low := l.loss(s)
			tensor.w[i] = w
			if slope := (high - low) / (2 * small); math.Abs(slope-float64(g)) > 0.02*math.Abs(slope)+2e-3 {
				t.Errorf("%s %d: gradient %.5f, slope %.5f", name, i, g, slope)
			}
			checked++
		}
		if checked == 0 {
			t.Errorf("%s: nothing was checked", name)
		}
	}
}

// TestLearning holds that a learner comes to say what it is told, and that the
// network it folds to says the same.
func TestLearning(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	l := newLearner(32, allLevels, random)
	s := example(random)
	for range 300 {
		for range 4 {
			l.learn(s)
		}
		l.step(4, 0.01)
	}
	c := l.forward(s.rows)
	for outcome := range c {
		if math.Abs(float64(c[outcome]-s.target[outcome])) > 0.01 {
			t.Fatalf("learned %v, told %v", c, s.target)
		}
	}
	rules, _ := engine.Variant("backgammon")
	nets := ai.Nets{l.weights().Fold(), l.weights().Fold()}
	e := ai.Forgetful(&rules)
	e.Nets = &nets
	start := ai.Start(&rules)
	folded := e.Judge(&start)
	for outcome := range c {
		if math.Abs(float64(c[outcome]-folded[outcome])) > 0.02 {
			t.Fatalf("learner says %v, network %v", c, folded)
		}
	}
}

// TestVectors compares the vector functions with the plain sums they stand for.
func TestVectors(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	x, y := make([]float32, 48), make([]float32, 48)
	for i := range x {
		x[i], y[i] = random.Float32(), random.Float32()
	}
	sum, want := 0.0, append([]float32(nil), x...)
	for i := range x {
		sum += float64(x[i]) * float64(y[i])
		want[i] += 0.5 * y[i]
	}
	if got := dot(x, y); math.Abs(float64(got)-sum) > 1e-4 {
		t.Errorf("dot %v, want %v", got, sum)
	}
	add(x, y, 0.5)
	for i := range x {
		if math.Abs(float64(x[i]-want[i])) > 1e-6 {
			t.Fatalf("add %v, want %v", x, want)
		}
	}
}
