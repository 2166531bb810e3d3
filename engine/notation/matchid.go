package notation

import (
	"encoding/base64"
	"fmt"
	"strings"

	"tablabot/engine"
)

// maxPoints is the greatest length or score that a match ID can hold.
const maxPoints = 1<<15 - 1

// The fields of the match key of GNU Backgammon, as first bit and width.
var (
	keyCube      = field{0, 4} // logarithm
	keyOwner     = field{4, 2} // 0, 1, 3 for the middle
	keyOnRoll    = field{6, 1}
	keyCrawford  = field{7, 1}
	keyState     = field{8, 3}
	keyTurn      = field{11, 1}
	keyDoubled   = field{12, 1}
	keyResigned  = field{13, 2}
	keyDice      = [2]field{{15, 3}, {18, 3}}
	keyLength    = field{21, 15}
	keyScore     = [2]field{{36, 15}, {51, 15}} // of player 0, of player 1
	keyNoJacoby  = field{66, 1}                 // not in the manual; as version 1.07 writes it
	keyMustBeNil = field{67, 5}
)

type field struct{ bit, width int }

func (f field) of(key *bitString) int         { return key.get(f.bit, f.width) }
func (f field) put(key *bitString, value int) { key.set(f.bit, f.width, value) }

// player returns GNU Backgammon's number of a seat, and a seat of its number.
func player[N engine.Seat | int](n N) int { return 1 - int(n) }

// MatchID returns the match ID of GNU Backgammon: 12 characters that tell everything
// but the position, beavers and the cube's limit. The situation must be valid.
func (s *Situation) MatchID() (string, error) {
	if err := s.Validate(); err != nil {
		return "", fmt.Errorf("writing a match ID: %w", err)
	}
	var key bitString
	cube, owner := s.cubeOnTable()
	if power(cube) > 15 {
		return "", fmt.Errorf("writing a match ID: the cube shows at most 32768, not %d", cube)
	}
	keyCube.put(&key, power(cube))
	keyOwner.put(&key, ownerCode(owner))
	keyOnRoll.put(&key, player(s.OnRoll))
	keyCrawford.put(&key, flag(s.Crawford))
	keyState.put(&key, int(s.State))
	keyTurn.put(&key, player(s.Turn))
	keyDoubled.put(&key, flag(s.Offer != NoOffer))
	keyResigned.put(&key, s.Resigned)
	for i := range 2 {
		keyDice[i].put(&key, s.Dice[i])
		keyScore[i].put(&key, s.Score[player(i)])
	}
	keyLength.put(&key, s.Length)
	keyNoJacoby.put(&key, flag(!s.Jacoby || s.Length > 0))
	return base64.RawStdEncoding.EncodeToString(key[:9]), nil
}

// ParseMatchID reads a match ID into a situation without a position. The error is a
// sentence.
func ParseMatchID(id string) (Situation, error) {
	key, err := decodeKey(id, 9)
	if err != nil {
		return Situation{}, fmt.Errorf("%q is not a match ID: %w", id, err)
	}
	s := Situation{
		OnRoll:   engine.Seat(player(keyOnRoll.of(&key))),
		Turn:     engine.Seat(player(keyTurn.of(&key))),
		Dice:     [2]int{keyDice[0].of(&key), keyDice[1].of(&key)},
		Cube:     1 << keyCube.of(&key),
		Resigned: keyResigned.of(&key),
		State:    State(keyState.of(&key)),
		Length:   keyLength.of(&key),
		Score:    [2]int{keyScore[1].of(&key), keyScore[0].of(&key)},
		Crawford: keyCrawford.of(&key) == 1,
	}
	s.Jacoby = s.Length == 0 && keyNoJacoby.of(&key) == 0
	var known bool
	if s.CubeOwner, known = codedOwner(keyOwner.of(&key)); !known || keyMustBeNil.of(&key) != 0 {
		return Situation{}, fmt.Errorf("%q is not a match ID: bits are set that have no meaning", id)
	}
	if keyDoubled.of(&key) == 1 {
		s.untable()
	}
	if err := s.Validate(); err != nil {
		return Situation{}, fmt.Errorf("%q is not a match ID: %w", id, err)
	}
	return s, nil
}

// ownerCode returns the two bits of a cube's owner.
func ownerCode(owner Owner) int { return [...]int{Centre: 3, OwnerZero: 1, OwnerOne: 0}[owner] }

// codedOwner is the way back.
func codedOwner(code int) (owner Owner, ok bool) {
	return [...]Owner{OwnerOne, OwnerZero, Centre, Centre}[code], code != 2
}

// cubeOnTable returns the cube as the match ID shows it: during a beaver or a raccoon
// GNU Backgammon counts the offers before the last one as taken.
func (s *Situation) cubeOnTable() (value int, owner Owner) {
	switch s.Offer {
	case Beavered:
		return 2 * s.Cube, OwnedBy(s.OnRoll.Other())
	case Raccooned:
		return 4 * s.Cube, OwnedBy(s.OnRoll.Other())
	}
	return s.Cube, s.CubeOwner
}

// untable is the way back: it finds out which offer is open, and what the cube was
// before the first one. A cube above 1 was then the doubler's own.
func (s *Situation) untable() {
	others := s.CubeOwner == OwnedBy(s.OnRoll.Other())
	switch {
	case s.Turn == s.OnRoll && others && s.Cube >= 2:
		s.Offer, s.Cube = Beavered, s.Cube/2
	case s.Turn != s.OnRoll && others && s.Cube >= 4:
		s.Offer, s.Cube = Raccooned, s.Cube/4
	default:
		s.Offer = Doubled
		return
	}
	s.CubeOwner = Centre
	if s.Cube > 1 {
		s.CubeOwner = OwnedBy(s.OnRoll)
	}
}

// GNUID returns position ID and match ID, joined by a colon as GNU Backgammon reads
// them: "4HPwATDgc/ABMA:cAkAAAAAAAAE".
func (s *Situation) GNUID() (string, error) {
	match, err := s.MatchID()
	if err != nil {
		return "", err
	}
	return PositionID(s.Position, s.OnRoll) + ":" + match, nil
}

// ParseGNUID reads what [Situation.GNUID] writes, for a game in which a side has so
// many checkers.
func ParseGNUID(text string, checkers int) (Situation, error) {
	position, match, ok := strings.Cut(strings.TrimSpace(text), ":")
	if !ok {
		return Situation{}, fmt.Errorf("%q is not a position ID and a match ID joined by a colon", text)
	}
	s, err := ParseMatchID(match)
	if err != nil {
		return Situation{}, err
	}
	s.Position, err = ParsePositionID(position, s.OnRoll, checkers)
	return s, err
}

func flag(set bool) int {
	if set {
		return 1
	}
	return 0
}
