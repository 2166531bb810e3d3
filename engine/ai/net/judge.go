//go:build !goexperiment.simd || !amd64

package net

type wide struct{}

func (n *Net) widen([]int16, []int16, []int16) {}

// Judge returns the chances of each outcome for the inputs. sums is working memory.
func (n *Net) Judge(in *Inputs, sums *Sums) Chances {
	z := n.judge(in.Rows(), sums)
	return n.softmax(&z)
}
