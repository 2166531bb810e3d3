package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestWaitingForInputIsInterrupted: whatever reads standard input ends with the context,
// though nothing more of it comes.
func TestWaitingForInputIsInterrupted(t *testing.T) {
	for _, command := range []string{"decide", "moves", "serve-fibs", "analyse -", "verify"} {
		t.Run(command, func(t *testing.T) {
			input, keyboard := io.Pipe()
			defer keyboard.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			program := Main{Args: strings.Fields(command), Stdin: input, Stdout: io.Discard, Stderr: io.Discard}
			ended := make(chan int)
			go func() { ended <- program.Run(ctx) }()
			if _, err := io.WriteString(keyboard, "{"); err != nil { // it reads
				t.Fatal(err)
			}
			interrupt()
			<-ended
		})
	}
}
