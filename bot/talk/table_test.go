package talk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/dice"
)

func TestMenusOfATable(t *testing.T) {
	r := newRig(t)
	r.twice = true
	r.command(ana, "newgame", "backgammon 3")

	r.tap(ana, "Game")
	if got := r.screen().Groups[0].Buttons; len(got) != len(Games()) {
		t.Errorf("%d games are offered, want %d", len(got), len(Games()))
	}
	r.tap(ana, "Table")
	r.shows("Table (Romanian)", "3 points", "Doubling cube: off")
	r.tap(ana, "Length")
	r.tap(ana, "unlimited")
	r.shows("unlimited")
	r.tap(ana, "Length")
	r.tap(ana, "◀")
	r.tap(ana, "Length")
	r.tap(ana, "7 points")
	r.tap(ana, "Options")
	r.tap(ana, "Doubling cube: off")
	r.tap(ana, "Crawford rule: on")
	r.shows("Doubling cube: on · Crawford rule: off · Jacoby rule: off\n", "Crawford rule: once somebody is one point from winning")
	r.tap(ana, "◀")
	r.hides("once somebody is one point from winning")
	if got := r.table().Terms; got != "table 7 crawford=off cube=on" {
		t.Errorf("the terms are %q", got)
	}
	if got := labels(r.screen())[0]; got != "✋ Join" {
		t.Errorf("the first button is %q", got)
	}
}

// TestOptionsThatDiffer are named on the board, the usual ones are not.
func TestOptionsThatDiffer(t *testing.T) {
	tests := []struct{ terms, head string }{
		{"tabla 3", "Tabla #1 · 3 points · Ana 0–0 Bob"},
		{"tabla 3 opening=play starter=roll", "Tabla #1 · 3 points · Ana 0–0 Bob · First roll: play opening dice · Who starts next: an opening roll"},
		{"gulbara 3 escalation=3 remainder=lost", "Gul bara #1 · 3 points · Ana 0–0 Bob · Doubles run on from: the 3rd roll · Rest of a double: is lost"},
		{"tavla 5 hitandrun=yes", "Tavla (Turkish) #1 · 5 points · Ana 0–0 Bob · Hit and run: everywhere"},
		{"tapa 3 mothers=0:0", "Tapa #1 · 3 points · Ana 0–0 Bob · Both mothers pinned: draw 0:0"},
		{"nardy 3 koks=first_quarter", "Long nardy #1 · 3 points · Ana 0–0 Bob · Koks (3 points): in the first quarter"},
		{"backgammon 5", "Backgammon #1 · 5 points · Ana 0–0 Bob · cube 1, Crawford on"},
		{"backgammon 5 crawford=off", "Backgammon #1 · 5 points · Ana 0–0 Bob · cube 1 · Crawford rule: off"},
		{"backgammon money jacoby=on beavers=on", "Backgammon #1 · unlimited · Ana 0–0 Bob · cube 1, Jacoby on · Beavers: on"},
		{"hypergammon money jacoby=off", "Hypergammon #1 · unlimited · Ana 0–0 Bob · cube 1 · Jacoby rule: off"},
		{"backgammon 5 cube=off", "Backgammon #1 · 5 points · Ana 0–0 Bob · Doubling cube: off"},
		{"table 5 cube=on", "Table (Romanian) #1 · 5 points · Ana 0–0 Bob · cube 1, Crawford on · Doubling cube: on"},
	}
	for _, test := range tests {
		t.Run(test.terms, func(t *testing.T) {
			r := newRig(t)
			r.begin(test.terms)
			if got, _, _ := strings.Cut(r.screen().Text.String(), "\n"); got != test.head {
				t.Errorf("the board begins\n%s\nwant\n%s", got, test.head)
			}
		})
	}
}

// TestEveryOptionIsAFewTapsAway: Options, then one tap a value, each told on its button.
func TestEveryOptionIsAFewTapsAway(t *testing.T) {
	for _, terms := range []string{"backgammon money", "table 5", "tavla 5", "tapa 3", "chelebi 3", "nardy 3", "sreshta 5", "tavli 7"} {
		r := newRig(t)
		r.command(ana, "newgame", terms)
		r.tap(ana, "Options")
		for {
			before := r.table().terms().Choices()
			for i, c := range before {
				if c.Key == "cube" || c.Key == "beavers" { // others apply only with them
					continue
				}
				for range c.Values {
					r.tapData(ana, r.screen().Groups[0].Buttons[i].Data)
				}
				if got := r.table().terms().Choices()[i]; got.Value != c.Value {
					t.Errorf("%s: after a tap for each value %s is %s, was %s", terms, c.Key, got.Value, c.Value)
				}
			}
			i := slices.IndexFunc(before, func(c engine.Chosen) bool { return (c.Key == "cube" || c.Key == "beavers") && c.Value == "off" })
			if i < 0 {
				break
			}
			r.tapData(ana, r.screen().Groups[0].Buttons[i].Data)
		}
	}
}

