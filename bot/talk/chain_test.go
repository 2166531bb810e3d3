package talk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/engine"
)

// chained begins a match at a position, where a player has rolled a double that
// escalates.
func chained(t *testing.T, terms, position string, seat engine.Seat, die int) *rig {
	t.Helper()
	r := newRig(t)
	r.begin(terms)
	_, at, err := engine.ParsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	r.forge(func(t *Table) {
		t.Story = nil
		m := t.Match
		m.Game = engine.Game{Position: at, OnRoll: seat, Rolls: [2]int{6, 6}, Cube: m.Game.Cube}
		m.Phase = engine.ToRoll
		if err := m.Apply(engine.Action{Verb: engine.Throw, Seat: seat, Dice: [2]uint8{uint8(die), uint8(die)}}); err != nil {
			panic(err)
		}
	})
	return r
}

// sees holds that the newest board's text, but for its first line, is this.
func (r *rig) sees(want string) {
	r.Helper()
	_, got, _ := strings.Cut(r.screen().Text.String(), "\n")
	if got != want {
		r.Fatalf("the board says\n%s\nwant\n%s", got, want)
	}
}

// plays types a play.
func (r *rig) plays(name, play, answer string) {
	r.Helper()
	r.want(r.command(name, "move", play), bot.OK, answer)
}

// TestAChainIsTold from its roll to the opponent's own roll: whose dice these are, what
// is left of them, and where the rest goes.
func TestAChainIsTold(t *testing.T) {
	const sixPasses = "gulbara:,,,,,,-2,-2,-2,-2,-3,-4,,,2,,,3,2,,2,,2,4|0,0|0,0"
	r := chained(t, "gulbara 3", sixPasses, 0, 4)
	r.sees("Ana to play 4-4, which runs on up to 6-6. To play: 4 × 4, then 4 × 5, 4 × 6.")
	r.plays(ana, "24/16", "4-4: 4s 24/16 (still to play: 2 × 4, then 4 × 5, 4 × 6)")
	r.sees("Ana to play 4-4, so far 4s 24/16. Still to play: 2 × 4, then 4 × 5, 4 × 6.")
	r.plays(ana, "24/16", "4-4: 4s 24/16(2) (still to play: 4 × 5, then 4 × 6)")
	r.sees("Ana to play 4-4, so far 4s 24/16(2). Still to play: 4 × 5, then 4 × 6.")
	r.want(r.command(ana, "undo", ""), bot.OK, "4-4: 4s 24/20 24/16 (still to play: 1 × 4, then 4 × 5, 4 × 6)")
}

// twoThrees is a position in which seat 0 can play nothing of 3-3 but two 3s.
const twoThrees = "chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7"

// brokenOff is a match in which Ana's 3-3 has just broken off.
func brokenOff(t *testing.T, terms string) *rig {
	t.Helper()
	r := chained(t, terms, twoThrees, 0, 3)
	d := &deal{words: english(t), table: r.table()}
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
	r.forge(func(t *Table) { *t = *d.table })
	return r
}

// TestARestIsTold: what Ana could play of her chain had no alternative and played
// itself; Bob plays the rest with his own checkers, forced stages by themselves.
func TestARestIsTold(t *testing.T) {
	const told = "Ana 3-3: 3s bar/22 6/3\nAna could not play 2 of the 3s: 2 × 3, 4 × 4, 4 × 5, 4 × 6 go to Bob\n"
	r := brokenOff(t, "chelebi 3")
	r.sees(told + "Bob, before your own roll you play the rest of Ana's 3-3 with your own checkers: 2 × 3, then 4 × 4, 4 × 5, 4 × 6.")
	r.plays(bob, "23/17", "3-3: 3s 23/17 (still to play: 4 × 4, then 4 × 5, 4 × 6)")
	r.plays(bob, "17/5 7/3", "3-3: 3s 23/17, 4s 17/5 7/3* (still to play: 4 × 5, then 4 × 6)")
	r.sees(told + "Bob, the rest of Ana's 3-3, so far 3s 23/17, 4s 17/5 7/3*. Still to play: 4 × 5, then 4 × 6.")
	r.want(r.tap(bob, "6/1(2) 5/off(2)"), bot.OK, "6s 5/off 4/off(2) 3/off – tap ✔ Done")
	const played = "Ana's 3-3: 3s 23/17, 4s 17/5 7/3*, 5s 6/1(2) 5/off(2), 6s 5/off 4/off(2) 3/off"
	r.sees(told + "Bob, the rest of " + played + ". Tap ✔ to confirm, then comes your own roll.")
	for steps := r.table().Match.Game.Turn.Steps(); steps > 0; steps = r.table().Match.Game.Turn.Steps() {
		r.want(r.tap(bob, "↩"), bot.OK, "3-3") // back over all stages
		if left := r.table().Match.Game.Turn.Steps(); left >= steps {
			t.Fatalf("undo leaves %d of %d steps", left, steps)
		}
	}
	r.sees(told + "Bob, before your own roll you play the rest of Ana's 3-3 with your own checkers: 2 × 3, then 4 × 4, 4 × 5, 4 × 6.")
	r.plays(bob, "23/17", "3-3")
	r.plays(bob, "17/5 7/3", "3-3")
	r.tap(bob, "6/1(2) 5/off(2)")
	r.tap(bob, "✔")
	r.shows("Bob plays the rest of " + played)
}

