package engine

import (
	"fmt"
	"strings"
)

// Step is one checker moved by one die, in the mover's numbering: From is a
// point (1 to 24) or [Bar].
type Step struct{ From, Die uint8 }

// To returns the point the step lands on, or [Off].
func (s Step) To() int { return max(int(s.From)-int(s.Die), Off) }

// String returns the step as "24.6": place and die, so that a bearing off keeps
// the die it took. It is the form of the log.
func (s Step) String() string { return fmt.Sprintf("%d.%d", s.From, s.Die) }

// ParseStep reads what [Step.String] writes.
func ParseStep(text string) (Step, error) {
	var from, die int
	if n, err := fmt.Sscanf(text, "%d.%d", &from, &die); n != 2 || err != nil ||
		from < 1 || from > Bar || die < 1 || die > 6 || text != (Step{uint8(from), uint8(die)}).String() {
		return Step{}, fmt.Errorf("%q is not a step such as 24.6", text)
	}
	return Step{uint8(from), uint8(die)}, nil
}

// FormatSteps joins steps with blanks.
func FormatSteps(steps []Step) string {
	words := make([]string, len(steps))
	for i, step := range steps {
		words[i] = step.String()
	}
	return strings.Join(words, " ")
}

// ParseSteps reads what [FormatSteps] writes; an empty text is no steps.
func ParseSteps(text string) ([]Step, error) {
	var steps []Step
	for word := range strings.FieldsSeq(text) {
		step, err := ParseStep(word)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}
