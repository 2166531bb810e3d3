package talk

import (
	"strconv"
	"strings"

	"tablabot/engine"
)

// tap is what a button's data says: a verb, the match, the turn (or game) it
// belongs to, and the rest of the state that it leads to.
type tap struct {
	verb  string
	match string
	turn  int
	arg   string
}

// data returns the tap as a button's data, at most 64 bytes for every button made.
func (b tap) data() string {
	text := b.verb + ":" + b.match + ":" + strconv.Itoa(b.turn)
	if b.arg != "" {
		text += ":" + b.arg
	}
	return text
}

// maxData is what a button can carry on every platform.
const maxData = 64

// parseTap reads a button's data; anything else than what data writes is not ok.
func parseTap(data string) (tap, bool) {
	parts := strings.SplitN(data, ":", 4)
	if len(parts) < 3 || len(data) > maxData {
		return tap{}, false
	}
	turn, err := strconv.Atoi(parts[2])
	if err != nil || turn < 0 {
		return tap{}, false
	}
	b := tap{verb: parts[0], match: parts[1], turn: turn}
	if len(parts) == 4 {
		b.arg = parts[3]
	}
	return b, true
}

// counted is a step with how often it stands in a stage's draft once its button
// was tapped.
type counted struct {
	step  engine.Step
	times int
}

// target is the state of one stage's draft that a move button leads to.
type target struct {
	stage int
	steps []counted
}

// String returns "0,24.6,13.1x2": the stage, then steps in the order to play them.
func (t target) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(t.stage))
	for _, c := range t.steps {
		b.WriteString("," + c.step.String())
		if c.times > 1 {
			b.WriteString("x" + strconv.Itoa(c.times))
		}
	}
	return b.String()
}

func parseTarget(text string) (target, bool) {
	parts := strings.Split(text, ",")
	stage, err := strconv.Atoi(parts[0])
	if err != nil || len(parts) < 2 || stage < 0 {
		return target{}, false
	}
	t := target{stage: stage}
	for _, part := range parts[1:] {
		word, times, repeated := strings.Cut(part, "x")
		c := counted{times: 1}
		if c.step, err = engine.ParseStep(word); err != nil {
			return target{}, false
		}
		if repeated {
			if c.times, err = strconv.Atoi(times); err != nil || c.times < 1 || c.times > 4 {
				return target{}, false
			}
		}
		t.steps = append(t.steps, c)
	}
	return t, true
}

// targetOf names the state in which exactly these steps stand in the stage.
func targetOf(stage int, steps []engine.Step) target {
	t := target{stage: stage}
	for _, step := range steps {
		if n := len(t.steps); n > 0 && t.steps[n-1].step == step {
			t.steps[n-1].times++
			continue
		}
		t.steps = append(t.steps, counted{step, 1 + timesIn(t, step)})
	}
	return t
}

func timesIn(t target, step engine.Step) int {
	n := 0
	for _, c := range t.steps {
		if c.step == step {
			n = max(n, c.times)
		}
	}
	return n
}

// missing returns the steps that the draft still lacks, in order.
func (t target) missing(draft []engine.Step) []engine.Step {
	have := make(map[engine.Step]int)
	for _, step := range draft {
		have[step]++
	}
	var out []engine.Step
	for _, c := range t.steps {
		for have[c.step] < c.times {
			have[c.step]++
			out = append(out, c.step)
		}
	}
	return out
}
