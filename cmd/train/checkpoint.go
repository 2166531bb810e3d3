package main

import (
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"tablabot/engine/ai/net"
)

// checkpoint is what a training can go on from.
type checkpoint struct {
	Iteration int
	Learners  [net.Classes]learned
}

type learned struct {
	Hidden                      int
	Steps                       int
	Input, Bias, Output, Offset [4][]float32 // weights, gradients' mean and mean square, weights' mean
}

func (t *tensor) saved() [4][]float32 { return [4][]float32{t.w, t.m, t.v, t.mean} }

func (t *tensor) restore(s [4][]float32) {
	clear(t.w) // inputs that are new since the checkpoint begin without influence
	copy(t.w, s[0])
	copy(t.m, s[1])
	copy(t.v, s[2])
	clear(t.mean)
	copy(t.mean, s[3])
}

// save writes a checkpoint in place of the old one.
func (t *trainer) save(path string, iteration int) error {
	c := checkpoint{Iteration: iteration}
	for class, l := range t.learners {
		c.Learners[class] = learned{l.hidden, l.steps, l.input.saved(), l.bias.saved(), l.output.saved(), l.offset.saved()}
	}
	file, err := os.CreateTemp(filepath.Dir(path), "checkpoint")
	if err != nil {
		return fmt.Errorf("save a checkpoint: %w", err)
	}
	defer os.Remove(file.Name())
	err = gob.NewEncoder(file).Encode(&c)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("save a checkpoint: %w", err)
	}
	return nil
}

// load goes on from a checkpoint and returns the iteration to begin with.
func (t *trainer) load(path string) (int, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var c checkpoint
	if err := gob.NewDecoder(file).Decode(&c); err != nil {
		return 0, fmt.Errorf("read the checkpoint %s: %w", path, err)
	}
	for class, l := range t.learners {
		saved := c.Learners[class]
		if saved.Hidden != l.hidden {
			return 0, fmt.Errorf("the checkpoint %s has %d hidden units, not %d", path, saved.Hidden, l.hidden)
		}
		l.steps = saved.Steps
		l.input.restore(saved.Input)
		l.bias.restore(saved.Bias)
		l.output.restore(saved.Output)
		l.offset.restore(saved.Offset)
	}
	return c.Iteration + 1, nil
}

// adopt begins with the networks in a folder instead of random ones. They may be
// narrower than the networks to learn.
func (t *trainer) adopt(folder string) error {
	for class, l := range t.learners {
		file, err := os.Open(t.path(folder, class))
		if err != nil {
			return err
		}
		w, err := net.ReadWeights(file)
		file.Close()
		if err != nil {
			return fmt.Errorf("%s: %w", file.Name(), err)
		}
		if w.Hidden > l.hidden || len(w.Outcomes) != len(l.outcomes) {
			return fmt.Errorf("%s has another shape than the network to learn", file.Name())
		}
		l.adopt(w)
	}
	return nil
}

// path names a network's file.
func (t *trainer) path(folder string, class int) string {
	return filepath.Join(folder, fmt.Sprintf("%s-%s.net", t.game.name, net.Class(class)))
}

// export writes the networks in the form the program embeds.
func (t *trainer) export(folder string) error {
	for class, l := range t.learners {
		name := t.path(folder, class)
		file, err := os.Create(name)
		if err != nil {
			return fmt.Errorf("export a network: %w", err)
		}
		err = l.weights().Write(file)
		if closing := file.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return fmt.Errorf("export %s: %w", name, err)
		}
	}
	return nil
}
