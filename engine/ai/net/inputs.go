package net

import (
	"math/bits"

	"tablabot/engine"
)

// Inputs is the list of rows that a position makes active. The zero value is ready.
type Inputs struct {
	rows [72]uint16
	n    int
}

// Rows returns the active rows.
func (in *Inputs) Rows() []uint16 { return in.rows[:in.n] }

func (in *Inputs) add(row int) {
	in.rows[in.n] = uint16(row)
	in.n++
}

// view is what the inputs need of one side.
type view struct {
	*engine.Side
	occupied uint32 // places 1 to 25, own numbering
	held     uint32
	stuck    uint32 // pinned by the enemy
	wall     uint32 // points closed to the enemy
	blocked  uint32 // points closed by the enemy
	enemies  uint32 // the enemy's checkers
	nearest  int    // the lowest point with an enemy, as this side counts; 0 = his bar
	last     int    // the last checker's place
	pips     int
}

// Read fills the list for a position in which the player on roll is seat 0. rolls
// tells how often each player has rolled in this game; only escalating games look
// at it.
func (in *Inputs) Read(r *engine.Rules, p *engine.Position, rolls [2]uint8) {
	in.n = 0
	var views [2]view
	for i := range views {
		views[i].look(r, &p.Sides[i])
	}
	for i := range views {
		views[i].face(r, &views[1-i])
	}
	for i := range views {
		in.side(r, i, &views[i], &views[1-i])
		if r.Escalates {
			// The last row means that every double escalates, whenever that begins.
			row := int(rolls[i]) + rollRows - r.EscalateFrom
			in.add(rollRow + i*rollRows + min(max(row, 0), rollRows-1))
		}
	}
	difference := (views[0].pips - views[1].pips + 130) >> 2
	in.add(differenceRow + min(max(difference, 0), differenceRows-1))
}

// look reads what a side knows of itself.
func (v *view) look(r *engine.Rules, s *engine.Side) {
	v.Side = s
	v.occupied, v.held = s.Occupied(), s.Held()
	if r.Family == engine.Pin {
		v.stuck = s.Pins()
	}
	v.last = bits.Len32(v.occupied) - 1
}

// face reads what a side knows of its enemy.
func (v *view) face(r *engine.Rules, enemy *view) {
	g := r.Geometry
	v.enemies = g.Mirror(enemy.occupied)
	switch r.Family {
	case engine.Race:
		v.wall, v.blocked = v.occupied, v.enemies
	case engine.Pin:
		v.wall = v.held | g.Mirror(enemy.stuck)
		v.blocked = g.Mirror(enemy.held) | v.stuck
	default:
		v.wall, v.blocked = v.held, g.Mirror(enemy.held)
	}
	v.nearest = 25
	if v.enemies != 0 {
		v.nearest = bits.TrailingZeros32(v.enemies)
	}
	if enemy.last == engine.Bar {
		v.nearest = 0
	}
}

// side adds the rows of one side.
func (in *Inputs) side(r *engine.Rules, i int, v, enemy *view) {
	in.places(i, v)

	home := int(v.wall>>1) & 63
	if enemy.occupied>>engine.Bar != 0 {
		home += 4 * 64
	}
	quarters := quarterRow + i*quarterRows
	in.add(quarters + home)
	in.add(quarters + 64 + int(v.wall>>7)&63)
	in.add(quarters + 128 + int(v.wall>>13)&63)
	in.add(quarters + 192 + int(v.wall>>19)&63)

	if v.last > 0 {
		table, row := escapes(), escapeRow+i*escapeRows
		in.add(row + int(table[ahead(v.blocked, v.last)]))
		if rest := v.occupied &^ (1 << v.last); rest != 0 {
			second := bits.Len32(rest) - 1
			in.add(row + 37 + int(table[ahead(v.blocked, second)]))
		}
	}
	in.add(primeRow + i*primeRows + primed(v.blocked&(1<<max(v.last, 0)-1)))
	in.moves(r, i, v, enemy)
}

// places adds a row for each occupied place, and those that are sums over places.
func (in *Inputs) places(i int, v *view) {
	row := placeRow + i*placeRows
	off := v.At(engine.Off)
	if off > 0 {
		in.add(row + off)
	}
	pips, spare, passed := 0, 0, 0
	for rest := v.occupied; rest != 0; rest &= rest - 1 {
		place := bits.TrailingZeros32(rest)
		n := v.At(place)
		in.add(row + place*16 + n)
		pips += place * n
		if place < v.nearest {
			passed += n
		}
		if place >= 7 && place <= 18 {
			spare += place * n
		}
	}
	v.pips = pips
	in.add(pipRow + i*pipRows + min(pips/6, pipRows-1))
	in.add(spareRow + i*spareRows + min(spare/5, spareRows-1))
	in.add(contactRow + i*contactRows + passed)
	for rest := v.stuck; rest != 0; rest &= rest - 1 {
		in.add(pinRow + i*pinRows + bits.TrailingZeros32(rest))
	}
}

// moves adds the rows about what a side can do with its next roll.
func (in *Inputs) moves(r *engine.Rules, i int, v, enemy *view) {
	const points = 1<<25 - 2
	a := attack{from: v.occupied &^ v.stuck, open: points &^ v.blocked}
	mobile := a.from
	if v.occupied>>engine.Bar != 0 {
		a.bar = v.At(engine.Bar)
		mobile = 1 << engine.Bar
	}
	dice := 0
	for die := 1; die <= 6; die++ {
		if mobile>>die&a.open != 0 {
			dice |= 1 << (die - 1)
		}
	}
	in.add(mobilityRow + i*mobilityRows + dice)
	if r.Family == engine.Race {
		return
	}
	a.target = r.Geometry.Mirror(enemy.occupied&^enemy.held&^enemy.stuck) & a.open
	in.add(shotRow + i*shotRows + a.shots())
}

// primed returns the length of the longest row of blocked points, at most 7.
func primed(blocked uint32) int {
	n := 0
	for blocked != 0 && n < 7 {
		blocked &= blocked >> 1
		n++
	}
	return n
}