// TestARestIsDrawn together with the play after it, and no longer.
func TestARestIsDrawn(t *testing.T) {
	rules, _ := engine.Variant("chelebi")
	start := rules.StartPosition()
	turn := func(roll [2]uint8, steps string) *engine.Turn {
		parsed, err := engine.ParseSteps(steps)
		if err != nil {
			t.Fatal(err)
		}
		stage := engine.Equal(6, 1)
		if roll != [2]uint8{} {
			stage = engine.Roll(int(roll[0]), int(roll[1]))
		}
		return &engine.Turn{Start: start, Roll: roll, Stages: []engine.Dice{stage}, Draft: [][]engine.Step{parsed}}
	}
	var table Table
	for i, want := range [][]Arrow{
		{{From: 24, To: 18, Count: 1}},
		{{From: 24, To: 18, Count: 1}, {From: 13, To: 11, Count: 1}, {From: 6, To: 5, Count: 1}},
		{{From: 8, To: 5, Count: 1}, {From: 6, To: 5, Count: 1}},
	} {
		table.draw([]*engine.Turn{turn([2]uint8{}, "24.6"), turn([2]uint8{2, 1}, "13.2 6.1"), turn([2]uint8{3, 1}, "8.3 6.1")}[i], &rules, 0)
		if diff := cmp.Diff(want, table.Arrows[0]); diff != "" {
			t.Errorf("after turn %d (-want +got):\n%s", i, diff)
		}
	}
}

// TestALostRestIsTold: with the option nothing goes to Bob.
func TestALostRestIsTold(t *testing.T) {
	r := brokenOff(t, "chelebi 3 remainder=lost")
	r.shows("Ana 3-3: 3s bar/22 6/3\nAna could not play 2 × 3, 4 × 4, 4 × 5, 4 × 6: lost\nBob to play ")
}

