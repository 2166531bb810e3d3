package main

import (
	"encoding/gob"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"context"

	"tablabot/engine"
	"tablabot/engine/ai/net"
)

type dumped struct {
	Rows   []uint16
	Target net.Chances
	Pos    string
}

func dump(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("dump", flag.ExitOnError)
	n := flags.Int("n", 110000, "")
	ck := flags.String("checkpoint", "", "")
	out := flags.String("out", "", "")
	game := flags.String("game", "hit", "")
	flags.Parse(args)
	g, _ := findGame(*game)
	g.plain = os.Getenv("PLAIN") != ""
	t := newTrainer(g, plan{seed: 99, workers: 2, positions: *n, memory: *n, warm: 0}, os.Stdout)
	if _, err := t.load(*ck); err != nil {
		return err
	}
	t.generate(1)
	var list []dumped
	for _, s := range t.memory[0].samples {
		list = append(list, dumped{nil, s.target, g.rules.FormatPosition(s.spot.Position)})
	}
	f, err := os.Create(*out)
	if err != nil {
		return err
	}
	defer f.Close()
	return gob.NewEncoder(f).Encode(list)
}

func fit(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("fit", flag.ExitOnError)
	in := flags.String("in", "", "")
	hidden := flags.Int("hidden", 256, "")
	epochs := flags.Int("epochs", 10, "")
	rate := flags.Float64("rate", 0.001, "")
	ck := flags.String("checkpoint", "", "")
	dr := flags.Float64("decay", 0, "")
	part := flags.Float64("part", 1, "")
	flags.Parse(args)
	f, err := os.Open(*in)
	if err != nil {
		return err
	}
	defer f.Close()
	var list []dumped
	if err := gob.NewDecoder(f).Decode(&list); err != nil {
		return err
	}
	g, _ := findGame("hit")
	var inputs net.Inputs
	for i := range list {
		_, p, err := engine.ParsePosition(list[i].Pos)
		if err != nil {
			return err
		}
		inputs.Read(&g.rules, &p, [2]uint8{})
		list[i].Rows = append([]uint16(nil), inputs.Rows()...)
	}
	random := rand.New(rand.NewPCG(1, 1))
	l := newLearner(*hidden, g.outcomes, random)
	if *ck != "" {
		t := newTrainer(g, plan{seed: 99, workers: 1}, os.Stdout)
		if _, err := t.load(*ck); err != nil {
			return err
		}
		l = t.learners[0]
	}
	l.decay = float32(*dr)
	random = rand.New(rand.NewPCG(5, 5))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	hold := list[:len(list)/10]
	train := list[len(list)/10:]
	train = train[:int(float64(len(train))**part)]
	test := func() float64 {
		sum := 0.0
		for _, s := range hold {
			c := l.forward(s.Rows)
			e := float64(net.Money.Of(&c) - net.Money.Of(&s.Target))
			sum += e * e
		}
		return math.Sqrt(sum / float64(len(hold)))
	}
	fmt.Println(len(train), "start", test())
	steps := *epochs * len(train) / batch
	done := 0
	for e := range *epochs {
		var sum float64
		n := len(train) / batch
		for range n {
			for range batch {
				s := &train[random.IntN(len(train))]
				sum += float64(l.learn(&sample{rows: s.Rows, target: s.Target}))
			}
			done++
			r := *rate * (0.02 + 0.98*(1+math.Cos(math.Pi*float64(done)/float64(steps)))/2)
			l.step(batch, float32(r))
		}
		fmt.Printf("epoch %d train %.4f test %.4f\n", e, math.Sqrt(sum/float64(n*batch)), test())
	}
	return nil
}
