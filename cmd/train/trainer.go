package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"tablabot/engine/ai"
	"tablabot/engine/ai/net"
)

// plan is how a training goes; the same plan and seed give the same networks.
type plan struct {
	seed      uint64
	workers   int
	warm      int     // iterations by the results of whole games
	deep      int     // iterations by looking one roll ahead
	positions int     // new positions an iteration
	repeats   float64 // how often a position is learned from, on average
	rate      float64 // Adam's, at the start; it falls to a fiftieth
	lambda    float64 // of the last whole games; the first learn from results alone
	decay     float64 // how fast weights of the inputs shrink, in shares of the rate
	memory    int     // positions kept
}

// validate refuses a plan by which nothing is learned.
func (p *plan) validate() error {
	if min(p.workers, p.positions, p.memory) < 1 || min(p.warm, p.deep) < 0 || p.repeats <= 0 || p.rate <= 0 {
		return errors.New("workers, positions, memory, repeats and the rate are more than nothing, and iterations no less")
	}
	return nil
}

const batch = 512

// trainer makes the networks of a game.
type trainer struct {
	game     *game
	plan     plan
	learners [net.Classes]*learner
	memory   [net.Classes]ring
	actors   []*actor
	random   *rand.Rand
	log      io.Writer
}

// ring keeps the newest samples.
type ring struct {
	samples []sample
	next    int
}

func (r *ring) add(s sample, capacity int) {
	if len(r.samples) < capacity {
		r.samples = append(r.samples, s)
		return
	}
	r.samples[r.next%capacity] = s
	r.next++
}

func newTrainer(g *game, p plan, log io.Writer) *trainer {
	t := &trainer{game: g, plan: p, log: log, random: rand.New(rand.NewPCG(p.seed, 1))}
	for class := range t.learners {
		t.learners[class] = newLearner(g.hidden[class], g.outcomes, t.random)
		t.learners[class].decay = float32(p.decay)
	}
	for i := range p.workers {
		a := &actor{game: g, random: rand.New(rand.NewPCG(p.seed, uint64(i)+2))}
		a.eval = ai.Forgetful(&g.rules)
		t.actors = append(t.actors, a)
	}
	return t
}

// run trains from the given iteration on; after is called after each iteration.
func (t *trainer) run(ctx context.Context, first int, after func(iteration int) error) error {
	total := t.plan.warm + t.plan.deep
	for i := first; i < total && ctx.Err() == nil; i++ {
		if i == t.plan.warm {
			t.memory = [net.Classes]ring{} // what single games taught is too noisy for what follows
		}
		t.generate(i)
		rate := t.rate(i)
		missed := t.learn(rate)
		fmt.Fprintf(t.log, "%d rate %.5f contact %.4f race %.4f kept %d %d\n", i, rate,
			missed[net.Contact], missed[net.Race], len(t.memory[0].samples), len(t.memory[1].samples))
		if err := after(i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// rate falls along a cosine from its start to a fiftieth, in each of the two parts.
func (t *trainer) rate(i int) float32 {
	done := float64(i) / float64(max(1, t.plan.warm))
	high, low := t.plan.rate, t.plan.rate/4
	if i >= t.plan.warm {
		done = float64(i-t.plan.warm) / float64(max(1, t.plan.deep))
		high, low = t.plan.rate/2, t.plan.rate/50
	}
	return float32(low + (high-low)*(1+math.Cos(math.Pi*done))/2)
}

// lambda falls from 1, learning from results alone, to the plan's.
func (t *trainer) lambda(i int) float32 {
	done := min(1, float64(i)/float64(max(1, t.plan.warm)))
	return float32(1 - done*(1-t.plan.lambda))
}

// generate lets the actors play with the networks as they stand.
func (t *trainer) generate(i int) {
	var nets ai.Nets
	for class, l := range t.learners {
		nets[class] = l.weights().Fold()
	}
	var wait sync.WaitGroup
	for _, a := range t.actors {
		a.eval.Nets = &nets
		wait.Go(func() { a.play(t.plan.positions/len(t.actors), i >= t.plan.warm, t.lambda(i)) })
	}
	wait.Wait()
	for _, a := range t.actors {
		for class := range a.samples {
			for _, s := range a.samples[class] {
				t.memory[class].add(s, t.plan.memory)
			}
			a.samples[class] = a.samples[class][:0]
		}
	}
}

// learn lets each network learn from random samples of what it remembers, in
// proportion to what is new; it returns the root mean square errors in points.
func (t *trainer) learn(rate float32) (missed [net.Classes]float64) {
	var wait sync.WaitGroup
	kept := len(t.memory[0].samples) + len(t.memory[1].samples)
	for class, l := range t.learners {
		random := rand.New(rand.NewPCG(t.random.Uint64(), 0))
		wait.Go(func() {
			memory := t.memory[class].samples
			share := float64(len(memory)) / float64(kept)
			batches := int(t.plan.repeats * float64(t.plan.positions) * share / batch)
			var sum float64
			for range batches {
				for range batch {
					sum += float64(l.learn(&memory[random.IntN(len(memory))]))
				}
				l.step(batch, rate)
			}
			missed[class] = math.Sqrt(sum / float64(max(1, batches*batch)))
		})
	}
	wait.Wait()
	return missed
}
