package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tablabot/bot/talk"
	"tablabot/store/bolt"
)

// TestScenarios plays every file of testdata/scenarios on every platform, with the
// whole program in a process of its own: once as written, and once with every tap
// doubled and the program killed between and during taps.
//
// A scenario is a list of lines:
//
//	Ana: /newgame backgammon 3      types something
//	Bob: tap "Join"                 taps the button on the newest message that has it
//	Eve: tap "Roll" => "turn"       … and is told something with these words
//	Ana: tap twice "Double"         taps what asks for a second tap until it is done
//	Ana: tap old "Roll" => "below"  taps a button of the message that was kept
//	keep the board                  keeps the newest message with buttons for later
//	play until Ana may double       both play on
//	play until the game is over
//	play until the match is over
//	see "wins the match"            the newest board says so, sooner or later
//	see a new board                 the newest message is not the one that was kept
//
// The dice are the same everywhere, so that it is one match that is played.
// Lines that begin with "plain:" are left out where the program is killed: what it does
// in the background is not done then. Lines that begin with "#" are comments. $TERMS is a match of backgammon, or
// where the program is killed of hypergammon, whose games are short.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenarios/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		for name, open := range places {
			for _, unkind := range []bool{false, true} {
				mode := map[bool]string{false: "plain", true: "killed"}[unkind]
				t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+name+"/"+mode, func(t *testing.T) {
					t.Parallel()
					newScenario(t, open, unkind).play(file)
				})
			}
		}
	}
}

// scenario is one performance.
type scenario struct {
	*testing.T
	place  place
	unkind bool // double taps, kill the program
	random *rand.Rand
	path   string // of the store
	clock  fastClock
	child  *exec.Cmd
	stderr *output
	line   string
	kept   shown
	taps   int
	kills  int
}

var names = []string{"Ana", "Bob", "Eve"}

func newScenario(t *testing.T, open func(*testing.T, fastClock, []string) place, unkind bool) *scenario {
	s := &scenario{T: t, unkind: unkind, random: rand.New(rand.NewPCG(1, 2)), path: filepath.Join(t.TempDir(), "tablabot.db"),
		stderr: new(output)}
	s.clock = newFastClock(1)
	s.place = open(t, s.clock, names)
	if speed := s.place.speed(); speed != 1 {
		s.clock = newFastClock(speed)
		s.place = open(t, s.clock, names)
	}
	s.begin()
	t.Cleanup(func() {
		s.kill()
		if unkind {
			s.place.pardon()
		}
		if t.Failed() {
			t.Logf("the program says:\n%s", s.stderr)
			for _, m := range s.place.messages(names[0]) {
				t.Logf("message %s\n%v", m.ref, m)
			}
		}
		if err := bolt.Check(s.path, talk.Check); err != nil {
			t.Errorf("the store afterwards: %v", err)
		}
	})
	return s
}

// begin starts the program in a process of its own.
func (s *scenario) begin() {
	s.Helper()
	s.child = exec.CommandContext(context.Background(), os.Args[0])
	s.child.Env = append(append(os.Environ(), asProgram+"=1", testClock+"="+s.clock.String(), "TABLABOT_STORE_PATH="+s.path,
		"TABLABOT_LOG_LEVEL=warn"), s.place.environ()...)
	s.child.Stderr = s.stderr
	if err := s.child.Start(); err != nil {
		s.Fatal(err)
	}
}

// kill ends the program as a power cut would.
func (s *scenario) kill() {
	s.child.Process.Kill()
	s.child.Wait()
	s.kills++
}

func (s *scenario) play(file string) {
	text, err := os.Open(file)
	if err != nil {
		s.Fatal(err)
	}
	defer text.Close()
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		s.line = strings.ReplaceAll(strings.TrimSpace(lines.Text()), "$TERMS", map[bool]string{false: "backgammon 5", true: "hypergammon 9"}[s.unkind])
		if s.line != "" && !strings.HasPrefix(s.line, "#") {
			s.perform()
		}
	}
	s.Logf("%d taps, the program was killed %d times", s.taps, s.kills)
}

var (
	saying  = regexp.MustCompile(`^(\w+): (/.*?)(?: => "(.*)")?$`)
	tapping = regexp.MustCompile(`^(\w+): tap (twice |old )?"(.*?)"(?: => "(.*)")?$`)
	seeing  = regexp.MustCompile(`^see "(.*)"$`)
	ongoing = regexp.MustCompile(`^play until (.*)$`)
)

// perform carries one line out.
func (s *scenario) perform() {
	s.Helper()
	if line, found := strings.CutPrefix(s.line, "plain: "); found {
		if s.unkind {
			return
		}
		s.line = line
	}
	if parts := saying.FindStringSubmatch(s.line); parts != nil {
		heard := s.place.say(parts[1], parts[2])
		s.hears(parts[1], heard, parts[3])
		return
	}
	if parts := tapping.FindStringSubmatch(s.line); parts != nil {
		s.tapLine(parts[1], strings.TrimSpace(parts[2]), parts[3], parts[4])
		return
	}
	if parts := seeing.FindStringSubmatch(s.line); parts != nil {
		s.await("the board says "+parts[1], func() bool { return strings.Contains(s.board().text, parts[1]) })
		return
	}
	if parts := ongoing.FindStringSubmatch(s.line); parts != nil {
		s.playUntil(parts[1])
		return
	}
	switch s.line {
	case "keep the board":
		s.await("a board to keep", func() bool { s.kept = s.board(); return len(s.kept.buttons) > 0 })
		return
	case "see a new board":
		s.await("a board of another message", func() bool { return s.board().ref != s.kept.ref && s.board().ref != "" })
		time.Sleep(500 * time.Millisecond) // for the program to note it
		if s.unkind {
			time.Sleep(3 * time.Second) // and to repeat what it cannot remember to have posted
		}
		return
	}
	s.Fatalf("the line %q means nothing", s.line)
}

