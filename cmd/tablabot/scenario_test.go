package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// sideBySide is how many scenarios of a world are performed at a time. Most of one is
// waiting for a platform's next second.
const sideBySide = 12

// TestScenarios performs every file of testdata/scenarios on every platform, each in
// a chat of its own of one running program; and some of them once more in a world
// where every tap is doubled and the program killed between and during taps.
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
//	seen "cannot move"              a board said so while they played
//	see a new board                 the newest message is not the one that was kept
//
// Every table has the same seed, so the words that the players leave, or do not,
// decide the dice of a match; and people choose their moves by what a keyboard
// says. So it is one match that is played everywhere. Lines that begin with "#" are
// comments.
func TestScenarios(t *testing.T) {
	for _, world := range []struct {
		name   string
		unkind bool
		files  []string // patterns
	}{
		{"plain", false, []string{"*"}},
		{"killed", true, []string{"match", "gulbara", "tapa", "alone"}},
	} {
		t.Run(world.name, func(t *testing.T) {
			t.Parallel()
			var files []string
			for _, pattern := range world.files {
				found, err := filepath.Glob("testdata/scenarios/" + pattern + ".txt")
				if err != nil || len(found) == 0 {
					t.Fatalf("no scenarios %s: %v", pattern, err)
				}
				files = append(files, found...)
			}
			newWorld(t, world.unkind).performAll(files)
		})
	}
}

// performAll performs the files on all platforms.
func (w *world) performAll(files []string) {
	var stages errgroup.Group
	stages.SetLimit(sideBySide)
	for _, file := range files {
		title := strings.TrimSuffix(filepath.Base(file), ".txt")
		for _, platform := range w.platforms {
			stages.Go(func() error {
				w.Run(title+"/"+platform.name(), func(t *testing.T) { perform(t, w, platform, title, file) })
				return nil
			})
		}
	}
	_ = stages.Wait() // failures are the tests' own
}

// performance is a scenario that is performed in a chat.
type performance struct {
	*testing.T
	world *world
	place place
	chat  string          // its title
	line  string          // that is performed
	said  *remark         // the last command, while nothing has come of it
	kept  shown           // by "keep the board"
	heard map[string]bool // texts of boards
	taps  int
}

// remark is what a person typed.
type remark struct{ name, text string }

// names of the people of every chat. What a person is called on the platform has
// the chat's title behind it, since a name is one person's on the whole page.
var names = []string{"Ana", "Bob", "Eve"}

func (p *performance) fullName(name string) string { return name + "-" + p.chat }

func perform(t *testing.T, w *world, at platform, title, file string) {
	p := &performance{T: t, world: w, chat: title, heard: make(map[string]bool)}
	var people []string
	for _, name := range names {
		people = append(people, p.fullName(name))
	}
	p.place = at.open(t, title, people)
	defer func() {
		if t.Failed() {
			for _, m := range p.messages(names[0]) {
				t.Logf("message %s\n%v", m.ref, m)
			}
		}
	}()
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	for lines := bufio.NewScanner(text); lines.Scan(); {
		p.line = strings.TrimSpace(lines.Text())
		if p.line != "" && !strings.HasPrefix(p.line, "#") {
			p.perform()
		}
	}
	t.Logf("%d taps", p.taps)
}

var (
	saying  = regexp.MustCompile(`^(\w+): (/.*?)(?: => "(.*)")?$`)
	tapping = regexp.MustCompile(`^(\w+): tap (twice |old )?"(.*?)"(?: => "(.*)")?$`)
	seeing  = regexp.MustCompile(`^see "(.*)"$`)
	seen    = regexp.MustCompile(`^seen "(.*)"$`)
	ongoing = regexp.MustCompile(`^play until (.*)$`)
)

// perform carries one line out.
func (p *performance) perform() {
	p.Helper()
	if parts := saying.FindStringSubmatch(p.line); parts != nil {
		p.say(parts[1], parts[2], parts[3])
		return
	}
	if parts := tapping.FindStringSubmatch(p.line); parts != nil {
		p.tapLine(parts[1], strings.TrimSpace(parts[2]), parts[3], parts[4])
		return
	}
	if parts := seeing.FindStringSubmatch(p.line); parts != nil {
		p.await("the board to say "+parts[1], func() bool { return strings.Contains(p.board().text, parts[1]) })
		return
	}
	if parts := seen.FindStringSubmatch(p.line); parts != nil {
		p.recall(parts[1])
		return
	}
	if parts := ongoing.FindStringSubmatch(p.line); parts != nil {
		p.playUntil(parts[1])
		return
	}
	switch p.line {
	case "keep the board":
		p.await("a board to keep", func() bool { p.kept = p.board(); return len(p.kept.buttons) > 0 })
		return
	case "see a new board":
		p.await("a board of another message", func() bool { return p.board().ref != p.kept.ref && p.board().ref != "" })
		time.Sleep(500 * time.Millisecond) // for the program to note it
		if p.world.unkind {
			time.Sleep(3 * time.Second) // and to repeat what it cannot remember to have posted
		}
		return
	}
	p.Fatalf("the line %q means nothing", p.line)
}

