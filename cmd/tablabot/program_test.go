package main

import (
	"bufio"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestTheProgramPlaysAndStops(t *testing.T) {
	store := filepath.Join(t.TempDir(), "tablabot.db")
	for range 2 { // with a new store, and with the one that is there
		p := play(t, at(store))
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		response, err := client.Get(p.url)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("the page answers %s", response.Status)
		}
		if got, want := p.stdout.String(), "Play at "+p.url+"\n"; got != want {
			t.Errorf("printed %q, want %q", got, want)
		}
		if code := p.stop(); code != exitDone {
			t.Errorf("stopped with code %d: %s", code, p.stderr)
		}
	}
	code, stdout, stderr := run(t, "", nil, "check", store)
	if want := store + " is whole: 0 matches, 0 log lines replayed\n"; code != 0 || stdout != want {
		t.Errorf("check: code %d, %q, %q; want %q", code, stdout, stderr, want)
	}
}

// TestASignalStopsTheProgram runs the program as a process of its own.
func TestASignalStopsTheProgram(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		store := filepath.Join(t.TempDir(), "tablabot.db")
		process := exec.CommandContext(t.Context(), os.Args[0])
		process.Env = append(at(store), asProgram+"=1")
		var stderr output
		process.Stderr = &stderr
		stdout, err := process.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(stdout).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "Play at http://127.0.0.1:") {
			t.Errorf("printed %q, %v; %s", line, err, &stderr)
		}
		if err := process.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := process.Wait(); err != nil {
			t.Errorf("after %v: %v; %s", signal, err, &stderr)
		}
		if _, err := os.Stat(store + ".sock"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("after %v the socket is still there (%v)", signal, err)
		}
	}
}

func TestMistakesOnTheCommandLine(t *testing.T) {
	fails(t, exitUsage, "tablabot: unknown flag --fast (tablabot --help tells what there is)", nil, "--fast")
	fails(t, exitUsage, "tablabot: unexpected argument pley (tablabot --help tells what there is)", nil, "pley")
	fails(t, exitUsage, "tablabot: expected \"<file>\" (tablabot --help tells what there is)", nil, "backup")
	fails(t, exitFailure, "tablabot: there is no configuration file nowhere.yaml", nil, "--config", "nowhere.yaml")
	fails(t, exitFailure, "tablabot: nobody could play: web.listen is off, and neither telegram.token nor discord.token is set",
		[]string{"TABLABOT_WEB_LISTEN=off"})
}

func TestHelpAndVersion(t *testing.T) {
	code, stdout, stderr := run(t, "", nil, "--help")
	if code != 0 || stderr != "" || !strings.Contains(stdout, "--config=FILE") {
		t.Errorf("help: code %d, %q, %q", code, stdout, stderr)
	}
	for _, command := range []string{"play", "render", "moves", "verify", "backup", "check", "version"} {
		if !strings.Contains(stdout, "\n  "+command) {
			t.Errorf("help does not name %s:\n%s", command, stdout)
		}
	}
	for _, args := range [][]string{{"help"}, {"-h"}, {"play", "--help"}, {"help", "help"}} {
		if code, _, stderr := run(t, "", nil, args...); code != 0 || stderr != "" {
			t.Errorf("tablabot %q: code %d, %q", args, code, stderr)
		}
	}
	for _, args := range [][]string{{"help"}, {"-h"}} {
		if _, got, _ := run(t, "", nil, args...); got != stdout {
			t.Errorf("tablabot %q tells something else than --help:\n%s", args, got)
		}
	}
	for _, args := range [][]string{{"backup", "--help"}, {"backup", "-h"}, {"help", "backup"}, {"--config", "x", "backup", "-h"}} {
		code, stdout, stderr := run(t, "", nil, args...)
		if code != 0 || stderr != "" || !strings.HasPrefix(stdout, "Usage: tablabot backup <file>") {
			t.Errorf("tablabot %q: code %d, %q, %q", args, code, stdout, stderr)
		}
	}
	if code, stdout, _ := run(t, "", nil, "version"); code != 0 || !strings.HasPrefix(stdout, "tablabot ") {
		t.Errorf("version: code %d, %q", code, stdout)
	}
}

func TestTheLogShowsNoSecret(t *testing.T) {
	var config = defaults()
	config.Telegram.Token, config.Discord.Token = goodTelegram, goodDiscord
	config.Telegram.Webhook.Secret = "hook&secret"
	for _, format := range []string{"text", "json"} {
		config.Log.Format, config.Log.Level = format, "debug"
		var out output
		log := newLog(&out, &config)
		log.Info("token "+goodTelegram, "error", errors.New("get https://api/bot"+goodTelegram+"/getMe: EOF"))
		log.With("a", goodDiscord).WithGroup("g").Debug("x", "url", "/?s=hook%26secret", "list", []string{"hook&secret"})
		log.Warn("another's 7777777:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "key", goodTelegram[7:])
		log.Info("nothing to hide", "n", 5, "at", time.Unix(0, 0).UTC())
		text := out.String()
		for _, secret := range []string{goodTelegram[7:], goodDiscord, "hook&secret", "hook%26secret", "AAAAAAAAAAAA"} {
			if strings.Contains(text, secret) {
				t.Errorf("the log shows %q:\n%s", secret, text)
			}
		}
		if !strings.Contains(text, "nothing to hide") || !strings.Contains(text, "1970") {
			t.Errorf("the log hides too much:\n%s", text)
		}
	}
}
