package talk

import (
	"slices"
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
)

// start is where backgammon begins, in each player's own numbers.
var start = []engine.Stack{{Point: 24, Checkers: 2}, {Point: 13, Checkers: 5}, {Point: 8, Checkers: 3}, {Point: 6, Checkers: 5}}

// playing begins a match of Ana and Bob and gives Ana dice at the start position.
func playing(t *testing.T, terms string, a, b uint8) *rig {
	t.Helper()
	r := newRig(t)
	r.begin(terms)
	r.place(start, start)
	r.deal(0, a, b)
	return r
}

func TestTheStarterThrowsHimself(t *testing.T) {
	tests := []struct {
		terms  string
		throws bool
	}{
		{"tabla 3", true},
		{"tabla 3 opening=play", false},
		{"tapa 1", true},
		{"gulbara 1", true},
		{"table 3 cube=on", true},
		{"backgammon 3", false},
		{"backgammon 3 opening=reroll", true},
	}
	for _, test := range tests {
		t.Run(test.terms, func(t *testing.T) {
			r := newRig(t)
			r.begin(test.terms)
			r.shows("Opening roll: Ana and Bob throw")
			m := r.table().Match
			if !test.throws {
				if m.Phase != engine.ToPlay || m.Game.Turn == nil {
					t.Fatalf("the opening dice are not to be played:\n%s", shown(r.screen()))
				}
				return
			}
			r.shows(r.actor() + " starts. Roll the dice!")
			for _, label := range []string{"Double", "▶"} {
				if r.data(label) != "" {
					t.Errorf("there is a button %q:\n%s", label, shown(r.screen()))
				}
			}
			starter := r.actor()
			other := map[string]string{ana: bob, bob: ana}[starter]
			roll := r.data("🎲 Roll")
			r.unchanged(func() bot.Answer { return r.tapData(other, roll) }, bot.Refusal, "It is "+starter+"'s turn")
			r.want(r.tapData(starter, roll), bot.OK, "You roll ")
			r.unchanged(func() bot.Answer { return r.tapData(starter, roll) }, bot.Info, "already")
		})
	}
}

func TestDiceComeByThemselvesWhereNothingIsToDecide(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.tap(ana, "8/5")
	r.tap(ana, "6/5")
	r.tap(ana, "✔")
	m := r.table().Match
	if m.Game.OnRoll != 1 || m.Phase != engine.ToPlay {
		t.Fatalf("Bob has no dice before him:\n%s", shown(r.screen()))
	}
}

func TestAlwaysAndNever(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.place(start, start)
	r.onRoll(0)
	r.tap(ana, "🎲 Always")
	r.place(start, start)
	r.deal(0, 3, 1)
	r.tap(ana, "8/5")
	r.tap(ana, "6/5")
	r.tap(ana, "✔")
	r.place(start, start)
	r.shows("Bob to roll or double") // it is Ana's habit, not Bob's
	r.tap(bob, "🎲 Roll")
	r.place(start, start)
	r.deal(1, 3, 1)
	r.tap(bob, "8/5")
	r.tap(bob, "6/5")
	r.tap(bob, "✔")
	if m := r.table().Match; m.Game.OnRoll != 0 || m.Phase != engine.ToPlay {
		t.Fatalf("Ana's dice did not come with Bob's play:\n%s", shown(r.screen()))
	}
	never := r.data("🎲 Ask me")
	r.unchanged(func() bot.Answer { return r.tapData(bob, never) }, bot.Info, "already asked")
	r.unchanged(func() bot.Answer { return r.tapData(eve, never) }, bot.Refusal, "not playing")
	r.want(r.tapData(ana, never), bot.OK, "ask you before each roll")
	r.unchanged(func() bot.Answer { return r.tapData(ana, never) }, bot.Info, "already asked")
	if r.table().Seats[0].Always {
		t.Error("the habit holds on")
	}
	r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a backgammon")
	r.command(bob, "cancel", "")
	r.command(ana, "cancel", "")
	r.unchanged(func() bot.Answer { return r.tapData(ana, never) }, bot.Info, "This match is over")
}

func TestKeyboards(t *testing.T) {
	near := []engine.Stack{{Point: 6, Checkers: 1}, {Point: 5, Checkers: 1}, {Point: engine.Off, Checkers: 13}}
	far := []engine.Stack{{Point: 24, Checkers: 15}}
	tests := []struct {
		name   string
		own    []engine.Stack
		a, b   uint8
		shows  []string // labels that must be there
		hides  []string
		perRow int // of the first group
	}{
		{"few plays: a button for each", near, 2, 1, []string{"6/4 5/4", "5/2", "6/3"}, []string{"6/4"}, 2},
		{"many plays: a button for each step", start, 3, 1,
			[]string{"24/21", "13/10", "8/5", "6/3", "24/23", "8/7", "6/5", "24/20", "13/9", "8/4"}, []string{"8/5 6/5"}, 4},
		{"doubles: once and twice, chains", start, 3, 3,
			[]string{"24/21", "24/21(2)", "13/10", "13/10(2)", "8/5(2)", "6/3(2)", "24/18", "24/18(2)", "13/7", "13/7(2)", "8/2"}, nil, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRig(t)
			r.begin("backgammon 3")
			r.place(test.own, far)
			if slices.Equal(test.own, start) {
				r.place(start, start)
			}
			r.deal(0, test.a, test.b)
			screen := r.screen()
			got := labels(screen)
			for _, label := range append(test.shows, "↩ Undo", "✔ Done", "⌨ Type") {
				if !slices.Contains(got, label) {
					t.Errorf("no button %q among %q", label, got)
				}
			}
			for _, label := range test.hides {
				if slices.Contains(got, label) {
					t.Errorf("button %q among %q", label, got)
				}
			}
			if screen.Groups[0].PerRow != test.perRow {
				t.Errorf("%d in a row, want %d", screen.Groups[0].PerRow, test.perRow)
			}
		})
	}
}

