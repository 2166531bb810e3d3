package talk

import (
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
)

// doubling begins a match at the start position with Ana to roll or double.
func doubling(t *testing.T, terms string) *rig {
	t.Helper()
	r := newRig(t)
	r.begin(terms)
	r.place(start, start)
	r.onRoll(0)
	return r
}

func TestDoubleAndTake(t *testing.T) {
	r := doubling(t, "backgammon 7")
	double, roll := r.data("Double"), r.data("🎲 Roll")
	r.unchanged(func() bot.Answer { return r.tapData(bob, double) }, bot.Refusal, "It is Ana's turn")
	r.want(r.tapTwice(ana, "Double → 2"), bot.OK, "You double to 2. Bob takes or drops.")
	r.shows("Ana doubles to 2. Bob, take or drop?")
	if mention := r.screen().Mention; len(mention) != 1 || mention[0] != person(bob).Key {
		t.Errorf("mentioned are %v", mention)
	}
	r.unchanged(func() bot.Answer { return r.tapData(ana, double) }, bot.Info, "The double is already offered")
	r.unchanged(func() bot.Answer { return r.tapData(ana, roll) }, bot.Refusal, "It is Bob's turn")
	take, drop := r.data("Take"), r.data("Drop")
	r.unchanged(func() bot.Answer { return r.tapData(ana, take) }, bot.Refusal, "It is Bob's turn")
	r.unchanged(func() bot.Answer { return r.tapData(eve, take) }, bot.Refusal, "You are not playing")
	r.want(r.tapData(bob, take), bot.OK, "You take. The cube is at 2.")
	r.shows("cube 2", "Ana to play", "Bob takes: the cube is at 2")
	for _, old := range []string{take, drop} {
		r.unchanged(func() bot.Answer { return r.tapData(bob, old) }, bot.Info, "already been answered")
		r.unchanged(func() bot.Answer { return r.tapData(ana, old) }, bot.Info, "already been answered")
	}
	if cube := r.table().Match.Game.Cube; cube != (engine.CubeState{Value: 2, Owned: true, Owner: 1, Turned: true}) {
		t.Errorf("the cube is %+v", cube)
	}
}

func TestDrop(t *testing.T) {
	r := doubling(t, "backgammon 7")
	r.tapTwice(ana, "Double")
	drop := r.data("Drop")
	r.want(r.tapData(bob, drop), bot.Warning, "Drop? Ana wins 1 point. Tap again")
	r.clock.Advance(2 * time.Second)
	r.want(r.tapData(bob, drop), bot.OK, "You drop")
	r.shows("Bob drops the double. Ana wins 1 point")
	r.unchanged(func() bot.Answer { return r.tapData(bob, drop) }, bot.Info, "already been answered")
	if got := r.table().Match.Score; got != [2]int{1, 0} {
		t.Errorf("the score is %v", got)
	}
}

func TestBeaversAndRaccoons(t *testing.T) {
	r := doubling(t, "backgammon money beavers=on raccoons=on")
	r.tapTwice(ana, "Double")
	oldTake, oldDrop := r.data("Take"), r.data("Drop")
	r.want(r.tap(bob, "Beaver → 4"), bot.OK, "You beaver to 4")
	r.shows("Bob beavers to 4. Ana, take or drop?")
	// Buttons of the offer that the beaver replaced answer nothing, whoever taps them.
	for _, old := range []string{oldTake, oldDrop} {
		for _, name := range []string{ana, bob} {
			r.unchanged(func() bot.Answer { return r.tapData(name, old) }, bot.Info, "already been answered")
		}
	}
	r.want(r.tap(ana, "Raccoon → 8"), bot.OK, "You raccoon to 8")
	if r.data("Beaver") != "" || r.data("Raccoon") != "" {
		t.Errorf("there is no end:\n%s", shown(r.screen()))
	}
	r.want(r.tap(bob, "Take"), bot.OK, "The cube is at 8")
	r.shows("cube 8", "Ana to play")
}

