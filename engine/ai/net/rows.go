package net

// The rows of the table, in order. Each block says how many rows it has for one
// side; the side on roll comes first.
const (
	placeRows = 26 * 16 // a place (0 = off … 25 = bar) with so many checkers

	quarterRows  = 5 * 64 // closed points of a quarter; the home quarter twice: without and with an enemy on the bar
	escapeRows   = 2 * 37 // rolls that bring the last, and the last but one, checker past what blocks it
	primeRows    = 8      // closed points in a row that the enemy's last checker has before it
	mobilityRows = 64     // dice that can be moved at all
	contactRows  = 16     // checkers with an enemy still to pass
	pipRows      = 64     // pips, in sixes
	shotRows     = 37     // rolls that hit or pin
	spareRows    = 32     // pips on the points 7 to 18, in fives
	pinRows      = 25     // a pinned checker on a point
	rollRows     = 4      // rolls made so far in an escalating game

	differenceRows = 65 // pips ahead or behind, in fours

	placeRow      = 0
	quarterRow    = placeRow + 2*placeRows
	escapeRow     = quarterRow + 2*quarterRows
	primeRow      = escapeRow + 2*escapeRows
	mobilityRow   = primeRow + 2*primeRows
	contactRow    = mobilityRow + 2*mobilityRows
	pipRow        = contactRow + 2*contactRows
	shotRow       = pipRow + 2*pipRows
	spareRow      = shotRow + 2*shotRows
	pinRow        = spareRow + 2*spareRows
	rollRow       = pinRow + 2*pinRows
	differenceRow = rollRow + 2*rollRows

	// Rows is how many rows a table has.
	Rows = differenceRow + differenceRows
)

// A term is a parameter's share in a row.
type Term struct {
	Parameter int
	Factor    float32
}

// The parameters: five for a place, whose rows differ by the number of checkers
// and learn from each other, and one for each other row.
const (
	placeTerms = 5
	offTerms   = 15

	sideParameters = offTerms + 25*placeTerms

	// Parameters is how many vectors a network learns.
	Parameters = 2*sideParameters + Rows - 2*placeRows
)

// Terms appends the parameters a row is made of.
func Terms(row int, terms []Term) []Term {
	if row >= quarterRow {
		return append(terms, Term{row - quarterRow + 2*sideParameters, 1})
	}
	side, place, n := row/placeRows, row%placeRows/16, row%16
	first := side * sideParameters
	if n == 0 {
		return terms
	}
	if place == 0 {
		return append(terms, Term{first + n - 1, 1})
	}
	first += offTerms + (place-1)*placeTerms
	switch {
	case n == 1:
		return append(terms, Term{first, 1})
	case n == 2:
		return append(terms, Term{first + 1, 1})
	case n == 3:
		return append(terms, Term{first + 1, 1}, Term{first + 2, 1})
	case n == 4:
		return append(terms, Term{first + 1, 1}, Term{first + 2, 1}, Term{first + 3, 1})
	}
	return append(terms, Term{first + 1, 1}, Term{first + 2, 1}, Term{first + 3, 1},
		Term{first + 4, float32(n-4) / 4})
}
