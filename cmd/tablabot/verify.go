package main

import (
	"fmt"
	"io"
	"os"

	"tablabot/engine/dice"
)

// maxProof is far more than any match has.
const maxProof = 16 << 20

type verifyCommand struct {
	File       string `arg:"" optional:"" help:"The proof as the bot gave it; without it, or with -, it is read from standard input."`
	Commitment string `placeholder:"HEX" help:"The commitment as you saw it when the table was opened."`
}

// Run recomputes all dice of a match from its seed.
func (c *verifyCommand) Run(m *Main) error {
	text, err := c.read(m.Stdin)
	if err != nil {
		return err
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

func (c *verifyCommand) read(stdin io.Reader) ([]byte, error) {
	from := stdin
	if c.File != "" && c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return nil, fmt.Errorf("read the proof: %w", err)
		}
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, maxProof+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the proof: %w", err)
	case len(text) > maxProof:
		return nil, fmt.Errorf("the proof is larger than any match: more than %d bytes", maxProof)
	}
	return text, nil
}
