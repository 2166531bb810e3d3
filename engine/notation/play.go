package notation

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tablabot/engine"
)

// FormatPlay writes legal steps of a stage in the usual notation, in the mover's
// numbers: "24/18 13/11", "bar/20*", "6/off", "8/4(2)". The steps of one checker are
// joined, "24/14"; a point on the way is shown where it hit, "24/18*/14", and where a
// checker is borne off by both dice though one would do, "6/5/off". No steps give the
// empty text.
func FormatPlay(stage *engine.Stage, steps []engine.Step) string {
	routes := trace(stage, steps)
	slices.SortStableFunc(routes, func(a, b *route) int {
		return cmp.Or(cmp.Compare(b.from, a.from), cmp.Compare(b.to(), a.to()))
	})
	var words []string
	for len(routes) > 0 {
		n := 1
		for n < len(routes) && routes[n].from == routes[0].from && routes[n].to() == routes[0].to() {
			routes[0].take(routes[n])
			n++
		}
		word := routes[0].word(stage.Dice)
		if n > 1 {
			word += fmt.Sprintf("(%d)", n)
		}
		words = append(words, word)
		routes = routes[n:]
	}
	return strings.Join(words, " ")
}

// route is the way of one checker through a play.
type route struct {
	from int
	hops []hop
}

// hop is where one step of a route ends.
type hop struct {
	to  int
	hit bool
}

func (r *route) to() int { return r.hops[len(r.hops)-1].to }

// take adds the hits of a route that visits the same points.
func (r *route) take(other *route) {
	for i := range r.hops {
		r.hops[i].hit = r.hops[i].hit || i < len(other.hops) && other.hops[i].hit
	}
}

// word writes the route; the dice are those of its stage.
func (r *route) word(dice engine.Dice) string {
	word := placeName(r.from)
	spare := r.to() == engine.Off && !dice.Double() && int(dice[0]) >= r.from
	for i, hop := range r.hops {
		if !hop.hit && !spare && i < len(r.hops)-1 {
			continue
		}
		word += "/" + placeName(hop.to)
		if hop.hit {
			word += "*"
		}
	}
	return word
}

// placeName is how a place is written.
func placeName(place int) string {
	switch place {
	case engine.Off:
		return "off"
	case engine.Bar:
		return "bar"
	}
	return strconv.Itoa(place)
}

// trace plays the steps and joins those of one checker.
func trace(stage *engine.Stage, steps []engine.Step) []*route {
	var routes []*route
	position := stage.Position
	for _, step := range steps {
		next := hop{to: step.To(), hit: hits(stage, position, step)}
		position = stage.Rules.Apply(position, stage.Mover, step)
		if r := continued(routes, int(step.From)); r != nil {
			r.hops = append(r.hops, next)
			continue
		}
		routes = append(routes, &route{from: int(step.From), hops: []hop{next}})
	}
	return routes
}

// continued returns the route that a step from the place goes on with, nil if it begins
// a new one; a checker that has just hit is left where it is, if another can go on.
func continued(routes []*route, from int) *route {
	var found *route
	for _, r := range routes {
		last := r.hops[len(r.hops)-1]
		if last.to == from && (found == nil || !last.hit) {
			found = r
		}
	}
	return found
}

// hits reports whether a step sends an enemy to the bar.
func hits(stage *engine.Stage, position engine.Position, step engine.Step) bool {
	to := step.To()
	if stage.Rules.Family != engine.Hit || to == engine.Off {
		return false
	}
	return position.Sides[stage.Mover.Other()].At(stage.Rules.Geometry.Other(to)) > 0
}
