package talk

import (
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/ai/analysis"
)

func playAdvice(plays ...analysis.Option) *analysis.Advice {
	return &analysis.Advice{Kind: analysis.Checkers, Options: plays}
}

func act(verb engine.Verb, equity float32) analysis.Option {
	return analysis.Option{Action: engine.Action{Verb: verb}, Text: verb.String(), Equity: equity}
}

func TestAdviceInWords(t *testing.T) {
	long := strings.Repeat("24/21(4) | ", 9)
	tests := []struct {
		name   string
		advice *analysis.Advice
		want   string
	}{
		{"plays", playAdvice(analysis.Option{Text: "13/7 8/7", Equity: 0.123}, analysis.Option{Text: "24/18 13/12", Equity: -0.004},
			analysis.Option{Text: "13/6", Equity: -0.3}), "1. 13/7 8/7 +0.12\n2. 24/18 13/12 −0.00\n3. 13/6 −0.30"},
		{"no move", playAdvice(analysis.Option{Equity: -1}), "1. no move −1.00"},
		{"long", playAdvice(analysis.Option{Text: long}, analysis.Option{Text: long}, analysis.Option{Text: long}), ""},
		{"double", &analysis.Advice{Kind: analysis.Cube, Options: []analysis.Option{act(engine.Double, 0.9), act(engine.Throw, 0.7)},
			Cube: &analysis.CubeSummary{NoDouble: 0.7, DoubleTake: 0.9, DoubleDrop: 1}},
			"Best: double\nNo double +0.70, double and take +0.90, double and drop +1.00"},
		{"roll", &analysis.Advice{Kind: analysis.Cube, Options: []analysis.Option{act(engine.Throw, 0.7), act(engine.Double, 0.4)},
			Cube: &analysis.CubeSummary{NoDouble: 0.7, DoubleTake: 0.4, DoubleDrop: 1}},
			"Best: roll\nNo double +0.70, double and take +0.40, double and drop +1.00"},
		{"answer", &analysis.Advice{Kind: analysis.Answer, Options: []analysis.Option{act(engine.Take, -0.5), act(engine.Beaver, -0.7), act(engine.Drop, -1)}},
			"Best: take\ntake −0.50, beaver −0.70, drop −1.00"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := adviceText(english(t), test.advice)
			if test.want != "" && got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if n := len([]rune(got)); n > maxAnswer || unfilled(got) {
				t.Errorf("%q has %d characters", got, n)
			}
		})
	}
}

func TestHints(t *testing.T) {
	r := newComputerRig(t, &dummy{advice: playAdvice(analysis.Option{Text: "13/7 8/7", Equity: 0.12})})
	r.against("backgammon 5")
	r.anew(0, 6, 1)
	r.unchanged(func() bot.Answer { return r.tap(ana, "💡") }, bot.Warning, "1. 13/7 8/7 +0.12")
	r.unchanged(func() bot.Answer { return r.command(ana, "hint", "") }, bot.Warning, "1. 13/7 8/7 +0.12")
	r.unchanged(func() bot.Answer { return r.tap(bob, "💡") }, bot.Refusal, "not playing")
	old := r.data("💡")
	r.tap(ana, "13/7 8/7")
	r.tap(ana, "✔")
	r.unchanged(func() bot.Answer { return r.tapData(ana, old) }, bot.Refusal, "It is Computer's turn")
	r.think()
	r.unchanged(func() bot.Answer { return r.tapData(ana, old) }, bot.Info, "already been played")
}

// TestAnImpatientPerson has the computer think once, until something changes.
func TestAnImpatientPerson(t *testing.T) {
	computer := &dummy{advice: playAdvice(analysis.Option{Text: "13/7 8/7", Equity: 0.12})}
	r := newComputerRig(t, computer)
	r.against("backgammon 5")
	r.anew(0, 6, 1)
	for range 5 {
		r.want(r.tap(ana, "💡"), bot.Warning, "1. 13/7 8/7 +0.12")
	}
	if computer.advised != 1 {
		t.Errorf("the computer thought %d times", computer.advised)
	}
	r.anew(0, 6, 5)
	r.tap(ana, "💡")
	if computer.advised != 2 {
		t.Errorf("for two positions the computer thought %d times", computer.advised)
	}
}

