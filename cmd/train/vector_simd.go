//go:build goexperiment.simd && amd64

package main

import "simd/archsimd"

// add adds y to x, weighed. Lengths are multiples of 16.
func add(x, y []float32, weight float32) {
	k := archsimd.BroadcastFloat32x16(weight)
	for i := 0; i+16 <= len(x); i += 16 {
		a := archsimd.LoadFloat32x16Slice(y[i : i+16])
		a.MulAdd(k, archsimd.LoadFloat32x16Slice(x[i:i+16])).StoreSlice(x[i : i+16])
	}
}

// dot returns the sum of products. Lengths are multiples of 16.
func dot(x, y []float32) float32 {
	sum := archsimd.BroadcastFloat32x16(0)
	for i := 0; i+16 <= len(x); i += 16 {
		sum = archsimd.LoadFloat32x16Slice(x[i:i+16]).MulAdd(archsimd.LoadFloat32x16Slice(y[i:i+16]), sum)
	}
	var lanes [16]float32
	sum.Store(&lanes)
	var total float32
	for _, lane := range lanes {
		total += lane
	}
	return total
}

// adam moves the weights w against their gradients g, which it clears; m and v
// are the gradient's running mean and mean square.
func adam(w, g, m, v []float32, rate, decay float32) {
	one, two := archsimd.BroadcastFloat32x16(1-beta1), archsimd.BroadcastFloat32x16(1-beta2)
	speed, tiny, zero := archsimd.BroadcastFloat32x16(rate), archsimd.BroadcastFloat32x16(epsilon), archsimd.BroadcastFloat32x16(0)
	keep := archsimd.BroadcastFloat32x16(1 - decay)
	for i := 0; i+16 <= len(w); i += 16 {
		gradient := archsimd.LoadFloat32x16Slice(g[i : i+16])
		mean := archsimd.LoadFloat32x16Slice(m[i : i+16])
		square := archsimd.LoadFloat32x16Slice(v[i : i+16])
		mean = gradient.Sub(mean).MulAdd(one, mean)
		square = gradient.Mul(gradient).Sub(square).MulAdd(two, square)
		weights := archsimd.LoadFloat32x16Slice(w[i : i+16]).Mul(keep)
		weights.Sub(mean.Mul(speed).Div(square.Sqrt().Add(tiny))).StoreSlice(w[i : i+16])
		mean.StoreSlice(m[i : i+16])
		square.StoreSlice(v[i : i+16])
		zero.StoreSlice(g[i : i+16])
	}
}
