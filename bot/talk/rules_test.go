package talk

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/render"
)

// TestRulesOfEveryGame: every catalogue explains every game and every rotating match in
// words of its own, and briefly enough to stand under a picture.
func TestRulesOfEveryGame(t *testing.T) {
	all, err := locale.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range all.Languages() {
		words := all.Words(language)
		told := make(map[string]string)
		for _, game := range Games() {
			for _, id := range []string{"game." + game, "rules." + game} {
				if !words.Has(id) {
					t.Errorf("%s: there is no message %s", language, id)
				}
			}
			text := rulesText(words, game).String()
			if n := len(utf16.Encode([]rune(text))); n < 200 || n > maxText || unfilled(text) {
				t.Errorf("%s: the rules of %s have %d characters:\n%s", language, game, n, text)
			}
			_, body, _ := strings.Cut(text, "\n")
			if told[body] != "" {
				t.Errorf("%s: the rules of %s read as those of %s", language, game, told[body])
			}
			told[body] = game
		}
	}
}

// TestRulesTellWhatHolds: what is special about a game is told of it and of no other.
func TestRulesTellWhatHolds(t *testing.T) {
	gammons := []string{"backgammon", "nackgammon", "hypergammon", "longgammon", "shortnardy"}
	hitting := append([]string{"tabla", "table", "tavla", "sheshbesh", "chelebi", "portes"}, gammons...)
	tests := []struct {
		text  string
		games []string
	}{
		{"You move in opposite directions", append([]string{"tapa", "plakoto"}, hitting...)},
		{"your opponent starts on your 12", []string{"gulbara", "nardy", "fevga"}},
		{"A single one is hit and must enter", hitting},
		{"Landing on a single one pins it", []string{"tapa", "plakoto"}},
		{"a single checker closes a point", []string{"gulbara", "nardy", "fevga"}},
		{"stays there for the rest of the turn", []string{"tavla"}},
		{"Mother: ", []string{"tapa", "plakoto"}},
		{"Not while one of yours is pinned", []string{"tapa", "plakoto"}},
		{"From the 4th roll of your own on they run on", []string{"gulbara", "chelebi"}},
		{"If no 3 can be played, nothing passes", []string{"gulbara", "chelebi"}},
		{"Head: ", []string{"nardy"}},
		{"Walls: ", []string{"nardy"}},
		{"Runner: ", []string{"fevga"}},
		{"You may not hold all of your 24 to 19", []string{"fevga"}},
		{"plays these two", gammons},
		{"The winner starts the next game", []string{"tabla", "portes", "tavla", "sheshbesh", "gulbara", "tapa", "plakoto", "chelebi", "nardy", "fevga"}},
		{"So in every game", append([]string{"table"}, gammons...)},
		{"2 (a gammon)", []string{"table", "backgammon", "nackgammon", "hypergammon", "longgammon"}},
		{"2 (a mars)", []string{"tabla", "tavla", "sheshbesh", "gulbara", "tapa", "chelebi", "nardy", "shortnardy"}},
		{"2 (a double game)", []string{"portes", "plakoto", "fevga"}},
		{"3 (a Turkish mars) if one of those checkers is on the bar.", []string{"sheshbesh"}},
		{"on the bar or in the winner's home", append([]string{"table"}, gammons...)},
		{"Cube: ", gammons},
		{"A cube can be agreed on for matches", []string{"table"}},
		{"your 3 checkers", []string{"hypergammon"}},
	}
	for _, test := range tests {
		var told []string
		for _, game := range Games() {
			if strings.Contains(rulesText(english(t), game).String(), test.text) {
				told = append(told, game)
			}
		}
		slices.Sort(told)
		slices.Sort(test.games)
		if diff := cmp.Diff(test.games, told); diff != "" {
			t.Errorf("%q is told of (-want +got):\n%s", test.text, diff)
		}
	}
}

