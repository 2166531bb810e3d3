package engine

import "slices"

// Rotation is a match whose game changes with the game number, after draws too.
type Rotation struct {
	Key     string
	Games   []string // variant keys, in turn
	Lengths []int    // match lengths offered first; the first is the default
	fixed   []string // options that are not asked: the winner starts whatever the game
	adjust  func(r *Rules)
}

// rotations is the second table of section 7; it is never written to.
var rotations = [...]Rotation{
	{Key: "sreshta", Games: []string{"tabla", "gulbara", "tapa"}, Lengths: []int{5, 3, 7, 9, 11}, fixed: []string{"starter"}},
	{Key: "tavli", Games: []string{"portes", "plakoto", "fevga"}, Lengths: []int{7, 5, 3, 9, 11}, fixed: []string{"starter"},
		adjust: func(r *Rules) { r.MothersVoid = true }},
}

// Rotations returns the keys of all rotating matches.
func Rotations() []string {
	keys := make([]string, len(rotations))
	for i := range rotations {
		keys[i] = rotations[i].Key
	}
	return keys
}

// GamesOf returns the games that a match plays in turn: one, or those of a rotation. A
// key that is neither has none.
func GamesOf(key string) []string {
	r, _ := rotation(key)
	return slices.Clone(r.Games)
}

// asks reports whether players of the rotation may choose the option in a game of
// these rules.
func (r *Rotation) asks(o *Option, rules *Rules, length int) bool {
	return !slices.Contains(r.fixed, o.Key) && o.applies(rules, length)
}

// rotation returns the rotation with the key; a single game is a rotation of one.
func rotation(key string) (Rotation, bool) {
	for _, r := range rotations {
		if r.Key == key {
			return r, true
		}
	}
	if r, ok := Variant(key); ok {
		return Rotation{Key: key, Games: []string{key}, Lengths: r.Lengths}, true
	}
	return Rotation{}, false
}
