package main

import (
	"fmt"
	"os"
	"strings"

	"tablabot/engine"
	"tablabot/render"
)

type renderCommand struct {
	Code   string `arg:"" help:"Position code, such as tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"`
	Output string `short:"o" default:"board.png" placeholder:"FILE" help:"Where to write the picture; - is standard output."`
	Theme  string `default:"wood" enum:"wood,dark,contrast" help:"wood, dark or contrast."`
	Dice   []int  `placeholder:"6,1" help:"The dice of the player to move."`
	Seat   uint8  `default:"0" help:"The player to move, 0 or 1: the numbers on the board are his."`
}

// Run draws a position.
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
	} else {
		err = os.WriteFile(c.Output, png, 0o644)
	}
	if err != nil {
		return fmt.Errorf("write the picture: %w", err)
	}
	return nil
}

// scene returns the board as it stands, from the mover's side.
func (c *renderCommand) scene() (*render.Scene, error) {
	rules, position, err := engine.ParsePosition(strings.TrimSpace(c.Code))
	if err != nil {
		return nil, err
	}
	if c.Seat > 1 {
		return nil, fmt.Errorf("the seat is 0 or 1, not %d", c.Seat)
	}
	scene := &render.Scene{Theme: c.Theme, Bottom: c.Seat}
	for seat := range scene.Players {
		side := &position.Sides[seat]
		scene.Bars[seat], scene.Off[seat] = side.At(engine.Bar), side.At(engine.Off)
		scene.Players[seat] = render.Player{Pips: side.Pips(), ToAct: seat == int(c.Seat)}
		scene.Homes[seat] = render.Home{Last: physical(rules, seat, 1), First: physical(rules, seat, 24)}
	}
	for own := 1; own <= 24; own++ {
		scene.Labels[physical(rules, int(c.Seat), own)-1] = uint8(own)
		for seat := range position.Sides {
			if point := pointOf(&position, rules, seat, own); point.Count > 0 {
				scene.Points[physical(rules, seat, own)-1] = point
			}
		}
	}
	if len(c.Dice) == 0 {
		return scene, nil
	}
	dice, err := engine.NewDice(c.Dice...)
	if err != nil {
		return nil, err
	}
	if len(c.Dice) == 2 { // a throw, four dice if it is a double
		dice = engine.Roll(c.Dice[0], c.Dice[1])
	}
	for _, die := range dice[:dice.Len()] {
		scene.Dice = append(scene.Dice, render.Die{Value: die, Seat: c.Seat})
	}
	return scene, nil
}

// physical returns a seat's own point in the numbering of seat 0.
func physical(rules *engine.Rules, seat, own int) render.Place {
	if seat == 1 {
		own = rules.Geometry.Other(own)
	}
	return render.Place(own)
}

// pointOf returns what a seat has on top of its own point; nothing where its one
// checker is pinned.
func pointOf(p *engine.Position, rules *engine.Rules, seat, own int) render.Point {
	side, other := &p.Sides[seat], &p.Sides[1-seat]
	if side.Pinned(own) {
		return render.Point{}
	}
	return render.Point{
		Count:  side.At(own),
		Seat:   uint8(seat),
		Pinned: side.At(own) > 0 && other.Pinned(rules.Geometry.Other(own)),
	}
}
