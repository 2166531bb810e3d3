package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// longestFile is far more than any match has, in bytes.
const longestFile = 16 << 20

var errInterrupted = errors.New("interrupted")

// readFile returns what a file holds, or, for "" and "-", standard input.
func (m *Main) readFile(ctx context.Context, name string) ([]byte, error) {
	from, err := m.source(ctx, name)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	text, err := io.ReadAll(io.LimitReader(from, longestFile+1))
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, errInterrupted
	case len(text) > longestFile:
		return nil, fmt.Errorf("the file is larger than any match: more than %d bytes", longestFile)
	}
	return text, nil
}

func (m *Main) source(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "" || name == "-" {
		return m.input(ctx), nil
	}
	return os.Open(name)
}

// input returns standard input for as long as the context lasts: whoever waits for more of
// it finds its end then. It is to be closed.
func (m *Main) input(ctx context.Context) io.ReadCloser {
	out, in := io.Pipe()
	go func() { // until the input ends, or the program: nothing interrupts a read of it
		_, err := io.Copy(in, m.Stdin)
		in.CloseWithError(err)
	}()
	return &input{out, context.AfterFunc(ctx, func() { in.Close() })}
}

// input is the reading end of a pipe from standard input.
type input struct {
	*io.PipeReader
	stop func() bool
}

func (i *input) Close() error {
	i.stop()
	return i.PipeReader.Close()
}
