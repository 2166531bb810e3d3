package talk

import (
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

func TestBoardComesDownNowAndThen(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	posts := r.board().Order.Posts
	answer := r.command(eve, "board", "")
	if !answer.Follows || r.board().Order != (store.Order{BoardKey: r.board().BoardKey, Posts: posts + 1}) {
		t.Errorf("the answer is %+v, the order %+v", answer, r.board().Order)
	}
	again := func() bot.Answer {
		return r.handle(bot.Event{Kind: bot.Command, Person: person(bob), Command: "board"})
	}
	r.unchanged(again, bot.Info, "a moment ago")
	r.clock.Advance(boardEvery - time.Second)
	r.unchanged(again, bot.Info, "a moment ago")
	r.clock.Advance(time.Second)
	if !again().Follows {
		t.Error("after 30 seconds no board follows")
	}
}

func TestBoardOfAFinishedMatch(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	r.command(ana, "cancel", "")
	r.command(bob, "cancel", "")
	answer := r.handle(bot.Event{Kind: bot.Command, Person: person(ana), Command: "board", Ref: messageOf(1, 1, 1)})
	r.want(answer, bot.Info, "This match is over")
}

// TestTheBoardIsBelow: a message that is no longer the board points to it.
func TestTheBoardIsBelow(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	data := r.data("8/5")
	r.command(ana, "board", "")
	r.deliver()
	tapOn := func(ref bot.BoardRef) func() bot.Answer {
		return func() bot.Answer {
			return r.handle(bot.Event{Kind: bot.Tap, Person: person(ana), Data: data, Ref: ref})
		}
	}
	r.unchanged(tapOn(messageOf(1, 1, 1)), bot.Info, "The board is below ↓")
	r.want(tapOn(messageOf(1, 1, 2))(), bot.OK, "8/5")

	// A message that was just posted and is not yet recorded is the board.
	board := r.board()
	board.Shown.Posting = "nonce"
	if err := r.store.SaveShown(t.Context(), board.BoardKey, board.Shown); err != nil {
		t.Fatal(err)
	}
	r.unchanged(tapOn("new"), bot.Info, "Already played")
}

// TestAFoundChatGetsItsBoardsAgain, once for each event however often it comes.
func TestAFoundChatGetsItsBoardsAgain(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.command(eve, "newgame", "tapa")
	r.deliver()
	found := func(key string) {
		t.Helper()
		event := bot.Event{Key: key, Kind: bot.ChatFound, Time: r.clock.Now(), Chat: chat}
		if answer, err := r.talk.Handle(t.Context(), event); err != nil || answer != (bot.Answer{}) {
			t.Fatalf("%+v, %v", answer, err)
		}
	}
	posts := func() (out []int) {
		live, err := r.store.ChatMatches(t.Context(), string(chat))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range live {
			boards, err := r.store.Boards(t.Context(), match.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, board := range boards {
				if board.Slot == match.Slot {
					out = append(out, board.Order.Posts)
				}
			}
		}
		return out
	}
	want := func(first, second int) {
		t.Helper()
		if got := posts(); len(got) != 2 || got[0] != first || got[1] != second {
			t.Fatalf("posts are %v, want %d and %d", got, first, second)
		}
	}
	if _, err := r.talk.Handle(t.Context(), bot.Event{Key: "lost", Kind: bot.ChatLost, Time: r.clock.Now(), Chat: chat}); err != nil {
		t.Fatal(err)
	}
	if record, _ := r.store.Chat(t.Context(), string(chat)); !record.Lost {
		t.Error("the chat is not lost")
	}
	want(1, 1)
	found("found 1")
	if record, _ := r.store.Chat(t.Context(), string(chat)); record.Lost {
		t.Error("the chat is still lost")
	}
	want(2, 2)
	found("found 1")
	r.restart()
	found("found 1")
	want(2, 2)
	found("found 2")
	want(3, 3)

	for _, unknown := range []bot.EventKind{bot.ChatLost, bot.ChatFound} { // a chat without a match
		if _, err := r.talk.Handle(t.Context(), bot.Event{Key: "x", Kind: unknown, Time: r.clock.Now(), Chat: "tg:-7"}); err != nil {
			t.Error(err)
		}
	}
	if record, _ := r.store.Chat(t.Context(), "tg:-7"); record.Rev != 0 {
		t.Error("a chat was made")
	}
}

// TestAFoundChatChangesNothingElse: no deadline and no draft.
func TestAFoundChatChangesNothingElse(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.tap(ana, "8/5")
	r.clock.Advance(time.Hour)
	before := r.state()
	for _, key := range []string{"found 1", "found 2"} {
		if _, err := r.talk.Handle(t.Context(), bot.Event{Key: key, Kind: bot.ChatFound, Time: r.clock.Now(), Chat: chat}); err != nil {
			t.Fatal(err)
		}
	}
	if after := r.state(); after != before {
		t.Errorf("the state changed:\n%s\n%s", before, after)
	}
}

func TestMigration(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.deliver()
	data := r.data("8/5")
	id := r.match().ID
	for _, key := range []string{"migrated", "migrated again"} { // the old chat tells it, and the new one
		event := bot.Event{Key: key, Kind: bot.Migrated, Time: r.clock.Now(), Chat: chat, NewChat: "tg:-100200"}
		for range 2 {
			if _, err := r.talk.Handle(t.Context(), event); err != nil {
				t.Fatal(err)
			}
		}
	}
	if live, _ := r.store.ChatMatches(t.Context(), string(chat)); len(live) != 0 {
		t.Errorf("the old chat still has %d matches", len(live))
	}
	r.chat = "tg:-100200"
	if got := r.match(); got.ID != id || got.Home != string(r.chat) {
		t.Errorf("the match is %+v", got)
	}
	if board := r.board(); board.Shown.Ref != "" || !board.Due() {
		t.Errorf("the board is not due anew: %+v", board)
	}
	r.want(r.tapData(ana, data), bot.OK, "8/5") // a button from before
	r.command(eve, "newgame", "")
	if got := r.match().Number; got != 2 {
		t.Errorf("the next match is #%d, want #2", got)
	}
}
