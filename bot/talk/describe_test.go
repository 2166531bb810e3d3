package talk

import (
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
)

// TestResultsInWords tells every way in which a game can end, in the terms of who plays
// it, with the arithmetic where a cube multiplied.
func TestResultsInWords(t *testing.T) {
	borneOff := func(level, cube int) engine.Result {
		return engine.Result{Method: engine.ByBearingOff, Level: level, Cube: cube, Points: level * cube}
	}
	resigned := func(level, cube int) engine.Result {
		return engine.Result{Method: engine.ByResignation, Level: level, Cube: cube, Points: level * cube}
	}
	tests := []struct {
		terms  string
		result engine.Result
		want   string
	}{
		{"backgammon 7", borneOff(1, 1), "Ana wins a single game: 1 point"},
		{"backgammon 7", borneOff(2, 1), "Ana wins a gammon: 2 points"},
		{"backgammon 11", borneOff(3, 4), "Ana wins a backgammon: 3 × cube 4 = 12 points"},
		{"hypergammon money", borneOff(1, 2), "Ana wins a single game: 1 × cube 2 = 2 points"},
		{"table 5", borneOff(2, 1), "Ana wins a gammon: 2 points"},
		{"tabla 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"tavla 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"gulbara 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"chelebi 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"tapa 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"sheshbesh 3", borneOff(3, 1), "Ana wins a Turkish mars: 3 points"},
		{"nardy 3", borneOff(1, 1), "Ana wins an oin: 1 point"},
		{"nardy 3", borneOff(2, 1), "Ana wins a mars: 2 points"},
		{"nardy 3 koks=winner_home", borneOff(3, 1), "Ana wins a koks: 3 points"},
		{"shortnardy 7", borneOff(3, 2), "Ana wins a koks: 3 × cube 2 = 6 points"},
		{"fevga 5", borneOff(2, 1), "Ana wins a double game: 2 points"},
		{"tavli 5", borneOff(2, 1), "Ana wins a double game: 2 points"},
		{"tapa 3", engine.Result{Method: engine.ByMother, Level: 2, Cube: 1, Points: 2},
			"Ana wins by the mother, Bob's last checker on the start: 2 points"},
		{"tapa 3", engine.Result{Method: engine.ByBothMothers, Draw: true, Points: 1}, "Both mothers are pinned, so nobody can win: a draw, 1:1."},
		{"plakoto 3 mothers=0:0", engine.Result{Method: engine.ByBothMothers, Draw: true}, "Both mothers are pinned, so nobody can win: a draw, 0:0."},
		{"gulbara 3", engine.Result{Method: engine.ByStuck, Draw: true}, "Nothing has moved for 100 rolls, so nobody can win: a draw, 0:0."},
		{"backgammon 7", resigned(3, 1), "Bob resigns a backgammon. Ana wins 3 points"},
		{"backgammon 7", resigned(2, 2), "Bob resigns a gammon. Ana wins 2 × cube 2 = 4 points"},
		{"nardy 7", resigned(2, 1), "Bob resigns a mars. Ana wins 2 points"},
		{"backgammon 7", engine.Result{Method: engine.ByDrop, Level: 1, Cube: 1, Points: 1}, "Bob drops the double. Ana wins 1 point"},
		{"backgammon 7", engine.Result{Method: engine.ByDrop, Level: 1, Cube: 4, Points: 4}, "Bob drops the double. Ana wins 4 points"},
		{"tabla 3", engine.Result{Method: engine.OnTime}, "Bob stayed away. Ana wins on time"},
		{"backgammon money", engine.Result{Method: engine.OnTime, Points: 4, Cube: 4}, "Bob stayed away. Ana wins on time: 4 points"},
		{"tabla 3", engine.Result{Method: engine.ByStopping, Draw: true}, "The match was stopped without a result."},
		{"backgammon money jacoby=on", borneOff(1, 1),
			"Ana wins a single game: 1 point. It was a backgammon, but by the Jacoby rule it counts once, as no double was taken."},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			terms, err := engine.ParseTerms(test.terms)
			if err != nil {
				t.Fatal(err)
			}
			m, err := engine.NewMatch(terms)
			if err != nil {
				t.Fatal(err)
			}
			m.Last = &test.result
			loser := &m.Game.Position.Sides[1] // all that counts for a level
			if loser.Set(engine.Off, 1); strings.Contains(test.want, "Jacoby") {
				loser.Set(engine.Off, 0)
				loser.Set(engine.Bar, 1)
			}
			if test.result.Level > 1 {
				loser.Set(engine.Off, 0)
			}
			if got := resultText(english(t), m, nameOf).String(); got != test.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestRotationIsTold at the table, on every board, and at the end of each game, a draw
// included.
func TestRotationIsTold(t *testing.T) {
	tests := []struct {
		terms, table string
		games        []string
	}{
		{"sreshta 25", "Game 1 is Tabla, then Gul bara, Tapa, and so on in turn", []string{"Tabla", "Gul bara", "Tapa", "Tabla"}},
		{"tavli 25", "Game 1 is Portes, then Plakoto, Fevga, and so on in turn", []string{"Portes", "Plakoto", "Fevga", "Portes"}},
	}
	for _, test := range tests {
		r := newRig(t)
		r.command(ana, "newgame", test.terms)
		r.shows(test.table)
		r.tap(bob, "✋")
		name, _, _ := strings.Cut(r.talk.Locale.Words("en").String("game."+r.table().Match.Terms.Game, nil), " ")
		for i, game := range test.games[:3] {
			r.shows(name + " #1, game " + string(rune('1'+i)) + ": " + game + " · 25 points")
			if i == 1 {
				r.draws()
			} else {
				r.tapNoteTwice(ana, r.command(ana, "resign", ""), map[string]string{"sreshta 25": "Resign a mars", "tavli 25": "Resign a double game"}[test.terms])
			}
			r.shows("Next game: " + test.games[i+1])
			r.want(r.tap(ana, "▶ Next: "+test.games[i+1]), bot.OK, "begins")
		}
		r.shows("game 4: " + test.games[3])
		if got := r.note(r.command(ana, "games", "")); !strings.Contains(got, ", 25 points, now "+test.games[3]) {
			t.Errorf("the list is\n%s", got)
		}
	}
}

// draws ends the running game without a winner.
func (r *rig) draws() {
	r.Helper()
	r.forge(func(t *Table) {
		t.Match.Phase, t.Match.Game.Turn = engine.ToStart, nil
		t.Match.Last = &engine.Result{Method: engine.ByStuck, Draw: true}
	})
}
