package notation

import (
	"fmt"
	"strconv"
	"strings"

	"tablabot/engine"
)

// usualMaxCube is the logarithm of the limit that an XGID states where none is known.
const usualMaxCube = 10

// XGID returns the identifier of eXtreme Gammon, with its usual prefix:
//
//	XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
//
// that is the position (the top player's bar, points 1 to 24 of the bottom player,
// his bar; capitals are his checkers), the cube's logarithm, its owner, the turn, the
// dice or the offer, the scores of the bottom and the top player, Crawford or Jacoby
// and beavers, the length and the logarithm of the cube's limit. A resignation, and
// a game that is not being played, it does not tell. The situation must be valid.
func (s *Situation) XGID() (string, error) {
	if err := s.Validate(); err != nil {
		return "", fmt.Errorf("writing an XGID: %w", err)
	}
	limit := usualMaxCube
	if s.MaxCube > 0 {
		limit = power(s.MaxCube)
	}
	rules := flag(s.Crawford)
	if s.Length == 0 {
		rules = flag(s.Jacoby) + 2*flag(s.Beavers)
	}
	return fmt.Sprintf(xgPrefix+"%s:%d:%d:%d:%s:%d:%d:%d:%d:%d", xgPosition(&s.Position), power(s.Cube), xgOwner(s.CubeOwner),
		1-2*int(s.OnRoll), s.xgDice(), s.Score[0], s.Score[1], rules, s.Length, limit), nil
}

// xgPosition writes the 26 places as letters.
func xgPosition(p *engine.Position) string {
	var places [26]byte
	for place := range places {
		places[place] = '-'
		if n := p.Sides[0].At(place); n > 0 && place != engine.Off {
			places[place] = byte('A' + n - 1)
		} else if n := p.Sides[1].At(engine.Bar - place); n > 0 && place != engine.Bar {
			places[place] = byte('a' + n - 1)
		}
	}
	return string(places[:])
}

func xgOwner(owner Owner) int { return [...]int{Centre: 0, OwnerZero: 1, OwnerOne: -1}[owner] }

// xgOffers are the letters that stand in place of the dice.
var xgOffers = [...]string{NoOffer: "", Doubled: "D", Beavered: "B", Raccooned: "R"}

func (s *Situation) xgDice() string {
	if s.Offer != NoOffer {
		return xgOffers[s.Offer]
	}
	return fmt.Sprintf("%d%d", s.Dice[0], s.Dice[1])
}

const xgPrefix = "XGID="

// ParseXGID reads an XGID of a game in which a side has so many checkers; the prefix
// and the cube's limit may be missing. The error is a sentence.
func ParseXGID(text string, checkers int) (Situation, error) {
	id := strings.TrimSpace(text)
	if n := len(xgPrefix); len(id) > n && strings.EqualFold(id[:n], xgPrefix) {
		id = id[n:]
	}
	s, err := parseXGID(id, checkers)
	if err != nil {
		return Situation{}, fmt.Errorf("%q is not an XGID: %w", text, err)
	}
	return s, nil
}

func parseXGID(text string, checkers int) (Situation, error) {
	s := start()
	fields := strings.Split(text, ":")
	if len(fields) != 9 && len(fields) != 10 {
		return s, fmt.Errorf("it has %d fields between colons, not 10", len(fields))
	}
	if err := parseXGPosition(fields[0], &s.Position, checkers); err != nil {
		return s, err
	}
	if err := s.parseXGDice(fields[4]); err != nil {
		return s, err
	}
	var cube, owner, turn, rules, limit int
	for _, f := range []struct {
		name      string
		index     int
		low, high int
		value     *int
	}{
		{"the cube", 1, 0, 15, &cube}, {"the cube's owner", 2, -1, 1, &owner}, {"the turn", 3, -1, 1, &turn},
		{"a score", 5, 0, maxPoints, &s.Score[0]}, {"a score", 6, 0, maxPoints, &s.Score[1]},
		{"the Crawford or Jacoby field", 7, 0, 3, &rules}, {"the length", 8, 0, maxPoints, &s.Length},
		{"the cube's limit", 9, 0, 30, &limit},
	} {
		if f.index == len(fields) {
			continue
		}
		n, err := strconv.Atoi(fields[f.index])
		if err != nil || n < f.low || n > f.high {
			return s, fmt.Errorf("%s is %d to %d, not %q", f.name, f.low, f.high, fields[f.index])
		}
		*f.value = n
	}
	return s, s.setXG(cube, owner, turn, rules, limit)
}

// setXG takes over the fields whose meaning depends on others.
func (s *Situation) setXG(cube, owner, turn, rules, limit int) error {
	s.Cube = 1 << cube
	s.CubeOwner = [...]Owner{OwnerOne, Centre, OwnerZero}[owner+1]
	if turn == 0 {
		return fmt.Errorf("the turn is 1 or -1")
	}
	s.OnRoll = engine.Seat((1 - turn) / 2)
	s.Turn = s.answers()
	if limit > 0 {
		s.MaxCube = 1 << limit
	}
	if s.Length == 0 {
		s.Jacoby, s.Beavers = rules&1 != 0, rules&2 != 0
	} else if rules > 1 {
		return fmt.Errorf("the Crawford field of a match is 0 or 1, not %d", rules)
	} else {
		s.Crawford = rules == 1
	}
	return s.Validate()
}

func parseXGPosition(text string, p *engine.Position, checkers int) error {
	if len(text) != 26 {
		return fmt.Errorf("the position has %d places, not 26", len(text))
	}
	total := [2]int{}
	for place := range 26 {
		c := text[place]
		seat, n, at := 0, 0, place
		switch {
		case c == '-':
			continue
		case c >= 'A' && c <= 'O' && place != 0:
			n = int(c-'A') + 1
		case c >= 'a' && c <= 'o' && place != engine.Bar:
			seat, n, at = 1, int(c-'a')+1, engine.Bar-place
		default:
			return fmt.Errorf("%q cannot stand at place %d of the position", c, place)
		}
		p.Sides[seat].Set(at, n)
		if total[seat] += n; total[seat] > checkers {
			return fmt.Errorf("a side has more than %d checkers", checkers)
		}
	}
	return complete(p, checkers)
}

// parseXGDice reads two dice, 00, or the letter of an offer.
func (s *Situation) parseXGDice(text string) error {
	for offer, letter := range xgOffers {
		if text == letter && letter != "" {
			s.Offer = Offer(offer)
			return nil
		}
	}
	if len(text) == 2 {
		s.Dice = [2]int{int(text[0]) - '0', int(text[1]) - '0'}
	}
	if len(text) != 2 || !validDice(s.Dice) {
		return fmt.Errorf("the dice are two digits, 00, D, B or R, not %q", text)
	}
	return nil
}