// TestAHintIsForOnePersonsEyes: where a command's answer is read by all, it is a button.
func TestAHintIsForOnePersonsEyes(t *testing.T) {
	r := newComputerRig(t, &dummy{advice: playAdvice(analysis.Option{Text: "13/7 8/7", Equity: 0.12})})
	r.against("backgammon 5")
	r.anew(0, 6, 1)
	answer := r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "hint", Aloud: true})
	if text := r.note(answer); strings.Contains(text, "13/7") || answer.Text != "" {
		t.Errorf("everybody reads %q %q", text, answer.Text)
	}
	r.want(r.tapNote(ana, answer, "💡"), bot.Warning, "1. 13/7 8/7 +0.12")
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: person(bob), Command: "hint", Aloud: true}), bot.Refusal, "not playing")
}

func TestNoHints(t *testing.T) {
	tests := []struct {
		name string
		do   func(r *rig) bot.Answer
		kind bot.AnswerKind
		want string
	}{
		{"between people", func(r *rig) bot.Answer { r.begin("backgammon 5"); return r.command(r.actor(), "hint", "") }, bot.Refusal, "would not be fair to"},
		{"nothing to decide", func(r *rig) bot.Answer { r.against("backgammon 5"); r.onRoll(0); return r.command(ana, "hint", "") }, bot.Info, "nothing to decide"},
		{"between games", func(r *rig) bot.Answer {
			r.against("backgammon 5")
			r.anew(0, 6, 1)
			r.giveUpTo(ana, 1)
			return r.command(ana, "hint", "")
		}, bot.Info, "nothing to decide"},
		{"no match", func(r *rig) bot.Answer { return r.command(ana, "hint", "") }, bot.Refusal, "Nobody is playing here"},
		{"at the table", func(r *rig) bot.Answer { r.command(ana, "newgame", "tabla"); return r.command(ana, "hint", "") }, bot.Info, "has not begun"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newComputerRig(t, &dummy{})
			r.want(test.do(r), test.kind, test.want)
		})
	}
	t.Run("no button between people", func(t *testing.T) {
		r := newComputerRig(t, &dummy{})
		r.begin("backgammon 5")
		if r.data("💡") != "" {
			t.Error("there is a button")
		}
	})
}

// TestHintsBetweenPeople: where both have agreed to them, each may ask on his turn.
func TestHintsBetweenPeople(t *testing.T) {
	r := newComputerRig(t, &dummy{advice: playAdvice(analysis.Option{Text: "13/7 8/7", Equity: 0.12})})
	r.begin("backgammon 5 hints=on")
	r.anew(1, 6, 1)
	r.want(r.tap(bob, "💡"), bot.Warning, "1. 13/7 8/7 +0.12")
	r.want(r.tap(ana, "💡"), bot.Refusal, "It is Bob's turn")
	if board := shown(r.screen()); !strings.Contains(board, "Hints: on") {
		t.Errorf("the board does not say that there are hints:\n%s", board)
	}
}

// TestOneHintAtATime: whoever waits for a hint is not given another meanwhile.
func TestOneHintAtATime(t *testing.T) {
	r := newComputerRig(t, &dummy{advice: playAdvice(analysis.Option{Text: "13/7 8/7"})})
	r.against("backgammon 5")
	r.anew(0, 6, 1)
	r.talk.asking.begin(person(ana).Key)
	r.want(r.tap(ana, "💡"), bot.Info, "still thinking")
	r.talk.asking.end(person(ana).Key)
	r.want(r.tap(ana, "💡"), bot.Warning, "13/7")
}
