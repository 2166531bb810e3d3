//go:build goexperiment.simd && amd64

package net

import "simd/archsimd"

// wide holds a network's numbers one by one, for 512-bit vectors.
type wide struct {
	able  bool
	rows  []int16 // rows × hidden
	start []int16 // hidden
	outs  []int16 // outputs × hidden
}

// widen keeps the numbers that the words were packed from.
func widen(n *Net, rows, start, outs []int16) wide {
	w := wide{archsimd.X86.AVX512() && n.hidden%32 == 0, rows, start, make([]int16, len(outs))}
	for j := range n.hidden {
		for o := range n.outcomes {
			w.outs[o*n.hidden+j] = outs[j*len(n.outcomes)+o]
		}
	}
	return w
}

// Judge returns the chances of each outcome for the inputs. sums is working memory.
func (n *Net) Judge(in *Inputs, sums *Sums) Chances {
	var z [8]int32
	if n.wide.able {
		n.vectors(in.Rows(), &z)
	} else {
		z = n.judge(in.Rows(), sums)
	}
	return n.softmax(&z)
}

// vectors is judge with 32 hidden units at a time; it gives the same numbers.
func (n *Net) vectors(rows []uint16, z *[8]int32) {
	zero, one := archsimd.BroadcastInt16x32(0), archsimd.BroadcastInt16x32(int16(n.scale))
	up := uint64(0) // brings the scale to 2^14, so that the upper half of a square counts in actScale
	for n.scale<<up < 1<<14 {
		up++
	}
	var lanes [maxHidden]int16
	for j := 0; j+32 <= n.hidden; j += 32 {
		sum := archsimd.LoadInt16x32Slice(n.wide.start[j : j+32])
		for _, row := range rows {
			at := int(row)*n.hidden + j
			sum = sum.Add(archsimd.LoadInt16x32Slice(n.wide.rows[at : at+32]))
		}
		sum = sum.Max(zero).Min(one).ShiftAllLeft(up)
		sum.MulHigh(sum).StoreSlice(lanes[j : j+32])
	}
	for o := range n.outcomes {
		weights := n.wide.outs[o*n.hidden:][:n.hidden]
		total := archsimd.BroadcastInt32x16(0)
		for j := 0; j+32 <= n.hidden; j += 32 {
			total = total.Add(archsimd.LoadInt16x32Slice(lanes[j : j+32]).DotProductPairs(archsimd.LoadInt16x32Slice(weights[j : j+32])))
		}
		var parts [16]int32
		total.Store(&parts)
		for _, part := range parts {
			z[o] += part
		}
	}
}
