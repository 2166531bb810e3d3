package talk

import (
	"testing"

	"tablabot/bot"
	"tablabot/engine"
)

func TestNewGameTakesItsWordsInAnyOrder(t *testing.T) {
	tests := []struct{ args, terms, invited string }{
		{"", "backgammon 3", ""},
		{"tapa", "tapa 3", ""},
		{"TAVLA", "tavla 5", ""},
		{"7", "backgammon 7", ""},
		{"backgammon 5", "backgammon 5", ""},
		{"5 backgammon", "backgammon 5", ""},
		{"backgammon money", "backgammon money", ""},
		{"Unlimited hypergammon", "hypergammon money", ""},
		{"25 sreshta", "sreshta 25", ""},
		{"@bob", "backgammon 3", "@bob"},
		{"@Bob tapa 5", "tapa 5", "@Bob"},
		{"jacoby=on backgammon @bob money", "backgammon money jacoby=on", "@bob"},
		{"crawford=off 5 table cube=on", "table 5 crawford=off cube=on", ""},
		{"raccoons=on beavers=on money backgammon", "backgammon money beavers=on raccoons=on", ""},
		{"gulbara 3 escalation=3 remainder=lost", "gulbara 3 escalation=3 remainder=lost", ""},
		{"tavla hitandrun=yes starter=alternate", "tavla 5 hitandrun=yes starter=alternate", ""},
		{"nardy koks=winner_home", "nardy 3 koks=winner_home", ""},
		{"portes opening=play", "portes 3 opening=play", ""},
		{"plakoto 7 mothers=0:0", "plakoto 7 mothers=0:0", ""},
		{"tavli mothers=1:1", "tavli 7 mothers=1:1", ""},
		{"Jacoby=ON backgammon money", "backgammon money jacoby=on", ""},
		{"   tapa \n 1  ", "tapa 1", ""},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			r := newRig(t)
			answer := r.command(ana, "newgame", test.args)
			if answer.Text != "" || !answer.Follows {
				t.Fatalf("the answer is %+v", answer)
			}
			table := r.table()
			if table.Terms != test.terms {
				t.Errorf("the terms are %q, want %q", table.Terms, test.terms)
			}
			invited := ""
			if table.Invited != nil {
				invited = table.Invited.name()
			}
			if invited != test.invited {
				t.Errorf("invited is %q, want %q", invited, test.invited)
			}
		})
	}
}

func TestNewGameNamesWhatItCannotUse(t *testing.T) {
	tests := []struct{ args, answer string }{
		{"chess", "I do not know “chess”"},
		{"tapa please", "I do not know “please”"},
		{"0", "“0” is no length: a match goes to 1 to 25 points, or say money."},
		{"26", "“26” is no length: a match goes to 1 to 25 points"},
		{"fevga 99999999999999999999", "I do not know “99999999999999999999”"},
		{"-3 tapa", "“-3” is no length"},
		{"portes 7 money", "A match has one length: “money” is one too many."},
		{"tapa 3 5", "A match has one length: “5” is one too many."},
		{"gulbara gulbara", "A table is for one game: “gulbara” is one too many."},
		{"gulbara Tapa", "A table is for one game: “Tapa” is one too many."},
		{"@bob @eve tapa", "A table is for one opponent: @eve is one too many."},
		{"gulbara escalation=3 Escalation=1", "“Escalation=1”: escalation was already said."},
		{"cube=off cube=off backgammon", "“cube=off”: cube was already said."},
		{"tabla level=1 level=2", "“level=2”: level was already said."},
		{"escalation gulbara", "“escalation” needs a value: escalation= and one of 4, 3, 1."},
		{"tapa escalation", "“escalation” cannot be set"},
		{"tabla level", "“level” needs a value: level= and one of 1, 2, 3, 4, 5, 6."},
		{"gulbara remainder:lost", "I do not know “remainder:lost”. Did you mean remainder=lost?"},
		{"plakoto mothers:1:1", "Did you mean mothers=1:1?"},
		{"3.5", "I do not know “3.5”"},
		{"@", "I do not know “@”"},
		{"tapa cube=on", "“cube=on” cannot be set"},
		{"tabla jacoby=on", "“jacoby=on” cannot be set"},
		{"backgammon 5 beavers=on", "“beavers=on” cannot be set"},
		{"backgammon money raccoons=on", "“raccoons=on” cannot be set"},
		{"hypergammon money jacoby=on cube=off", "“jacoby=on” cannot be set"},
		{"backgammon jacoby=perhaps", "“jacoby=perhaps” does not work: jacoby is one of off, on."},
		{"gulbara escalation=2", "“escalation=2” does not work: escalation is one of 4, 3, 1."},
		{"gulbarra", "I do not know “gulbarra”. Did you mean gulbara?"},
		{"Gul bara 3", "I do not know “Gul”. Did you mean gulbara?"},
		{"backgamon 5", "I do not know “backgamon”. Did you mean backgammon?"},
		{"tavl", "I do not know “tavl”. Did you mean tavla?"},
		{"plakotto", "I do not know “plakotto”. Did you mean plakoto?"},
		{"srechta 5", "I do not know “srechta”. Did you mean sreshta?"},
		{"gulbara escallation=3", "I do not know “escallation=3”. Did you mean escalation=3?"},
		{"tapa gulbarra", "I do not know “gulbarra”. Try:"},
		{"colour=red", "“colour=red” cannot be set"},
		{"game=tapa", "“game=tapa” cannot be set"},
		{"length=5", "“length=5” cannot be set"},
		{"=", "“=” cannot be set"},
		{"*bold* tapa", "I do not know “*bold*”"},
		{"{{.Word}}", "I do not know “{{.Word}}”"},
		{"@ana", "You cannot play against yourself"},
		{"@ANA 5", "You cannot play against yourself"},
	}
	r := newRig(t)
	for _, test := range tests {
		r.want(r.command(ana, "newgame", test.args), bot.Refusal, test.answer)
		if live, err := r.store.ChatMatches(t.Context(), string(chat)); err != nil || len(live) != 0 {
			t.Fatalf("/newgame %s: %d tables were created, error %v", test.args, len(live), err)
		}
	}
}

