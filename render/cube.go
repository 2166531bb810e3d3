package render

// bigCubeSize is the side of an offered cube, in pixels.
const bigCubeSize = 136

// drawCube lays the cube beside its owner's half, in the middle, or, while it is
// offered, large on the board on the side of the one who must answer.
func (d *drawing) drawCube() {
	c := d.scene.Cube
	if c == nil {
		return
	}
	at, size := spot{columnWidth / 2, middle}, cubeSize
	switch {
	case c.Offered:
		size = bigCubeSize
		at = d.layout.dice(c.To).plus(0, 48)
		if d.layout.above(c.To) {
			at.y -= 96
		}
	case c.Owner != Centre:
		w := d.layout.garage(c.Owner)
		at = spot{float64(w.Min.X+w.Max.X) / 2, float64(w.Max.Y) - cubeSize/2 - 8}
		if d.layout.above(c.Owner) {
			at.y = float64(w.Min.Y) + cubeSize/2 + 8
		}
	}
	if c.Offered {
		s := float64(size)/2 + 10
		d.fill(roundBox(at.x-s, at.y-s, at.x+s, at.y+s, 34), d.board.theme.lamp)
	}
	d.stampOn(d.board.cube(size), at)
	text := number(c.Value)
	d.write(d.text, text, d.fit(text, size*5/8, size-18), at, centred, d.board.theme.cube.ink)
}
