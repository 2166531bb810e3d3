package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"tablabot/bot/talk"
	"tablabot/engine"
	"tablabot/engine/notation"
	"tablabot/render"
)

type renderCommand struct {
	Code   string `arg:"" help:"A game, whose start is drawn; a position code; a GNU Backgammon ID; or an XGID."`
	Output string `short:"o" default:"board.png" placeholder:"FILE" help:"Where to write the picture; - is standard output."`
	Theme  string `default:"wood" enum:"wood,dark,contrast" help:"wood, dark or contrast."`
	Dice   []int  `placeholder:"6,1" help:"The dice of the player to move."`
	Chain  bool   `help:"The dice are an escalating double: four of every higher number follow."`
	Rest   bool   `help:"The dice are what the opponent could not play of his escalating double."`
	Seat   uint8  `default:"0" help:"The player to move, 0 or 1: he sits below, the numbers on the board are his. An ID tells it by itself."`
	Game   string `default:"backgammon" placeholder:"GAME" help:"The game that an ID belongs to."`
}

// Help is shown by --help below the summary.
func (*renderCommand) Help() string {
	return `What to draw:

  tablabot render gulbara
      the start of a game
  tablabot render 'tapa:-2*,,,,,,,,,,,,,,,,,,-13,,,,,14|0,0|0,0'
      a position code, which /position tells
  tablabot render 4HPwATDgc/ABMA
      a GNU Backgammon position ID, or with its match ID (dice, cube, score) behind a colon
  tablabot render XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10
      an XGID

A position code lists the points 1 to 24 in seat 0's numbers: n checkers of seat 0, -n of seat 1, a * after them for
one pinned checker below; then the checkers on the bar and those borne off.

Dice: "--dice 6,1" is a throw and "--dice 3,3" a double. "--dice 3,3 --chain" is an escalating double, 3-3 to 6-6.
"--dice 3,3 --rest" is a remainder: two threes and all the higher dice that the opponent could not play. What is left
of a double is listed, "--dice 3,3,3" or "--dice 3"; of an escalating one with all that is to come, "--dice 5,5,6,6,6,6".`
}

