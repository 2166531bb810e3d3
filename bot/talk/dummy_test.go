package talk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/ai/analysis"
)

// dummy is a computer that plays the first play there is, of every game but some.
type dummy struct {
	unknown string                                  // a game that it cannot play
	says    func(*engine.Match) engine.Verb         // about the cube and resignations; 0 or nil: it plays on
	advice  *analysis.Advice                        // what it advises
	advised int                                     // how often it has
	report  *analysis.Report                        // what it finds out
	study   func(progress func(done, of int)) error // how it does so; nil: at once
	levels  map[ai.Level]int                        // how often it was asked to play at which
}

func (c *dummy) Plays(terms engine.Terms) bool { return terms.Game != c.unknown }

func (c *dummy) Act(_ context.Context, m *engine.Match, level ai.Level) (engine.Action, error) {
	if c.levels != nil {
		c.levels[level]++
	}
	if m.Phase == engine.ToStart {
		return engine.Action{Verb: engine.Start}, nil
	}
	seat, waits := m.Actor()
	if !waits {
		return engine.Action{}, errors.New("nobody is to act")
	}
	if c.says != nil {
		if verb := c.says(m); verb != 0 {
			return engine.Action{Verb: verb, Seat: seat}, nil
		}
	}
	switch {
	case m.Game.Giving != nil:
		return engine.Action{Verb: engine.Accept, Seat: seat}, nil
	case m.Phase == engine.ToAnswer:
		return engine.Action{Verb: engine.Take, Seat: seat}, nil
	case m.Phase == engine.ToRoll:
		return engine.Action{Verb: engine.Throw, Seat: seat}, nil
	}
	return firstPlay(m.Clone(), seat)
}

// firstPlay plays the first step that some play has, again and again.
func firstPlay(m *engine.Match, seat engine.Seat) (engine.Action, error) {
	m.Game.Turn.Draft = nil
	for {
		p, err := m.Progress()
		if err != nil || p.Over {
			break
		}
		if err := m.AddSteps(seat, p.Plan.Next(p.Draft)[0]); err != nil {
			return engine.Action{}, err
		}
	}
	return m.Drafted()
}

func (c *dummy) Advise(context.Context, *engine.Match, int) (*analysis.Advice, error) {
	if c.advice == nil {
		return nil, analysis.ErrNothing
	}
	c.advised++
	return c.advice, nil
}

func (c *dummy) Analyse(_ context.Context, _ engine.Terms, _ []string, progress func(done, of int)) (*analysis.Report, error) {
	if c.study != nil {
		if err := c.study(progress); err != nil {
			return nil, err
		}
	}
	return c.report, nil
}

func (c *dummy) Review(_ context.Context, _ engine.Terms, _ []string, line int) (*analysis.Report, error) {
	r := new(analysis.Report)
	for _, d := range c.report.Decisions {
		if d.Line == line {
			r.Decisions = append(r.Decisions, d)
		}
	}
	return r, nil
}

// chores are what is to be done in the background, and the messages that are no boards,
// as they are shown now.
type chores struct {
	todo map[string]func(context.Context)
	mu   sync.Mutex // a message is looked at while another is written
	sent []string
}

func (c *chores) Begin(key string, work func(context.Context)) error {
	if len(c.todo) >= 2 {
		return errors.New("full")
	}
	if c.todo == nil {
		c.todo = make(map[string]func(context.Context))
	}
	c.todo[key] = work
	return nil
}

func (c *chores) Post(_ context.Context, _ bot.ChatKey, note bot.Rendered) (bot.BoardRef, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, noteText(note))
	return bot.BoardRef(fmt.Sprint(len(c.sent) - 1)), nil
}

func (c *chores) Edit(_ context.Context, _ bot.ChatKey, ref bot.BoardRef, note bot.Rendered) error {
	var n int
	if _, err := fmt.Sscan(string(ref), &n); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[n] = noteText(note)
	return nil
}

func noteText(note bot.Rendered) string {
	return shown(bot.Screen{Text: note.Text, Groups: note.Groups})
}

// lastSent is the latest message that is no board.
func (c *chores) lastSent() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sent) == 0 {
		return ""
	}
	return c.sent[len(c.sent)-1]
}

// work does what is to be done in the background.
func (r *rig) work() {
	r.Helper()
	for _, key := range slices.Sorted(maps.Keys(r.todo)) {
		r.todo[key](context.Background())
		delete(r.todo, key)
	}
}

// newComputerRig is a rig whose conversation has a computer.
func newComputerRig(t testing.TB, computer Computer) *rig {
	t.Helper()
	r := newRig(t)
	r.computer = computer
	r.restart()
	return r
}

// think lets the computer decide until a person has to, as the clock does.
func (r *rig) think() {
	r.Helper()
	r.wait(0)
	if table := r.table(); table.thinks() {
		r.Fatalf("the computer does not act:\n%s", shown(r.screen()))
	}
}

// against begins Ana's match against the computer and lets it play if it starts.
func (r *rig) against(terms string) {
	r.Helper()
	r.want(r.command(ana, "newgame", terms+" level=4"), bot.OK, "")
	r.think()
}

// acts counts the lines of the newest match's log that the computer's seat has written.
func (r *rig) acts() int {
	r.Helper()
	log, err := r.store.Log(context.Background(), r.match().ID)
	if err != nil {
		r.Fatal(err)
	}
	n := 0
	for _, line := range log {
		if words := strings.Fields(line); len(words) > 1 && words[0] != "opening" && words[1] == "1" {
			n++
		}
	}
	return n
}

// thinking returns the newest match's think deadline.
func (r *rig) thinking() (at time.Time, turn int) {
	r.Helper()
	for _, d := range r.table().deadlines() {
		if d.Kind == ThinkKind {
			return d.At, d.Turn
		}
	}
	r.Fatalf("the computer has nothing to think about:\n%s", shown(r.screen()))
	return at, turn
}

// anew puts dice before a seat at the start of a game.
func (r *rig) anew(seat engine.Seat, a, b uint8) {
	r.Helper()
	r.forge(func(t *Table) { t.Match.Game.Position = t.Match.Rules().StartPosition() })
	r.deal(seat, a, b)
}
