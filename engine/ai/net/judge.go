//go:build !goexperiment.simd || !amd64

package net

// wide is nothing in a build without vector instructions.
type wide struct{}

func widen(*Net, []int16, []int16, []int16) wide { return wide{} }

// Judge returns the chances of each outcome for the inputs. sums is working memory.
func (n *Net) Judge(in *Inputs, sums *Sums) Chances {
	z := n.judge(in.Rows(), sums)
	return n.softmax(&z)
}
