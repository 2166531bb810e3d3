package net

import "tablabot/engine"

// Class is the kind of a position; each kind has a network of its own.
type Class uint8

const (
	Contact Class = iota
	Race          // no checker can hinder another any more
	Classes int   = iota
)

// ClassOf returns the kind of a position.
func ClassOf(r *engine.Rules, p *engine.Position) Class {
	last, other := p.Sides[0].Highest(), p.Sides[1].Highest()
	if r.Geometry == engine.Parallel {
		if last <= 12 && other <= 12 {
			return Race
		}
		return Contact
	}
	if last+other < 25 {
		return Race
	}
	return Contact
}

// String names the class.
func (c Class) String() string { return [...]string{"contact", "race"}[c] }
