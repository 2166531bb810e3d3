package net

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Weights is a network as it is learned: a vector of hidden units for every
// parameter, and for the outputs.
type Weights struct {
	Hidden   int
	Outcomes []Outcome
	Input    []float32 // Parameters × Hidden
	Bias     []float32 // Hidden
	Output   []float32 // Hidden × outcomes
	Offset   []float32 // outcomes
}

// A file is: magic, hidden, number of outcomes, the outcomes, a scale for the
// input's numbers, then the numbers as 16-bit integers, little-endian.
const magic = "tablanet1\n"

type header struct {
	Hidden, Outputs uint16
	Scale           int32
}

// Write writes the weights in the form that [Read] reads, rounded as [Fold] does.
func (w *Weights) Write(out io.Writer) error {
	var b bytes.Buffer
	b.WriteString(magic)
	scale := w.scale()
	order := binary.LittleEndian
	fields := []any{header{uint16(w.Hidden), uint16(len(w.Outcomes)), scale}, w.Outcomes,
		quantized(w.Input, float64(scale)), quantized(w.Bias, float64(scale)),
		quantized(w.Output, outScale), w.Offset}
	for _, field := range fields {
		if err := binary.Write(&b, order, field); err != nil {
			return fmt.Errorf("write a network: %w", err)
		}
	}
	_, err := out.Write(b.Bytes())
	return err
}

// Read reads a network and folds it for use.
func Read(in io.Reader) (*Net, error) {
	w, scale, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("read a network: %w", err)
	}
	return w.fold(scale), nil
}

// ReadWeights reads a network to learn on.
func ReadWeights(in io.Reader) (*Weights, error) {
	w, _, err := read(in)
	if err != nil {
		return nil, fmt.Errorf("read a network to learn on: %w", err)
	}
	return w, nil
}

func read(in io.Reader) (*Weights, int32, error) {
	name := make([]byte, len(magic))
	if _, err := io.ReadFull(in, name); err != nil || string(name) != magic {
		return nil, 0, errors.New("this is not a network's file")
	}
	var h header
	order := binary.LittleEndian
	if err := binary.Read(in, order, &h); err != nil {
		return nil, 0, err
	}
	if h.Hidden == 0 || h.Hidden > maxHidden || h.Hidden%32 != 0 || h.Outputs < 3 || h.Outputs > 6 || h.Scale <= 0 {
		return nil, 0, errors.New("its header makes no sense")
	}
	w := &Weights{Hidden: int(h.Hidden), Outcomes: make([]Outcome, h.Outputs), Offset: make([]float32, h.Outputs)}
	input := make([]int16, Parameters*w.Hidden)
	bias := make([]int16, w.Hidden)
	output := make([]int16, w.Hidden*int(h.Outputs))
	for _, field := range []any{w.Outcomes, input, bias, output, w.Offset} {
		if err := binary.Read(in, order, field); err != nil {
			return nil, 0, err
		}
	}
	w.Input = restored(input, float32(h.Scale))
	w.Bias = restored(bias, float32(h.Scale))
	w.Output = restored(output, outScale)
	return w, h.Scale, nil
}

func quantized(numbers []float32, scale float64) []int16 {
	out := make([]int16, len(numbers))
	for i, x := range numbers {
		out[i] = int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(x)*scale))))
	}
	return out
}

func restored(numbers []int16, scale float32) []float32 {
	out := make([]float32, len(numbers))
	for i, x := range numbers {
		out[i] = float32(x) / scale
	}
	return out
}

// Fold returns the network for use.
func (w *Weights) Fold() *Net { return w.fold(w.scale()) }

// scale returns the largest power of two that keeps every possible sum of a
// hidden unit within 16 bits, whatever position is read.
func (w *Weights) scale() int32 {
	const limit = 32000
	highest, lowest := w.bounds()
	most := 1.0
	for j := range highest {
		most = max(most, float64(highest[j]), -float64(lowest[j]))
	}
	scale := int32(1 << 12)
	for float64(scale)*most > limit && scale > 1<<6 {
		scale /= 2
	}
	return scale
}

// fold sums up the parameters of every row and packs the numbers into words.
func (w *Weights) fold(scale int32) *Net {
	n := &Net{hidden: w.Hidden, scale: int(scale), outcomes: w.Outcomes, offset: w.Offset}
	rows := w.rows(float64(scale))
	bias := quantized(w.Bias, float64(scale))
	outputs := quantized(w.Output, outScale)
	n.table, n.bias = pack(rows), pack(bias)
	n.weights = packPairs(outputs, len(w.Outcomes))
	n.wide = widen(n, rows, bias, outputs)
	return n
}

// rows returns the sums of parameters that each row stands for.
func (w *Weights) rows(scale float64) []int16 {
	input := quantized(w.Input, scale)
	rows := make([]int16, Rows*w.Hidden)
	var terms []Term
	for row := range Rows {
		sum := rows[row*w.Hidden:][:w.Hidden]
		terms = Terms(row, terms[:0])
		for _, term := range terms {
			vector := input[term.Parameter*w.Hidden:][:w.Hidden]
			quarters := int32(term.Factor * 4)
			for j, x := range vector {
				sum[j] += int16(int32(x) * quarters >> 2)
			}
		}
	}
	return rows
}

// pack puts four signed numbers into each word; a sum of words is then the words
// of the sums.
func pack(numbers []int16) []uint64 {
	words := make([]uint64, len(numbers)/4)
	for i := range words {
		for lane := 3; lane >= 0; lane-- {
			words[i] = words[i]<<16 + uint64(int64(numbers[i*4+lane]))
		}
	}
	return words
}

// packPairs puts two of a hidden unit's outputs into each word.
func packPairs(numbers []int16, outputs int) []uint64 {
	var words []uint64
	for ; len(numbers) > 0; numbers = numbers[outputs:] {
		for o := 0; o < outputs; o += 2 {
			word := uint64(int64(numbers[o]))
			if o+1 < outputs {
				word += uint64(int64(numbers[o+1])) << 32
			}
			words = append(words, word)
		}
	}
	return words
}
