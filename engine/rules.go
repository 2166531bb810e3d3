package engine

// Geometry is how the two players' ways round the board lie to each other.
type Geometry uint8

const (
	Contrary Geometry = iota // the players move in opposite directions
	Parallel                 // both move the same way round; one's 24 is the other's 12
)

// Other returns the other player's number of the same physical point (1 to 24).
func (g Geometry) Other(point int) int {
	if g == Parallel {
		return (point+11)%24 + 1
	}
	return 25 - point
}

// Family is how a single checker meets an enemy (rules, section 2).
type Family uint8

const (
	Hit  Family = iota // a lone enemy is sent to the bar
	Pin                // a lone enemy stays below and cannot move
	Race               // one enemy closes the point
)

// Opening is what the opening roll is used for.
type Opening uint8

const (
	Reroll          Opening = iota // the starter rolls both dice anew
	PlayOpeningDice                // the starter plays the two opening dice
)

// NextStarter is who starts the games after the first.
type NextStarter uint8

const (
	PreviousWinner NextStarter = iota
	OpeningRoll
	Alternate
)

// Third is what makes a game count three times; every kind asks that the loser
// has borne off nothing.
type Third uint8

const (
	NoThird      Third = iota
	BarOrHome          // a checker on the bar or in the winner's home
	OnBar              // a checker on the bar
	WinnerHome         // a checker in the winner's home (nardy: koks=winner_home)
	FirstQuarter       // a checker on the loser's own 24 to 19 (nardy: koks=first_quarter)
)

// CubeUse is whether a game is played with the doubling cube.
type CubeUse uint8

const (
	NoCube       CubeUse = iota // the game has none
	OptionalCube                // off unless the table chooses it, in matches only
	UsualCube                   // on unless the table switches it off
)

// Cube is the cube's part of the rules of one game.
type Cube struct {
	Use         CubeUse
	On          bool // the game is played with the cube
	Max         int  // no offer once the cube shows it; 0 = no limit
	Crawford    bool // matches: one game without the cube at match point
	Jacoby      bool // mars and third level count 1 unless a double was taken
	Beavers     bool // unlimited play only
	Raccoons    bool // unlimited play only, need beavers
	AutoDoubles int  // how many tied opening rolls double the stake, unlimited play only
}

// Stack is a number of checkers on a point in a player's own numbering.
type Stack struct{ Point, Checkers int }

// Rules is everything that makes one game what it is. A variant is such a value;
// code branches on these properties, never on the key. Section numbers in
// comments are those of the project's rules document.
type Rules struct {
	Key      string // "tabla"; also the prefix of position codes
	Name     string // the key the table chose: "portes" for tabla in a Greek match
	Geometry Geometry
	Family   Family
	Start    []Stack // the same for both players
	Checkers int     // a side

	// How a turn is played.
	Escalates     bool // doubles run on to 6-6 (section 6)
	EscalateFrom  int  // from this roll of a player on, counted from 1
	RemainderLost bool // what the roller cannot play is lost, not the opponent's
	StayAfterHit  bool // no hit-and-run in one's own home (Turkish tavla) …
	HitAndRun     bool // … unless the table allows it
	Mother        bool // the mother rule (tapa)
	MothersVoid   bool // both mothers pinned: 0:0 instead of 1:1
	HeadRule      bool // one checker a turn from the head (long nardy)
	SixBlock      bool // no six-block with no enemy past it (long nardy)
	Runner        bool // one checker must pass to 12 before others move (fevga)
	OpenQuadrant  bool // own 24 to 19 may not all be held after a play (fevga)
	NoTrap        bool // no last stack locked in behind six points (fevga)

	// How a game starts and counts.
	Opening     Opening
	NextStarter NextStarter
	Third       Third
	Cube        Cube
	Lengths     []int // match lengths offered first; the first is the default

	Hints bool // players may ask a computer for advice meanwhile
}

// StartPosition returns where all checkers stand before the first roll.
func (r *Rules) StartPosition() Position {
	var side Side
	for _, stack := range r.Start {
		side.Set(stack.Point, stack.Checkers)
	}
	return Position{Sides: [2]Side{side, side}}
}
