package main

import (
	"path/filepath"
	"strings"
	"testing"

	"tablabot/bot/telegram/telegramtest"
)

// TestAMatchGoesOnAfterARestart plays the beginning of a match in a Telegram group
// and stops and starts the whole program between any two taps.
func TestAMatchGoesOnAfterARestart(t *testing.T) {
	server := telegramtest.New(t)
	ana, boris := server.AddUser("Ana", "en"), server.AddUser("Boris", "en")
	chat := server.AddSupergroup("Friday club", ana, boris)
	environ := append(at(filepath.Join(t.TempDir(), "tablabot.db")),
		"TABLABOT_TELEGRAM_TOKEN="+server.Token(), "TABLABOT_TELEGRAM_API_URL="+server.URL())
	people := map[string]int64{"Ana": ana, "Boris": boris}

	program := play(t, environ)
	t.Cleanup(func() {
		if t.Failed() {
			for _, m := range server.Messages(chat) {
				t.Logf("message %d, picture %v:\n%s\n%q", m.ID, m.Photo != nil, m.Text, m.Labels())
			}
			t.Logf("log:\n%s", program.stderr)
		}
	})
	restart := func() {
		t.Helper()
		if code := program.stop(); code != exitDone {
			t.Errorf("stopped with code %d: %s", code, program.stderr)
		}
		program = play(t, environ)
	}
	await := func(fits func(telegramtest.Message) bool) telegramtest.Message {
		t.Helper()
		return server.AwaitMessage(t, chat, fits)
	}

	server.Say(chat, ana, "/newgame backgammon 1", 0)
	table := await(func(m telegramtest.Message) bool { return hasButton(m, "Join") })
	restart()
	join, _ := table.Button(labelOf(table, "Join"))
	if toast := server.Tap(boris, chat, table.ID, join.Text); !toast.Answered {
		t.Fatalf("the tap on %q was not answered: %+v", join.Text, toast)
	}
	for range 3 { // turns
		board := await(func(m telegramtest.Message) bool {
			return m.ID != table.ID && hasButton(m, "Done") && toAct(m, people) != 0
		})
		player := toAct(board, people)
		restart()
		first := board.Keyboard[0][0].Text
		server.Tap(player, chat, board.ID, first)
		restart()
		server.Tap(player, chat, board.ID, labelOf(board, "Done"))
		server.Tap(player, chat, board.ID, labelOf(board, "Done")) // a second one does no harm
		await(func(m telegramtest.Message) bool { return m.ID == board.ID && m.Text != board.Text })
	}
	boards := 0
	for _, m := range server.BotMessages(chat) {
		if m.Photo != nil {
			boards++
		}
	}
	if boards != 1 {
		t.Errorf("the chat has %d boards, want one that was edited", boards)
	}
}

func hasButton(m telegramtest.Message, word string) bool { return labelOf(m, word) != "" }

// labelOf returns the label of the first button that contains the word.
func labelOf(m telegramtest.Message, word string) string {
	for _, row := range m.Labels() {
		for _, label := range row {
			if strings.Contains(label, word) {
				return label
			}
		}
	}
	return ""
}

// toAct returns the person whom the last line of a board names as the one to play.
func toAct(m telegramtest.Message, people map[string]int64) int64 {
	line := m.Text[strings.LastIndexByte(m.Text, '\n')+1:]
	for name, person := range people {
		if strings.HasPrefix(line, name+" to play") {
			return person
		}
	}
	return 0
}
