package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tablabot/store/bolt"
)

type backupCommand struct {
	File string `arg:"" help:"Where to write the copy; must not exist."`
}

// Run copies the configured store. A bot that has it open goes on meanwhile.
func (c *backupCommand) Run(ctx context.Context, m *Main, line *commandLine) error {
	config, err := m.config(line)
	if err != nil {
		return err
	}
	if _, err := os.Stat(config.Store.Path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no store %s", config.Store.Path)
	}
	err = bolt.Backup(ctx, config.Store.Path, c.File)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already and stays as it is: name a new file", c.File)
	} else if err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.Stdout, "%s is a copy of %s\n", c.File, config.Store.Path)
	return err
}
