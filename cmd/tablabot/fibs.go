package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/notation"
)

type fibsCommand struct {
	Listen   string `placeholder:"ADDRESS" help:"Wait for connections at this TCP address, such as 127.0.0.1:4321; without it, standard input is answered on standard output."`
	Level    *int   `placeholder:"N" help:"How strong the computer plays, 1 to 6; 6 if nothing is said."`
	Plies    *int   `placeholder:"N" help:"In place of a level: search so many plies, 0 to 2, without mistakes on purpose."`
	Cubeless bool   `help:"In unlimited play, play for points without a cube; a board does not tell."`
	Jacoby   bool   `help:"Unlimited play is by Jacoby's rule; a board does not tell."`
	Beavers  bool   `help:"In unlimited play a double may be beavered; a board does not tell."`
	Game     string `default:"backgammon" placeholder:"GAME" help:"backgammon, nackgammon or another game of the kind."`
}

// Help is shown by --help below the summary.
func (*fibsCommand) Help() string {
	return `Serves the line protocol of GNU Backgammon's external players, so that it can play against this program:

  tablabot serve-fibs --listen 127.0.0.1:4321
  gnubg:  set player 0 external 127.0.0.1:4321

A line "board:…" is answered by a play ("8/5 6/5", an empty line if nothing can move), before a roll by "roll" or
"double", and after a double by "take", "drop" or "beaver". A line of a GNU Backgammon position ID and two dice,
"4HPwATDgc/ABMA 3 1", is answered by the ID of the position after the play, with the other on roll; it is played
without a cube. Anything else is answered by "error: " and a sentence.`
}

// Run answers until the input, or the context, ends.
func (c *fibsCommand) Run(ctx context.Context, m *Main) error {
	rules, known := engine.Variant(c.Game)
	switch {
	case !known:
		return fmt.Errorf("there is no game %q", c.Game)
	case rules.Geometry != engine.Contrary || rules.Family != engine.Hit || rules.Escalates:
		return fmt.Errorf("there are no such boards for %s", c.Game)
	}
	strength, err := strengthOf(c.Level, c.Plies)
	if err != nil {
		return err
	}
	player := &fibsPlayer{command: *c, rules: &rules, strength: strength, library: new(ai.Library)}
	if c.Listen == "" {
		in := m.input(ctx)
		defer in.Close()
		return player.serve(ctx, in, m.Stdout)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("wait for connections: %w", err)
	}
	defer listener.Close()
	if _, err := fmt.Fprintf(m.Stdout, "Waiting at %s\n", listener.Addr()); err != nil {
		return err
	}
	return player.accept(ctx, listener)
}

// accept serves every connection until the context ends; connections still open are
// closed then.
func (p *fibsPlayer) accept(ctx context.Context, listener net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	defer serving.Wait()
	defer cancel()
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	for {
		connection, err := listener.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("wait for connections: %w", err)
		}
		serving.Go(func() {
			defer connection.Close()
			defer context.AfterFunc(ctx, func() { connection.Close() })()
			p.serve(ctx, connection, connection) // who hangs up is no failure of the program
		})
	}
}

// serve answers line by line.
func (p *fibsPlayer) serve(ctx context.Context, from io.Reader, to io.Writer) error {
	session := &fibsSession{p, notation.FIBSReader{Checkers: p.rules.Checkers}}
	in := bufio.NewReaderSize(from, 64<<10)
	for ctx.Err() == nil {
		line, err := readLine(in)
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, errLongLine):
			return fmt.Errorf("read boards: %w", err)
		}
		answer := ""
		if err == nil {
			answer, err = session.answer(string(line))
		}
		if err != nil {
			answer = "error: " + err.Error()
		}
		if _, err := io.WriteString(to, answer+"\n"); err != nil {
			return fmt.Errorf("write answers: %w", err)
		}
	}
	return nil
}