func TestOnlyTheHostChangesATable(t *testing.T) {
	r := newRig(t)
	r.command(ana, "newgame", "backgammon 3")
	id := r.match().ID
	for _, b := range []tap{{verb: menuVerb, arg: gamesMenu}, {verb: setVerb, arg: "game=tapa"}, {verb: setVerb, arg: "length=5"},
		{verb: setVerb, arg: "jacoby=on"}, {verb: closeVerb}} {
		b.match = id
		for _, name := range []string{bob, eve} {
			r.unchanged(func() bot.Answer { return r.tapData(name, b.data()) }, bot.Refusal, "Only Ana can change this table")
		}
	}
	for _, arg := range []string{"game=chess", "length=26", "length=-1", "length=x", "jacoby=x", "beavers=on", "x=y", "", "="} {
		b := tap{verb: setVerb, match: id, arg: arg}
		r.unchanged(func() bot.Answer { return r.tapData(ana, b.data()) }, bot.Refusal, "I do not understand this button")
	}
	r.unchanged(func() bot.Answer { return r.tapData(ana, tap{verb: menuVerb, match: id, arg: "x"}.data()) }, bot.Refusal, "understand")
}

func TestJoin(t *testing.T) {
	r := newRig(t)
	r.command(ana, "newgame", "backgammon 3")
	join := r.data("✋")
	r.unchanged(func() bot.Answer { return r.tapData(ana, join) }, bot.Refusal, "You cannot play against yourself")

	r.tap(ana, "Length")
	r.tap(ana, "5 points")
	r.unchanged(func() bot.Answer { return r.tapData(bob, join) }, bot.Refusal, "has just been changed")

	answer := r.tap(bob, "✋")
	r.want(answer, bot.OK, "You play against Ana")
	if !answer.Follows {
		t.Error("the board should follow")
	}
	r.unchanged(func() bot.Answer { return r.tapData(bob, join) }, bot.Info, "You are in")
	r.unchanged(func() bot.Answer { return r.tapData(ana, join) }, bot.Info, "You are in")
	r.unchanged(func() bot.Answer { return r.tapData(eve, join) }, bot.Info, "begun without you")
	table := compose(View{Table: r.table(), Slot: 0, Words: english(t)})
	if len(table.Groups) != 0 || !strings.Contains(table.Text.String(), "Ana plays Bob") ||
		strings.Contains(table.Text.String(), "looking for") {
		t.Errorf("the table's message is now:\n%s", shown(table))
	}
	for _, b := range []tap{{verb: setVerb, arg: "length=5"}, {verb: menuVerb}, {verb: closeVerb}} {
		b.match = r.match().ID
		r.unchanged(func() bot.Answer { return r.tapData(ana, b.data()) }, bot.Info, "This table is closed")
	}
}

func TestInvitations(t *testing.T) {
	tests := []struct {
		invited string
		person  bot.Person
		fits    bool
	}{
		{"@bob", bot.Person{Key: "tg:1", Name: "Robert", Handle: "Bob"}, true},
		{"@bob", bot.Person{Key: "tg:2", Name: "bob", Handle: "eve"}, false}, // shows another's name
		{"@bob", bot.Person{Key: "tg:2", Name: "Eve", Handle: "eve"}, false},
		{"@bob", bot.Person{Key: "tg:2", Name: "Eve"}, false},
	}
	for _, test := range tests {
		r := newRig(t)
		r.command(ana, "newgame", test.invited)
		r.shows(test.invited + ", this one is for you")
		answer := r.handle(bot.Event{Kind: bot.Tap, Person: test.person, Data: r.data("✋")})
		if joined := answer.Kind == bot.OK; joined != test.fits {
			t.Errorf("%s, %+v: joined is %v: %q", test.invited, test.person, joined, answer.Text)
		}
		if !test.fits {
			r.want(answer, bot.Refusal, "This table is kept for "+test.invited)
		}
	}
}