// TestMoveButtonsAreIdempotent taps every move button of a turn's keyboards a second
// time at once, and once more when the draft has gone on.
func TestMoveButtonsAreIdempotent(t *testing.T) {
	for _, roll := range [][2]uint8{{3, 1}, {6, 5}, {3, 3}, {6, 6}} {
		r := playing(t, "backgammon 3", roll[0], roll[1])
		for _, label := range labels(r.screen()) {
			if !strings.Contains(label, "/") {
				continue
			}
			r.deal(0, roll[0], roll[1])
			data := r.data(label)
			r.want(r.tapData(ana, data), bot.OK, "")
			r.unchanged(func() bot.Answer { return r.tapData(ana, data) }, bot.Info, "Already played. ")
		}
	}
}

func TestOldKeyboards(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	first, second := r.data("8/5"), r.data("6/5")
	undo := r.data("↩")
	r.tapData(ana, first)
	r.want(r.tapData(ana, undo), bot.OK, "3-1: all taken back")
	r.unchanged(func() bot.Answer { return r.tapData(ana, undo) }, bot.Info, "nothing to take back")
	r.want(r.tapData(ana, second), bot.OK, "3-1: 6/5") // the first keyboard of the turn is as good as ever
	late := r.data("↩")
	r.want(r.tapData(ana, first), bot.OK, "3-1: 8/5 6/5 – tap ✔ Done")
	r.unchanged(func() bot.Answer { return r.tapData(ana, first) }, bot.Info, "Already played. 3-1: 8/5 6/5")
	r.unchanged(func() bot.Answer { return r.tapData(bob, first) }, bot.Refusal, "It is Ana's turn")
	r.unchanged(func() bot.Answer { return r.tapData(eve, first) }, bot.Refusal, "You are not playing")
	r.want(r.tap(ana, "↩"), bot.OK, "3-1: 6/5")
	r.want(r.tapData(ana, late), bot.OK, "all taken back")
	r.tapData(ana, first)
	r.tapData(ana, second)
	done := r.data("✔")
	r.want(r.tapData(ana, done), bot.OK, "3-1: 8/5 6/5 ✔")
	for _, old := range []string{first, second, undo, late, done} {
		r.unchanged(func() bot.Answer { return r.tapData(ana, old) }, bot.Info, "That turn has already been played")
		r.unchanged(func() bot.Answer { return r.tapData(bob, old) }, bot.Info, "That turn has already been played")
	}
	future := tap{verb: doneVerb, match: r.match().ID, turn: r.table().Match.Turns + 1}.data()
	r.unchanged(func() bot.Answer { return r.tapData(r.actor(), future) }, bot.Refusal, "I do not understand this button")
}

func TestAWholePlayReplacesTheDraft(t *testing.T) {
	r := newRig(t)
	r.begin("tabla 3")
	r.place([]engine.Stack{{Point: 6, Checkers: 1}, {Point: 5, Checkers: 1}, {Point: engine.Off, Checkers: 13}},
		[]engine.Stack{{Point: 24, Checkers: 15}})
	r.deal(0, 2, 1)
	one, other := r.data("6/3"), r.data("5/2")
	r.want(r.tapData(ana, one), bot.OK, "2-1: 6/3 – tap ✔ Done")
	r.want(r.tapData(ana, other), bot.OK, "2-1: 5/2 – tap ✔ Done")
	r.unchanged(func() bot.Answer { return r.tapData(ana, other) }, bot.Info, "Already played")
	if p, _ := r.table().Match.Progress(); !p.Over {
		t.Error("the play is not whole")
	}
}

func TestDoneWaitsForTheWholeTurn(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.unchanged(func() bot.Answer { return r.tap(ana, "✔") }, bot.Refusal, "There is still something to play. 3-1")
	r.tap(ana, "8/5")
	r.unchanged(func() bot.Answer { return r.tap(ana, "✔") }, bot.Refusal, "There is still something to play. 3-1: 8/5")
	r.unchanged(func() bot.Answer { return r.tap(bob, "✔") }, bot.Refusal, "It is Ana's turn")
}

