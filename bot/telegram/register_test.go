package telegram_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

func TestCommandsAreRegistered(t *testing.T) {
	lists := []telegram.CommandList{
		{Commands: []telegram.Command{{Name: "newgame", Description: "open a table"}, {Name: "help", Description: "how to play"}}},
		{Language: "bg", Commands: []telegram.Command{{Name: "newgame", Description: "нова маса"}}},
		{Scope: telegram.GroupChats, Language: "bg", Commands: []telegram.Command{{Name: "games", Description: "масите тук"}}},
		{Scope: telegram.PrivateChats},
	}
	r := start(t, setup{door: telegram.Config{Commands: lists}})
	r.s.Await(t, "the lists", func() bool {
		return len(r.s.Requests("getMyCommands")) == len(lists) && len(r.s.Requests("setMyCommands")) == 3
	})
	for _, c := range []struct {
		scope, language string
		want            []telegramtest.Command
	}{
		{"default", "", []telegramtest.Command{{Command: "newgame", Description: "open a table"}, {Command: "help", Description: "how to play"}}},
		{"default", "bg", []telegramtest.Command{{Command: "newgame", Description: "нова маса"}}},
		{"all_group_chats", "bg", []telegramtest.Command{{Command: "games", Description: "масите тук"}}},
		{"all_private_chats", "", nil},
	} {
		if diff := cmp.Diff(c.want, r.s.Commands(c.scope, c.language)); diff != "" {
			t.Errorf("%s %q, want -, got +:\n%s", c.scope, c.language, diff)
		}
	}

	// A second start finds all as it shall be and sets nothing.
	if err := r.stop(); err == nil {
		t.Fatal("Run ended without an error")
	}
	r.run()
	r.s.Await(t, "the questions", func() bool { return len(r.s.Requests("getMyCommands")) == 2*len(lists) })
	if n := len(r.s.Requests("setMyCommands")); n != 3 {
		t.Errorf("%d lists were set, want none again", n-3)
	}
}

// The bot works without its lists.
func TestCommandsThatCannotBeRegistered(t *testing.T) {
	r := newRig(t, setup{door: telegram.Config{Commands: []telegram.CommandList{{Commands: []telegram.Command{{Name: "x", Description: "y"}}}}}})
	r.s.Inject(telegramtest.Fault{Method: "getMyCommands", Status: 500})
	r.run()
	ana := r.s.AddUser("Ana", "")
	r.s.Say(ana, ana, "/go 1", 0)
	r.event(1)
	r.s.Await(t, "the question", func() bool { return strings.Contains(r.log.String(), "could not be registered") })
}