// hears checks what a person was told at once, or else what he can read.
func (s *scenario) hears(name, heard, want string) {
	s.Helper()
	if want == "" || strings.Contains(heard, want) {
		return
	}
	s.await(fmt.Sprintf("%s to be told %q, not %q", name, want, heard), func() bool {
		for _, m := range s.place.messages(name) {
			if strings.Contains(m.text, want) {
				return true
			}
		}
		return false
	})
}

func (s *scenario) tapLine(name, how, label, want string) {
	s.Helper()
	var m shown
	var b shownButton
	heard := ""
	for tries := 0; tries < 20; tries++ {
		if m = s.kept; how != "old" {
			m = s.withButton(name, label)
		}
		b, _ = m.button(label)
		heard = s.tap(name, m, b.data)
		lost := s.unkind && heard == "" && want != ""
		if below := strings.HasPrefix(heard, "The board is below"); !lost && (how == "old" || !below) {
			break // otherwise nobody was there, or the board was posted anew meanwhile
		}
		time.Sleep(100 * time.Millisecond)
	}
	for tries := 0; how == "twice" && strings.Contains(heard, "again to do it") && tries < 5; tries++ {
		time.Sleep(1200 * time.Millisecond / time.Duration(s.clock.speed))
		heard = s.tapOnce(name, m, b.data)
	}
	s.hears(name, heard, want)
}

// withButton waits for a message with the button, the newest one.
func (s *scenario) withButton(name, label string) (m shown) {
	s.Helper()
	s.await("the button "+label, func() bool {
		all := s.place.messages(name)
		for i := len(all) - 1; i >= 0; i-- {
			if _, ok := all[i].button(label); ok {
				m = all[i]
				return true
			}
		}
		return false
	})
	return m
}

// tap taps a button; an unkind world taps it twice and lets the program die.
func (s *scenario) tap(name string, m shown, data string) string {
	s.Helper()
	if s.unkind && s.random.IntN(8) == 0 {
		s.kill()
		s.begin()
	}
	if s.unkind && s.random.IntN(8) == 0 {
		dead := make(chan struct{})
		go func() {
			defer close(dead)
			time.Sleep(time.Duration(s.random.IntN(20)) * time.Millisecond)
			s.kill()
			s.begin()
		}()
		defer func() { <-dead }()
	}
	heard := s.tapOnce(name, m, data)
	if s.unkind {
		if again := s.tapOnce(name, m, data); heard == "" {
			heard = again
		}
	}
	return heard
}

func (s *scenario) tapOnce(name string, m shown, data string) string {
	s.taps++
	return s.place.tap(name, m, data)
}

// board is the newest message of a match.
func (s *scenario) board() shown {
	all := s.place.messages(names[0])
	for i := len(all) - 1; i >= 0; i-- {
		if _, note := all[i].button("Never mind"); len(all[i].buttons) > 0 && !note {
			return all[i]
		}
	}
	return shown{}
}

// playUntil lets whoever is to act play on.
func (s *scenario) playUntil(goal string) {
	s.Helper()
	reached := map[string]func(board shown) bool{
		"the game is over":  func(b shown) bool { _, next := b.button("Next game"); return next || isWon(b) },
		"the match is over": isWon,
	}[goal]
	if name, ok := strings.CutSuffix(goal, " may double"); ok {
		reached = func(b shown) bool { _, may := b.button("Double"); return may && s.actor(b) == name }
	}
	if reached == nil {
		s.Fatalf("there is no goal %q", goal)
	}
	for began := time.Now(); time.Since(began) < 20*time.Minute; {
		board := s.board()
		if reached(board) {
			return
		}
		if button, name := s.choose(board); name != "" {
			s.tap(name, board, button.data)
			s.settle(board)
		} else {
			time.Sleep(10 * time.Millisecond)
		}
	}
	s.Fatalf("%s: in vain; the board is\n%v", s.line, s.board())
}

func isWon(b shown) bool { return strings.Contains(b.text, "wins the match") }

// settle waits a moment for the board to show something else.
func (s *scenario) settle(before shown) {
	for range 100 {
		if now := s.board(); now.String() != before.String() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// choose returns the button that brings the match on and who taps it.
func (s *scenario) choose(board shown) (button shownButton, name string) {
	if b, ok := board.button("Next game"); ok {
		return b, names[0]
	}
	name = s.actor(board)
	for _, label := range []string{"Take", "Accept", "🎲 Roll"} {
		if b, ok := board.button(label); ok {
			return b, name
		}
	}
	if b, ok := board.button("✔ Done"); ok && strings.Contains(board.text, "to confirm") {
		return b, name
	}
	if b, ok := board.button("/"); ok {
		return b, name
	}
	return shownButton{}, ""
}

// actor is who is to act by the last line of a board's text.
func (s *scenario) actor(board shown) string {
	line := board.text[strings.LastIndexByte(board.text, '\n')+1:]
	if _, after, ok := strings.Cut(line, ". "); ok && strings.Contains(line, " doubles to ") {
		line = after
	}
	for _, name := range names {
		if strings.HasPrefix(line, name) {
			return name
		}
	}
	return ""
}

func (s *scenario) await(what string, condition func() bool) {
	s.Helper()
	for began := time.Now(); time.Since(began) < 5*time.Minute; time.Sleep(20 * time.Millisecond) {
		if condition() {
			return
		}
	}
	s.Fatalf("%s: waited in vain for %s; the board is\n%v", s.line, what, s.board())
}
