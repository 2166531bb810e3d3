package main

import (
	"bufio"
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"tablabot/bot/discord/discordtest"
	"tablabot/bot/telegram/telegramtest"
	"tablabot/engine/dice"
	"tablabot/store/bolt"
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

func TestBackupOfARunningAndOfAStoppedStore(t *testing.T) {
	folder := t.TempDir()
	store := filepath.Join(folder, "tablabot.db")
	p := play(t, at(store))
	for _, name := range []string{"running.db", "stopped.db"} {
		copied := filepath.Join(folder, name)
		code, stdout, stderr := run(t, "", at(store), "backup", copied)
		if want := copied + " is a copy of " + store + "\n"; code != 0 || stdout != want {
			t.Errorf("backup: code %d, %q, %q; want %q", code, stdout, stderr, want)
		}
		if code, _, stderr := run(t, "", nil, "check", copied); code != 0 {
			t.Errorf("check of the copy: %s", stderr)
		}
		before, _ := os.ReadFile(copied)
		fails(t, exitFailure, "tablabot: "+copied+" exists already and stays as it is: name a new file", at(store), "backup", copied)
		if after, _ := os.ReadFile(copied); !bytes.Equal(before, after) {
			t.Error("a copy that was there has changed")
		}
		p.stop()
	}
}

func TestAStoreThatIsInUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tablabot.db")
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	fails(t, exitFailure, "tablabot: open the store "+path+": the store is in use by another process", at(path))
	fails(t, exitFailure, "tablabot: check the store "+path+": the store is in use by another process: check a copy made by tablabot backup", at(path), "check")
}

// TestStoresThatCannotBeOpened: whatever is wrong, the program says so and leaves
// the file as it is.
func TestStoresThatCannotBeOpened(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole.db")
	store, err := bolt.Open(whole, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	content, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string][]byte{
		"empty":     {},
		"foreign":   []byte(strings.Repeat("this is a letter to my aunt\n", 1000)),
		"truncated": content[:len(content)/2],
		"zeroed":    make([]byte, len(content)),
	}
	for name, damaged := range tests {
		t.Run(name, func(t *testing.T) {
			for _, args := range [][]string{nil, {"check"}} {
				path := write(t, "tablabot.db", string(damaged))
				code, _, stderr := run(t, "", at(path), args...)
				if code != exitFailure || !strings.Contains(stderr, path+": the store is damaged") || strings.Count(stderr, "\n") != 1 {
					t.Errorf("tablabot %q: code %d, %q; want one sentence that the store is damaged", args, code, stderr)
				}
				if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, damaged) {
					t.Errorf("tablabot %q: the file has changed (%v)", args, err)
				}
			}
		})
	}
}

func TestAMissingFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "missing")
	path := filepath.Join(folder, "tablabot.db")
	fails(t, exitFailure, "tablabot: open the store "+path+": the folder "+folder+" does not exist", at(path))
	fails(t, exitFailure, "tablabot: there is no store "+path, at(path), "check")
	fails(t, exitFailure, "tablabot: there is no store "+path, at(path), "backup", filepath.Join(t.TempDir(), "copy.db"))
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was made: %v", err)
	}
}

func TestAnAddressInUse(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	address := server.Listener.Addr().String()
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_WEB_LISTEN=" + address, "TABLABOT_LOG_LEVEL=error",
	})
	want := "tablabot: show the page at " + address + ": another program uses this address already, choose another one with web.listen\n"
	if code != exitFailure || stderr != want {
		t.Errorf("code %d, %q; want %q", code, stderr, want)
	}
}

func TestAWrongTelegramToken(t *testing.T) {
	server := telegramtest.New(t)
	wrong := "987654:ThisTokenIsWrongThisTokenIsWrongABC"
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_LOG_LEVEL=error",
		"TABLABOT_TELEGRAM_TOKEN=" + wrong, "TABLABOT_TELEGRAM_API_URL=" + server.URL(),
	})
	want := "tablabot: the token is unknown to Telegram, check it with @BotFather\n"
	if code != exitFailure || stderr != want {
		t.Errorf("code %d, %q; want %q", code, stderr, want)
	}
}

func TestAWrongDiscordToken(t *testing.T) {
	server := discordtest.Start(t, discordtest.Options{})
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_LOG_LEVEL=error",
		"TABLABOT_DISCORD_TOKEN=" + goodDiscord, "TABLABOT_DISCORD_API_URL=" + server.URL(),
	})
	// The rest depends on whether the API or the gateway refuses it first.
	want := "tablabot: discord does not let the bot in, check discord.token: "
	if code != exitFailure || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("code %d, %q; want one line that begins with %q", code, stderr, want)
	}
	if strings.Contains(stderr, goodDiscord) {
		t.Errorf("the token is shown: %q", stderr)
	}
}