func TestWordsForTheDice(t *testing.T) {
	r := newRig(t)
	r.command(ana, "newgame", "hypergammon 1")
	commitment := r.table().Seed.Commitment()
	r.shows("Dice seal: " + commitment)
	id := r.match().ID
	say := func(name, text string) bot.Answer {
		return r.handle(bot.Event{Kind: bot.Say, Person: person(name), Data: r.data("🔑"), Text: text})
	}
	r.want(say(ana, "one"), bot.OK, "Your word for the dice is “one”.")
	r.shows("Ana's word for the dice: “one”")
	r.want(say(ana, "  *deux*  "), bot.OK, "“*deux*”")
	r.shows("“*deux*”")
	r.hides("“one”")
	r.want(r.command(bob, "word", "три {{.Name}}"), bot.OK, "“три {{.Name}}”") // the joiner's, after the commitment
	for _, bad := range []string{"", " ", "a|b", strings.Repeat("x", 41), "a\u202eb", "a\x00b", "\xff"} {
		r.unchanged(func() bot.Answer { return say(eve, bad) }, bot.Refusal, "A word has 1 to 40 characters")
	}
	for i := range maxWords - 2 {
		r.want(say(fmt.Sprint("Guest", i), "hi"), bot.OK, "hi")
	}
	r.unchanged(func() bot.Answer { return say(eve, "late") }, bot.Refusal, "Enough words")
	r.want(r.command(ana, "verify", ""), bot.Info, "once the match is over")

	wordButton := r.data("🔑")
	r.tap(bob, "✋")
	if got := r.table().words(); got != [2]string{"*deux*", "три {{.Name}}"} {
		t.Errorf("the words are %q", got)
	}
	r.unchanged(func() bot.Answer {
		return r.handle(bot.Event{Kind: bot.Say, Person: person(ana), Data: wordButton, Text: "later"})
	}, bot.Info, "before the match begins")
	r.unchanged(func() bot.Answer { return r.command(ana, "word", "later") }, bot.Info, "before the match begins")
	r.want(r.command(ana, "verify", ""), bot.Info, "once the match is over")
	r.unchanged(func() bot.Answer { return r.tapData(bob, tap{verb: verifyVerb, match: id}.data()) }, bot.Info, "once the match is over")

	r.playOut()
	r.shows("Seed of the dice: " + r.table().Seed.String())
	for _, answer := range []bot.Answer{r.tap(eve, "🔍"), r.command(eve, "verify", ""), r.command(bob, "verify", "#1")} {
		proof := proofOf(t, r.note(answer))
		if err := proof.VerifyCommitment(commitment); err != nil {
			t.Errorf("the proof: %v", err)
		}
		if proof.Words != r.table().words() || len(proof.Rolls) != r.table().Match.Thrown {
			t.Errorf("the proof has words %q and %d rolls of %d", proof.Words, len(proof.Rolls), r.table().Match.Thrown)
		}
		proof.Rolls[0][0] = proof.Rolls[0][0]%6 + 1
		if proof.Verify() == nil {
			t.Error("a changed roll goes unnoticed")
		}
	}
}

func proofOf(t *testing.T, note string) dice.Proof {
	t.Helper()
	proof, err := dice.ParseProof([]byte(note[strings.IndexByte(note, '{'):]))
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func TestCancelATable(t *testing.T) {
	r := newRig(t)
	r.command(ana, "newgame", "")
	r.unchanged(func() bot.Answer { return r.command(bob, "cancel", "") }, bot.Refusal, "Only Ana can change this table")
	join := r.data("✋")
	r.want(r.command(ana, "cancel", ""), bot.OK, "The table is cancelled")
	r.shows("The table was cancelled")
	r.unchanged(func() bot.Answer { return r.tapData(bob, join) }, bot.Info, "This table is closed")
	if got := labels(r.screen()); len(got) != 0 {
		t.Errorf("a cancelled table has buttons %q", got)
	}
	r.command(ana, "newgame", "")
	admin := person(eve)
	admin.Admin = true
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: admin, Command: "cancel"}), bot.OK, "cancelled")
}

// playOut lets whoever is to act tap until the match has ended: plays, no doubles.
func (r *rig) playOut() {
	r.Helper()
	for range 3000 {
		table := r.table()
		if table.Stage != Playing {
			return
		}
		r.clock.Advance(time.Second)
		seat, waits := table.actor()
		if !waits {
			r.tap(ana, "▶")
			continue
		}
		r.playOn(nameOf(seat))
	}
	r.Fatal("the match does not end")
}

// playOn taps the shortest way on for the one who is to act.
func (r *rig) playOn(name string) {
	r.Helper()
	switch table := r.table(); {
	case table.Match.Game.Giving != nil:
		r.tap(name, "Accept")
	case table.Match.Game.Offer != nil:
		r.tap(name, "Take")
	case table.Match.Game.Turn == nil:
		r.tap(name, "🎲 Roll")
	default:
		p, err := table.Match.Progress()
		if err != nil {
			r.Fatal(err)
		}
		if p.Over {
			r.tap(name, "✔")
			return
		}
		groups := r.screen().Groups
		i := slices.IndexFunc(groups, func(g bot.Group) bool { return len(g.Buttons) > 0 })
		r.want(r.tapData(name, groups[i].Buttons[0].Data), bot.OK, "")
	}
}