// TestWhatAChainLeaves in words, for every way in which it can end.
func TestWhatAChainLeaves(t *testing.T) {
	head := "24:15"
	tests := []struct {
		name, terms string
		first       string // where Ana's checkers stand
		second      string // and Bob's
		die         int
		remainder   []engine.Dice // Bob plays these; nil if Ana has rolled the double
		tells       string
	}{
		{"not one die", "gulbara 3", head, "11:1 10:1 9:1 8:1 7:1 6:10", 6, nil,
			"Ana 6-6: not one 6 can be played, so nothing goes to Bob"},
		{"not one die of a lost rest", "gulbara 3 remainder=lost", head, "11:1 10:1 9:1 8:1 7:1 6:10", 6, nil, "Ana 6-6: cannot move"},
		{"nothing of a rest", "gulbara 3", "11:1 10:1 9:1 8:1 7:1 6:10", head, 5,
			[]engine.Dice{engine.Equal(5, 2), engine.Equal(6, 4)},
			"Bob can play nothing of the rest of Ana's 5-5: 2 × 5, 4 × 6 are lost"},
		{"a part of a rest", "gulbara 3", "11:1 10:1 9:1 8:1 7:11", head, 5,
			[]engine.Dice{engine.Equal(5, 2), engine.Equal(6, 1)},
			"Bob plays the rest of Ana's 5-5: 6s 24/18\nBob could not play 2 × 5: lost"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t)
			r.begin(test.terms)
			r.place(stacks(t, test.first), stacks(t, test.second))
			r.forge(func(t *Table) {
				m := t.Match
				m.Game.OnRoll, m.Game.Rolls, m.Phase = 0, [2]int{6, 6}, engine.ToPlay
				m.Game.Turn = &engine.Turn{Roll: [2]uint8{uint8(test.die), uint8(test.die)}, Chain: true, Start: m.Game.Position,
					Stages: []engine.Dice{engine.Equal(test.die, 4)}}
				if test.remainder != nil {
					m.Game.OnRoll, t.Broken = 1, "5-5"
					m.Game.Turn = &engine.Turn{Start: m.Game.Position, Stages: test.remainder}
				}
			})
			table := r.table()
			table.Story = nil
			d := &deal{words: english(t), table: table}
			if _, err := d.forced(); err != nil {
				t.Fatal(err)
			}
			b := &board{View: View{Table: table, Words: d.words}, match: table.Match}
			var lines []string
			for _, line := range table.Story {
				lines = append(lines, b.told(line).String())
			}
			if got := strings.Join(lines, "\n"); got != test.tells {
				t.Errorf("it is told as\n%s\nwant\n%s", got, test.tells)
			}
		})
	}
}

// escalated begins a game of gulbara in which Ana has rolled a double from its start.
func escalated(t *testing.T, die int) *rig {
	t.Helper()
	rules, _ := engine.Variant("gulbara")
	return chained(t, "gulbara 3", rules.FormatPosition(rules.StartPosition()), 0, die)
}

// TestKeyboardsOfEarlierStages stay valid: a button that names what stands in its stage
// is played already, another whole play takes the place of everything since, and a
// single step says where it belongs.
func TestKeyboardsOfEarlierStages(t *testing.T) {
	t.Run("whole plays", func(t *testing.T) {
		r := escalated(t, 5)
		one, other := r.data("24/19(4)"), r.data("24/14(2)")
		r.want(r.tapData(ana, one), bot.OK, "5-5: 5s 24/19(4) (still to play: 4 × 6)")
		must := r.match().Must
		r.unchanged(func() bot.Answer { return r.tapData(ana, one) }, bot.Info, "Already played. 5-5: 5s 24/19(4)")
		r.want(r.tapData(ana, other), bot.OK, "5-5: 5s 24/14(2) (still to play: 4 × 6)")
		if r.match().Must == must {
			t.Error("the stage that begins anew must be shown soon")
		}
		r.unchanged(func() bot.Answer { return r.tapData(ana, other) }, bot.Info, "Already played. 5-5: 5s 24/14(2)")
		r.tapData(ana, r.screen().Groups[0].Buttons[0].Data)
		r.want(r.tapData(ana, one), bot.OK, "5-5: 5s 24/19(4) (still to play: 4 × 6)") // the sixes give way too
	})
	t.Run("single steps", func(t *testing.T) {
		const position = "gulbara:,,,,,,-2,-2,-2,-2,-3,-4,,,2,,,3,2,,2,,2,4|0,0|0,0"
		r := chained(t, "gulbara 3", position, 0, 4)
		one, other := r.data("24/16"), r.data("24/20(2)")
		r.plays(ana, "24/16(2)", "4-4: 4s 24/16(2) (still to play: 4 × 5, then 4 × 6)")
		r.unchanged(func() bot.Answer { return r.tapData(ana, one) }, bot.Info, "Already played. 4-4: 4s 24/16(2)")
		r.unchanged(func() bot.Answer { return r.tapData(ana, other) }, bot.Info, "Already played. 4-4: 4s 24/16(2)")
		r.command(ana, "undo", "")
		for r.table().Match.Game.Turn.Steps() > 0 {
			r.tap(ana, "↩")
		}
		single := r.data("21/17")
		r.plays(ana, "24/16(2)", "4-4: 4s 24/16(2) (still to play: 4 × 5, then 4 × 6)")
		r.unchanged(func() bot.Answer { return r.tapData(ana, single) }, bot.Info,
			"Those dice are played; ↩ Undo goes back to them. 4-4: 4s 24/16(2)")
	})
}

