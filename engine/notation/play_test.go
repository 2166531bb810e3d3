package notation

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"tablabot/engine"
)

const startCode = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"

// stageOf returns the stage of a position code, for seat 0.
func stageOf(t testing.TB, code, dice string) *engine.Stage {
	t.Helper()
	rules, position, err := engine.ParsePosition(code)
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.ParseDice(dice)
	if err != nil {
		t.Fatal(err)
	}
	return &engine.Stage{Rules: rules, Position: position, Dice: d}
}

func TestFormatPlay(t *testing.T) {
	const (
		onBar  = "tabla:-1,-1,,,,5,,3,,,,-5,4,,,,-3,-1,-4,,,,,2|1,0|0,0"
		home   = "tabla:3,3,3,2,2,2,,,,,,,,,,,,,,,,,,-15|0,0|0,0"
		last   = "tabla:,,,,1,1,,,,,,,,,,,,,,,,,,-15|0,0|13,0"
		quiet  = "tabla:,,,,,5,,3,,,,,5,,,,,-5,-5,-5,,,,2|0,0|0,0"
		routes = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-2,-1,-5,,,,,2|0,0|0,0"
	)
	for _, c := range []struct{ code, dice, steps, want string }{
		{startCode, "61", "", ""},
		{startCode, "61", "13.6 8.1", "13/7 8/7"},
		{startCode, "61", "8.1 13.6", "13/7 8/7"},
		{startCode, "65", "24.6 18.5", "24/13"},
		{startCode, "3333", "8.3 8.3 6.3 6.3", "8/5(2) 6/3(2)"},
		{startCode, "3333", "24.3 24.3 21.3 21.3", "24/18(2)"},
		{startCode, "6666", "24.6 24.6 13.6 13.6", "24/18(2) 13/7(2)"},
		{routes, "64", "24.6 18.4", "24/18*/14"},
		{routes, "64", "24.4 20.6", "24/14"},
		{onBar, "61", "25.1 24.6", "bar/18*"},
		{onBar, "61", "25.1 8.6", "bar/24 8/2*"},
		{home, "65", "6.6 5.5", "6/off 5/off"},
		{home, "4444", "6.4 6.4 4.4 4.4", "6/2(2) 4/off(2)"},
		{home, "4444", "4.4 6.4 4.4 5.4", "6/2 5/1 4/off(2)"},
		{last, "61", "6.1 5.6", "6/5/off"},
		{last, "61", "6.6 5.1", "6/off 5/4"},
		{quiet, "5555", "13.5 13.5 8.5 8.5", "13/3(2)"},
	} {
		steps, err := engine.ParseSteps(c.steps)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatPlay(stageOf(t, c.code, c.dice), steps); got != c.want {
			t.Errorf("%s %s: %s is written %q, want %q", c.code, c.dice, c.steps, got, c.want)
		}
	}
}

