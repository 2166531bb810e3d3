package net

import (
	"math"
	"math/rand/v2"
	"testing"

	"tablabot/engine"
)

// random returns weights of about the size that training gives.
func random(r *rand.Rand, hidden int, outcomes []Outcome) *Weights {
	w := &Weights{Hidden: hidden, Outcomes: outcomes, Input: make([]float32, Parameters*hidden),
		Bias: make([]float32, hidden), Output: make([]float32, hidden*len(outcomes)), Offset: make([]float32, len(outcomes))}
	for _, numbers := range [][]float32{w.Input, w.Bias, w.Output, w.Offset} {
		for i := range numbers {
			numbers[i] = float32(r.NormFloat64()) * 0.2
		}
	}
	return w
}

// plainly computes the chances from the weights by the book, in floating point.
func (w *Weights) plainly(in *Inputs) (c Chances) {
	z := make([]float64, len(w.Outcomes))
	for o := range z {
		z[o] = float64(w.Offset[o])
	}
	for j := range w.Hidden {
		x := float64(w.Bias[j])
		for _, row := range in.Rows() {
			for _, term := range Terms(int(row), nil) {
				x += float64(w.Input[term.Parameter*w.Hidden+j] * term.Factor)
			}
		}
		x = min(max(x, 0), 1)
		for o := range z {
			z[o] += x * x * float64(w.Output[j*len(z)+o])
		}
	}
	sum := 0.0
	for _, x := range z {
		sum += math.Exp(x)
	}
	for o, outcome := range w.Outcomes {
		c[outcome] = float32(math.Exp(z[o]) / sum)
	}
	return c
}

// TestJudge holds that the packed integers give what the weights say.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rules, _ := engine.Variant("backgammon")
	for _, outcomes := range [][]Outcome{{Lose2, Lose1, Win1, Win2}, {Lose2, Lose1, Draw, Win1, Win2}, {Lose3, Lose2, Lose1, Win1, Win2, Win3}} {
		w := random(r, 64, outcomes)
		n := w.Fold()
		var sums Sums
		var in Inputs
		p := rules.StartPosition()
		var buf engine.Buffer
		for range 200 {
			in.Read(&rules, &p, [2]uint8{})
			got, want := n.Judge(&in, &sums), w.plainly(&in)
			var slow Sums
			z := n.judge(in.Rows(), &slow)
			if again := n.softmax(&z); again != got {
				t.Fatalf("words give %v, vectors %v", again, got)
			}
			for o := range got {
				if math.Abs(float64(got[o]-want[o])) > 0.01 {
					t.Fatalf("%d outcomes: got %v, want %v", len(outcomes), got, want)
				}
			}
			stage := engine.Stage{Rules: &rules, Position: p, Dice: engine.Roll(1+r.IntN(6), 1+r.IntN(6))}
			ends, _ := stage.Ends(&buf)
			if p = ends[r.IntN(len(ends))].Mirror(); rules.Ending(p, 1) != engine.NotOver {
				p = rules.StartPosition()
			}
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	rules, _ := engine.Variant("backgammon")
	n := random(r, 256, []Outcome{Lose3, Lose2, Lose1, Win1, Win2, Win3}).Fold()
	var sums Sums
	var in Inputs
	p := rules.StartPosition()
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			in.Read(&rules, &p, [2]uint8{})
		}
	})
	b.Run("judge", func(b *testing.B) {
		for b.Loop() {
			n.Judge(&in, &sums)
		}
	})
}
