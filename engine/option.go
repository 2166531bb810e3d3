package engine

import (
	"slices"
	"strconv"
)

// Option is one thing that players of a game settle differently. A table shows
// the options that apply to its game and length.
type Option struct {
	Key    string
	Values []string

	applies func(r *Rules, length int) bool
	get     func(r *Rules) string
	set     func(r *Rules, value string)
}

// options is the table of section 9 and of the cube's rules, in the order in which
// they build on each other; it is never written to.
var options = [...]Option{
	flag("cube", cubeChoice, [2]string{"off", "on"}, func(r *Rules) *bool { return &r.Cube.On }),
	flag("crawford", func(r *Rules, length int) bool { return r.Cube.On && length > 1 },
		[2]string{"off", "on"}, func(r *Rules) *bool { return &r.Cube.Crawford }),
	flag("jacoby", withCube, [2]string{"off", "on"}, func(r *Rules) *bool { return &r.Cube.Jacoby }),
	flag("beavers", moneyCube, [2]string{"off", "on"}, func(r *Rules) *bool { return &r.Cube.Beavers }),
	flag("raccoons", func(r *Rules, length int) bool { return moneyCube(r, length) && r.Cube.Beavers },
		[2]string{"off", "on"}, func(r *Rules) *bool { return &r.Cube.Raccoons }),
	number("automatic", moneyCube, []int{0, 1}, func(r *Rules) *int { return &r.Cube.AutoDoubles }),
	number("cap", withCube, []int{64, 0}, func(r *Rules) *int { return &r.Cube.Max }),
	{"opening", []string{"reroll", "play"}, func(*Rules, int) bool { return true },
		func(r *Rules) string { return [...]string{Reroll: "reroll", PlayOpeningDice: "play"}[r.Opening] },
		func(r *Rules, value string) {
			r.Opening = map[string]Opening{"reroll": Reroll, "play": PlayOpeningDice}[value]
		}},
	{"starter", []string{"winner", "roll", "alternate"}, func(_ *Rules, length int) bool { return length != 1 },
		func(r *Rules) string {
			return [...]string{PreviousWinner: "winner", OpeningRoll: "roll", Alternate: "alternate"}[r.NextStarter]
		},
		func(r *Rules, value string) {
			r.NextStarter = map[string]NextStarter{"winner": PreviousWinner, "roll": OpeningRoll, "alternate": Alternate}[value]
		}},
	number("escalation", escalates, []int{4, 3, 1}, func(r *Rules) *int { return &r.EscalateFrom }),
	flag("remainder", escalates, [2]string{"opponent", "lost"}, func(r *Rules) *bool { return &r.RemainderLost }),
	flag("hitandrun", func(r *Rules, _ int) bool { return r.StayAfterHit || r.HitAndRun },
		[2]string{"no", "yes"}, func(r *Rules) *bool { return &r.HitAndRun }),
	flag("mothers", func(r *Rules, _ int) bool { return r.Mother },
		[2]string{"1:1", "0:0"}, func(r *Rules) *bool { return &r.MothersVoid }),
	{"koks", []string{"none", "winner_home", "first_quarter"}, func(r *Rules, _ int) bool { return r.HeadRule },
		func(r *Rules) string {
			return map[Third]string{NoThird: "none", WinnerHome: "winner_home", FirstQuarter: "first_quarter"}[r.Third]
		},
		func(r *Rules, value string) {
			r.Third = map[string]Third{"none": NoThird, "winner_home": WinnerHome, "first_quarter": FirstQuarter}[value]
		}},
	flag("hints", func(*Rules, int) bool { return true }, [2]string{"off", "on"}, func(r *Rules) *bool { return &r.Hints }),
}

func cubeChoice(r *Rules, length int) bool {
	return r.Cube.Use == UsualCube || r.Cube.Use == OptionalCube && length > 0
}

func withCube(r *Rules, _ int) bool { return r.Cube.On }

func moneyCube(r *Rules, length int) bool { return r.Cube.On && length == 0 }

func escalates(r *Rules, _ int) bool { return r.Escalates }

// flag is an option whose two values stand for false and true.
func flag(key string, applies func(*Rules, int) bool, values [2]string, field func(*Rules) *bool) Option {
	return Option{key, values[:], applies,
		func(r *Rules) string {
			if *field(r) {
				return values[1]
			}
			return values[0]
		},
		func(r *Rules, value string) { *field(r) = value == values[1] }}
}

// number is an option whose values are numbers.
func number(key string, applies func(*Rules, int) bool, values []int, field func(*Rules) *int) Option {
	words := make([]string, len(values))
	for i, value := range values {
		words[i] = strconv.Itoa(value)
	}
	return Option{key, words, applies,
		func(r *Rules) string { return strconv.Itoa(*field(r)) },
		func(r *Rules, value string) { *field(r), _ = strconv.Atoi(value) }}
}

// option returns the option with the key.
func option(key string) (*Option, bool) {
	i := slices.IndexFunc(options[:], func(o Option) bool { return o.Key == key })
	if i < 0 {
		return nil, false
	}
	return &options[i], true
}

// Options returns the keys of all options of all games.
func Options() []string {
	keys := make([]string, len(options))
	for i := range options {
		keys[i] = options[i].Key
	}
	return keys
}
