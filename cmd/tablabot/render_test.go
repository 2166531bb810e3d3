package main

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/engine"
	"tablabot/render"
)

func TestRender(t *testing.T) {
	const start = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"
	file := filepath.Join(t.TempDir(), "board.png")
	if code, _, stderr := run(t, "", nil, "render", "-o", file, "--theme", "dark", "--dice", "6,1", start); code != 0 {
		t.Fatalf("render: %s", stderr)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(written))
	if err != nil || picture.Bounds().Dx() != 1280 || picture.Bounds().Dy() != 960 {
		t.Errorf("the picture: %v, %v", picture.Bounds(), err)
	}
	_, streamed, _ := run(t, "", nil, "render", "-o", "-", "--theme=dark", "--dice=1,6", start)
	if streamed != string(written) {
		t.Error("the picture on standard output is another one")
	}
	for sentence, args := range map[string][]string{
		`position code "chess" does not begin with the name of a game and a colon`: {"chess"},
		"a die shows 1 to 6, not 7": {"--dice=7,1", start},
		"the seat is 0 or 1, not 2": {"--seat=2", start},
		"write the picture: open " + filepath.Join(file, "x") + ": not a directory": {"-o", filepath.Join(file, "x"), start},
	} {
		fails(t, exitFailure, "tablabot: "+sentence, nil, append([]string{"render"}, args...)...)
	}
}

// TestScene tells where the checkers of both ways round stand in the picture.
func TestScene(t *testing.T) {
	tests := []struct {
		name, code string
		seat       uint8
		points     map[int]string // physical point: count and seat, * for a pinned checker
		first      [2]int         // physical point 24 of both seats
		label      uint8          // at physical point 1
	}{
		{"contrary", "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", 0,
			map[int]string{1: "2 of 1", 6: "5 of 0", 8: "3 of 0", 12: "5 of 1", 13: "5 of 0", 17: "3 of 1", 19: "5 of 1", 24: "2 of 0"}, [2]int{24, 1}, 1},
		{"contrary, the other's numbers", "tabla:,,,,,,,,,,,,,,,,,,,,,,,2|1,0|12,15", 1,
			map[int]string{24: "2 of 0"}, [2]int{24, 1}, 24},
		{"parallel", "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0", 1,
			map[int]string{12: "15 of 1", 24: "15 of 0"}, [2]int{24, 12}, 13},
		{"pinned", "tapa:,,,,,,,,,,,,,,,,,,,,-2*,,,14|0,0|0,13", 0,
			map[int]string{21: "2 of 1*", 24: "14 of 0"}, [2]int{24, 1}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			scene, err := (&renderCommand{Code: test.code, Seat: test.seat}).scene()
			if err != nil {
				t.Fatal(err)
			}
			got := checkers(scene)
			if diff := cmp.Diff(test.points, got); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
			if first := [2]int{int(scene.Homes[0].First), int(scene.Homes[1].First)}; first != test.first {
				t.Errorf("the heads are at %v, want %v", first, test.first)
			}
			if scene.Labels[0] != test.label {
				t.Errorf("point 1 has the label %d, want %d", scene.Labels[0], test.label)
			}
		})
	}
}

// TestRenderSays tells where the picture went; on standard output is nothing but the
// picture.
func TestRenderSays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "start.png")
	code, stdout, stderr := run(t, "", nil, "render", "-o", file, "gulbara")
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("The picture is in %s (%d bytes).\n", file, len(written)); code != exitDone || stdout != want || stderr != "" {
		t.Errorf("code %d, %q, %q; want %q", code, stdout, stderr, want)
	}
	if _, stdout, _ := run(t, "", nil, "render", "-o", "-", "gulbara"); stdout != string(written) {
		t.Error("the picture on standard output is another one")
	}
}

