package talk

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/store"
)

// TestMatchesAgainstTheComputer plays by tapping whatever is shown, every tap and every
// deadline twice, and begins the program anew between any two steps. The computer
// doubles, takes, drops and beavers. The shortest game is played to the match's end.
func TestMatchesAgainstTheComputer(t *testing.T) {
	for _, terms := range []string{"hypergammon 5", "backgammon money beavers=on", "gulbara 3", "sreshta 3", "tavli 5"} {
		t.Run(terms, func(t *testing.T) {
			t.Parallel()
			random := seeded(terms)
			said := make(map[engine.Verb]int)
			r := newComputerRig(t, &dummy{says: func(m *engine.Match) engine.Verb {
				seat, _ := m.Actor()
				verb := engine.Verb(0)
				switch {
				case m.Phase == engine.ToRoll && m.CanDouble(seat) == nil && random.IntN(3) == 0:
					verb = engine.Double
				case m.Phase == engine.ToAnswer && m.CanBeaver(seat) == nil && random.IntN(3) == 0:
					verb = engine.Beaver
				case m.Phase == engine.ToAnswer && random.IntN(3) == 0:
					verb = engine.Drop
				case m.Game.Giving != nil && random.IntN(2) == 0:
					verb = engine.Decline
				}
				said[verb]++
				return verb
			}})
			r.twice = true
			r.command(ana, "newgame", terms+" level=3")
			most := 120
			if strings.HasPrefix(terms, "hyper") {
				most = 6000
			}
			for taps := 0; taps < most && r.table().Stage == Playing; taps++ {
				if random.IntN(3) == 0 {
					r.restart()
				}
				if random.IntN(2) == 0 {
					r.thinkTwice()
				}
				if random.IntN(40) == 0 && r.table().Stage == Playing {
					r.giveUpTo(ana, random.IntN(2))
				}
				if table := r.table(); table.Stage == Playing && !table.thinks() {
					r.randomTap(random)
				}
				r.invariants(taps%20 == 0)
			}
			if stage := r.table().Stage; most == 6000 && stage != Ended {
				t.Fatalf("the match does not end:\n%s", shown(r.screen()))
			}
			if r.acts() == 0 {
				t.Error("the computer has done nothing")
			}
			t.Logf("%d games, the computer said %v", r.table().Match.Number, said)
		})
	}
}

// thinkTwice fires every deadline that is due twice; the second time changes nothing.
func (r *rig) thinkTwice() {
	r.Helper()
	r.clock.Advance(nextPause)
	due, err := r.store.ClaimDeadlines(context.Background(), r.clock.Now(), 10, time.Minute)
	if err != nil {
		r.Fatal(err)
	}
	for _, deadline := range due {
		r.fire(deadline)
		before := r.state()
		r.fire(deadline)
		if after := r.state(); after != before {
			r.Fatalf("a deadline of kind %s counts twice:\n%s\n%s", deadline.Kind, before, after)
		}
	}
}

// giveUpTo lets a person offer to resign, as little or as much as can be lost.
func (r *rig) giveUpTo(name string, more int) {
	r.Helper()
	table := r.table()
	if m := table.Match; m.Phase != engine.ToPlay && m.Phase != engine.ToRoll || m.Game.Giving != nil {
		return
	}
	twice := r.twice
	r.twice = false
	defer func() { r.twice = twice }()
	answer := r.command(name, "resign", "")
	buttons := answer.Note.Groups[0].Buttons
	r.tapNoteTwice(name, answer, buttons[more*(len(buttons)-2)].Label)
}

func TestTheComputerActsWhenItIsItsTurn(t *testing.T) {
	computer := &dummy{levels: make(map[ai.Level]int)}
	r := newComputerRig(t, computer)
	r.against("backgammon 3")
	r.anew(0, 6, 1)
	r.tap(ana, "13/7 8/7")
	r.tap(ana, "✔")
	before := r.acts()
	r.shows("Computer to roll or double")
	if got := r.data(""); got != "" {
		t.Errorf("there is a button %q while the computer thinks", got)
	}
	r.think()
	if got := r.acts(); got != before+2 {
		t.Errorf("the computer did %d things, want a roll and a play", got-before)
	}
	r.shows("Computer ", "Ana to roll or double")
	if computer.levels[4] == 0 || len(computer.levels) != 1 {
		t.Errorf("it was asked to play at levels %v", computer.levels)
	}
}