// TestTypedPlaysRunOverStages: a whole chain may be typed at once, also as it is told.
func TestTypedPlaysRunOverStages(t *testing.T) {
	for _, test := range []struct{ typed, answer string }{
		{"24/19(4) 24/18(4)", "5-5: 5s 24/19(4), 6s 24/18(4) – tap ✔ Done"},
		{"5s 24/19(4), 6s 24/18(4)", "5-5: 5s 24/19(4), 6s 24/18(4) – tap ✔ Done"},
		{"24/19(4) | 24/18(4)", "5-5: 5s 24/19(4), 6s 24/18(4) – tap ✔ Done"},
		{"24/14 24/19 24/19 24/18", "5-5: 5s 24/19(2) 24/14, 6s 24/18 (still to play: 3 × 6)"},
		{"24/19(2)", "5-5: 5s 24/19(2) (still to play: 2 × 5, then 4 × 6)"},
	} {
		r := escalated(t, 5)
		r.plays(ana, test.typed, test.answer)
	}
	for _, test := range []struct{ typed, answer string }{
		{"24/19(3) 24/18(4)", "You have no such die left"}, // a five is left
		{"24/19(4) 24/20", "You have no such die left"},
		{"24/19(4) 20/14", "You have no checker there"},
		{"24/19(4) 24/18(5)", "I cannot read “24/18(5)”"},
		{"5s", "I cannot read “5s”"},
		{"24/19(4) 24/18(4) 24/18", "You have no such die left"},
	} {
		r := escalated(t, 5)
		r.unchanged(func() bot.Answer { return r.command(ana, "move", test.typed) }, bot.Refusal, test.answer)
	}
}

// stacks reads "24:2 13:5": points and checkers.
func stacks(t *testing.T, text string) []engine.Stack {
	t.Helper()
	var stacks []engine.Stack
	for word := range strings.FieldsSeq(text) {
		var s engine.Stack
		if _, err := fmt.Sscanf(word, "%d:%d", &s.Point, &s.Checkers); err != nil {
			t.Fatal(err)
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// TestALongChain: 1-1 is up to 24 steps in six stages. Every stage has the same
// keyboards, nothing is done before the end, and undo leads back over the stages.
func TestALongChain(t *testing.T) {
	for _, game := range []string{"gulbara", "chelebi"} {
		t.Run(game, func(t *testing.T) {
			rules, _ := engine.Variant(game)
			r := chained(t, game+" 3", rules.FormatPosition(rules.StartPosition()), 1, 1)
			r.sees("Bob to play 1-1, which runs on up to 6-6. To play: 4 × 1, then 4 × 2, 4 × 3, 4 × 4, 4 × 5, 4 × 6.")
			random := seeded(t.Name())
			stages := make(map[int]bool)
			for {
				p, err := r.table().Match.Progress()
				if err != nil {
					t.Fatal(err)
				}
				stages[p.Index] = true
				screen := r.screen()
				controls := bot.Screen{Groups: screen.Groups[len(screen.Groups)-1:]}
				if got := labels(controls); !slices.Equal(got, []string{"↩ Undo", "✔ Done", "⌨ Type"}) {
					t.Fatalf("stage %d has the controls %q", p.Index, got)
				}
				if p.Over {
					break
				}
				r.unchanged(func() bot.Answer { return r.tap(bob, "✔") }, bot.Refusal, "There is still something to play. 1-1")
				group := screen.Groups[random.IntN(len(screen.Groups)-1)]
				r.want(r.tapData(bob, group.Buttons[random.IntN(len(group.Buttons))].Data), bot.OK, "1-1: ")
			}
			if len(stages) < 4 {
				t.Errorf("only %d stages were met", len(stages))
			}
			for r.table().Match.Game.Turn.Steps() > 0 {
				r.want(r.tap(bob, "↩"), bot.OK, "1-1: ")
			}
			r.sees("Bob to play 1-1, which runs on up to 6-6. To play: 4 × 1, then 4 × 2, 4 × 3, 4 × 4, 4 × 5, 4 × 6.")
		})
	}
}
