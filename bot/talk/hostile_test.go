package talk

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/store"
)

// TestEveryButtonDataReadsBack: what is written is read, and nothing else.
func TestEveryButtonDataReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := tap{verb: rapid.StringMatching(`[a-z]{1,2}`).Draw(t, "verb"), match: rapid.StringMatching(`[a-z2-7]{10}`).Draw(t, "match"),
			turn: rapid.IntRange(0, 99999).Draw(t, "turn"), arg: rapid.StringMatching(`[ -~]{0,30}`).Draw(t, "arg")}
		got, readable := parseTap(b.data())
		if !readable || got != b {
			t.Fatalf("%q reads back as %+v, %v", b.data(), got, readable)
		}
		want := target{stage: rapid.IntRange(0, 5).Draw(t, "stage")}
		for range rapid.IntRange(1, 4).Draw(t, "steps") {
			want.steps = append(want.steps, counted{engine.Step{From: uint8(rapid.IntRange(1, 25).Draw(t, "from")),
				Die: uint8(rapid.IntRange(1, 6).Draw(t, "die"))}, rapid.IntRange(1, 4).Draw(t, "times")})
		}
		if got, readable := parseTarget(want.String()); !readable || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q reads back as %+v, %v", want, got, readable)
		}
		if n := len((tap{verb: playVerb, match: b.match, turn: 9999, arg: want.String()}).data()); n > maxData {
			t.Fatalf("%d bytes", n)
		}
	})
}

func FuzzParseTarget(f *testing.F) {
	for _, seed := range []string{"0,24.6", "0,24.6,13.1x2", "", "0", ",", "-1,1.1", "0,1.1x5", "0,99.9", "0,1.1x", "9223372036854775808,1.1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, readable := parseTarget(text)
		if !readable {
			return
		}
		again, readable := parseTarget(want.String())
		if !readable || !reflect.DeepEqual(again, want) {
			t.Errorf("%q reads as %v, that as %v", text, want, again)
		}
	})
}

func FuzzParseTap(f *testing.F) {
	for _, seed := range []string{"r:abcdefghij:1", "m:abcdefghij:3:0,24.6", "::", ":::::", "r:a:-1", strings.Repeat("x", 100), "j:\xff:0:\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		b, readable := parseTap(data)
		if !readable {
			return
		}
		if again, readable := parseTap(b.data()); readable && again != b {
			t.Errorf("%q reads as %+v, that as %+v", data, b, again)
		}
	})
}

// stages are matches at every stage, to throw garbage at.
var stages = map[string]func(r *rig){
	"a table":         func(r *rig) { r.command(ana, "newgame", "backgammon 5") },
	"before the roll": func(r *rig) { r.begin("backgammon 5"); r.place(start, start); r.onRoll(0) },
	"at play":         func(r *rig) { r.begin("backgammon 5"); r.place(start, start); r.deal(0, 3, 1) },
	"a double":        func(r *rig) { r.begin("backgammon 5"); r.place(start, start); r.onRoll(0); r.tapTwice(ana, "Double") },
	"a resignation": func(r *rig) {
		r.begin("backgammon 5")
		r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a single")
	},
	"between games": func(r *rig) {
		r.begin("backgammon 5")
		r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a backgammon")
	},
	"after the match":    func(r *rig) { r.begin("tapa 1"); r.tapNoteTwice(ana, r.command(ana, "resign", ""), "Resign a mars") },
	"after cancellation": func(r *rig) { r.command(ana, "newgame", ""); r.command(ana, "cancel", "") },
}

// TestGarbage: whatever arrives, at whatever stage, is answered with a sentence and
// never stops anything.
func TestGarbage(t *testing.T) {
	for name, arrange := range stages {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			arrange(r)
			id := r.match().ID
			all := []string{"zz", rematchVerb, verifyVerb, whichVerb, forgetVerb, settingsVerb}
			for verb := range verbs {
				all = append(all, verb)
			}
			random := seeded(t.Name())
			args := []string{"", "x", "0,24.6", "9,24.6", "0,24.6x4,1.1", "-1", "0", "99999999999999999999", "2", "yes", "no", "always", "0.1",
				"game=", "length=3", "theme=", "cancel", "move 8/5", "board", "position", "newgame", "\x00", "{{.Name}}", "1.1"}
			for range 400 {
				b := tap{verb: all[random.IntN(len(all))], match: []string{id, id, id, "nosuchmatc", ""}[random.IntN(5)],
					turn: random.IntN(4), arg: args[random.IntN(len(args))]}
				event := bot.Event{Kind: bot.Tap, Person: person([]string{ana, bob, eve}[random.IntN(3)]), Data: b.data()}
				if random.IntN(8) == 0 {
					event.Kind, event.Text = bot.Say, args[random.IntN(len(args))]
				}
				r.sentence(event)
			}
			for _, data := range []string{"", ":", "::", ":::", "a", "r:" + id, "r:" + id + ":x", "r:" + id + ":-1", "r::0",
				strings.Repeat("m:", 99), "m:" + id + ":1:" + strings.Repeat("0", 60), "\xff\xfe", "🎲"} {
				r.sentence(bot.Event{Kind: bot.Tap, Person: person(ana), Data: data})
			}
			for _, c := range commands() {
				for _, text := range args {
					r.clock.Advance(time.Minute)
					r.sentence(bot.Event{Kind: bot.Command, Person: person(eve), Command: c.name, Args: text})
				}
			}
			r.sentence(bot.Event{Kind: bot.Command, Person: bot.Person{Key: "tg:9"}, Command: strings.Repeat("x", 500)})
		})
	}
}

