package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/alecthomas/kong"

	"tablabot/bot"
)

// Exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

// Main is one run of the program.
type Main struct {
	Args    []string // without the program's name
	Environ []string // "NAME=value"
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer

	// Ready, if not nil, is told the address of the local page once it can be
	// opened.
	Ready func(url string)

	Clock  bot.Clock // nil: the machine's
	Random io.Reader // of seeds and ids; nil: the machine's
}

// commandLine is the grammar of the arguments.
type commandLine struct {
	Config string `placeholder:"FILE" help:"Read the configuration from this file; see config.example.yaml. Environment variables override it."`

	Play    playCommand    `cmd:"" default:"withargs" help:"Play: open the doors that are configured, or the local page. This is what happens without a command."`
	Render  renderCommand  `cmd:"" help:"Draw a position as a PNG picture."`
	Moves   movesCommand   `cmd:"" help:"List legal plays: JSON lines from standard input to standard output."`
	Decide  decideCommand  `cmd:"" help:"Decide as the computer does: JSON lines from standard input to standard output."`
	Fibs    fibsCommand    `cmd:"" name:"serve-fibs" help:"Play against GNU Backgammon: its protocol of external players."`
	Analyse analyseCommand `cmd:"" help:"Analyse a match: error rates, luck, the worst mistakes."`
	Verify  verifyCommand  `cmd:"" help:"Verify the dice of a match."`
	Backup  backupCommand  `cmd:"" help:"Copy the store, also while the bot runs."`
	Check   checkCommand   `cmd:"" help:"Prove that a store is whole."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

// Run does what the arguments say until the context ends, and returns the exit
// code. What went wrong is told on Stderr in a sentence.
func (m *Main) Run(ctx context.Context) int {
	var line commandLine
	command, code := m.parse(ctx, &line)
	if command == nil {
		return code
	}
	if err := command.Run(); err != nil {
		m.complain(err)
		return exitFailure
	}
	return exitDone
}

// parse reads the arguments. A nil command means that there is nothing to run,
// because help was asked for or because the arguments make no sense.
func (m *Main) parse(ctx context.Context, line *commandLine) (*kong.Context, int) {
	exited := -1
	parser, err := kong.New(line,
		kong.Name("tablabot"),
		kong.Description("Play backgammon and its relatives in a group chat."),
		kong.Writers(m.Stdout, m.Stderr),
		kong.Exit(func(code int) { exited = code }),
		kong.Bind(m, line),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		m.complain(err)
		return nil, exitFailure
	}
	command, err := parser.Parse(helpLast(m.Args))
	switch {
	case exited >= 0: // help was shown
		return nil, exited
	case err != nil:
		m.complain(fmt.Errorf("%w (tablabot --help tells what there is)", err))
		return nil, exitUsage
	}
	return command, exitDone
}

// helpLast makes a flag of the word help before everything else: "help render" asks
// what "render --help" does.
func helpLast(args []string) []string {
	if len(args) == 0 || args[0] != "help" {
		return args
	}
	return append(helpLast(args[1:]), "--help")
}

// complain prints an error as a line of its own for each of its parts.
func (m *Main) complain(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && isList(err) {
		for _, part := range joined.Unwrap() {
			m.complain(part)
		}
		return
	}
	fmt.Fprintln(m.Stderr, "tablabot: "+newRedactor(nil).text(err.Error()))
}

// isList reports whether an error is made by errors.Join, not by several %w.
func isList(err error) bool {
	joined := errors.Join(err)
	return fmt.Sprintf("%T", err) == fmt.Sprintf("%T", joined)
}

// config loads the configuration.
func (m *Main) config(line *commandLine) (Config, error) {
	return loadConfig(line.Config, m.Environ)
}
