package talk

import (
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
)

func TestResignationLevels(t *testing.T) {
	borne := []engine.Stack{{Point: 6, Checkers: 14}, {Point: engine.Off, Checkers: 1}}
	tests := []struct {
		terms string
		own   []engine.Stack
		want  []string
	}{
		{"backgammon 7", start, []string{"Resign a single game (1 point)", "Resign a gammon (2 points)", "Resign a backgammon (3 points)", "Never mind"}},
		{"tabla 7", start, []string{"Resign a single game (1 point)", "Resign a mars (2 points)", "Never mind"}},
		{"backgammon 7", borne, []string{"Resign a single game (1 point)", "Never mind"}},
	}
	for _, test := range tests {
		r := newRig(t)
		r.begin(test.terms)
		r.place(test.own, start)
		r.deal(1, 3, 1) // it is not Ana's turn
		answer := r.command(ana, "resign", "")
		if got := labels(bot.Screen{Groups: answer.Note.Groups}); len(got) != len(test.want) {
			t.Fatalf("%s: the buttons are %q, want %q", test.terms, got, test.want)
		} else {
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("%s: button %d is %q, want %q", test.terms, i, got[i], test.want[i])
				}
			}
		}
		r.unchanged(func() bot.Answer { return r.tapNote(ana, answer, "Never mind") }, bot.Info, "nothing has changed")
	}
}

// TestTheHighestLevelNeedsNoConsent: and a lower one does, in every phase and by either.
func TestTheHighestLevelNeedsNoConsent(t *testing.T) {
	phases := map[string]func(*rig){
		"before the roll": func(r *rig) { r.onRoll(0) },
		"at play":         func(r *rig) { r.deal(0, 3, 1) },
		"in a draft":      func(r *rig) { r.deal(0, 3, 1); r.tap(ana, "8/5") },
		"not his turn":    func(r *rig) { r.deal(1, 3, 1) },
	}
	for name, phase := range phases {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.begin("backgammon 7")
			r.place(start, start)
			phase(r)
			note := r.command(ana, "resign", "")
			r.want(r.tapNoteTwice(ana, note, "Resign a backgammon"), bot.OK, "You have resigned")
			r.shows("Ana resigns a backgammon. Bob wins 3 points")
			r.unchanged(func() bot.Answer { return r.tapNote(ana, note, "Resign a backgammon") }, bot.Info, "That game is over")
			r.unchanged(func() bot.Answer { return r.command(ana, "resign", "") }, bot.Info, "That game is over")
			r.tap(bob, "▶")
			r.unchanged(func() bot.Answer { return r.tapNote(ana, note, "Resign a backgammon") }, bot.Info, "That game is over")
		})
	}
}

func TestALowerLevelNeedsConsent(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	r.place(start, start)
	r.deal(0, 3, 1)
	r.tap(ana, "8/5")
	drafted := r.table().Match.Game.Turn.Draft[0]
	step, undo := r.data("6/5"), r.data("↩")
	note := r.command(ana, "resign", "")
	r.want(r.tapNoteTwice(ana, note, "Resign a single game"), bot.OK, "Bob now accepts or plays on")
	r.shows("Ana offers to resign for 1 point. Bob, do you accept?")
	accept, decline := r.data("Accept"), r.data("Play on")
	if got := len(labels(r.screen())); got != 2 {
		t.Errorf("the offer's board has %d buttons:\n%s", got, shown(r.screen()))
	}

	// While it is open, only its answer is possible.
	r.unchanged(func() bot.Answer { return r.tapData(ana, accept) }, bot.Refusal, "It is Bob's turn")
	r.unchanged(func() bot.Answer { return r.tapData(eve, accept) }, bot.Refusal, "You are not playing")
	r.unchanged(func() bot.Answer { return r.command(ana, "resign", "") }, bot.Info, "waits for its answer")
	r.unchanged(func() bot.Answer { return r.command(bob, "resign", "") }, bot.Refusal, "An offer has to be answered first")
	for _, data := range []string{step, undo} {
		r.unchanged(func() bot.Answer { return r.tapData(ana, data) }, bot.Refusal, "It is Bob's turn")
		r.unchanged(func() bot.Answer { return r.tapData(bob, data) }, bot.Refusal, "An offer has to be answered first")
	}
	r.unchanged(func() bot.Answer { return r.command(bob, "move", "8/7") }, bot.Refusal, "An offer has to be answered first")

	r.want(r.tapData(bob, decline), bot.OK, "You play on")
	r.shows("Bob plays on", "Ana to play 3-1, so far 8/5")
	if got := r.table().Match.Game.Turn.Draft[0]; len(got) != 1 || got[0] != drafted[0] {
		t.Errorf("the draft is %v, was %v", got, drafted)
	}
	for _, old := range []string{accept, decline} {
		r.unchanged(func() bot.Answer { return r.tapData(bob, old) }, bot.Info, "already been answered")
	}
	r.want(r.tapNoteTwice(ana, note, "Resign a gammon"), bot.OK, "Bob now accepts")
	r.unchanged(func() bot.Answer { return r.tapData(bob, accept) }, bot.Info, "already been answered") // of a lower offer
	r.want(r.tap(bob, "Accept"), bot.OK, "You accept")
	r.shows("Ana resigns a gammon. Bob wins 2 points")
	if got := r.table().Match.Score; got != [2]int{0, 2} {
		t.Errorf("the score is %v", got)
	}
}