func TestParsePlay(t *testing.T) {
	const (
		twoBar = "tabla:-1,,,,,4,,3,,,,-5,4,,,,-3,-1,-5,,,,,2|2,0|0,0"
		home   = "tabla:3,3,3,2,2,2,,,,,,,,,,,,,,,,,,-15|0,0|0,0"
		routes = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-2,-1,-5,,,,,2|0,0|0,0"
		last   = "tabla:,,,,1,1,,,,,,,,,,,,,,,,,,-15|0,0|13,0"
		both   = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-1,-1,-4,-2,,,,2|0,0|0,0"
	)
	for _, c := range []struct{ code, dice, text, want string }{
		{startCode, "61", "13/7 8/7", "13/7 8/7"},
		{startCode, "61", "8/7 13/7", "13/7 8/7"},
		{startCode, "61", " 13-7,8-7; ", "13/7 8/7"},
		{startCode, "61", "13–7 8→7", "13/7 8/7"},
		{startCode, "61", "13>7;8 / 7", "13/7 8/7"},
		{startCode, "61", "13 7 8 7", "13/7 8/7"},
		{startCode, "61", "13 / 7* 8/7", "13/7 8/7"},
		{startCode, "61", "13/7", "13/7"},
		{startCode, "65", "24/18/13", "24/13"},
		{startCode, "65", "24/13", "24/13"},
		{startCode, "65", "24-13", "24/13"},
		{startCode, "3333", "8/5(2) 6/3(2)", "8/5(2) 6/3(2)"},
		{startCode, "3333", "8/5 (2), 6/3 (2)", "8/5(2) 6/3(2)"},
		{startCode, "3333", "8/5 8/5 6/3", "8/5(2) 6/3"},
		{startCode, "3333", "24/18(2)", "24/18(2)"},
		{startCode, "3333", "24/21/18 24/18", "24/18(2)"},
		{twoBar, "65", "bar 20", "bar/20"},
		{twoBar, "65", "B/20", "bar/20"},
		{twoBar, "65", "25/20", "bar/20"},
		{twoBar, "4444", "BAR/21(2) 13/9(2)", "bar/21(2) 13/9(2)"},
		{home, "65", "6/off 5/off", "6/off 5/off"},
		{home, "65", "6/O, 5/0", "6/off 5/off"},
		{home, "65", "6 off 5 out", "6/off 5/off"},
		{home, "65", "5/off", "5/off"},
		{home, "61", "6/off", "6/off"},
		{last, "61", "6/5/off", "6/5/off"},
		{last, "61", "6/off", "6/off"},
		{home, "4444", "4/off(2) 6/2(2)", "6/2(2) 4/off(2)"},
		{routes, "64", "24/14", "24/14 | 24/18*/14"},
		{routes, "64", "24/18/14", "24/18*/14"},
		{routes, "64", "24/18*/14", "24/18*/14"},
		{routes, "64", "24/20/14", "24/14"},
		{both, "61", "24/17*", "24/17*"},
		{both, "61", "24/17", "24/17* | 24/18*/17*"},
		{both, "61", "24/18*/17*", "24/18*/17*"},
	} {
		stage := stageOf(t, c.code, c.dice)
		readings, err := ParsePlay(stage, c.text)
		if err != nil {
			t.Errorf("%s: %q: %v", c.dice, c.text, err)
			continue
		}
		var got []string
		for _, steps := range readings {
			got = append(got, FormatPlay(stage, steps))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " | ")); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", c.dice, c.text, diff)
		}
	}
}

func TestParsePlayRefuses(t *testing.T) {
	const (
		onBar = "tabla:-1,,,,,5,,3,,,,-5,4,,,,-3,-1,-5,,,,,2|1,0|0,0"
		home  = "tabla:3,3,3,2,2,1,1,,,,,,,,,,,,,,,,,-15|0,0|0,0"
		stuck = "tabla:,,,,,,2,,,,,,,,,,,,-3,-3,-3,-3,-3,|2,0|11,0"
	)
	for _, c := range []struct {
		code, dice, text string
		word             string
		refusal          engine.Refusal // 0: the word is not understood
	}{
		{startCode, "61", "", "", 0},
		{startCode, "61", " ,; ", "", 0},
		{startCode, "61", "hello", "hello", 0},
		{startCode, "61", "13/7 foo", "foo", 0},
		{startCode, "61", "13/7 8", "8", 0},
		{startCode, "61", "7/13", "7/13", 0},
		{startCode, "61", "13/13", "13/13", 0},
		{startCode, "61", "26/20", "26/20", 0},
		{startCode, "61", "off/3", "off/3", 0},
		{startCode, "61", "13/07", "13/07", 0},
		{startCode, "61", "13/7(5)", "13/7(5)", 0},
		{startCode, "61", "13/7(2", "13/7(2", 0},
		{startCode, "61", "13–7(-1)", "13/7(-1)", 0},
		{startCode, "61", "8(2)", "8(2)", 0},
		{startCode, "61", "13//7", "13//7", 0},
		{startCode, "61", "13/8", "13/8", engine.NoDie},
		{startCode, "61", "13/7 24/18", "24/18", engine.NoDie},
		{startCode, "61", "13/7 8/7 6/5", "6/5", engine.NoDie},
		{startCode, "61", "13/7(2)", "13/7(2)", engine.NoDie},
		{startCode, "61", "13/7 12/11", "12/11", engine.NoChecker},
		{startCode, "65", "24/18 6/1", "6/1", engine.Blocked},
		{startCode, "51", "24/22", "24/22", engine.NoDie},
		{startCode, "51", "24/19", "24/19", engine.Blocked},
		{startCode, "5555", "24/19", "24/19", engine.Blocked},
		{startCode, "61", "6/off", "6/off", engine.NotHome},
		{onBar, "61", "13/7", "13/7", engine.BarFirst},
		{onBar, "61", "bar/24 bar/24", "bar/24", engine.NoDie},
		{onBar, "61", "bar/19", "bar/19", engine.Blocked},
		{home, "65", "5/off", "5/off", engine.NotHome},
		{stuck, "65", "bar/19", "bar/19", engine.Blocked},
		{"tabla:2,,,,1,,,,,,,,,,,,,,,,,,,-15|0,0|12,0", "65", "1/off", "1/off", engine.HigherChecker},
	} {
		_, err := ParsePlay(stageOf(t, c.code, c.dice), c.text)
		var unknown *UnknownWordError
		var illegal *IllegalPlayError
		switch {
		case c.refusal == 0 && errors.As(err, &unknown) && unknown.Word == c.word:
		case c.refusal != 0 && errors.As(err, &illegal) && illegal.Word == c.word && errors.Is(err, c.refusal):
		default:
			t.Errorf("%s %q: %v\nwant %q, %v", c.dice, c.text, err, c.word, c.refusal)
		}
	}
}

