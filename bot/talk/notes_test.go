package talk

import (
	"context"
	"slices"
	"strings"
	"testing"

	"tablabot/bot"
	"tablabot/engine"
)

func TestGamesAreListed(t *testing.T) {
	r := newRig(t)
	r.want(r.command(ana, "games", ""), bot.Info, "Nobody is playing here")
	r.begin("backgammon 5")
	r.onRoll(1)
	r.command(eve, "newgame", "tapa 1")
	r.command(ana, "newgame", "tabla 3")
	r.tap(eve, "✋")
	r.tapNoteTwice(eve, r.command(eve, "resign", "#3"), "Resign a mars")
	want := "Games here\n#1 Ana 0–0 Bob: Backgammon, 5 points. Bob to act\n#2 Eve waits: Tapa, 1 point\n" +
		"#3 Ana 2–0 Eve: Tabla, 3 points. Between games"
	if got := r.note(r.command(bob, "games", "")); got != want {
		t.Errorf("the list is\n%s\nwant\n%s", got, want)
	}
}

func TestPositionInEveryForm(t *testing.T) {
	r := doubling(t, "backgammon 7")
	got := r.note(r.command(eve, "position", ""))
	for _, want := range []string{"Position of match #1", "tablabot backgammon:", "GNU Backgammon 4HPwATDgc/ABMA", "XG XGID="} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	r = doubling(t, "tapa 3")
	if got := r.note(r.command(eve, "position", "")); !strings.Contains(got, "tablabot tapa:") || strings.Contains(got, "XG") {
		t.Errorf("the position of tapa is\n%s", got)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	r := newRig(t)
	for _, name := range []string{"help", "start"} {
		text := r.note(r.command(ana, name, ""))
		for _, command := range Commands() {
			if !strings.Contains(text, "/"+command+" – ") {
				t.Errorf("/%s does not name /%s", name, command)
			}
		}
	}
}

// TestSettings marks what is in force, also on the note whose button was tapped.
func TestSettings(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	marks := func(answer bot.Answer, want ...string) {
		t.Helper()
		if !strings.Contains(r.note(answer), "how Ana confirms moves") {
			t.Errorf("the note says %q", r.note(answer))
		}
		if got := labels(bot.Screen{Groups: answer.Note.Groups}); !slices.Equal(got, want) {
			t.Errorf("the buttons are\n%q, want\n%q", got, want)
		}
	}
	answer := r.command(ana, "settings", "")
	marks(answer, "✓ Moves wait for ✔ Done", "The last tap plays the move", "✓ Wood", "Dark", "High contrast")
	for range 2 {
		said := r.tapNote(ana, answer, "The last tap")
		r.want(said, bot.OK, "Your last tap plays the move")
		said = r.tapNote(ana, answer, "High contrast")
		r.want(said, bot.OK, "drawn like this: High contrast.")
		if !said.Instead {
			t.Error("the note does not take the tapped one's place")
		}
		marks(said, "Moves wait for ✔ Done", "✓ The last tap plays the move", "Wood", "Dark", "✓ High contrast")
	}
	if got := r.screen().Scene.Theme; got != "contrast" {
		t.Errorf("the theme is %q", got)
	}
	r.want(r.tapNote(ana, r.command(ana, "settings", ""), "Moves wait"), bot.OK, "wait for ✔ Done")
	r.want(r.command(ana, "settings", "THEME=dark"), bot.OK, "Dark")
	for _, bad := range []string{"theme=pink", "theme", "confirm=perhaps", "colour=red", "=", "x"} {
		r.unchanged(func() bot.Answer { return r.command(ana, "settings", bad) }, bot.Refusal, "That cannot be set")
		r.unchanged(func() bot.Answer { return r.tapData(ana, tap{verb: settingsVerb, arg: bad}.data()) }, bot.Refusal, "That cannot be set")
	}
}

// TestTextBoard: where pictures may not be posted the board is letters, and the missing
// right is named.
func TestTextBoard(t *testing.T) {
	for _, game := range engine.Variants() {
		r := newRig(t)
		r.begin(game + " 3")
		board := r.board()
		board.Shown.Text = true
		screen, err := r.talk.Compose(context.Background(), board)
		if err != nil {
			t.Fatal(err)
		}
		text := screen.Text.String()
		if screen.Scene != nil || !strings.Contains(text, "the right to send photos or attach files") ||
			strings.Count(text, " 13 14 15 16 17 18") != 1 && strings.Count(text, " 18 17 16 15 14 13") != 1 ||
			!strings.Contains(text, "X Ana · bar 0 · off 0 · pips ") || !strings.Contains(text, "O Bob · bar 0 · off 0 · pips ") {
			t.Errorf("%s:\n%s", game, text)
		}
		r.holds(screen)
	}
}

// TestTextBoardOfTallStacks: columns stand however many checkers a point holds, a pin is
// marked and explained, and both ways round are told in the numbers shown.
func TestTextBoardOfTallStacks(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"the start of gul bara", "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0", `
 13 14 15 16 17 18 | 19 20 21 22 23 24
  ·  ·  ·  ·  ·  · |  ·  ·  ·  ·  ·  X
                   |                15
 15                |
  O  ·  ·  ·  ·  · |  ·  ·  ·  ·  ·  ·
 12 11 10  9  8  7 |  6  5  4  3  2  1
X Ana · bar 0 · off 0 · pips 360 · way 24–1 · home 6–1
O Bob · bar 0 · off 0 · pips 360 · way 12–1, 24–13 · home 18–13`},
		{"pins in tapa", "tapa:-2*,,,,,,,,,,,,10*,,,,,,,-12,,,,4|0,0|0,0", `
 13 14 15 16 17 18 | 19 20 21 22 23 24
 X!  ·  ·  ·  ·  · |  ·  O  ·  ·  ·  X
 10                |    12           4
                   |                 2
  ·  ·  ·  ·  ·  · |  ·  ·  ·  ·  · O!
 12 11 10  9  8  7 |  6  5  4  3  2  1
X Ana · bar 0 · off 0 · pips 227 · way 24–1 · home 6–1
O Bob · bar 0 · off 0 · pips 120 · way 1–24 · home 19–24
! stands on a pinned checker.`},
	} {
		t.Run(test.name, func(t *testing.T) {
			rules, position, err := engine.ParsePosition(test.code)
			if err != nil {
				t.Fatal(err)
			}
			r := newRig(t)
			r.begin(rules.Key + " 3")
			r.onRoll(0)
			r.forge(func(t *Table) { t.Match.Game.Position = position })
			board := r.board()
			board.Shown.Text = true
			screen, err := r.talk.Compose(context.Background(), board)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(screen.Text.String(), test.want) {
				t.Errorf("the board is\n%s\nwant%s", screen.Text, test.want)
			}
			r.holds(screen)
		})
	}
}

// TestAlt describes the picture, each side in its own numbers.
func TestAlt(t *testing.T) {
	r := doubling(t, "backgammon 3")
	want := "Board. Ana: 24×2 13×5 8×3 6×5; 167 pips. Bob: 24×2 13×5 8×3 6×5; 167 pips."
	if got := r.screen().Alt; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
