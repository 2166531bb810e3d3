package analysis

import (
	"cmp"
	"slices"
	"strings"

	"tablabot/engine"
)

// Grade is how bad a decision was.
type Grade string

const (
	Good     Grade = ""         // less was lost
	Doubtful Grade = "doubtful" // at least 0.04 was lost
	Mistake  Grade = "mistake"  // at least 0.08
	Blunder  Grade = "blunder"  // at least 0.16
)

// grades are the thresholds that most programs and books use.
var grades = [...]struct {
	lost  float32
	grade Grade
}{{0.16, Blunder}, {0.08, Mistake}, {0.04, Doubtful}}

// GradeOf returns the grade of a decision that has lost so much equity.
func GradeOf(lost float32) Grade {
	for _, g := range grades {
		if lost >= g.lost {
			return g.grade
		}
	}
	return Good
}

// Decision is one decision of a match, and what it has lost.
type Decision struct {
	Kind     Kind         `json:"kind"`
	Seat     engine.Seat  `json:"seat"`
	Game     int          `json:"game"` // from 1
	Roll     int          `json:"roll"` // in the game, both players' counted, from 1: the one played, or about to be thrown
	Line     int          `json:"line"` // of the log, from 0
	Score    [2]int       `json:"score"`
	Position string       `json:"position"` // as a code
	Stages   []string     `json:"dice,omitempty"`
	Stake    *Stake       `json:"stake,omitempty"`
	Cube     *CubeSummary `json:"cube,omitempty"`
	Made     Option       `json:"made"`
	Best     Option       `json:"best"`
	Lost     float32      `json:"lost"`
	Grade    Grade        `json:"grade,omitempty"`
}

// Dice returns the dice that were played, stage by stage: "31", a double as it is thrown,
// "55", a chain "5555 6666", what the opponent left of one "666". It is empty for a
// decision about the cube.
func (d *Decision) Dice() string {
	if len(d.Stages) == 1 && d.Made.Action.Verb == engine.Play && len(d.Stages[0]) == 4 {
		return d.Stages[0][:2]
	}
	return strings.Join(d.Stages, " ")
}

// Roll is the luck of a roll.
type Roll struct {
	Seat engine.Seat `json:"seat"`
	Game int         `json:"game"`
	Roll int         `json:"roll"` // as in Decision
	Line int         `json:"line"`
	Dice [2]uint8    `json:"dice"` // of an opening pair, seat 0's first
	Luck float32     `json:"luck"` // equity
}

// Tally sums up decisions.
type Tally struct {
	Decisions int     `json:"decisions"`
	Lost      float64 `json:"lost"` // equity
	Doubtful  int     `json:"doubtful"`
	Mistakes  int     `json:"mistakes"`
	Blunders  int     `json:"blunders"`
}

func (t *Tally) add(d *Decision) {
	t.Decisions++
	t.Lost += float64(d.Lost)
	switch d.Grade {
	case Doubtful:
		t.Doubtful++
	case Mistake:
		t.Mistakes++
	case Blunder:
		t.Blunders++
	}
}

// PR returns the error rate: 500 times the mean equity lost; 0 without decisions.
func (t Tally) PR() float64 {
	if t.Decisions == 0 {
		return 0
	}
	return 500 * t.Lost / float64(t.Decisions)
}

// Player sums up one player's match.
type Player struct {
	Checkers Tally   `json:"checkers"`
	Cube     Tally   `json:"cube"` // doubles, missed doubles and answers
	All      Tally   `json:"all"`
	PR       float64 `json:"pr"` // of all
	Rolls    int     `json:"rolls"`
	Luck     float64 `json:"luck"` // equity
}

// Report is the analysis of a match.
type Report struct {
	Terms     string     `json:"terms"`
	Plies     int        `json:"plies"` // how deep it looked
	Games     int        `json:"games"`
	Score     [2]int     `json:"score"`
	Players   [2]Player  `json:"players"`
	Decisions []Decision `json:"decisions"` // all that count, in order
	Rolls     []Roll     `json:"rolls"`
}

// Worst returns the n worst decisions of a seat that are at least doubtful, worst first.
func (r *Report) Worst(seat engine.Seat, n int) []Decision {
	var worst []Decision
	for _, d := range r.Decisions {
		if d.Seat == seat && d.Grade != Good {
			worst = append(worst, d)
		}
	}
	slices.SortStableFunc(worst, func(a, b Decision) int { return cmp.Compare(b.Lost, a.Lost) })
	return worst[:min(n, len(worst))]
}

// add counts a decision.
func (r *Report) add(d Decision) {
	d.Grade = GradeOf(d.Lost)
	r.Decisions = append(r.Decisions, d)
	p := &r.Players[d.Seat]
	if d.Kind == Checkers {
		p.Checkers.add(&d)
	} else {
		p.Cube.add(&d)
	}
	p.All.add(&d)
	p.PR = p.All.PR()
}

// addRoll counts the luck of a roll.
func (r *Report) addRoll(roll Roll) {
	r.Rolls = append(r.Rolls, roll)
	p := &r.Players[roll.Seat]
	p.Rolls++
	p.Luck += float64(roll.Luck)
}