// TestRenderIDs reads the identifiers of other programs.
func TestRenderIDs(t *testing.T) {
	start := map[int]string{1: "2 of 1", 6: "5 of 0", 8: "3 of 0", 12: "5 of 1", 13: "5 of 0", 17: "3 of 1", 19: "5 of 1", 24: "2 of 0"}
	for _, test := range []struct {
		name, id string
		length   int
		mover    uint8
		toAct    uint8
		dice     []render.Die
		cube     render.Cube
	}{
		{name: "a position ID", id: "4HPwATDgc/ABMA", cube: render.Cube{Value: 1, Owner: render.Centre}},
		{name: "with a match ID", id: "4HPwATDgc/ABMA:cAkAAAAAAAAE", cube: render.Cube{Value: 1, Owner: render.Centre}},
		{name: "an XGID", id: "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10", length: 7,
			dice: []render.Die{{Value: 3}, {Value: 1}}, cube: render.Cube{Value: 2, Owner: 0}},
		{name: "an XGID without its prefix, an offer of the upper player", id: "-b----E-C---eE---c-e----B-:0:0:-1:D:2:3:0:7:10",
			length: 7, mover: 1, toAct: 0, cube: render.Cube{Value: 2, Owner: render.Centre, Offered: true, To: 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			scene, err := (&renderCommand{Code: test.id, Game: "backgammon"}).scene()
			if err != nil {
				t.Fatal(err)
			}
			got := checkers(scene)
			if diff := cmp.Diff(start, got); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(&test.cube, scene.Cube); diff != "" {
				t.Errorf("cube (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.dice, scene.Dice); diff != "" {
				t.Errorf("dice (-want +got):\n%s", diff)
			}
			if scene.Bottom != test.mover || !scene.Players[test.toAct].ToAct || scene.Players[1-test.toAct].ToAct || scene.Length != test.length {
				t.Errorf("%d sits below, %+v are to act, to %d points", scene.Bottom, scene.Players, scene.Length)
			}
		})
	}
}

func TestRenderDice(t *testing.T) {
	for _, test := range []struct {
		command renderCommand
		want    string // later dice in brackets
	}{
		{renderCommand{Dice: []int{1, 6}}, "6 1"},
		{renderCommand{Dice: []int{3, 3}}, "3 3 3 3"},
		{renderCommand{Dice: []int{5, 5}, Chain: true}, "5 5 5 5 (6) (6) (6) (6)"},
		{renderCommand{Dice: []int{5, 5, 5}, Chain: true}, "5 5 5 (6) (6) (6) (6)"},
		{renderCommand{Dice: []int{5, 5}, Rest: true}, "5r 5r (6r) (6r) (6r) (6r)"},
		{renderCommand{Dice: []int{5}}, "5"},
		{renderCommand{Dice: []int{5, 5, 5}}, "5 5 5"},
		{renderCommand{Dice: []int{5, 5, 6, 6, 6, 6}}, "5 5 (6) (6) (6) (6)"},
		{renderCommand{Dice: []int{5, 6, 6, 6, 6}, Rest: true}, "5r (6r) (6r) (6r) (6r)"},
	} {
		rules, _ := engine.Variant("gulbara")
		dice, err := test.command.dice(&rules, 1)
		if err != nil {
			t.Errorf("%+v: %v", test.command, err)
		}
		var words []string
		for _, die := range dice {
			word := fmt.Sprint(die.Value)
			if die.Rest {
				word += "r"
			}
			if die.Later {
				word = "(" + word + ")"
			}
			words = append(words, word)
		}
		if got := strings.Join(words, " "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.command, got, test.want)
		}
	}
}

func TestRenderRefuses(t *testing.T) {
	const (
		notLeft  = " cannot be on the board: they are a throw of two, or what is left of a double"
		notChain = " cannot be on the board: after the first number of an escalating double come four of every higher one"
	)
	for sentence, args := range map[string][]string{
		"tapa has no escalating doubles: leave --chain and --rest out":             {"tapa", "--chain", "--dice=3,3"},
		"tabla has no escalating doubles: leave --chain and --rest out":            {"portes", "--rest", "--dice=3,3"},
		"dice are an escalating double or the rest of one: give --chain or --rest": {"gulbara", "--chain", "--rest", "--dice=3,3"},
		"dice [6 6 5 5]" + notChain:                                                {"chelebi", "--dice=6,6,5,5"},
		"dice [1 2 3]" + notChain:                                                  {"gulbara", "--dice=1,2,3"},
		"dice [4 6]" + notChain:                                                    {"gulbara", "--rest", "--dice=4,6"},
		"dice [5 5 6 6 6 6]" + notLeft:                                             {"tapa", "--dice=5,5,6,6,6,6"},
		"sreshta is a match of several games: draw one of tabla, gulbara, tapa":    {"sreshta"},
		"tavli is a match of several games: draw one of portes, plakoto, fevga":    {"tavli"},
		`there is no game "gulbra"; did you mean gulbara?`:                         {"gulbra"},
		`there is no game "backgamon"; did you mean backgammon?`:                   {"4HPwATDgc/ABMA", "--game=backgamon"},
		`position code "zzz" does not begin with the name of a game and a colon`:   {"zzz"},
		"an escalating double is two equal dice":                                   {"gulbara", "--chain", "--dice=3,4"},
		"--chain and --rest tell what --dice are: give them too":                   {"gulbara", "--rest"},
		"a stage has one to four dice, not 5":                                      {"gulbara", "--dice=5,5,5,5,5"},
		`there is no game "chess"`:                                                 {"4HPwATDgc/ABMA", "--game=chess"},
		"there are no such IDs for tapa: its positions have a position code":       {"4HPwATDgc/ABMA", "--game=tapa"},
		"an ID tells who is to move: leave --seat out":                             {"4HPwATDgc/ABMA", "--seat=1"},
		`"4HPwATDgc/ABM!" is not a position ID: it is not 14 characters of base64`: {"4HPwATDgc/ABM!"},
	} {
		fails(t, exitFailure, "tablabot: "+sentence, nil, append([]string{"render"}, args...)...)
	}
}

// checkers says what stands on each occupied point of a picture.
func checkers(scene *render.Scene) map[int]string {
	said := make(map[int]string)
	for i, p := range scene.Points {
		if p.Count > 0 {
			said[i+1] = fmt.Sprintf("%d of %d", p.Count, p.Seat)
			if p.Pinned {
				said[i+1] += "*"
			}
		}
	}
	return said
}