// TestOneEditShowsBothPlays: while the computer thinks about a person's play the board
// waits; once it has played it does not.
func TestOneEditShowsBothPlays(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 3")
	r.anew(0, 6, 1)
	r.deliver()
	r.tap(ana, "13/7 8/7")
	r.deliver()
	r.tap(ana, "✔")
	if got, want := r.board().Order.NotBefore, r.clock.Now().Add(thinkShown); !got.Equal(want) {
		t.Errorf("the board is shown from %v, want %v", got, want)
	}
	r.deliver()
	if board := r.board(); !board.Due() {
		t.Error("the board was shown while the computer thinks")
	}
	r.think()
	if got := r.board().Order.NotBefore; !got.IsZero() {
		t.Errorf("the computer has played, and the board is shown from %v", got)
	}
	arrows := make(map[uint8]int)
	for _, arrow := range r.screen().Scene.Arrows {
		arrows[arrow.Seat]++
	}
	if arrows[0] == 0 || arrows[1] == 0 {
		t.Errorf("the arrows are of %v, want both players'", arrows)
	}
	r.deliver()
	if board := r.board(); board.Due() {
		t.Error("the board is still due")
	}
}

// TestASlowComputerIsNotWaitedFor: the board is shown in time all the same.
func TestASlowComputerIsNotWaitedFor(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 3")
	r.anew(0, 6, 1)
	r.tap(ana, "13/7 8/7")
	r.tap(ana, "✔")
	r.clock.Advance(thinkShown)
	r.deliver()
	if board := r.board(); board.Due() {
		t.Error("the board waits for longer than it may")
	}
}

func TestStaleThoughts(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 3")
	r.anew(1, 6, 1)
	_, turn := r.thinking()
	id := r.match().ID
	thought := func(turn int, data string) func() bot.Answer {
		return func() bot.Answer {
			return r.handle(bot.Event{Kind: bot.Thought, Key: fmt.Sprintf("think/%s/%d/%s", id, turn, data),
				Deadline: bot.Deadline{Match: id, Kind: ThinkKind, Turn: turn}, Data: data})
		}
	}
	r.unchanged(thought(turn-1, "play 1 13.6 8.1"), bot.OK, "")
	r.unchanged(thought(turn+1, "play 1 13.6 8.1"), bot.OK, "")
	r.giveUpTo(ana, 0) // what the computer thought of no longer counts
	r.unchanged(thought(turn, "play 1 13.6 8.1"), bot.OK, "")
	if _, now := r.thinking(); now == turn {
		t.Error("the computer is still to think about its play")
	}
	r.think()
	r.unchanged(thought(turn, "play 1 13.6 8.1"), bot.OK, "")
}

// TestManyThinkAboutOneMove: whoever is first is right.
func TestManyThinkAboutOneMove(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 3")
	r.anew(1, 6, 1)
	at, turn := r.thinking()
	before := r.acts()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, err := r.talk.Handle(context.Background(), bot.Event{Kind: bot.DeadlineUp, Key: fmt.Sprint("race/", i), Time: at,
				Deadline: bot.Deadline(store.Deadline{Match: r.match().ID, Kind: ThinkKind, Turn: turn, At: at})})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := r.acts(); got != before+1 {
		t.Errorf("the computer played %d times", got-before)
	}
	r.invariants(false)
}