// TestAnOfferMadeToWhoeverIsOnRoll: the one on roll answers, and his own draft cannot
// move meanwhile.
func TestAnOfferMadeToWhoeverIsOnRoll(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	r.place(start, start)
	r.deal(0, 3, 1)
	r.tap(ana, "8/5")
	undo, done, step := r.data("↩"), r.data("✔"), r.data("6/5")
	r.tapNoteTwice(bob, r.command(bob, "resign", ""), "Resign a single game")
	for _, data := range []string{undo, done, step} {
		r.unchanged(func() bot.Answer { return r.tapData(ana, data) }, bot.Refusal, "An offer has to be answered first")
	}
	r.unchanged(func() bot.Answer { return r.command(ana, "undo", "") }, bot.Refusal, "An offer has to be answered first")
	r.tap(ana, "Play on")
	r.want(r.tapData(ana, step), bot.OK, "8/5 6/5")
}

func TestNoResignationWhileADoubleIsOpen(t *testing.T) {
	r := doubling(t, "backgammon 7")
	data := dataOf(r.command(bob, "resign", "").Note.Groups, "Resign a backgammon")
	r.tapTwice(ana, "Double")
	r.unchanged(func() bot.Answer { return r.tapData(bob, data) }, bot.Refusal, "An offer has to be answered first")
	r.unchanged(func() bot.Answer { return r.command(bob, "resign", "") }, bot.Refusal, "An offer has to be answered first")
}

func TestStaleResignationButtons(t *testing.T) {
	r := doubling(t, "backgammon 7")
	note := r.command(ana, "resign", "")
	r.place([]engine.Stack{{Point: 6, Checkers: 14}, {Point: engine.Off, Checkers: 1}}, start)
	r.unchanged(func() bot.Answer { return r.tapNote(ana, note, "Resign a gammon") }, bot.Refusal, "can no longer be lost by that much")
	for _, arg := range []string{"", "2", "0.", "0.0", "0.-1", "2.1", "0.x", "x.1"} {
		b := tap{verb: resignVerb, match: r.match().ID, turn: 1, arg: arg}
		r.unchanged(func() bot.Answer { return r.tapData(ana, b.data()) }, bot.Refusal, "I do not understand this button")
	}
}

func TestGamesFollowAndTheMatchEnds(t *testing.T) {
	r := newRig(t)
	r.begin("tabla 3")
	r.deliver()
	r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a mars")
	r.shows("Ana resigns a mars. Bob wins 2 points")
	first := r.match().Slot
	next := r.data("▶")
	r.unchanged(func() bot.Answer { return r.tapData(eve, next) }, bot.Refusal, "You are not playing")
	answer := r.tapData(ana, next)
	r.want(answer, bot.OK, "Game 2 begins")
	if !answer.Follows || r.match().Slot != first+1 {
		t.Error("the next game is no message of its own")
	}
	r.unchanged(func() bot.Answer { return r.tapData(bob, next) }, bot.Info, "The next game has already begun")
	old := compose(View{Table: r.table(), Slot: first, Words: english(t)})
	if len(old.Groups) != 0 || old.Scene == nil || old.Scene.Result == nil {
		t.Errorf("the first game's message is now:\n%s", shown(old))
	}
	r.clock.Advance(time.Minute)
	r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a mars")
	r.shows("🏆 Bob wins the match 4–0!")
	if got := labels(r.screen()); len(got) != 2 || got[0] != "⚔ Rematch" || got[1] != "🔍 Verify the dice" {
		t.Errorf("the buttons after the match are %q", got)
	}
	if !r.match().Finished {
		t.Error("the match is not archived")
	}
	r.unchanged(func() bot.Answer { return r.tapData(bob, next) }, bot.Info, "This match is over")
	r.unchanged(func() bot.Answer { return r.command(bob, "resign", "") }, bot.Refusal, "Nobody is playing here")
}

// TestAnAskedResignerIsAskedOnce: his question gives way to its answer, once he has
// given one and nobody else can.
func TestAnAskedResignerIsAskedOnce(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 7")
	gives := func(answer bot.Answer, kind bot.AnswerKind, text string, way bool) {
		t.Helper()
		r.want(answer, kind, text)
		if answer.Instead != way || way && (r.note(answer) != answer.Text || len(answer.Note.Groups) != 0) {
			t.Errorf("the answer is %+v", answer)
		}
	}
	note := r.command(ana, "resign", "")
	for _, other := range []string{bob, eve} {
		gives(r.tapNote(other, note, "Never mind"), bot.Info, "nothing has changed", false)
	}
	gives(r.tapNote(ana, note, "Never mind"), bot.Info, "nothing has changed", true)
	gives(r.tapNote(ana, note, "Resign a single game"), bot.Warning, "Tap again", false)
	r.clock.Advance(2 * time.Second)
	gives(r.tapNote(ana, note, "Resign a single game"), bot.OK, "Bob now accepts", true)
	r.tap(bob, "Accept")
	r.tap(ana, "▶")
	gives(r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a backgammon"), bot.OK, "You have resigned", true)
}