func TestNewGameTakesNamedOptions(t *testing.T) {
	r := newRig(t)
	options := map[string]string{"game": "tapa", "length": "5", "opponent": "tg:bob", "opponent.name": "Bob", "options": "mothers=0:0"}
	r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "newgame", Args: "game=tapa length=5", Options: options})
	if got := r.table().Terms; got != "tapa 5 mothers=0:0" {
		t.Errorf("the terms are %q", got)
	}
	r.shows("Bob, this one is for you")
	r.want(r.tap(eve, "✋"), bot.Refusal, "This table is kept for Bob.")
	r.want(r.tap(bob, "✋"), bot.OK, "You play against Ana")

	self := map[string]string{"opponent": "tg:eve"}
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: person(eve), Command: "newgame", Options: self}), bot.Refusal, "yourself")
}

func TestNewGameOffersWhatWasPlayedLast(t *testing.T) {
	r := newRig(t)
	r.command(ana, "newgame", "backgammon money beavers=on")
	r.command(ana, "newgame", "")
	if got := r.table().Terms; got != "backgammon money beavers=on" {
		t.Errorf("the terms are %q", got)
	}
	r.command(ana, "newgame", "tabla") // another game comes with its own usual terms
	if got := r.table().Terms; got != "tabla 3" {
		t.Errorf("the terms are %q", got)
	}
}

func TestNewGameHasLimits(t *testing.T) {
	r := newRig(t)
	for range openTables {
		r.command(ana, "newgame", "")
	}
	r.want(r.command(ana, "newgame", ""), bot.Refusal, "You already have 3 tables")
	r.command(bob, "newgame", "") // a limit of each person
	r.tap(bob, "✖")
	r.tap(ana, "✖")
	r.command(ana, "newgame", "")

	for range commandsAtOnce {
		r.handle(bot.Event{Kind: bot.Command, Person: person(eve), Command: "help"})
	}
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: person(eve), Command: "help"}), bot.Refusal, "A little slower")
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: person(eve), Command: "move", Args: "8/7"}), bot.Refusal, "You are not playing")
	r.clock.Advance(commandEvery)
	r.note(r.handle(bot.Event{Kind: bot.Command, Person: person(eve), Command: "help"}))
}

func TestAnonymousAdminsCannotSit(t *testing.T) {
	r := newRig(t)
	anonymous := bot.Person{Key: "tg:1087968824", Name: "Group", Anonymous: true, Admin: true}
	r.want(r.handle(bot.Event{Kind: bot.Command, Person: anonymous, Command: "newgame"}), bot.Refusal, "anonymous admin")
	r.command(ana, "newgame", "")
	r.unchanged(func() bot.Answer {
		return r.handle(bot.Event{Kind: bot.Tap, Person: anonymous, Data: r.data("✋")})
	}, bot.Refusal, "anonymous admin")
}

func TestRematch(t *testing.T) {
	r := newRig(t)
	r.begin("tapa 1")
	first := r.match()
	r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a mars")
	data := r.data("⚔")
	r.want(r.tapData(eve, data), bot.Refusal, "not playing")
	if answer := r.tapData(bob, data); !answer.Follows {
		t.Fatalf("rematch: %+v", answer)
	}
	second := r.match()
	if second.ID == first.ID || r.table().Terms != "tapa 1" || r.table().Seats[0].Name != bob {
		t.Fatalf("the rematch is %+v", r.table())
	}
	r.shows("Ana, this one is for you")
	r.want(r.tapData(bob, data), bot.Info, "already on the table")
	r.want(r.tapData(ana, data), bot.Info, "already on the table")
	r.want(r.tap(eve, "✋"), bot.Refusal, "kept for Ana")

	r.tap(bob, "✖")
	if answer := r.tapData(ana, data); !answer.Follows { // a closed table makes room
		t.Fatalf("rematch after a closed one: %+v", answer)
	}
	r.want(r.tap(bob, "✋"), bot.OK, "You play against Ana")
	r.want(r.tapData(bob, data), bot.Info, "already on the table")
	if live, _ := r.store.ChatMatches(t.Context(), string(chat)); len(live) != 1 {
		t.Errorf("%d matches are live, want 1", len(live))
	}
	r.want(r.tapData(ana, tap{verb: rematchVerb, match: r.match().ID}.data()), bot.Info, "still being played")
	r.want(r.tapData(ana, tap{verb: rematchVerb, match: "nosuchmatc"}.data()), bot.Refusal, "no longer know")
}

func TestDefaultTermsOfEveryGameBegin(t *testing.T) {
	for _, game := range Games() {
		r := newRig(t)
		r.begin(game)
		if got := r.table(); got.Stage != Playing || got.Match.Number != 1 {
			t.Errorf("%s: %+v", game, got)
		}
		if _, err := engine.ParseTerms(r.table().Terms); err != nil {
			t.Error(err)
		}
	}
}
