package talk

import (
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

func TestRemindOnce(t *testing.T) {
	r := doubling(t, "backgammon 7")
	r.tap(ana, "🎲 Roll")
	r.place(start, start)
	r.onRoll(1)
	r.deliver()
	posts := r.board().Order.Posts
	r.wait(remindAfter - time.Second)
	if got := r.board().Order; got.Posts != posts {
		t.Fatalf("reminded early: %+v", got)
	}
	r.wait(time.Second)
	if got := r.board().Order; got.Posts != posts+1 || !got.Ping {
		t.Fatalf("after five minutes the order is %+v, want post %d with a ping", got, posts+1)
	}
	r.wait(10 * time.Hour)
	if got := r.board().Order; got.Posts != posts+1 {
		t.Errorf("reminded again: %+v", got)
	}
}

func TestADraftWaitsAnew(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	posts := r.board().Order.Posts
	r.wait(4 * time.Minute)
	r.tap(ana, "8/5")
	r.wait(4 * time.Minute)
	if got := r.board().Order.Posts; got != posts {
		t.Error("reminded although Ana was just there")
	}
	r.tap(ana, "↩")
	r.wait(5 * time.Minute)
	if got := r.board().Order.Posts; got != posts+1 {
		t.Error("not reminded")
	}
	r.tap(ana, "8/5")
	r.wait(time.Hour)
	if got := r.board().Order.Posts; got != posts+1 {
		t.Error("reminded twice in one turn")
	}
	r.tap(ana, "6/5")
	r.tap(ana, "✔")
	r.wait(5 * time.Minute)
	if got := r.board().Order.Posts; got != posts+2 {
		t.Error("the opponent is not reminded")
	}
}

// TestADeadlineOfTheSameTurnThatComesTooEarlyIsStale: it was claimed just before its
// player acted.
func TestADeadlineOfTheSameTurnThatComesTooEarlyIsStale(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	posts := r.board().Order.Posts
	r.clock.Advance(remindAfter)
	due, err := r.store.ClaimDeadlines(t.Context(), r.clock.Now(), 10, time.Minute)
	if err != nil || len(due) != 1 || due[0].Kind != remindKind {
		t.Fatalf("due are %+v, %v", due, err)
	}
	r.tap(ana, "8/5")
	r.fire(due[0])
	if got := r.board().Order.Posts; got != posts {
		t.Error("reminded although Ana has just acted")
	}
	for _, stale := range []store.Deadline{
		{Match: r.match().ID, Kind: claimKind, Turn: r.table().Decision - 1, At: r.clock.Now()},
		{Match: r.match().ID, Kind: claimKind, Turn: r.table().Decision, At: r.clock.Now()},
		{Match: r.match().ID, Kind: expireKind, Turn: r.table().Decision, At: r.clock.Now()},
		{Match: r.match().ID, Kind: "nonsense", Turn: r.table().Decision, At: r.clock.Now()},
		{Match: "nosuchmatc", Kind: stopKind, At: r.clock.Now()},
	} {
		before := r.table()
		r.event++
		if _, err := r.talk.Handle(t.Context(), bot.Event{Kind: bot.DeadlineUp, Time: r.clock.Now(), Deadline: bot.Deadline(stale)}); err != nil {
			t.Fatal(err)
		}
		if after := r.table(); after.Stage != before.Stage || after.Claimable {
			t.Errorf("deadline %+v had an effect", stale)
		}
	}
}

func TestClaim(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	early := tap{verb: claimVerb, match: r.match().ID, turn: r.table().Match.Turns}.data()
	r.unchanged(func() bot.Answer { return r.tapData(bob, early) }, bot.Refusal, "cannot be claimed now")
	r.wait(claimAfter - time.Second)
	if r.data("⏰") != "" {
		t.Fatal("the match can be claimed early")
	}
	r.wait(time.Second)
	r.shows("Ana has been away for long. Bob may claim the match.")
	claim := r.data("⏰")
	r.unchanged(func() bot.Answer { return r.tapData(ana, claim) }, bot.Refusal, "while it is your turn")
	r.unchanged(func() bot.Answer { return r.tapData(eve, claim) }, bot.Refusal, "You are not playing")
	r.want(r.tapTwice(bob, "⏰"), bot.OK, "The match is yours")
	r.shows("Ana stayed away. Bob wins on time", "Seed of the dice")
	if m := r.table().Match; m.Winner == nil || *m.Winner != 1 || !r.match().Finished {
		t.Errorf("the match is %+v", m)
	}
	r.unchanged(func() bot.Answer { return r.tapData(bob, claim) }, bot.Info, "This match is over")
}

// TestAClaimIsLostWhenThePlayerReturns: even by a draft.
func TestAClaimIsLostWhenThePlayerReturns(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.wait(claimAfter)
	claim := r.data("⏰")
	r.tap(ana, "8/5")
	if r.data("⏰") != "" {
		t.Error("the match can still be claimed")
	}
	r.unchanged(func() bot.Answer { return r.tapData(bob, claim) }, bot.Refusal, "cannot be claimed now")
	r.wait(claimAfter)
	if r.data("⏰") == "" {
		t.Error("three days later it cannot be claimed again")
	}
}

// TestOthersDoNotPutOffAClaim: nor do the lists, boards and wishes of whoever waits.
func TestOthersDoNotPutOffAClaim(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.deliver()
	r.wait(claimAfter / 2)
	r.command(bob, "board", "")
	r.command(eve, "board", "")
	r.command(bob, "cancel", "")
	if _, err := r.talk.Handle(t.Context(), bot.Event{Key: "found", Kind: bot.ChatFound, Time: r.clock.Now(), Chat: chat}); err != nil {
		t.Fatal(err)
	}
	r.wait(claimAfter / 2)
	if r.data("⏰") == "" {
		t.Errorf("the match cannot be claimed after three days:\n%s", shown(r.screen()))
	}
	r.command(bob, "board", "")
	if r.data("⏰") == "" {
		t.Error("asking for the board takes the claim away")
	}
}

func TestStopAfterTwoWeeks(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.wait(stopAfter - time.Second)
	if r.match().Finished {
		t.Fatal("stopped early")
	}
	r.wait(time.Second)
	r.shows("The match was stopped without a result")
	if got := r.table(); got.Stage != Ended || got.Match.Winner != nil || !r.match().Finished {
		t.Errorf("the table is %+v", got)
	}
	r.want(r.tap(ana, "⚔"), bot.OK, "")
}

// TestBetweenGamesNobodyIsAway: nobody is called, and the match ends after two weeks.
func TestBetweenGamesNobodyIsAway(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.wait(13 * 24 * time.Hour)
	r.tapNoteTwice(bob, r.command(bob, "resign", ""), "Resign a backgammon")
	posts := r.board().Order.Posts
	r.wait(stopAfter - time.Hour)
	if r.board().Order.Posts != posts || r.data("⏰") != "" || r.match().Finished {
		t.Errorf("between games:\n%s", shown(r.screen()))
	}
	r.wait(time.Hour)
	if !r.match().Finished {
		t.Error("the match is not stopped")
	}
}

func TestTablesExpire(t *testing.T) {
	tests := []struct {
		args string
		want time.Duration
	}{{"tapa", tableExpires}, {"tapa @bob", invitationLasts}}
	for _, test := range tests {
		r := newRig(t)
		r.command(ana, "newgame", test.args)
		join := r.data("✋")
		r.wait(test.want - time.Second)
		if r.match().Finished {
			t.Fatalf("%s expires early", test.args)
		}
		r.wait(time.Second)
		r.shows("Nobody joined in time; the table is closed.")
		r.unchanged(func() bot.Answer { return r.tapData(bob, join) }, bot.Info, "This table is closed")
		if got := labels(r.screen()); len(got) != 0 {
			t.Errorf("the buttons are %q", got)
		}
	}
}

// TestDeadlinesFollowFromTheState: what the store has is what the table says.
func TestDeadlinesFollowFromTheState(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	table := r.table()
	want := map[string]time.Time{remindKind: table.Since.Add(remindAfter), claimKind: table.Since.Add(claimAfter), stopKind: table.Since.Add(stopAfter)}
	for _, deadline := range table.deadlines() {
		if !deadline.At.Equal(want[deadline.Kind]) || deadline.Turn != table.Decision {
			t.Errorf("deadline %+v, want at %v", deadline, want[deadline.Kind])
		}
		delete(want, deadline.Kind)
	}
	if len(want) > 0 {
		t.Errorf("no deadlines of kinds %v", want)
	}
}
