package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Verb is what an [Action] does.
type Verb uint8

const (
	Start       Verb = iota + 1 // the next game begins
	OpeningPair                 // each player throws one die: Dice[0] is seat 0's
	Throw                       // the seat throws Dice for its turn
	Play                        // the seat plays its dice: Steps by stage; none is a pass
	Remainder                   // the seat plays what the opponent left of a chain
	Double
	Take
	Drop
	Beaver
	Raccoon
	Resign  // the seat offers to lose Level times the cube
	Accept  // the other accepts the resignation
	Decline // the other plays on
	TimeOut // the seat has lost the match on time
	Stop    // the match ends without a result
)

// verbs are the words of the log.
var verbs = [...]string{Start: "start", OpeningPair: "opening", Throw: "roll", Play: "play", Remainder: "remainder",
	Double: "double", Take: "take", Drop: "drop", Beaver: "beaver", Raccoon: "raccoon",
	Resign: "resign", Accept: "accept", Decline: "decline", TimeOut: "timeout", Stop: "stop"}

// String returns the verb's word in the log.
func (v Verb) String() string {
	if int(v) < len(verbs) && v > 0 {
		return verbs[v]
	}
	return "unknown"
}

// Action is one move in the state machine of a [Match]. Its text is a line of
// the match's log.
type Action struct {
	Verb  Verb
	Seat  Seat
	Dice  [2]uint8
	Steps [][]Step
	Level int
}

// String returns the action as a line: "roll 0 6 1", "play 0 24.6 13.1",
// "play 1 13.2 13.2 13.2 13.2 | 6.3", "resign 1 2", "start".
func (a Action) String() string {
	var b strings.Builder
	b.WriteString(a.Verb.String())
	switch a.Verb {
	case Start, Stop:
		return b.String()
	case OpeningPair:
		fmt.Fprintf(&b, " %d %d", a.Dice[0], a.Dice[1])
		return b.String()
	}
	fmt.Fprintf(&b, " %d", a.Seat)
	switch a.Verb {
	case Throw:
		fmt.Fprintf(&b, " %d %d", a.Dice[0], a.Dice[1])
	case Resign:
		fmt.Fprintf(&b, " %d", a.Level)
	case Play, Remainder:
		for i, steps := range a.Steps {
			if i > 0 {
				b.WriteString(" |")
			}
			if len(steps) > 0 {
				b.WriteString(" " + FormatSteps(steps))
			}
		}
	}
	return b.String()
}

// ParseAction reads what String writes.
func ParseAction(line string) (Action, error) {
	word, rest, _ := strings.Cut(line, " ")
	a := Action{}
	for verb, name := range verbs {
		if name == word && word != "" {
			a.Verb = Verb(verb)
		}
	}
	if a.Verb == 0 {
		return a, fmt.Errorf("%q begins with no known action", line)
	}
	var err error
	if a.Verb != Start && a.Verb != Stop && a.Verb != OpeningPair {
		if word, rest, _ = strings.Cut(rest, " "); word != "0" && word != "1" {
			return a, fmt.Errorf("%q names no seat", line)
		}
		a.Seat = Seat(word[0] - '0')
	}
	switch a.Verb {
	case Throw, OpeningPair:
		a.Dice, err = parsePair(rest)
	case Resign:
		a.Level, err = strconv.Atoi(rest)
	case Play, Remainder:
		for stage := range strings.SplitSeq(rest, "|") {
			steps, e := ParseSteps(stage)
			if e != nil {
				err = e
			}
			a.Steps = append(a.Steps, steps)
		}
	default:
		if rest != "" {
			err = fmt.Errorf("nothing may follow %q", a.Verb)
		}
	}
	if err != nil {
		return Action{}, fmt.Errorf("read action %q: %w", line, err)
	}
	return a, nil
}

func parsePair(text string) (dice [2]uint8, err error) {
	if len(text) != 3 || text[1] != ' ' {
		return dice, fmt.Errorf("%q is no pair of dice", text)
	}
	dice = [2]uint8{text[0] - '0', text[2] - '0'}
	if !validDie(dice[0]) || !validDie(dice[1]) {
		return dice, fmt.Errorf("%q is no pair of dice", text)
	}
	return dice, nil
}

func validDie(die uint8) bool { return die >= 1 && die <= 6 }
