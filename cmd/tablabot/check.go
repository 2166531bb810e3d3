package main

import (
	"errors"
	"fmt"
	"io/fs"

	"tablabot/bot/talk"
	"tablabot/store"
	"tablabot/store/bolt"
)

type checkCommand struct {
	File string `arg:"" optional:"" help:"The store, or a copy of it; without it the configured one."`
}

// Run proves that every record of a store can be read and that every match's log
// replays to its state.
func (c *checkCommand) Run(m *Main, line *commandLine) error {
	config, err := m.config(line)
	if err != nil {
		return err
	}
	path := c.File
	if path == "" {
		path = config.Store.Path
	}
	matches, lines := 0, 0
	err = bolt.Check(path, func(match store.Match, log []string) error {
		matches++
		lines += len(log)
		return talk.Check(match, log)
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no store %s", path)
	case errors.Is(err, store.ErrLocked):
		return fmt.Errorf("%w: check a copy made by tablabot backup", err)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintf(m.Stdout, "%s is whole: %d matches, %d log lines replayed\n", path, matches, lines)
	return err
}