// sentence delivers an event that must be answered with something to read. Only taps
// that change what everybody sees, or nothing at all, may be answered silently.
func (r *rig) sentence(event bot.Event) {
	r.Helper()
	before := ""
	if event.Kind == bot.Tap {
		before = r.state()
	}
	answer := r.handle(event)
	if strings.Contains(answer.Text, "went wrong") {
		r.Fatalf("%+v is answered %q", event, answer.Text)
	}
	silent := answer.Text == "" && answer.Note == nil && !answer.Follows
	b, _ := parseTap(event.Data)
	if silent && before == r.state() && event.Kind == bot.Tap && b.verb != menuVerb && b.verb != setVerb {
		r.Fatalf("%q is answered with silence", event.Data)
	}
	if silent && event.Kind != bot.Tap {
		r.Fatalf("%+v is answered with silence", event)
	}
}

// faultyStore stands before a store and fails on demand.
type faultyStore struct {
	store.Store
	match  func(id string) error // once a match was read; may panic
	commit error
}

func (s *faultyStore) Match(ctx context.Context, id string) (store.Match, error) {
	match, err := s.Store.Match(ctx, id)
	if s.match != nil && err == nil {
		err = s.match(id)
	}
	return match, err
}

func (s *faultyStore) Commit(ctx context.Context, change store.Change) ([]byte, bool, error) {
	if s.commit != nil {
		return nil, false, s.commit
	}
	return s.Store.Commit(ctx, change)
}

// faulty lets the rig's conversation see its store through faults.
func (r *rig) faulty() *faultyStore {
	r.Helper()
	faults := new(faultyStore)
	r.wrap = func(s store.Store) store.Store { faults.Store = s; return faults }
	r.restart()
	return faults
}

// TestAPanickingDecisionIsGivenUp after two tries, for good, and stops no other.
func TestAPanickingDecisionIsGivenUp(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	faults := r.faulty()
	poisoned := r.match().ID
	r.begin("tapa 3")
	tried := 0
	faults.match = func(id string) error {
		if id == poisoned {
			tried++
			panic("poison")
		}
		return nil
	}
	poison := bot.Event{Key: "poison", Kind: bot.Tap, Person: person(ana), Data: tap{verb: stepVerb, match: poisoned, turn: 1, arg: "0,8.3"}.data()}
	for range 2 { // it comes again
		r.want(r.handle(poison), bot.Refusal, "Something went wrong on my side; nothing has changed")
	}
	if tried != 2 {
		t.Errorf("it was tried %d times, want 2", tried)
	}
	r.want(r.tap(r.actor(), "🎲 Roll"), bot.OK, "You roll") // the other match goes on
	faults.match = nil
	r.want(r.handle(poison), bot.Refusal, "Something went wrong")
	r.want(r.handle(bot.Event{Kind: bot.Tap, Person: person(ana), Data: poison.Data}), bot.OK, "") // its lane is free
}

// TestAPanicThatCannotBeRecorded is offered again.
func TestAPanicThatCannotBeRecorded(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	faults := r.faulty()
	data := r.data("8/5")
	faults.match = func(string) error { panic("poison") }
	faults.commit = store.ErrFull
	_, err := r.talk.Handle(t.Context(), bot.Event{Key: "poison", Kind: bot.Tap, Person: person(ana), Chat: chat, Data: data})
	if !errors.Is(err, store.ErrFull) {
		t.Errorf("the error is %v", err)
	}
}

// TestAFullDisk: everything that cannot be saved is answered so, changes nothing and can
// be done later.
func TestAFullDisk(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	faults := r.faulty()
	step := r.data("8/5")
	faults.commit = fmt.Errorf("commit: %w", store.ErrFull)
	tap := func() bot.Answer {
		return r.handle(bot.Event{Key: "tap", Kind: bot.Tap, Person: person(ana), Data: step})
	}
	const unsaved = "I could not save that; nothing has changed. Please try again."
	r.unchanged(tap, bot.Refusal, unsaved)
	for _, command := range [][2]string{{"newgame", "tapa"}, {"move", "8/5"}, {"cancel", ""}, {"board", ""}, {"settings", "confirm=off"}, {"settings", "theme=dark"}} {
		r.unchanged(func() bot.Answer { return r.command(ana, command[0], command[1]) }, bot.Refusal, unsaved)
	}
	deadline := bot.Event{Key: "clock", Kind: bot.DeadlineUp, Time: r.clock.Now().Add(remindAfter),
		Deadline: bot.Deadline{Match: r.match().ID, Kind: remindKind, Turn: r.table().Decision, At: r.clock.Now()}}
	found := bot.Event{Key: "found", Kind: bot.ChatFound, Time: r.clock.Now(), Chat: chat}
	for _, nobodys := range []bot.Event{deadline, found} { // nobody is told: they are offered again
		if _, err := r.talk.Handle(t.Context(), nobodys); !errors.Is(err, store.ErrFull) {
			t.Errorf("%+v: the error is %v", nobodys, err)
		}
	}
	faults.commit = nil
	r.want(tap(), bot.OK, "8/5")
	if got := r.table().Seats[0].Always || r.table().StopAsked[0]; got {
		t.Error("something was kept")
	}
}

