package render

import (
	"cmp"
	"slices"
)

// The most arrows that are easily told apart, and that a small file has room for: up
// to fewArrows are broad, moreArrows of both sides are drawn, maxArrows of one. Beside
// the dice of a long chain there is room for fewer.
const (
	fewArrows   = 4
	moreArrows  = 6
	besideChain = 2 // less
	maxArrows   = 5
)

// routes are the arrows that a picture has room for.
type routes struct {
	arrows  []Arrow
	crowded bool // they are thin
}

// newRoutes chooses from the arrows of the last plays, oldest first. Where they are
// many, a side's are taken together to what its play comes to; where that is still
// too much, the older play goes first, then the shortest ways.
func newRoutes(all []Arrow, homes [2]Home, chain bool) routes {
	few, more := fewArrows, moreArrows
	if chain {
		few, more = few-besideChain, more-besideChain
	}
	if len(all) <= few {
		return routes{arrows: all}
	}
	newest := all[len(all)-1].Seat
	var old, last []Arrow
	for _, a := range all {
		if a.Seat == newest {
			last = append(last, a)
		} else {
			old = append(old, a)
		}
	}
	if last = homes[newest].net(last); len(last) > maxArrows {
		slices.SortStableFunc(last, func(a, b Arrow) int {
			return cmp.Compare(homes[newest].way(b), homes[newest].way(a))
		})
		last = last[:maxArrows]
	}
	if old = homes[1-newest].net(old); len(old)+len(last) > more {
		old = nil
	}
	chosen := append(old, last...)
	return routes{chosen, len(chosen) > few}
}

// way is how many points an arrow goes.
func (h Home) way(a Arrow) int { return h.own(a.From) - h.own(a.To) }

// net is what arrows of one side come to: where one ends and another begins they are
// one, and the farthest checkers are taken to land farthest. Hits stay as they are.
func (h Home) net(arrows []Arrow) []Arrow {
	var hits []Arrow
	var change [Bar + 1]int // checkers that came, by own number
	for _, a := range arrows {
		if a.Hit || h.way(a) <= 0 {
			hits = append(hits, a)
			continue
		}
		n := min(max(1, a.Count), maxCount)
		change[h.own(a.From)] -= n
		change[h.own(a.To)] += n
	}
	var net []Arrow
	to := int(Bar)
	for from := int(Bar); from >= 0; from-- {
		for change[from] < 0 {
			for to >= 0 && change[to] <= 0 {
				to--
			}
			n := min(-change[from], change[to])
			net = append(net, Arrow{Seat: arrows[0].Seat, From: h.place(from), To: h.place(to), Count: n})
			change[from] += n
			change[to] -= n
		}
	}
	return append(net, hits...)
}

// own is a place in the side's own numbers, physical points being seat 0's.
func (h Home) own(p Place) int {
	switch {
	case p == Tray || p == Bar:
		return int(p)
	case h.ascends():
		return (int(p)-int(h.Last)+24)%24 + 1
	}
	return (int(h.Last)-int(p)+24)%24 + 1
}

// place is the way back from own.
func (h Home) place(own int) Place {
	if own == int(Tray) || own == int(Bar) {
		return Place(own)
	}
	return h.physical(own)
}
