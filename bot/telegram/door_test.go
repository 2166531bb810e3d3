package telegram_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

// A command becomes an event, a board is posted, a tap is answered, the board is
// edited: the whole way once.
func TestOneTurn(t *testing.T) {
	r := start(t, setup{})
	ana := r.s.AddUser("Ana", "bg")
	chat := r.s.AddSupergroup("Friday club", ana)

	said := r.s.Say(chat, ana, "/NewGame@Tabla_Test_Bot tavla 5", 0)
	e := r.event(1)
	want := bot.Event{
		Key: e.Key, Kind: bot.Command, Time: e.Time,
		Chat: key(chat), Title: "Friday club", Aloud: true,
		Person:  bot.Person{Key: person(ana), Name: "Ana", Language: "bg"},
		Command: "newgame", Args: "tavla 5",
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("command, want -, got +:\n%s", diff)
	}

	ref := r.post(chat, board("p1", 40, "Ana rolls", bot.Button{Label: "🎲 Roll", Data: "m1:3:roll", Style: bot.Primary}))
	m := r.message(chat, ref)
	if m.Text != "Ana rolls" || !near(greyOf(t, m), 40) || m.ID <= said {
		t.Errorf("the chat shows %+v", m)
	}
	if b, ok := m.Button("🎲 Roll"); !ok || b.Data != "m1:3:roll" || b.Style != "primary" {
		t.Errorf("button %+v", b)
	}

	r.mu.Lock()
	r.handle = answering(bot.Answer{Text: "6-1", Kind: bot.OK})
	r.mu.Unlock()
	toast := r.s.Tap(ana, chat, id(ref), "🎲 Roll")
	if !toast.Answered || toast.Text != "6-1" || toast.Alert {
		t.Errorf("toast %+v, want 6-1", toast)
	}
	e = r.event(2)
	want = bot.Event{
		Key: e.Key, Kind: bot.Tap, Time: e.Time, Chat: key(chat), Title: "Friday club",
		Person: bot.Person{Key: person(ana), Name: "Ana", Language: "bg"},
		Data:   "m1:3:roll", Ref: ref,
	}
	if diff := cmp.Diff(want, e); diff != "" {
		t.Errorf("tap, want -, got +:\n%s", diff)
	}

	r.edit(chat, ref, board("p2", 200, "6-1 to play", bot.Button{Label: "8/7", Data: "m1:3:8/7"}))
	m = r.message(chat, ref)
	if m.Text != "6-1 to play" || !near(greyOf(t, m), 200) || len(m.Keyboard) != 1 {
		t.Errorf("after the edit the chat shows %+v", m)
	}
	if err := r.d.Strip(t.Context(), key(chat), ref); err != nil {
		t.Fatalf("Strip: %v", err)
	}
	if m = r.message(chat, ref); len(m.Keyboard) != 0 || m.Text != "6-1 to play" {
		t.Errorf("after Strip the chat shows %+v", m)
	}
	r.settled()
	if got := r.d.Name(); got != "tg" {
		t.Errorf("Name() = %q", got)
	}
}
