package notation

import (
	"encoding/base64"
	"errors"
	"fmt"

	"tablabot/engine"
)

// PositionID returns the position ID of GNU Backgammon: 14 characters for an 80-bit
// key in which the checkers on each place, 1 to 24 and the bar, are written as so
// many ones and a zero, first of the player who is not on roll, then of the one who
// is. It is defined for games in which the players move in opposite directions; who
// is on roll, and how many checkers a side has, it does not tell.
func PositionID(p engine.Position, onRoll engine.Seat) string {
	var key bitString
	bit := 0
	for _, seat := range [2]engine.Seat{onRoll.Other(), onRoll} {
		for place := 1; place <= engine.Bar; place++ {
			for range p.Sides[seat].At(place) {
				key.set(bit, 1, 1)
				bit++
			}
			bit++
		}
	}
	return base64.RawStdEncoding.EncodeToString(key[:10])
}

// ParsePositionID reads a position ID of a game in which a side has so many
// checkers; those that are not on the board are off. The error is a sentence.
func ParsePositionID(id string, onRoll engine.Seat, checkers int) (engine.Position, error) {
	var p engine.Position
	key, err := decodeKey(id, 10)
	if err != nil {
		return p, fmt.Errorf("%q is not a position ID: %w", id, err)
	}
	seat, place, n := onRoll.Other(), 1, 0
	for bit := range 80 {
		switch {
		case key.get(bit, 1) == 0 && place <= engine.Bar:
			p.Sides[seat].Set(place, n)
			place, n = place+1, 0
			if place > engine.Bar && seat != onRoll {
				seat, place = onRoll, 1
			}
		case key.get(bit, 1) == 1:
			if n++; n > checkers || place > engine.Bar {
				return p, fmt.Errorf("%q is not a position ID of a game with %d checkers", id, checkers)
			}
		}
	}
	if place <= engine.Bar {
		return p, fmt.Errorf("%q is not a position ID: it ends too soon", id)
	}
	if err := complete(&p, checkers); err != nil {
		return p, fmt.Errorf("%q is not a position ID: %w", id, err)
	}
	return p, nil
}

// bitString is a key of up to 80 bits; bit 0 is the lowest of the first byte.
type bitString [10]byte

// set writes a number of some bits' width, its lowest bit first.
func (s *bitString) set(bit, width, value int) {
	for i := range width {
		s[(bit+i)/8] |= byte(value>>i&1) << ((bit + i) % 8)
	}
}

// get reads what set writes.
func (s *bitString) get(bit, width int) int {
	value := 0
	for i := range width {
		value |= int(s[(bit+i)/8]>>((bit+i)%8)&1) << i
	}
	return value
}

// decodeKey reads so many bytes of base64, canonically written.
func decodeKey(id string, bytes int) (key bitString, err error) {
	raw, err := base64.RawStdEncoding.Strict().DecodeString(id)
	if err != nil || len(raw) != bytes {
		return key, errors.New("it is not " + fmt.Sprint(base64.RawStdEncoding.EncodedLen(bytes)) + " characters of base64")
	}
	copy(key[:], raw)
	return key, nil
}
