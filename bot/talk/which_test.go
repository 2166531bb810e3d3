package talk

import (
	"strings"
	"testing"
	"time"

	"tablabot/bot"
)

// TestWhichMatch: the one replied to, the one named, the only one where the sender is
// to act, his only one, or he is asked.
func TestWhichMatch(t *testing.T) {
	r := newRig(t)
	start := func(host, guest string) { // begins a match; the guest is made to act
		r.command(host, "newgame", "tabla 3")
		r.tap(guest, "✋")
		r.onRoll(1)
	}
	start(ana, bob)   // #1, Bob to act
	start(bob, "Cid") // #2, Cid to act
	start(ana, "Dan") // #3, Dan to act
	r.deliver()
	position := func(name, args string, ref bot.BoardRef, options map[string]string) string {
		r.clock.Advance(commandEvery)
		answer := r.handle(bot.Event{Kind: bot.Command, Person: person(name), Command: "position", Args: args, Ref: ref, Options: options})
		if answer.Note == nil {
			return answer.Text
		}
		return strings.SplitN(answer.Note.Text.String(), "\n", 2)[0]
	}
	tests := []struct {
		name, sender, args string
		ref                bot.BoardRef
		options            map[string]string
		want               string
	}{
		{"the one replied to", eve, "", messageOf(2, 1, 1), nil, "Position of match #2"},
		{"a reply comes before a number", eve, "#3", messageOf(2, 1, 1), nil, "Position of match #2"},
		{"a reply to another message", "Cid", "", "elsewhere", nil, "Position of match #2"},
		{"the one named", eve, "#3", "", nil, "Position of match #3"},
		{"the option", eve, "", "", map[string]string{"match": "1"}, "Position of match #1"},
		{"the option with a sign", eve, "", "", map[string]string{"match": "#1"}, "Position of match #1"},
		{"none of that number", eve, "#9", "", nil, "There is no match #9 here."},
		{"the only one to act in", bob, "", "", nil, "Position of match #1"},
		{"his only one", "Dan", "", "", nil, "Position of match #3"},
		{"several of his", ana, "", "", nil, "Which match do you mean?"},
		{"several of others", eve, "", "", nil, "Which match do you mean?"},
	}
	for _, test := range tests {
		if got := position(test.sender, test.args, test.ref, test.options); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}

	choice := r.command(ana, "position", "")
	if got := labels(bot.Screen{Groups: choice.Note.Groups}); len(got) != 2 || got[0] != "#1 Ana – Bob" || got[1] != "#3 Ana – Dan" {
		t.Errorf("the choice is %q", got)
	}
	if got := r.note(r.tapNote(ana, choice, "#3")); !strings.HasPrefix(got, "Position of match #3") {
		t.Errorf("chosen #3, got %q", got)
	}
	r.want(r.command(eve, "resign", ""), bot.Refusal, "You are not playing in a match here")
	r.want(r.command(eve, "move", "8/7"), bot.Refusal, "You are not playing in a match here")
}

func TestAChoiceCarriesWhatTheCommandWasAbout(t *testing.T) {
	r := newRig(t)
	for range 2 {
		r.begin("tabla 3")
		r.place(start, start)
		r.deal(0, 3, 1)
	}
	second := r.match().ID
	check := func(choice bot.Answer) {
		t.Helper()
		r.want(r.tapNote(ana, choice, "#2"), bot.OK, "8/5")
		if r.match().ID != second || r.table().Match.Game.Turn.Steps() != 1 {
			t.Errorf("the move did not reach match #2")
		}
		r.command(ana, "undo", "#2")
	}
	check(r.command(ana, "move", "8/5"))
	check(r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "move", Args: "play=8/5", Options: map[string]string{"play": "8/5"}}))
	r.want(r.command(ana, "move", "8/5 6/5 #2"), bot.OK, "8/5 6/5")
	r.want(r.command(ana, "move", strings.Repeat("13/12 ", 12)), bot.Info, "Add the number of yours, such as #")

	r.command(ana, "newgame", "")
	r.command(bob, "newgame", "")
	r.want(r.command(eve, "word", "слово"), bot.Info, "Add the number of yours, such as #")
	r.want(r.command(eve, "word", "слово #4"), bot.OK, "“слово”")
}

// TestACommandMeansAMatchThatItFits: a table that waits does not stand in the way of a
// match, nor a match in the way of a table.
func TestACommandMeansAMatchThatItFits(t *testing.T) {
	r := newRig(t)
	r.begin("tabla 3")
	r.place(start, start)
	r.deal(1, 3, 1)
	r.command(ana, "newgame", "tapa")
	if answer := r.command(ana, "resign", ""); !strings.Contains(r.note(answer), "#1: how much does Ana give up?") {
		t.Errorf("the answer is %+v", answer)
	}
	r.want(r.command(ana, "word", "luck"), bot.OK, "“luck”")
	r.want(r.command(bob, "word", "chance"), bot.OK, "“chance”")
	r.want(r.command(bob, "move", "8/5"), bot.OK, "8/5")
	r.want(r.command(eve, "move", "8/5"), bot.Refusal, "You are not playing in a match here")
}

func TestNoMatch(t *testing.T) {
	r := newRig(t)
	for _, c := range commands() {
		if c.match != nil {
			r.want(r.command(ana, c.name, "#7"), bot.Refusal, "There is no match #7 here")
			r.want(r.command(ana, c.name, ""), bot.Refusal, "Nobody is playing here. /newgame opens a table.")
		}
	}
	r.want(r.command(ana, "dance", ""), bot.Refusal, "I do not know /dance. Try /help")
	r.command(ana, "newgame", "")
	for _, name := range []string{"move", "undo", "resign", "position"} {
		r.unchanged(func() bot.Answer { return r.command(ana, name, "8/7") }, bot.Info, "has not begun yet")
	}
}

// TestVerifyFindsWhatHasEnded although it is no longer among the live matches.
func TestVerifyFindsWhatHasEnded(t *testing.T) {
	r := newRig(t)
	for range 2 {
		r.begin("tapa 1")
		r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a mars")
	}
	latest := r.match()
	r.begin("tapa 1")
	proof := proofOf(t, r.note(r.command(bob, "verify", "")))
	if table, _ := decodeTable(latest.State); proof.Seed != table.Seed {
		t.Error("the proof is not of the latest match that ended")
	}
	r.want(r.command(bob, "verify", "#3"), bot.Info, "until then the seed is secret")
	r.note(r.command(eve, "verify", "#1"))
}

// TestAMatchIsChosenInItsOwnChat: data can be sent that no button has. Whoever
// administers another chat, as everybody does his private one, gets at no match by it.
func TestAMatchIsChosenInItsOwnChat(t *testing.T) {
	r := newRig(t)
	r.begin("backgammon 5")
	home, before, id := r.chat, r.state(), r.match().ID
	eve := person(eve)
	eve.Admin = true
	for _, command := range []string{"cancel", "position", "board"} {
		r.chat = "tg:5"
		data := tap{verb: whichVerb, match: id, arg: command}.data()
		for range 2 {
			answer := r.handle(bot.Event{Kind: bot.Tap, Private: true, Person: eve, Data: data})
			if answer.Kind != bot.Refusal || answer.Note != nil {
				t.Errorf("%s is answered %+v, want a refusal", data, answer)
			}
			r.clock.Advance(2 * time.Second)
		}
		r.chat = home
		if after := r.state(); after != before {
			t.Fatalf("%s changes the match:\n%s\n%s", data, before, after)
		}
	}
}
