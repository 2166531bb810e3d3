package net

// bounds returns the highest and the lowest sum that each hidden unit can have.
// Of every group of rows a position makes at most one active; places are bounded
// a little generously, by fifteen checkers a side.
func (w *Weights) bounds() (highest, lowest []float32) {
	highest, lowest = make([]float32, w.Hidden), make([]float32, w.Hidden)
	copy(highest, w.Bias)
	copy(lowest, w.Bias)
	for _, group := range groups() {
		w.widen(highest, lowest, group.first, group.rows)
	}
	for side := range 2 {
		w.widenByPlaces(highest, lowest, side)
	}
	return highest, lowest
}

// group is a run of rows of which at most one is active.
type group struct{ first, rows int }

func groups() []group {
	var list []group
	for side := range 2 {
		quarters := quarterRow + side*quarterRows
		list = append(list, group{quarters + 64, 64}, group{quarters + 128, 64}, group{quarters + 192, 64},
			group{quarters, 64}, group{quarters + 256, 64},
			group{escapeRow + side*escapeRows, 37}, group{escapeRow + side*escapeRows + 37, 37},
			group{primeRow + side*primeRows, primeRows}, group{mobilityRow + side*mobilityRows, mobilityRows},
			group{contactRow + side*contactRows, contactRows}, group{pipRow + side*pipRows, pipRows},
			group{shotRow + side*shotRows, shotRows}, group{spareRow + side*spareRows, spareRows},
			group{rollRow + side*rollRows, rollRows})
		for point := range pinRows {
			list = append(list, group{pinRow + side*pinRows + point, 1})
		}
	}
	return append(list, group{differenceRow, differenceRows})
}

// widen adds a group's extremes; no row of it being active is possible too.
func (w *Weights) widen(highest, lowest []float32, first, rows int) {
	most, least := make([]float32, w.Hidden), make([]float32, w.Hidden)
	sum := make([]float32, w.Hidden)
	var terms []Term
	for row := first; row < first+rows; row++ {
		clear(sum)
		terms = Terms(row, terms[:0])
		for _, term := range terms {
			for j, x := range w.Input[term.Parameter*w.Hidden:][:w.Hidden] {
				sum[j] += x * term.Factor
			}
		}
		for j, x := range sum {
			most[j], least[j] = max(most[j], x), min(least[j], x)
		}
	}
	for j := range sum {
		highest[j] += most[j]
		lowest[j] += least[j]
	}
}

// widenByPlaces bounds what a side's checkers can add: the best way to share out
// fifteen checkers over the places, found by dynamic programming, one unit at a time.
func (w *Weights) widenByPlaces(highest, lowest []float32, side int) {
	const checkers = 15
	var values [26][16]float32
	var terms []Term
	for j := range w.Hidden {
		for place := range values {
			for n := 1; n <= checkers; n++ {
				terms = Terms(side*placeRows+place*16+n, terms[:0])
				values[place][n] = 0
				for _, term := range terms {
					values[place][n] += w.Input[term.Parameter*w.Hidden+j] * term.Factor
				}
			}
		}
		var most, least [checkers + 1]float32
		for place := range values {
			for total := checkers; total > 0; total-- {
				for n := 1; n <= total; n++ {
					most[total] = max(most[total], most[total-n]+values[place][n])
					least[total] = min(least[total], least[total-n]+values[place][n])
				}
			}
		}
		highest[j] += most[checkers]
		lowest[j] += least[checkers]
	}
}