func TestLastTapPlaysWhereNoConfirmationIsWanted(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.want(r.command(ana, "settings", "confirm=off"), bot.OK, "Your last tap plays the move")
	r.tap(ana, "8/5")
	turn := r.table().Match.Turns
	r.want(r.tap(ana, "6/5"), bot.OK, "3-1: 8/5 6/5 ✔")
	if m := r.table().Match; m.Turns == turn || m.Game.OnRoll != 1 {
		t.Fatal("the turn is not over")
	}
	r.place(start, start)
	r.deal(1, 3, 1)
	r.tap(bob, "8/5")
	r.tap(bob, "6/5") // his own setting
	if r.table().Match.Game.OnRoll != 1 {
		t.Error("Bob was not asked to confirm")
	}
}

// TestForcedTurns: what has no alternative is played and told; a draft that leaves one
// ending is completed.
func TestForcedTurns(t *testing.T) {
	r := newRig(t)
	r.begin("tabla 3")
	// Bob is on the bar against a closed home; Ana has one way to play 6-6.
	r.place([]engine.Stack{{Point: 13, Checkers: 2}, {Point: 6, Checkers: 2}, {Point: 5, Checkers: 2}, {Point: 4, Checkers: 2},
		{Point: 3, Checkers: 2}, {Point: 2, Checkers: 2}, {Point: 1, Checkers: 3}},
		[]engine.Stack{{Point: engine.Bar, Checkers: 1}, {Point: 1, Checkers: 14}})
	r.deal(0, 2, 1)
	r.tap(ana, "13/10")
	answer := r.tap(ana, "✔")
	r.want(answer, bot.OK, "It is your turn again")
	r.shows("Bob ", ": cannot move", "Ana to play")
	if m := r.table().Match; m.Game.OnRoll != 0 || m.Phase != engine.ToPlay {
		t.Errorf("the match waits for seat %d", m.Game.OnRoll)
	}

	r = newRig(t)
	r.begin("tabla 3")
	r.place([]engine.Stack{{Point: 6, Checkers: 1}, {Point: 4, Checkers: 1}, {Point: engine.Off, Checkers: 13}},
		[]engine.Stack{{Point: 1, Checkers: 2}, {Point: engine.Off, Checkers: 13}})
	r.deal(0, 4, 1)
	r.tap(ana, "6/5 4/off")
	r.shows("Ana, 4-1: ")
	r.want(r.tap(ana, "✔"), bot.OK, "The game is over.")
	r.shows("Bob wins a single game: 1 point") // his whole turn was forced
}

func TestARollThatPlaysItselfIsTold(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	r.place([]engine.Stack{{Point: 1, Checkers: 2}, {Point: engine.Off, Checkers: 13}}, []engine.Stack{{Point: 1, Checkers: 2}, {Point: engine.Off, Checkers: 13}})
	r.onRoll(0)
	r.want(r.tap(ana, "🎲 Roll"), bot.OK, "; there was nothing to choose.")
	r.shows("Ana wins a single game: 1 point")
}

func TestTheLastStageOfAChainEndsTheTurn(t *testing.T) {
	r := newRig(t)
	r.begin("gulbara 3")
	head := []engine.Stack{{Point: 24, Checkers: 15}}
	r.place(head, head)
	r.forge(func(t *Table) {
		g := &t.Match.Game
		g.OnRoll, t.Match.Phase, g.Rolls = 0, engine.ToPlay, [2]int{4, 3}
		g.Turn = &engine.Turn{Roll: [2]uint8{5, 5}, Chain: true, Start: g.Position, Stages: []engine.Dice{engine.Equal(5, 4), engine.Equal(6, 4)}}
	})
	early := r.data("24/19")
	var later string
	for range 8 {
		p, err := r.table().Match.Progress()
		if err != nil || p.Over {
			break
		}
		if p.Index == 1 && later == "" {
			later = r.screen().Groups[0].Buttons[0].Data
			r.unchanged(func() bot.Answer { return r.tapData(ana, early) }, bot.Info, "Already played")
			must := r.match().Must
			if must != r.match().Rev {
				t.Error("a new stage must be shown soon")
			}
		}
		r.tapData(ana, r.screen().Groups[0].Buttons[0].Data)
	}
	if later == "" {
		t.Fatal("the second stage offered no choice")
	}
	r.command(ana, "undo", "")
	for r.table().Match.Game.Turn.Steps() > 0 {
		r.want(r.command(ana, "undo", ""), bot.OK, "5-5")
	}
	r.unchanged(func() bot.Answer { return r.tapData(ana, later) }, bot.Refusal, "Something else has to be played first")
}

func TestPreviewsAreNotUrgent(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	must := r.match().Must
	r.tap(ana, "8/5")
	r.tap(ana, "↩")
	if got := r.match(); got.Must != must || got.Rev <= must {
		t.Errorf("a draft must be shown: %d, before %d, revision %d", got.Must, must, got.Rev)
	}
	r.tap(ana, "8/5")
	r.tap(ana, "6/5")
	r.tap(ana, "✔")
	if got := r.match(); got.Must != got.Rev {
		t.Error("a play need not be shown")
	}
}