func TestContinuePlay(t *testing.T) {
	stage := stageOf(t, startCode, "61")
	draft := []engine.Step{{From: 13, Die: 6}}
	got, err := ContinuePlay(stage, draft, "8/7")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]engine.Step{{{From: 8, Die: 1}}}, got); diff != "" {
		t.Errorf("8/7 after 13/7 (-want +got):\n%s", diff)
	}
	if _, err := ContinuePlay(stage, draft, "24/18"); !errors.Is(err, engine.NoDie) {
		t.Errorf("a second six: %v", err)
	}
}

// TestWrittenPlaysReadBack walks through games of every kind and asks that each legal
// play, once written, is among its own readings, and is the one that a record means.
func TestWrittenPlaysReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules, _ := engine.Variant(rapid.SampledFrom(engine.Variants()).Draw(t, "game"))
		walk(t, &rules, func(stage *engine.Stage, play engine.Route) {
			text := FormatPlay(stage, play.Steps)
			where := fmt.Sprintf("%s %s %s: %s written %q", rules.FormatPosition(stage.Position), column(stage.Mover), stage.Dice,
				engine.FormatSteps(play.Steps), text)
			readings, err := ParsePlay(stage, text)
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			leadsThere := func(steps []engine.Step) bool {
				end, err := stage.After(steps)
				return err == nil && end == play.End
			}
			if !slices.ContainsFunc(readings, leadsThere) {
				t.Fatalf("%s is not among its %d readings", where, len(readings))
			}
			if whole, err := parseWholePlay(stage, text); err != nil || !leadsThere(whole) {
				t.Fatalf("%s: read in a record as %s, %v", where, engine.FormatSteps(whole), err)
			}
		})
	})
}

// walk plays random turns from the start and visits the play chosen in each.
func walk(t *rapid.T, rules *engine.Rules, visit func(*engine.Stage, engine.Route)) {
	die := rapid.IntRange(1, 6)
	stage := &engine.Stage{Rules: rules, Position: rules.StartPosition()}
	for range rapid.IntRange(1, 60).Draw(t, "turns") {
		stage.Dice = engine.Roll(die.Draw(t, "a"), die.Draw(t, "b"))
		if plays := stage.Plan().Plays(); len(plays) > 0 && len(plays[0].Steps) > 0 {
			play := plays[rapid.IntRange(0, len(plays)-1).Draw(t, "play")]
			visit(stage, play)
			stage.Position = play.End
		}
		if stage.Position.Sides[stage.Mover].At(engine.Off) == rules.Checkers {
			return
		}
		stage.Mover = stage.Mover.Other()
	}
}

func FuzzParsePlay(f *testing.F) {
	for _, text := range []string{"13/7 8/7", "bar 20", "24-18*, 6/off(2)", "8/4(2)", "6/O", "24/18/14", "((", "25/0", "24\xff"} {
		f.Add(text, uint8(0))
	}
	codes := []string{startCode, "tabla:-1,,,,,5,,3,,,,-5,4,,,,-3,-1,-5,,,,,2|1,0|0,0", "tabla:3,3,3,2,2,2,,,,,,,,,,,,,,,,,,-15|0,0|0,0"}
	dice := []string{"61", "3333", "1", "65"}
	f.Fuzz(func(t *testing.T, text string, at uint8) {
		stage := stageOf(t, codes[int(at)%len(codes)], dice[int(at)/len(codes)%len(dice)])
		readings, err := ParsePlay(stage, text)
		var unknown *UnknownWordError
		var illegal *IllegalPlayError
		if err != nil && !(errors.As(err, &unknown) || errors.As(err, &illegal) && illegal.Refusal != 0) {
			t.Fatalf("%q: %v is neither kind of error", text, err)
		}
		plan := stage.Plan()
		for _, steps := range readings {
			for i, step := range steps {
				if err := plan.Check(steps[:i], step); err != nil {
					t.Fatalf("%q was read as %s: %v", text, engine.FormatSteps(steps), err)
				}
			}
		}
	})
}