// TestWhatWaitsForWhom lists the deadlines of matches against the computer.
func TestWhatWaitsForWhom(t *testing.T) {
	tests := []struct {
		name string
		do   func(r *rig)
		want string
	}{
		{"the person's turn", func(r *rig) { r.deal(0, 6, 1) }, "remind stop"},
		{"the computer's turn", func(r *rig) { r.deal(1, 6, 1) }, "think stop"},
		{"the computer to roll", func(r *rig) { r.onRoll(1) }, "think stop"},
		{"between games", func(r *rig) { r.giveUpTo(ana, 1) }, "think stop"},
		{"at the end", func(r *rig) { r.command(ana, "cancel", ""); r.cancelAgain() }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newComputerRig(t, &dummy{})
			r.against("backgammon 7")
			r.deal(0, 6, 1)
			test.do(r)
			var kinds []string
			if !r.table().over() {
				for _, d := range r.table().deadlines() {
					kinds = append(kinds, d.Kind)
				}
			}
			if got := strings.Join(kinds, " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// cancelAgain sends /cancel again, without the minute that passes before other commands.
func (r *rig) cancelAgain() bot.Answer {
	r.Helper()
	r.clock.Advance(2 * time.Second)
	return r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "cancel"})
}

func TestTheNextGameBeginsByItself(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 7")
	r.deal(0, 6, 1)
	r.giveUpTo(ana, 1)
	r.wait(nextPause - time.Second)
	if got := r.table().Match.Number; got != 1 {
		t.Fatalf("game %d has begun without a pause", got)
	}
	r.wait(time.Second)
	r.think()
	if got := r.table().Match.Number; got != 2 {
		t.Errorf("game %d is played, want 2", got)
	}
}

func TestTheComputerIsNeverCalled(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 7")
	r.anew(1, 6, 1)
	if got := r.screen().Mention; got != nil {
		t.Errorf("%v is called", got)
	}
	for _, span := range r.screen().Text {
		if span.Kind == bot.Mention && span.Person == "" {
			t.Errorf("%q is a link to nobody", span.Text)
		}
	}
	r.deal(0, 6, 1)
	if got := r.screen().Mention; len(got) != 1 || got[0] != person(ana).Key {
		t.Errorf("%v are called, want Ana", got)
	}
}

func TestAbsenceAgainstTheComputer(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 7")
	r.deal(0, 6, 1)
	r.deliver()
	r.wait(remindAfter)
	if got := r.board().Order; !got.Ping {
		t.Errorf("nobody is reminded: %+v", got)
	}
	r.wait(claimAfter)
	r.hides("claim")
	r.wait(stopAfter)
	r.shows("stopped without a result")
}

func TestAnswersOfTheComputer(t *testing.T) {
	tests := []struct {
		verb engine.Verb
		do   func(r *rig)
		want string
	}{
		{engine.Take, func(r *rig) { r.tapTwice(ana, "Double") }, "Computer takes: the cube is at 2"},
		{engine.Beaver, func(r *rig) { r.tapTwice(ana, "Double") }, "Computer beavers to *4*. Ana, take or drop?"},
		{engine.Drop, func(r *rig) { r.tapTwice(ana, "Double") }, "Computer drops the double. *Ana wins 1 point*"},
		{engine.Accept, func(r *rig) { r.giveUpTo(ana, 0) }, "Ana resigns a single game. *Computer wins 1 point*"},
		{engine.Decline, func(r *rig) { r.giveUpTo(ana, 0) }, "Computer plays on"},
	}
	for _, test := range tests {
		t.Run(test.verb.String(), func(t *testing.T) {
			r := newComputerRig(t, &dummy{says: func(m *engine.Match) engine.Verb {
				if m.Phase == engine.ToAnswer || m.Game.Giving != nil {
					return test.verb
				}
				return 0
			}})
			r.against("backgammon money beavers=on")
			r.onRoll(0)
			test.do(r)
			r.think()
			r.shows(strings.ReplaceAll(test.want, "*", ""))
		})
	}
}

func TestTheComputerDoubles(t *testing.T) {
	r := newComputerRig(t, &dummy{says: func(m *engine.Match) engine.Verb {
		if seat, _ := m.Actor(); m.Phase == engine.ToRoll && m.CanDouble(seat) == nil {
			return engine.Double
		}
		return 0
	}})
	r.against("backgammon 7")
	r.onRoll(1)
	r.think()
	r.shows("Computer doubles to 2. Ana, take or drop?")
	r.tap(ana, "Take")
	r.think()
	if got := r.table().Match.Game.Cube.Value; got != 2 {
		t.Errorf("the cube is at %d", got)
	}
}

// TestTheComputerFails: what goes wrong changes nothing and is tried again.
func TestTheComputerFails(t *testing.T) {
	r := newComputerRig(t, &dummy{})
	r.against("backgammon 7")
	r.anew(1, 6, 1)
	at, turn := r.thinking()
	r.computer = nil
	r.restart()
	event := bot.Event{Kind: bot.DeadlineUp, Key: "clock/1", Deadline: bot.Deadline{Match: r.match().ID, Kind: ThinkKind, Turn: turn, At: at}}
	before := r.state()
	if _, err := r.talk.Handle(context.Background(), event); err == nil {
		t.Error("a computer that is not there has moved")
	}
	if after := r.state(); after != before {
		t.Errorf("the match has changed:\n%s\n%s", before, after)
	}
	r.computer = &dummy{}
	r.restart()
	r.think()
}
