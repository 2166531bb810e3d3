package engine

// Method is how a game or match ended.
type Method uint8

const (
	ByBearingOff  Method = iota + 1
	ByMother             // the opponent's mother is pinned
	ByBothMothers        // both mothers are pinned
	ByDrop               // a double was dropped
	ByResignation        //
	OnTime               // the opponent stayed away
	ByStuck              // nothing moved for too long
	ByStopping           // no result
)

var methods = [...]string{ByBearingOff: "borne off", ByMother: "mother", ByBothMothers: "both mothers", ByDrop: "dropped",
	ByResignation: "resigned", OnTime: "on time", ByStuck: "stuck", ByStopping: "stopped"}

// String names the method.
func (m Method) String() string {
	if int(m) < len(methods) && m > 0 {
		return methods[m]
	}
	return "unknown"
}

// Result is the outcome of a game: who won how many points, and how.
type Result struct {
	Winner Seat   `json:"winner"`
	Draw   bool   `json:"draw,omitempty"` // Points for each; Winner means nothing
	Points int    `json:"points"`
	Level  int    `json:"level,omitempty"` // 1 single, 2 mars or gammon, 3 the third level; 0 where none applies
	Cube   int    `json:"cube,omitempty"`  // what the level was multiplied by
	Method Method `json:"method"`
}

// Level returns how a game that the winner has won by bearing off counts: 1, 2
// or 3 (rules, section 5).
func (r *Rules) Level(p Position, winner Seat) int {
	loser := &p.Sides[winner.Other()]
	switch {
	case loser.At(Off) > 0:
		return 1
	case r.thirdLevel(loser):
		return 3
	}
	return 2
}

// thirdLevel reports whether a loser with no checker off has lost three times.
func (r *Rules) thirdLevel(loser *Side) bool {
	switch r.Third {
	case BarOrHome:
		return loser.At(Bar) > 0 || r.inWinnersHome(loser)
	case OnBar:
		return loser.At(Bar) > 0
	case WinnerHome:
		return r.inWinnersHome(loser)
	case FirstQuarter:
		return anyBetween(loser, 19, 24)
	}
	return false
}

// inWinnersHome looks at the winner's 6 to 1: the loser's 24 to 19, or 18 to 13 in
// parallel games.
func (r *Rules) inWinnersHome(loser *Side) bool {
	if r.Geometry == Parallel {
		return anyBetween(loser, 13, 18)
	}
	return anyBetween(loser, 19, 24)
}

func anyBetween(s *Side, low, high int) bool {
	for point := low; point <= high; point++ {
		if s.At(point) > 0 {
			return true
		}
	}
	return false
}

// HighestLevel returns the highest level that a player can still lose by.
func (r *Rules) HighestLevel(p Position, loser Seat) int {
	switch {
	case p.Sides[loser].At(Off) > 0:
		return 1
	case r.Third != NoThird:
		return 3
	}
	return 2
}