// say types a command.
func (p *performance) say(name, text, want string) {
	p.Helper()
	p.said = &remark{name, text}
	p.hears(name, p.short(p.place.say(p.fullName(name), text)), want)
}

// recall looks for words on the boards that were seen.
func (p *performance) recall(words string) {
	p.Helper()
	for text := range p.heard {
		if strings.Contains(text, words) {
			return
		}
	}
	p.Errorf("%s: none of %d boards said so", p.line, len(p.heard))
}

// hears checks what a person was told at once, or else what he can read.
func (p *performance) hears(name, heard, want string) {
	p.Helper()
	if want == "" || strings.Contains(heard, want) {
		return
	}
	p.await(fmt.Sprintf("%s to be told %q, not %q", name, want, heard), func() bool {
		for _, m := range p.messages(name) {
			if strings.Contains(m.text, want) {
				return true
			}
		}
		return false
	})
}

func (p *performance) tapLine(name, how, label, want string) {
	p.Helper()
	var m shown
	var b shownButton
	heard := ""
	for range 20 {
		if m = p.kept; how != "old" {
			m = p.withButton(name, label)
		}
		b, _ = m.button(label)
		heard = p.tap(name, m, b.data)
		lost := heard == "" && want != ""
		if below := strings.HasPrefix(heard, "The board is below"); !lost && (how == "old" || !below) {
			break // otherwise nobody was there, or the board was posted anew meanwhile
		}
		time.Sleep(100 * time.Millisecond)
	}
	for tries := 0; how == "twice" && (heard == "" || strings.Contains(heard, "again to do it")) && tries < 6; tries++ {
		time.Sleep(1200 * time.Millisecond / worldSpeed) // nothing heard: done in silence, or lost
		heard = p.tapOnce(name, m, b.data)
	}
	p.hears(name, heard, want)
}

// withButton waits for a message with the button, the newest one. A command that a
// killed program has not answered is typed again.
func (p *performance) withButton(name, label string) (m shown) {
	p.Helper()
	began := time.Now()
	p.await("the button "+label, func() bool {
		all := p.messages(name)
		for i := len(all) - 1; i >= 0; i-- {
			if _, ok := all[i].button(label); ok {
				m = all[i]
				return true
			}
		}
		if p.world.unkind && p.said != nil && time.Since(began) > 10*time.Second {
			began = time.Now()
			p.place.say(p.fullName(p.said.name), p.said.text)
		}
		return false
	})
	p.said = nil
	return m
}

// tap taps a button, in an unkind world twice.
func (p *performance) tap(name string, m shown, data string) string {
	p.world.tapping()
	heard := p.tapOnce(name, m, data)
	if p.world.unkind {
		if again := p.tapOnce(name, m, data); heard == "" {
			heard = again
		}
	}
	return heard
}

func (p *performance) tapOnce(name string, m shown, data string) string {
	p.taps++
	return p.short(p.place.tap(p.fullName(name), m, data))
}

// messages are what a person sees, with the names that scenarios use.
func (p *performance) messages(name string) []shown {
	all := p.place.messages(p.fullName(name))
	for i := range all {
		all[i].text = p.short(all[i].text)
	}
	return all
}

func (p *performance) short(text string) string { return strings.ReplaceAll(text, "-"+p.chat, "") }

// board is the newest message of a match.
func (p *performance) board() shown {
	all := p.messages(names[0])
	for i := len(all) - 1; i >= 0; i-- {
		if _, note := all[i].button("Never mind"); len(all[i].buttons) > 0 && !note {
			p.heard[all[i].text] = true
			return all[i]
		}
	}
	return shown{}
}

// await waits until the condition holds.
func (p *performance) await(what string, condition func() bool) {
	p.Helper()
	for began := time.Now(); time.Since(began) < 5*time.Minute; time.Sleep(20 * time.Millisecond) {
		if condition() {
			return
		}
	}
	p.Fatalf("%s: waited in vain for %s; the board is\n%v", p.line, what, p.board())
}
