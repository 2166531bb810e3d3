package engine

import (
	"fmt"
	"strings"
)

// Dice is what one stage of a turn must be played with: two different dice,
// larger first, or one to four equal ones; unused places are zero.
type Dice [4]uint8

// Roll returns the dice of a throw: two different ones, or four of a double.
func Roll(a, b int) Dice {
	switch {
	case a == b:
		return Equal(a, 4)
	case a < b:
		a, b = b, a
	}
	return Dice{uint8(a), uint8(b)}
}

// Equal returns n equal dice (1 to 4).
func Equal(die, n int) Dice {
	var d Dice
	for i := range n {
		d[i] = uint8(die)
	}
	return d
}

// Len returns the number of dice.
func (d Dice) Len() int {
	n := 0
	for n < len(d) && d[n] != 0 {
		n++
	}
	return n
}

// Double reports whether all dice are equal (a single die counts as such).
func (d Dice) Double() bool { return d[1] == 0 || d[0] == d[1] }

// Without returns the dice that are left after one die was played; ok is false
// if there is no such die.
func (d Dice) Without(die int) (rest Dice, ok bool) {
	n := 0
	for _, x := range d {
		if !ok && int(x) == die && die != 0 {
			ok = true
			continue
		}
		if x != 0 {
			rest[n] = x
			n++
		}
	}
	return rest, ok
}

// String returns the dice as digits, "61" or "4444".
func (d Dice) String() string {
	var b strings.Builder
	for _, x := range d[:d.Len()] {
		b.WriteByte('0' + x)
	}
	return b.String()
}

// ParseDice reads what String writes: a legal stage of one to four dice.
func ParseDice(s string) (Dice, error) {
	dice := make([]int, len(s))
	for i := range len(s) {
		dice[i] = int(s[i]) - '0'
	}
	return NewDice(dice...)
}

// NewDice returns the stage made of the given dice: two different dice in any
// order, or one to four equal ones. Anything else is an error.
func NewDice(dice ...int) (Dice, error) {
	if len(dice) == 0 || len(dice) > 4 {
		return Dice{}, fmt.Errorf("a stage has one to four dice, not %d", len(dice))
	}
	for _, die := range dice {
		if die < 1 || die > 6 {
			return Dice{}, fmt.Errorf("a die shows 1 to 6, not %d", die)
		}
		if die != dice[0] && len(dice) != 2 {
			return Dice{}, fmt.Errorf("dice %v are neither a pair nor equal", dice)
		}
	}
	if len(dice) == 2 && dice[0] != dice[1] {
		return Roll(dice[0], dice[1]), nil
	}
	return Equal(dice[0], len(dice)), nil
}
