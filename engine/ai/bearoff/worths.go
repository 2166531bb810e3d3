package bearoff

// worths is what a position is worth to one side if a win counts one point: without
// a cube, and in money play, where the unit is the cube's present value, by whose cube
// it is. In parts of one.
type worths struct {
	cubeless, centred, owned, unavailable int32
}

// sure is what a game already won is worth.
var sure = worths{one, one, one, one}

// turned returns what the position is worth to the other side.
func (w worths) turned() worths {
	return worths{-w.cubeless, -w.centred, -w.unavailable, -w.owned}
}

// raise makes each of w at least as much as that of o.
func (w *worths) raise(o *worths) {
	w.cubeless = max(w.cubeless, o.cubeless)
	w.centred = max(w.centred, o.centred)
	w.owned = max(w.owned, o.owned)
	w.unavailable = max(w.unavailable, o.unavailable)
}

// add adds o so many times.
func (w *worths) add(o *worths, times int32) {
	w.cubeless += times * o.cubeless
	w.centred += times * o.centred
	w.owned += times * o.owned
	w.unavailable += times * o.unavailable
}

// perThrow divides sums over all throws by their number.
func (w worths) perThrow() worths {
	return worths{perThrow(w.cubeless), perThrow(w.centred), perThrow(w.owned), perThrow(w.unavailable)}
}

// doubled returns what it is worth to double, which the other side may drop.
func (w worths) doubled() int32 { return min(one, 2*w.unavailable) }

// mayDouble returns the worths of one who may double now, if w are those of not
// doing so.
func (w worths) mayDouble() worths {
	w.centred = max(w.centred, w.doubled())
	w.owned = max(w.owned, w.doubled())
	return w
}
