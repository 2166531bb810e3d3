package talk

import (
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
)

func TestTypedPlays(t *testing.T) {
	tests := []struct {
		typed  string
		kind   bot.AnswerKind
		answer string
	}{
		{"8/5 6/5", bot.OK, "3-1: 8/5 6/5 – tap ✔ Done"},
		{"6-5, 8-5", bot.OK, "6/5"},
		{"13/9", bot.OK, "3-1: 13/9"},
		{"13/10/9", bot.OK, "3-1: 13/9"},
		{"8/5", bot.OK, "3-1: 8/5"},
		{"", bot.Refusal, "Type your move in your own numbers, for example: /move 13/7 8/7"},
		{"hello", bot.Refusal, "I cannot read “hello”"},
		{"8/5 *", bot.Refusal, "I cannot read “*”"},
		{"8/4 8/4", bot.Refusal, "You have no such die left"},
		{"20/17", bot.Refusal, "You have no checker there"},
		{"24/18", bot.Refusal, "You have no such die left"},
		{"6/off", bot.Refusal, ""},
		{strings.Repeat("13/10 ", 100), bot.Refusal, "I cannot read"},
		{"\x00\xff", bot.Refusal, "I cannot read"},
	}
	for _, test := range tests {
		t.Run(clip(test.typed, 20), func(t *testing.T) {
			r := playing(t, "tabla 3", 3, 1)
			r.unchanged(func() bot.Answer { return r.command(bob, "move", test.typed) }, bot.Refusal, "It is Ana's turn")
			r.unchanged(func() bot.Answer { return r.command(eve, "move", test.typed) }, bot.Refusal, "You are not playing")
			if test.kind == bot.Refusal {
				r.unchanged(func() bot.Answer { return r.command(ana, "move", test.typed) }, test.kind, test.answer)
				return
			}
			r.want(r.command(ana, "move", test.typed), test.kind, test.answer)
		})
	}
}

// TestAnAmbiguousPlayIsAskedBack: a way that may hit or not.
func TestAnAmbiguousPlayIsAskedBack(t *testing.T) {
	r := newRig(t)
	r.begin("tabla 3")
	// From Ana's 24 to her 14 with 6-4: by way of 18, where Bob has a lone checker, or 20.
	r.place([]engine.Stack{{Point: 24, Checkers: 2}, {Point: 6, Checkers: 13}}, []engine.Stack{{Point: 7, Checkers: 1}, {Point: 1, Checkers: 0}, {Point: 24, Checkers: 14}})
	r.deal(0, 6, 4)
	answer := r.command(ana, "move", "24/14")
	if got := r.note(answer); got != "That can be played in more than one way. Which one?" {
		t.Fatalf("asked %q", got)
	}
	if got := labels(bot.Screen{Groups: answer.Note.Groups}); len(got) != 2 {
		t.Fatalf("the readings are %q", got)
	}
	for _, button := range answer.Note.Groups[0].Buttons {
		r.deal(0, 6, 4)
		r.want(r.tapData(ana, button.Data), bot.OK, button.Label)
		r.unchanged(func() bot.Answer { return r.tapData(bob, button.Data) }, bot.Refusal, "It is Ana's turn")
	}
}

func TestTypedUndo(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.unchanged(func() bot.Answer { return r.command(ana, "undo", "") }, bot.Info, "nothing to take back")
	r.command(ana, "move", "8/5")
	r.unchanged(func() bot.Answer { return r.command(bob, "undo", "") }, bot.Refusal, "It is Ana's turn")
	r.want(r.command(ana, "undo", ""), bot.OK, "3-1: all taken back")
	r.onRoll(0)
	r.unchanged(func() bot.Answer { return r.command(ana, "undo", "") }, bot.Info, "nothing to take back")
	r.unchanged(func() bot.Answer { return r.command(ana, "move", "8/5") }, bot.Refusal, "There are no dice to play yet")
}

// TestTalkInReplyToABoard is left alone unless a player's text holds a digit.
func TestTalkInReplyToABoard(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	ref := messageOf(1, 1, 1)
	say := func(name, text string, ref bot.BoardRef) func() bot.Answer {
		return func() bot.Answer {
			return r.handle(bot.Event{Kind: bot.Say, Person: person(name), Ref: ref, Text: text})
		}
	}
	for _, quiet := range []func() bot.Answer{say(ana, "nice roll!", ref), say(bob, "*lol*", ref), say(eve, "13/7", ref),
		say(eve, "why 5?", ref), say(ana, "8/5", "elsewhere"), say(ana, "8/5", "")} {
		r.unchanged(quiet, bot.OK, "")
		if got := quiet(); got.Text != "" || got.Note != nil {
			t.Errorf("talk is answered %+v", got)
		}
	}
	r.unchanged(say(bob, "8/5", ref), bot.Refusal, "It is Ana's turn")
	r.unchanged(say(ana, "2 minutes please", ref), bot.Refusal, "I cannot read")
	r.want(say(ana, "8/5 6/5", ref)(), bot.OK, "8/5 6/5")
	r.tap(ana, "✔")
	r.command(ana, "cancel", "")
	r.command(bob, "cancel", "")
	if got := say(ana, "8/5", ref)(); got.Text != "" {
		t.Errorf("talk after the match is answered %+v", got)
	}
}

func TestTypingIntoAPrompt(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	prompt := r.data("⌨")
	say := func(name, data, text string) func() bot.Answer {
		return func() bot.Answer {
			return r.handle(bot.Event{Kind: bot.Say, Person: person(name), Data: data, Text: text})
		}
	}
	r.unchanged(say(bob, prompt, "8/5"), bot.Refusal, "It is Ana's turn")
	r.want(say(ana, prompt, "8/5 6/5")(), bot.OK, "8/5 6/5")
	r.tap(ana, "✔")
	r.place(start, start)
	r.deal(0, 3, 1)
	r.unchanged(say(ana, prompt, "8/5 6/5"), bot.Info, "That turn has already been played")
	for _, data := range []string{"garbage", "ty", "ty:x:y", r.data("↩")} {
		r.unchanged(say(ana, data, "8/5"), bot.Refusal, "I do not understand this button")
	}
	r.want(say(ana, tap{verb: typeVerb, match: "nosuchmatc"}.data(), "8/5")(), bot.Refusal, "I no longer know this match")
	// A tap on it, where the platform cannot ask for text, tells how to type.
	r.unchanged(func() bot.Answer { return r.tap(ana, "⌨") }, bot.Info, "Type your move")
}
