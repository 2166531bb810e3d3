//go:build !goexperiment.simd || !amd64

package main

// add adds y to x, weighed.
func add(x, y []float32, weight float32) {
	y = y[:len(x)]
	for i := range x {
		x[i] += weight * y[i]
	}
}

// dot returns the sum of products.
func dot(x, y []float32) float32 {
	y = y[:len(x)]
	var sum float32
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// adam moves the weights w against their gradients g, which it clears; m and v
// are the gradient's running mean and mean square.
func adam(w, g, m, v []float32, rate, decay float32) {
	for i, gradient := range g {
		if gradient == 0 && m[i] == 0 {
			continue
		}
		m[i] += (1 - beta1) * (gradient - m[i])
		v[i] += (1 - beta2) * (gradient*gradient - v[i])
		w[i] -= rate*m[i]/(sqrt(v[i])+epsilon) + decay*w[i]
		g[i] = 0
	}
}
