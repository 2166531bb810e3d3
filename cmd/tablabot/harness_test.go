package main

import (
	"bytes"
	"context"
	crand "crypto/rand"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tablabot/engine/dice"
)

// asProgram makes the test binary run as the program.
const asProgram = "TEST_AS_PROGRAM"

// testClock makes such a program's clock run fast, and its dice known.
const testClock = "TEST_CLOCK"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		if clock, err := parseFastClock(os.Getenv(testClock)); err == nil {
			program := system()
			program.Clock, program.Random = clock, sameSeed{crand.Reader}
			os.Exit(program.Run(context.Background()))
		}
		main()
	}
	goleak.VerifyTestMain(m)
}

// sameSeed gives every table the same seed for its dice, whatever else is drawn.
type sameSeed struct{ rest io.Reader }

func (r sameSeed) Read(p []byte) (int, error) {
	if len(p) == len(dice.Seed{}) {
		clear(p)
		return len(p), nil
	}
	return r.rest.Read(p)
}

// output is what a program prints; safe while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// run runs the program with an input to its end.
func run(t *testing.T, input string, environ []string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs output
	program := Main{Args: args, Environ: environ, Stdin: strings.NewReader(input), Stdout: &out, Stderr: &errs}
	code = program.Run(t.Context())
	return code, out.String(), errs.String()
}

// fails runs the program and wants it to end with code and sentence.
func fails(t *testing.T, code int, sentence string, environ []string, args ...string) {
	t.Helper()
	got, stdout, stderr := run(t, "", environ, args...)
	if got != code || strings.TrimSpace(stderr) != sentence {
		t.Errorf("tablabot %q:\n got code %d, %s\nwant code %d, %s", args, got, strings.TrimSpace(stderr), code, sentence)
	}
	if stdout != "" {
		t.Errorf("tablabot %q printed %q as well", args, stdout)
	}
}

// at returns an environment with the store in a file and the page on any port.
func at(path string) []string {
	return []string{"TABLABOT_STORE_PATH=" + path, "TABLABOT_WEB_LISTEN=127.0.0.1:0"}
}

// playing is a program that plays.
type playing struct {
	url    string
	stdout *output
	stderr *output
	stop   func() (code int)
}

// play starts the program and returns when its page can be opened. It is stopped
// at the end of the test at the latest.
func play(t *testing.T, environ []string) *playing {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	p := &playing{stdout: new(output), stderr: new(output)}
	ready, ended := make(chan string, 1), make(chan int, 1)
	program := Main{
		Environ: environ, Stdin: strings.NewReader(""), Stdout: p.stdout, Stderr: p.stderr,
		Ready: func(url string) { ready <- url },
	}
	go func() { ended <- program.Run(ctx) }()
	p.stop = sync.OnceValue(func() int {
		cancel()
		return <-ended
	})
	t.Cleanup(func() { p.stop() })
	select {
	case p.url = <-ready:
	case code := <-ended:
		ended <- code
		t.Fatalf("the program ended with code %d: %s", code, p.stderr)
	case <-time.After(time.Minute):
		t.Fatalf("the page does not open: %s", p.stderr)
	}
	return p
}