// TestRulesAreATapAway: the list has a button for each game, and each answers with a
// picture of the game's start.
func TestRulesAreATapAway(t *testing.T) {
	r := newRig(t)
	r.command(ana, "settings", "theme=dark")
	r.command(ana, "newgame", "tabla")
	r.command(ana, "settings", "theme=dark")
	list := r.command(ana, "rules", "")
	if got := len(labels(bot.Screen{Groups: list.Note.Groups})); got != len(Games()) {
		t.Errorf("the list has %d buttons, want %d", got, len(Games()))
	}
	for _, game := range Games() {
		t.Run(game, func(t *testing.T) {
			r.TB = t
			r.clock.Advance(commandEvery)
			typed := r.command(ana, "rules", strings.ToUpper(game))
			tapped := r.tapData(bob, tap{verb: rulesVerb, arg: game}.data())
			if diff := cmp.Diff(typed, tapped); diff != "" {
				t.Errorf("the tap is answered otherwise (-typed +tapped):\n%s", diff)
			}
			rules := engine.Terms{Game: game}.Rules(1)
			start := startScene(&rules, "dark")
			if note := typed.Note; string(note.PNG) != "picture" || note.Picture != start.Hash() ||
				!strings.HasPrefix(note.Alt, "The start of ") || !strings.Contains(note.Alt, ": 24×") || len(note.Alt) > maxAlt {
				t.Errorf("the picture is %q, %q", note.Picture, note.Alt)
			}
			if diff := cmp.Diff(start, r.drawn[len(r.drawn)-1]); diff != "" {
				t.Errorf("the scene (-want +got):\n%s", diff)
			}
		})
	}
	r.TB = t
	named := bot.Event{Kind: bot.Command, Person: person(bob), Command: "rules", Options: map[string]string{"game": "tapa"}}
	if got := r.note(r.handle(named)); !strings.HasPrefix(got, "Tapa\n") {
		t.Errorf("the named game is explained as\n%s", got)
	}
}

// TestRulesOfARotatingMatch lead to those of its games.
func TestRulesOfARotatingMatch(t *testing.T) {
	r := newRig(t)
	answer := r.command(ana, "rules", "tavli")
	if got := labels(bot.Screen{Groups: answer.Note.Groups}); !slices.Equal(got, []string{"Portes", "Plakoto", "Fevga"}) {
		t.Errorf("the buttons are %q", got)
	}
	if got := r.note(r.tapNote(bob, answer, "Fevga")); !strings.Contains(got, "Runner: ") {
		t.Errorf("fevga is explained as\n%s", got)
	}
}

func TestRulesOfAnUnknownGame(t *testing.T) {
	r := newRig(t)
	for word, answer := range map[string]string{
		"chess": "I do not know a game called “chess”. /rules lists them.", "list": "I do not know a game called “list”", "*": "called “*”",
		"{{.word}}": "called “{{.word}}”", "gulbarra": "“gulbarra”. Did you mean gulbara?", "back": "“back”. Did you mean backgammon?",
	} {
		r.want(r.command(ana, "rules", word), bot.Refusal, answer)
	}
	r.want(r.tapData(ana, tap{verb: rulesVerb, arg: "chess"}.data()), bot.Refusal, "I do not know a game")
}

// noPainter cannot draw.
type noPainter struct{}

func (noPainter) PNG(*render.Scene) ([]byte, error) { return nil, errors.New("no paint") }

// TestRulesWithoutAPicture: where it cannot be drawn the text is told all the same.
func TestRulesWithoutAPicture(t *testing.T) {
	r := newRig(t)
	r.talk.Painter = noPainter{}
	answer := r.command(ana, "rules", "tapa")
	if got := r.note(answer); !strings.HasPrefix(got, "Tapa\n") || answer.Note.PNG != nil || answer.Note.Alt != "" {
		t.Errorf("got %+v", answer.Note)
	}
}