func TestRedoublesOnlyWhereAgreed(t *testing.T) {
	r := doubling(t, "backgammon money")
	r.tapTwice(ana, "Double")
	if r.data("Beaver") != "" {
		t.Errorf("a beaver is offered:\n%s", shown(r.screen()))
	}
	b := tap{verb: beaverVerb, match: r.match().ID, turn: r.table().Match.Turns, arg: "2"}
	r.unchanged(func() bot.Answer { return r.tapData(bob, b.data()) }, bot.Refusal, "not agreed on")
	b.verb = raccoonVerb
	r.unchanged(func() bot.Answer { return r.tapData(bob, b.data()) }, bot.Refusal, "not agreed on")
}

// TestWhyNoDouble: every rule that forbids a double has its sentence, and its button is
// not there.
func TestWhyNoDouble(t *testing.T) {
	tests := []struct {
		name, terms string
		change      func(*engine.Match)
		answer      string
	}{
		{"no cube", "tabla 3", nil, "played without the cube"},
		{"Crawford", "backgammon 3", func(m *engine.Match) { m.Score, m.Game.Crawford = [2]int{0, 2}, true }, "The Crawford game is played without the cube"},
		{"not his cube", "backgammon 3", func(m *engine.Match) { m.Game.Cube = engine.CubeState{Value: 2, Owned: true, Owner: 1} }, "The cube is your opponent's"},
		{"cap", "backgammon money", func(m *engine.Match) { m.Game.Cube = engine.CubeState{Value: 64, Owned: true} }, "highest value"},
		{"starter", "backgammon money opening=reroll", func(m *engine.Match) { m.Game.Starter, m.Game.Rolls = 0, [2]int{0, 1} }, "may not double on the first turn"},
		{"one point", "backgammon 3", func(m *engine.Match) { m.Score, m.Crawford = [2]int{2, 2}, true }, "only one point"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := doubling(t, test.terms)
			r.forge(func(t *Table) {
				if test.change != nil {
					test.change(t.Match)
				}
			})
			if r.data("Double") != "" {
				t.Errorf("there is a button:\n%s", shown(r.screen()))
			}
			b := tap{verb: doubleVerb, match: r.match().ID, turn: r.table().Match.Turns}
			r.unchanged(func() bot.Answer { return r.tapData(ana, b.data()) }, bot.Refusal, test.answer)
		})
	}
}

func TestCubeInTheHead(t *testing.T) {
	tests := []struct {
		terms  string
		change func(*engine.Match)
		want   string
	}{
		{"backgammon 5", nil, "cube 1, Crawford on"},
		{"backgammon 5 crawford=off", nil, "cube 1"},
		{"backgammon 1", nil, "cube 1"},
		{"backgammon 5", func(m *engine.Match) { m.Score, m.Game.Crawford, m.Crawford = [2]int{4, 0}, true, true }, "Crawford game, no cube"},
		{"backgammon money jacoby=on", nil, "cube 1, Jacoby on"},
		{"tabla 3", nil, ""},
	}
	for _, test := range tests {
		r := doubling(t, test.terms)
		r.forge(func(t *Table) {
			if test.change != nil {
				test.change(t.Match)
			}
		})
		if got := cubeText(english(t), r.table().Match); got != test.want {
			t.Errorf("%s: the head says %q, want %q", test.terms, got, test.want)
		}
	}
}

// TestAutomaticDoubles: a tied opening pair doubles the cube, once.
func TestAutomaticDoubles(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon money automatic=1")
	for range 100 {
		if m := r.table().Match; m.Game.Ties > 0 {
			if m.Game.Cube.Value != 2 {
				t.Errorf("after %d ties the cube is at %d", m.Game.Ties, m.Game.Cube.Value)
			}
			r.shows("cube 2")
			return
		}
		r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a backgammon")
		r.tap(bob, "▶")
	}
	t.Fatal("no opening pair was tied")
}

