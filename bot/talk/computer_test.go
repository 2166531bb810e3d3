package talk

import (
	"slices"
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine/ai"
)

func TestPlayTheComputer(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.command(ana, "newgame", "backgammon 5")
	if got := labels(r.screen())[0]; got != "🤖 Play the computer" {
		t.Errorf("the first button is %q", got)
	}
	r.unchanged(func() bot.Answer { return r.tap(bob, "🤖") }, bot.Refusal, "Only Ana can change this table")
	r.tap(ana, "🤖")
	r.shows("How strong shall the computer play?")
	want := []string{"1 · Beginner", "2 · Casual player", "3 · Club player", "4 · Strong player", "5 · Expert", "6 · World class", "◀ Back"}
	if got := labels(r.screen()); !slices.Equal(got, want) {
		t.Errorf("the buttons are %q, want %q", got, want)
	}
	r.unchanged(func() bot.Answer { return r.tap(bob, "6") }, bot.Refusal, "Only Ana can change this table")
	again := r.data("6")
	r.want(r.tap(ana, "6"), bot.OK, "You play against Computer, level 6. Good luck!")
	r.unchanged(func() bot.Answer { return r.tapData(ana, again) }, bot.Info, "the board is below")
	r.think()
	r.shows("Ana 0–0 Computer, level 6")
	if got := r.screen().Scene.Players[1].Name; got != "Computer, level 6" {
		t.Errorf("the picture names %q", got)
	}
}

func TestOrderingTheComputer(t *testing.T) {
	tests := []struct {
		args string
		kind bot.AnswerKind
		want string // of the answer, or of the table
	}{
		{"backgammon 5 level=3", bot.OK, "Computer, level 3"},
		{"level=6 tabla", bot.OK, "Computer, level 6"},
		{"backgammon computer level=1 5", bot.OK, "Computer, level 1"},
		{"backgammon 5 computer", bot.OK, "How strong shall the computer play?"},
		{"backgammon 5 compter", bot.Refusal, "Did you mean computer?"},
		{"level=7", bot.Refusal, "level is one of 1, 2, 3, 4, 5, 6"},
		{"level=", bot.Refusal, "level is one of"},
		{"level=0", bot.Refusal, "level is one of"},
		{"backgammon @bob computer", bot.Refusal, "one opponent: @bob or the computer"},
		{"fevga level=2", bot.Refusal, "does not know Fevga well enough"},
		{"fevga computer", bot.Refusal, "does not know Fevga well enough"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			r := newComputerRig(t, &dummy{unknown: "fevga"})
			answer := r.command(ana, "newgame", test.args)
			if test.kind != bot.OK {
				r.want(answer, test.kind, test.want)
				return
			}
			r.want(answer, bot.OK, "")
			r.think()
			r.shows(test.want)
		})
	}
}

// TestNamedOptionOfTheComputer: a platform with named options has one for it.
func TestNamedOptionOfTheComputer(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "newgame",
		Options: map[string]string{"game": "tabla", "computer": "2"}}), bot.OK, "")
	r.think()
	r.shows("Computer, level 2")
}

// TestAGameThatTheComputerDoesNotKnow has no button for it, and an old one is answered.
func TestAGameThatTheComputerDoesNotKnow(t *testing.T) {
	computer := &dummy{}
	r := newComputerRig(t, computer)
	r.command(ana, "newgame", "fevga 3")
	menu := r.data("🤖")
	computer.unknown = "fevga"
	if got := r.data("🤖"); got != "" {
		t.Error("the computer is offered for a game that it does not know")
	}
	r.unchanged(func() bot.Answer { return r.tapData(ana, menu) }, bot.Refusal, "does not know Fevga")
	level := tap{verb: computerVerb, match: r.match().ID, arg: "3"}.data()
	r.unchanged(func() bot.Answer { return r.tapData(ana, level) }, bot.Refusal, "does not know Fevga")
	bad := tap{verb: computerVerb, match: r.match().ID, arg: "7"}.data()
	r.unchanged(func() bot.Answer { return r.tapData(ana, bad) }, bot.Refusal, "do not understand this button")
}

func TestStoppingAgainstTheComputer(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 5")
	r.unchanged(func() bot.Answer { return r.command(ana, "cancel", "") }, bot.Warning, "Stop match #1 against the computer")
	r.unchanged(func() bot.Answer { return r.command(bob, "cancel", "") }, bot.Refusal, "not playing")
	r.command(ana, "cancel", "")
	r.want(r.cancelAgain(), bot.OK, "stopped without a result")
	if got := r.table().Stage; got != Ended {
		t.Errorf("the match is %s", got)
	}
}

func TestRematchWithTheComputer(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 1")
	r.anew(0, 6, 1)
	r.giveUpTo(ana, 0)
	r.think()
	first := r.match().ID
	again := r.data("⚔")
	r.want(r.tap(ana, "⚔"), bot.OK, "")
	r.think()
	if table := r.table(); table.ID == first || table.Seats[1].Level != 4 || table.Stage != Playing {
		t.Errorf("the rematch is %+v", table)
	}
	r.unchanged(func() bot.Answer { return r.tapData(ana, again) }, bot.Info, "already on the table")
}

// TestNamesOfLevels: every catalogue names every level, each by its own name.
func TestNamesOfLevels(t *testing.T) {
	all, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range all.Languages() {
		words := all.Words(language)
		var names []string
		for _, level := range strings.Split(levelValues(), ", ") {
			name := words.String("strength."+level, nil)
			label := words.String("button.level", locale.Args{"Level": level, "Name": name})
			if unfilled(label) || len([]rune(label)) > 40 || slices.Contains(names, name) {
				t.Errorf("%s: level %s is %q on the button %q, after %q", language, level, name, label, names)
			}
			names = append(names, name)
		}
		if len(names) != int(ai.Levels) {
			t.Errorf("%s: %d names for %d levels", language, len(names), ai.Levels)
		}
	}
}

// TestTheComputersSeat is read and written as it is.
func TestTheComputersSeat(t *testing.T) {
	table := Table{Terms: "backgammon 3", Seats: [2]Seat{{Person: "tg:ana", Name: "Ana"}, {Level: 5}}}
	text, err := table.encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodeTable(text)
	if err != nil || got.Seats != table.Seats {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, sits := got.seatOf(""); sits {
		t.Error("nobody sits on the computer's seat")
	}
	if people := got.people(); !slices.Equal(people, []string{"tg:ana"}) {
		t.Errorf("the players are %q", people)
	}
}