// TestAConflictIsDecidedAnew on what is stored meanwhile.
func TestAConflictIsDecidedAnew(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	faults := r.faulty()
	step, other := r.data("8/5"), r.data("6/5")
	meanwhile := true
	faults.match = func(string) error {
		if !meanwhile {
			return nil
		}
		meanwhile = false // between the reading and the writing of the first try, by another process
		second := New(r.talk.Config)
		second.Store, second.Lanes = r.store, alone{}
		_, err := second.Handle(t.Context(), bot.Event{Key: "other", Kind: bot.Tap, Person: person(ana), Data: other, Chat: chat})
		return err
	}
	r.want(r.tapData(ana, step), bot.OK, "3-1: 8/5 6/5")
}

// alone is lanes of a process of its own.
type alone struct{}

func (alone) Do(_ context.Context, _ string, f func() error) error { return f() }

// TestManyTapAtOnce: fifty people and programs tap at one match; what is stored stays
// whole, and no event counts twice.
func TestManyTapAtOnce(t *testing.T) {
	r := newRig(t)
	r.begin("hypergammon 25")
	var committed atomic.Int64
	r.wrap = func(s store.Store) store.Store { return &countingStore{Store: s, committed: &committed} }
	r.restart()
	match := r.match()
	before := match.Rev
	others := New(r.talk.Config) // another process on the same store
	others.Lanes = alone{}
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			talk := []*Talk{r.talk, others}[i%2]
			random := seeded(fmt.Sprint(t.Name(), i))
			for n := range 4 {
				screen, err := talk.Compose(t.Context(), store.Board{BoardKey: store.BoardKey{Match: match.ID, Chat: string(chat), Slot: match.Slot}})
				if err != nil {
					t.Error(err)
					return
				}
				var all []bot.Button
				for _, group := range screen.Groups {
					all = append(all, group.Buttons...)
				}
				if len(all) == 0 { // a later game has begun
					return
				}
				event := bot.Event{Key: fmt.Sprintf("%d/%d", i/2, n), Kind: bot.Tap, Chat: chat, Time: r.clock.Now(),
					Person: person([]string{ana, bob}[(i/2)%2]), Data: all[random.IntN(len(all))].Data}
				if answer, err := talk.Handle(t.Context(), event); err != nil || strings.Contains(answer.Text, "went wrong") {
					t.Errorf("%+v: %+v, %v", event, answer, err)
				}
			}
		})
	}
	wg.Wait()
	after := r.match()
	if after.Rev-before != uint64(committed.Load()) || committed.Load() == 0 {
		t.Errorf("%d changes were committed, the revision went from %d to %d", committed.Load(), before, after.Rev)
	}
	if committed.Load() > 100 {
		t.Errorf("100 events made %d changes", committed.Load())
	}
}

// countingStore counts the changes that took effect.
type countingStore struct {
	store.Store
	committed *atomic.Int64
}

func (s *countingStore) Commit(ctx context.Context, change store.Change) ([]byte, bool, error) {
	answer, seen, err := s.Store.Commit(ctx, change)
	if err == nil && !seen {
		s.committed.Add(1)
	}
	return answer, seen, err
}

func TestNames(t *testing.T) {
	tests := []struct{ name, want string }{
		{"Ana", "Ana"},
		{"  Ana \n Maria\t ", "Ana Maria"},
		{"a\u202eb\u200fc\u2066d", "abcd"},
		{"x\x00\x1by", "xy"},
		{"bad\xffbytes", "badbytes"},
		{"*bold* _it_ <b>", "*bold* _it_ <b>"},
		{"\ue000\ue001Ana", "Ana"},
		{strings.Repeat("ж", 50), strings.Repeat("ж", 40)},
		{strings.Repeat("👩‍👩‍👧", 50), strings.Repeat("👩‍👩‍👧", 12)},
		{"a" + strings.Repeat("\u0301", 500), ""},
		{" \u200b ", ""},
	}
	for _, test := range tests {
		if got := cleanName(test.name); got != test.want {
			t.Errorf("cleanName(%q) is %q, want %q", test.name, got, test.want)
		}
	}
	if got := shownName(bot.Person{Key: "tg:77"}); got != "77" {
		t.Errorf("somebody without a name is shown as %q", got)
	}
}
