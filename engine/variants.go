package engine

// The starts of section 7, in each player's own numbers.
var (
	usualStart   = []Stack{{24, 2}, {13, 5}, {8, 3}, {6, 5}}
	nackStart    = []Stack{{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}}
	hyperStart   = []Stack{{24, 1}, {23, 1}, {22, 1}}
	allOnTheHead = []Stack{{24, 15}}

	balkanLengths = []int{3, 1, 5, 7, 9, 11}
	longLengths   = []int{3, 5, 7, 1, 9, 11, 13, 15, 17, 19, 21, 25}

	gammonCube = Cube{Use: UsualCube, On: true, Max: 64, Crawford: true}
)

// variants is the table of section 7; it is never written to.
var variants = [...]Rules{
	{Key: "tabla", Start: usualStart, Checkers: 15, Lengths: balkanLengths},
	{Key: "table", Start: usualStart, Checkers: 15, NextStarter: OpeningRoll, Third: BarOrHome,
		Cube: Cube{Use: OptionalCube, Max: 64, Crawford: true}, Lengths: longLengths},
	{Key: "tavla", Start: usualStart, Checkers: 15, StayAfterHit: true, Lengths: []int{5, 3, 7, 1, 9, 11}},
	{Key: "sheshbesh", Start: usualStart, Checkers: 15, Third: OnBar, Lengths: longLengths},
	{Key: "gulbara", Geometry: Parallel, Family: Race, Start: allOnTheHead, Checkers: 15,
		Escalates: true, EscalateFrom: 4, Lengths: balkanLengths},
	{Key: "tapa", Family: Pin, Start: allOnTheHead, Checkers: 15, Mother: true, Lengths: balkanLengths},
	{Key: "chelebi", Start: usualStart, Checkers: 15, Escalates: true, EscalateFrom: 4, Lengths: balkanLengths},
	{Key: "backgammon", Start: usualStart, Checkers: 15, Opening: PlayOpeningDice, NextStarter: OpeningRoll,
		Third: BarOrHome, Cube: gammonCube, Lengths: longLengths},
	{Key: "nackgammon", Start: nackStart, Checkers: 15, Opening: PlayOpeningDice, NextStarter: OpeningRoll,
		Third: BarOrHome, Cube: gammonCube, Lengths: longLengths},
	{Key: "hypergammon", Start: hyperStart, Checkers: 3, Opening: PlayOpeningDice, NextStarter: OpeningRoll,
		Third: BarOrHome, Cube: Cube{Use: UsualCube, On: true, Max: 64, Crawford: true, Jacoby: true}, Lengths: longLengths},
	{Key: "longgammon", Start: allOnTheHead, Checkers: 15, Opening: PlayOpeningDice, NextStarter: OpeningRoll,
		Third: BarOrHome, Cube: gammonCube, Lengths: longLengths},
	{Key: "nardy", Geometry: Parallel, Family: Race, Start: allOnTheHead, Checkers: 15,
		HeadRule: true, SixBlock: true, Lengths: longLengths},
	{Key: "shortnardy", Start: usualStart, Checkers: 15, Opening: PlayOpeningDice, NextStarter: OpeningRoll,
		Third: BarOrHome, Cube: gammonCube, Lengths: longLengths},
	{Key: "fevga", Geometry: Parallel, Family: Race, Start: allOnTheHead, Checkers: 15,
		Runner: true, OpenQuadrant: true, NoTrap: true, Lengths: []int{5, 3, 7, 1, 9, 11}},
}

// Variants returns the keys of all games, in the order of the rules document.
func Variants() []string {
	keys := make([]string, len(variants))
	for i := range variants {
		keys[i] = variants[i].Key
	}
	return keys
}

// Variant returns the rules of the game with the given key, with every option
// at its default. The Greek names portes and plakoto stand for tabla and tapa.
func Variant(key string) (Rules, bool) {
	name := key
	switch key {
	case "portes":
		key = "tabla"
	case "plakoto":
		key = "tapa"
	}
	for i := range variants {
		if variants[i].Key == key {
			rules := variants[i]
			rules.Name = name
			return rules, true
		}
	}
	return Rules{}, false
}