// Run draws a position and says where the picture is.
func (c *renderCommand) Run(m *Main) error {
	scene, err := c.scene()
	if err != nil {
		return err
	}
	renderer, err := render.New()
	if err != nil {
		return err
	}
	png, err := renderer.PNG(scene)
	if err != nil {
		return err
	}
	if c.Output == "-" {
		_, err = m.Stdout.Write(png)
	} else if err = os.WriteFile(c.Output, png, 0o644); err == nil {
		_, err = fmt.Fprintf(m.Stdout, "The picture is in %s (%d bytes).\n", c.Output, len(png))
	}
	if err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// scene returns the board as it stands, from the mover's side.
func (c *renderCommand) scene() (*render.Scene, error) {
	if c.Seat > 1 {
		return nil, fmt.Errorf("the seat is 0 or 1, not %d", c.Seat)
	}
	code := strings.TrimSpace(c.Code)
	scene, rules, err := c.ofCode(code)
	if read := idReader(code); read != nil {
		scene, rules, err = c.ofID(code, read)
	}
	if err != nil {
		return nil, err
	}
	scene.Theme = c.Theme
	if len(c.Dice) == 0 {
		if c.Chain || c.Rest {
			return nil, errors.New("--chain and --rest tell what --dice are: give them too")
		}
		return scene, nil
	}
	scene.Dice, err = c.dice(rules, scene.Bottom)
	return scene, err
}

// ofCode returns the start of a game, or what a position code says.
func (c *renderCommand) ofCode(code string) (*render.Scene, *engine.Rules, error) {
	if rules, known := engine.Variant(code); known {
		position := rules.StartPosition()
		scene := sceneOf(&rules, &position, engine.Seat(c.Seat))
		scene.Ways = true
		return scene, &rules, nil
	}
	key, _, _ := strings.Cut(code, ":")
	if _, known := engine.Variant(key); !known {
		if err := unknownGame(key); err != nil {
			return nil, nil, err
		}
	}
	rules, position, err := engine.ParsePosition(code)
	if err != nil {
		return nil, nil, err
	}
	return sceneOf(rules, &position, engine.Seat(c.Seat)), rules, nil
}

// unknownGame tells what was meant by the name of no game; nil if nothing is like it.
func unknownGame(key string) error {
	if games := engine.GamesOf(key); len(games) > 1 {
		return fmt.Errorf("%s is a match of several games: draw one of %s", key, strings.Join(games, ", "))
	}
	if like := talk.SimilarGame(key); like != "" {
		return fmt.Errorf("there is no game %q; did you mean %s?", key, like)
	}
	return nil
}

// sceneOf returns a position from the mover's side.
func sceneOf(rules *engine.Rules, position *engine.Position, mover engine.Seat) *render.Scene {
	scene := talk.BoardScene(rules, position, mover)
	scene.Bottom = uint8(mover)
	scene.Players[mover].ToAct = true
	return scene
}

// ofID returns what an identifier says.
func (c *renderCommand) ofID(id string, read readID) (*render.Scene, *engine.Rules, error) {
	rules, known := engine.Variant(c.Game)
	switch {
	case !known:
		return nil, nil, cmp.Or(unknownGame(c.Game), fmt.Errorf("there is no game %q", c.Game))
	case rules.Geometry != engine.Contrary || rules.Family != engine.Hit:
		return nil, nil, fmt.Errorf("there are no such IDs for %s: its positions have a position code", c.Game)
	case c.Seat != 0:
		return nil, nil, errors.New("an ID tells who is to move: leave --seat out")
	}
	s, err := read(id, rules.Checkers)
	if err != nil {
		return nil, nil, err
	}
	scene := sceneOf(&rules, &s.Position, s.OnRoll)
	scene.Length = s.Length
	for seat := range scene.Players {
		scene.Players[seat].Score, scene.Players[seat].ToAct = s.Score[seat], seat == int(s.Turn)
	}
	if s.Dice != [2]int{} {
		roll := engine.Roll(s.Dice[0], s.Dice[1])
		for _, die := range roll[:roll.Len()] {
			scene.Dice = append(scene.Dice, render.Die{Value: die, Seat: scene.Bottom})
		}
	}
	if rules.Cube.On && !s.Crawford {
		scene.Cube = cubeOf(&s)
	}
	return scene, &rules, nil
}

func cubeOf(s *notation.Situation) *render.Cube {
	cube := &render.Cube{Value: s.Cube, Owner: render.Centre}
	if s.CubeOwner != notation.Centre {
		cube.Owner = uint8(s.CubeOwner - notation.OwnerZero)
	}
	if s.Offer != notation.NoOffer {
		cube.Value, cube.Offered, cube.To = 2*s.Cube, true, uint8(s.Turn)
	}
	return cube
}

// dice returns the dice of the player to move, stage by stage.
func (c *renderCommand) dice(rules *engine.Rules, seat uint8) ([]render.Die, error) {
	stages, err := c.stages(rules)
	if err != nil {
		return nil, err
	}
	var dice []render.Die
	for i, stage := range stages {
		for _, value := range stage[:stage.Len()] {
			dice = append(dice, render.Die{Value: value, Seat: seat, Later: i > 0, Rest: c.Rest})
		}
	}
	return dice, nil
}

// stages returns what is to be played: a throw, what is left of one, an escalating
// double, or a remainder. Dice that cannot be on the board are an error.
func (c *renderCommand) stages(rules *engine.Rules) ([]engine.Dice, error) {
	for _, die := range c.Dice {
		if die < 1 || die > 6 {
			return nil, fmt.Errorf("a die shows 1 to 6, not %d", die)
		}
	}
	switch {
	case c.Chain && c.Rest:
		return nil, errors.New("dice are an escalating double or the rest of one: give --chain or --rest")
	case (c.Chain || c.Rest) && !rules.Escalates:
		return nil, fmt.Errorf("%s has no escalating doubles: leave --chain and --rest out", rules.Key)
	}
	first, n := c.Dice[0], len(c.Dice)
	same := 1
	for same < n && c.Dice[same] == first {
		same++
	}
	switch {
	case same == n && n <= 4 && (c.Chain || c.Rest):
		if c.Chain && n == 2 { // the throw itself
			n = 4
		}
		return engine.Rest{Die: uint8(first), Dice: uint8(n)}.Stages(), nil
	case c.Chain:
		return nil, errors.New("an escalating double is two equal dice")
	case n == 2 && !c.Rest:
		return []engine.Dice{engine.Roll(first, c.Dice[1])}, nil
	case same == n && !c.Rest:
		stage, err := engine.NewDice(c.Dice...)
		return []engine.Dice{stage}, err
	case rules.Escalates && same <= 4:
		stages := engine.Rest{Die: uint8(first), Dice: uint8(same)}.Stages()
		if slices.Equal(valuesOf(stages), c.Dice) {
			return stages, nil
		}
		return nil, fmt.Errorf("dice %v cannot be on the board: after the first number of an escalating double come four of every higher one", c.Dice)
	}
	return nil, fmt.Errorf("dice %v cannot be on the board: they are a throw of two, or what is left of a double", c.Dice)
}

// valuesOf lists the dice of stages one by one.
func valuesOf(stages []engine.Dice) []int {
	var values []int
	for _, stage := range stages {
		for _, value := range stage[:stage.Len()] {
			values = append(values, int(value))
		}
	}
	return values
}