// TestJacoby: only a turned cube lets a game be lost by more than one.
func TestJacoby(t *testing.T) {
	r := doubling(t, "backgammon money jacoby=on")
	answer := r.command(ana, "resign", "")
	if dataOf(answer.Note.Groups, "Resign a gammon") != "" {
		t.Error("with a centred cube a gammon can be resigned")
	}
	r.tapTwice(ana, "Double")
	r.tap(bob, "Take")
	answer = r.command(ana, "resign", "")
	if dataOf(answer.Note.Groups, "Resign a backgammon (6 points)") == "" {
		t.Error("with a turned cube no backgammon can be resigned")
	}
}

// TestArming: what has consequences needs a second tap of the same person within 1 to 30
// seconds, which is not the first one come again.
func TestArming(t *testing.T) {
	tests := []struct {
		name   string
		second func(r *rig, data string) bot.Answer
		done   bool
	}{
		{"at once", func(r *rig, data string) bot.Answer { return r.tapData(ana, data) }, false},
		{"after 0.9 s", func(r *rig, data string) bot.Answer {
			r.clock.Advance(900 * time.Millisecond)
			return r.tapData(ana, data)
		}, false},
		{"after 1 s", func(r *rig, data string) bot.Answer { r.clock.Advance(time.Second); return r.tapData(ana, data) }, true},
		{"after 30 s", func(r *rig, data string) bot.Answer { r.clock.Advance(30 * time.Second); return r.tapData(ana, data) }, true},
		{"after 31 s", func(r *rig, data string) bot.Answer { r.clock.Advance(31 * time.Second); return r.tapData(ana, data) }, false},
		{"three times, soon and later", func(r *rig, data string) bot.Answer {
			r.tapData(ana, data)
			r.clock.Advance(5 * time.Second)
			return r.tapData(ana, data)
		}, true},
		{"the same event again", func(r *rig, data string) bot.Answer {
			r.clock.Advance(5 * time.Second)
			return r.handle(bot.Event{Key: "first", Kind: bot.Tap, Person: person(ana), Data: data})
		}, false},
		{"after a restart", func(r *rig, data string) bot.Answer {
			r.clock.Advance(5 * time.Second)
			r.restart()
			return r.tapData(ana, data)
		}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := doubling(t, "backgammon 7")
			data := r.data("Double")
			r.want(r.handle(bot.Event{Key: "first", Kind: bot.Tap, Person: person(ana), Data: data}), bot.Warning, "Double to 2? Tap again")
			answer := test.second(r, data)
			if done := answer.Kind == bot.OK; done != test.done || done != (r.table().Match.Game.Offer != nil) {
				t.Errorf("the answer is %+v, want it done: %v", answer, test.done)
			}
		})
	}
}

func TestArmingIsAPersonsOwn(t *testing.T) {
	r := doubling(t, "backgammon 7")
	resign := r.command(ana, "resign", "")
	data := dataOf(resign.Note.Groups, "Resign a single game")
	r.want(r.tapData(ana, data), bot.Warning, "Resign for 1 point? Tap again")
	r.clock.Advance(2 * time.Second)
	for _, name := range []string{bob, bob} {
		r.unchanged(func() bot.Answer { return r.tapData(name, data) }, bot.Refusal, "Only Ana can resign with these buttons")
		r.clock.Advance(2 * time.Second)
	}
	r.unchanged(func() bot.Answer { return r.tapData(eve, data) }, bot.Refusal, "You are not playing")
	r.want(r.tapData(ana, data), bot.OK, "Bob now accepts or plays on")
}

// TestDoneIsDisarmed: what was done once needs two taps again.
func TestDoneIsDisarmed(t *testing.T) {
	r := doubling(t, "backgammon 7")
	data := dataOf(r.command(ana, "resign", "").Note.Groups, "Resign a single game")
	r.tapData(ana, data)
	r.clock.Advance(2 * time.Second)
	r.tapData(ana, data)
	r.tap(bob, "Play on")
	r.clock.Advance(2 * time.Second)
	r.unchanged(func() bot.Answer { return r.tapData(ana, data) }, bot.Warning, "Tap again")
}