// TestATransientFailureEndsNothing: a Telegram that answers nothing but errors
// does not end the program, and the page beside it plays on.
func TestATransientFailureEndsNothing(t *testing.T) {
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
	}))
	defer server.Close()
	p := play(t, append(at(filepath.Join(t.TempDir(), "tablabot.db")),
		"TABLABOT_TELEGRAM_TOKEN="+goodTelegram, "TABLABOT_TELEGRAM_API_URL="+server.URL))
	<-asked
	<-asked // it has come back after the first refusal
	if code := p.stop(); code != exitDone {
		t.Errorf("stopped with code %d: %s", code, p.stderr)
	}
	if strings.Contains(p.stderr.String(), goodTelegram) {
		t.Errorf("the log shows the token: %s", p.stderr)
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

func TestVerify(t *testing.T) {
	seed, err := dice.NewSeed(strings.NewReader(strings.Repeat("seed", 8)))
	if err != nil {
		t.Fatal(err)
	}
	words := [2]string{"Ana", ""}
	rolls := make([][2]int, 5)
	for n := range rolls {
		rolls[n][0], rolls[n][1] = dice.Roll(seed, words, n)
	}
	proof := dice.NewProof(seed, words, rolls)
	text := func(p dice.Proof) string {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	good := "All 5 rolls are those of the seed that was committed to as\n" + proof.Commitment + "\n"
	file := write(t, "proof.json", text(proof))
	for _, args := range [][]string{{"verify"}, {"verify", "-"}, {"verify", file}, {"verify", "--commitment", proof.Commitment, file}} {
		if code, stdout, stderr := run(t, text(proof), nil, args...); code != 0 || stdout != good {
			t.Errorf("tablabot %q: code %d, %q, %q; want %q", args, code, stdout, stderr, good)
		}
	}
	forged := proof
	forged.Rolls = [][2]int{rolls[0], {7 - rolls[1][0], rolls[1][1]}}
	for what, args := range map[string][]string{
		"the dice are not proven: roll 1 was":                          {"verify", write(t, "forged.json", text(forged))},
		"the dice are not proven: the proof belongs to another":        {"verify", "--commitment", strings.Repeat("0", 64), file},
		"reading the proof: ":                                          {"verify", write(t, "text", "no proof")},
		"read the proof: open nowhere.json: no such file or directory": {"verify", "nowhere.json"},
	} {
		code, stdout, stderr := run(t, "", nil, args...)
		if code != exitFailure || stdout != "" || !strings.HasPrefix(stderr, "tablabot: "+what) {
			t.Errorf("tablabot %q: code %d, %q, %q; want %q", args, code, stdout, stderr, what)
		}
	}
}

func TestRender(t *testing.T) {
	const start = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"
	file := filepath.Join(t.TempDir(), "board.png")
	if code, _, stderr := run(t, "", nil, "render", "-o", file, "--theme", "dark", "--dice", "6,1", start); code != 0 {
		t.Fatalf("render: %s", stderr)
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(written))
	if err != nil || picture.Bounds().Dx() != 1280 || picture.Bounds().Dy() != 960 {
		t.Errorf("the picture: %v, %v", picture.Bounds(), err)
	}
	_, streamed, _ := run(t, "", nil, "render", "-o", "-", "--theme=dark", "--dice=1,6", start)
	if streamed != string(written) {
		t.Error("the picture on standard output is another one")
	}
	for sentence, args := range map[string][]string{
		`position code "chess" does not begin with the name of a game and a colon`: {"chess"},
		"a die shows 1 to 6, not 7": {"--dice=7,1", start},
		"the seat is 0 or 1, not 2": {"--seat=2", start},
		"write the picture: open " + filepath.Join(file, "x") + ": not a directory": {"-o", filepath.Join(file, "x"), start},
	} {
		fails(t, exitFailure, "tablabot: "+sentence, nil, append([]string{"render"}, args...)...)
	}
}

// TestScene tells where the checkers of both ways round stand in the picture.
func TestScene(t *testing.T) {
	tests := []struct {
		name, code string
		seat       uint8
		points     map[int]string // physical point: count and seat, * for a pinned checker
		first      [2]int         // physical point 24 of both seats
		label      uint8          // at physical point 1
	}{
		{"contrary", "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", 0,
			map[int]string{1: "2 of 1", 6: "5 of 0", 8: "3 of 0", 12: "5 of 1", 13: "5 of 0", 17: "3 of 1", 19: "5 of 1", 24: "2 of 0"}, [2]int{24, 1}, 1},
		{"contrary, the other's numbers", "tabla:,,,,,,,,,,,,,,,,,,,,,,,2|1,0|12,15", 1,
			map[int]string{24: "2 of 0"}, [2]int{24, 1}, 24},
		{"parallel", "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0", 1,
			map[int]string{12: "15 of 1", 24: "15 of 0"}, [2]int{24, 12}, 13},
		{"pinned", "tapa:,,,,,,,,,,,,,,,,,,,,-2*,,,14|0,0|0,13", 0,
			map[int]string{21: "2 of 1*", 24: "14 of 0"}, [2]int{24, 1}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			scene, err := (&renderCommand{Code: test.code, Seat: test.seat}).scene()
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[int]string)
			for i, p := range scene.Points {
				if p.Count > 0 {
					got[i+1] = fmt.Sprintf("%d of %d", p.Count, p.Seat)
					if p.Pinned {
						got[i+1] += "*"
					}
				}
			}
			if diff := cmp.Diff(test.points, got); diff != "" {
				t.Errorf("points (-want +got):\n%s", diff)
			}
			if first := [2]int{int(scene.Homes[0].First), int(scene.Homes[1].First)}; first != test.first {
				t.Errorf("the heads are at %v, want %v", first, test.first)
			}
			if scene.Labels[0] != test.label {
				t.Errorf("point 1 has the label %d, want %d", scene.Labels[0], test.label)
			}
		})
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
