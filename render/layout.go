package render

import "image"

// Width and Height are the size of every picture in pixels.
const (
	Width  = 1280
	Height = 960
)

// The board, in pixels: a plate for each player above and below it, a column for
// trays and cube on either side, a rail with the numerals along the points.
const (
	plateHeight  = 84
	railHeight   = 48
	columnWidth  = 120
	barWidth     = 80
	pointWidth   = 80
	pointHeight  = 296
	boardTop     = plateHeight
	boardBottom  = Height - plateHeight
	fieldTop     = boardTop + railHeight
	fieldBottom  = boardBottom - railHeight
	fieldLeft    = columnWidth
	fieldRight   = Width - columnWidth
	barLeft      = fieldLeft + 6*pointWidth
	barRight     = barLeft + barWidth
	middle       = Height / 2
	checkerWidth = 76
	checkerStep  = 56 // between the centres of two checkers in a stack
	checkerInset = checkerWidth/2 + 4
	pinnedStep   = 46 // a pinned checker peeps out less
	maxStack     = 5  // more checkers are told by a numeral
	maxOnBar     = 4
	wellWidth    = 92  // a tray
	wellTop      = 136 // of the upper trays
	wellBottom   = 434
	edgeHeight   = 16 // a borne-off checker seen from its side
	maxEdges     = 15
	cubeSize     = 82
	dieSize      = 72
	maxDice      = 8
	giftWidth    = 44 // the disc of whoever threw dice that the other plays
)

// layout knows where things lie for one scene: which seat sits below and which
// way its numbers run.
type layout struct {
	bottom uint8
	homes  [2]Home
	column [25]int // by physical point: 1 to 24 in the numbering of the seat below
}

// usualHomes are the homes of games whose sides move in opposite directions.
var usualHomes = [2]Home{{Last: 1, First: 24}, {Last: 24, First: 1}}

func newLayout(bottom uint8, homes [2]Home) *layout {
	if homes == ([2]Home{}) {
		homes = usualHomes
	}
	l := &layout{bottom: bottom, homes: homes}
	for own := 1; own <= 24; own++ {
		l.column[homes[bottom].physical(own)] = own
	}
	return l
}

// physical is the physical point of an own point, 1 to 24.
func (h Home) physical(own int) Place {
	if h.ascends() {
		return Place((int(h.Last)+own-2)%24 + 1)
	}
	return Place((int(h.Last)-own+24)%24 + 1)
}

// ascends tells whether physical numbers grow with own numbers.
func (h Home) ascends() bool { return (int(h.Last)-int(h.First)+24)%24 == 1 }

// valid tells whether the first and the last point are neighbours.
func (h Home) valid() bool {
	on := func(p Place) bool { return p >= 1 && p <= 24 }
	if !on(h.First) || !on(h.Last) {
		return false
	}
	d := (int(h.First) - int(h.Last) + 24) % 24
	return d == 1 || d == 23
}

// parallel tells whether both sides move the same way round.
func (l *layout) parallel() bool { return l.homes[0].ascends() == l.homes[1].ascends() }

// above tells whether a seat's plate is the upper one.
func (l *layout) above(seat uint8) bool { return seat != l.bottom }

// point is the middle of a physical point's base, on the rail's edge, and the
// direction in which its stack grows.
func (l *layout) point(p Place) (base spot, grows float64) {
	own := l.column[p]
	if own <= 12 {
		return spot{columnX(own - 1), fieldBottom}, -1
	}
	return spot{columnX(24 - own), fieldTop}, 1
}

// columnX is the middle of a column of points, counted from the right.
func columnX(fromRight int) float64 {
	x := fieldRight - fromRight*pointWidth - pointWidth/2
	if fromRight >= 6 {
		x -= barWidth
	}
	return float64(x)
}

// label is the middle of the numeral at a physical point.
func (l *layout) label(p Place) spot {
	base, grows := l.point(p)
	return base.plus(0, -grows*railHeight/2)
}

// checker is the centre of the i-th checker of a stack, from 0.
func (l *layout) checker(p Place, i float64, pinned bool) spot {
	base, grows := l.point(p)
	d := checkerInset + i*checkerStep
	if pinned && i > 0 {
		d -= checkerStep - pinnedStep
	}
	return base.plus(0, grows*d)
}

// bar is the centre of a seat's i-th checker on the bar: they start from the
// middle, on the seat's own side.
func (l *layout) bar(seat uint8, i float64) spot {
	d := 74 + i*checkerStep
	if l.above(seat) {
		d = -d
	}
	return spot{(barLeft + barRight) / 2, middle + d}
}

// tray is the well of a seat: beside its own point 1.
func (l *layout) tray(seat uint8) image.Rectangle {
	base, grows := l.point(l.homes[seat].Last)
	return well(base.x < Width/2, grows > 0)
}

// garage is the well where a seat's own cube lies: on the seat's side, opposite
// its tray or, where another tray is there, across.
func (l *layout) garage(seat uint8) image.Rectangle {
	upper := l.above(seat)
	for _, left := range []bool{true, false} {
		w := well(left, upper)
		if w != l.tray(0) && w != l.tray(1) {
			return w
		}
	}
	return well(true, upper)
}

// well is one of the four recesses in the board's side columns.
func well(left, upper bool) image.Rectangle {
	x := Width - columnWidth + (columnWidth-wellWidth)/2
	if left {
		x = (columnWidth - wellWidth) / 2
	}
	if upper {
		return image.Rect(x, wellTop, x+wellWidth, wellBottom)
	}
	return image.Rect(x, Height-wellBottom, x+wellWidth, Height-wellTop)
}

// dice is the middle of a seat's dice: on the right half for the seat below, on
// the left one for the other, as both throw to their own right.
func (l *layout) dice(seat uint8) spot {
	if l.above(seat) {
		return spot{(fieldLeft + barLeft) / 2, middle}
	}
	return spot{(barRight + fieldRight) / 2, middle}
}

// plate is the top edge of a seat's plate.
func (l *layout) plate(seat uint8) float64 {
	if l.above(seat) {
		return 0
	}
	return boardBottom
}
