package main

import (
	"context"
	"fmt"

	"tablabot/engine/dice"
)

type verifyCommand struct {
	File       string `arg:"" optional:"" help:"The proof as the bot gave it; without it, or with -, it is read from standard input."`
	Commitment string `placeholder:"HEX" help:"The commitment as you saw it when the table was opened."`
}

// Run recomputes all dice of a match from its seed.
func (c *verifyCommand) Run(ctx context.Context, m *Main) error {
	text, err := m.readFile(ctx, c.File)
	if err != nil {
		return fmt.Errorf("read the proof: %w", err)
	}
	proof, err := dice.ParseProof(text)
	if err != nil {
		return err
	}
	if c.Commitment != "" {
		err = proof.VerifyCommitment(c.Commitment)
	} else {
		err = proof.Verify()
	}
	if err != nil {
		return fmt.Errorf("the dice are not proven: %w", err)
	}
	_, err = fmt.Fprintf(m.Stdout, "All %d rolls are those of the seed that was committed to as\n%s\n", len(proof.Rolls), proof.Commitment)
	return err
}
