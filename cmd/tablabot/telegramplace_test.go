package main

import (
	"strconv"
	"testing"
	"time"

	"tablabot/bot/telegram/telegramtest"
)

// telegramWorld is the stand-in for Telegram.
type telegramWorld struct {
	t      *testing.T
	server *telegramtest.Server
}

func newTelegramWorld(t *testing.T, clock fastClock) platform {
	return &telegramWorld{t, telegramtest.New(t, telegramtest.Options{Clock: clock, CallbackLife: 10 * time.Minute})}
}

func (w *telegramWorld) name() string { return "telegram" }

func (w *telegramWorld) environ() []string {
	return []string{"TABLABOT_TELEGRAM_TOKEN=" + w.server.Token(), "TABLABOT_TELEGRAM_API_URL=" + w.server.URL()}
}

func (w *telegramWorld) pardon() {
	for _, violation := range w.server.ForgetViolations() {
		if !helpless(violation) {
			w.t.Errorf("Telegram was used wrongly: %s", violation)
		}
	}
}

func (w *telegramWorld) open(_ *testing.T, title string, people []string) place {
	g := &telegramGroup{server: w.server, people: make(map[string]int64)}
	var ids []int64
	for _, name := range people {
		g.people[name] = w.server.AddUser(name, "en")
		ids = append(ids, g.people[name])
	}
	g.chat = w.server.AddSupergroup(title, ids...)
	return g
}

// telegramGroup is a group on Telegram.
type telegramGroup struct {
	server *telegramtest.Server
	chat   int64
	people map[string]int64
}

func (g *telegramGroup) say(name, text string) string {
	g.server.Say(g.chat, g.people[name], text, 0)
	return ""
}

// patience is how long people wait until they tap again.
const patience = 3 * time.Second

func (g *telegramGroup) tap(name string, m shown, data string) string {
	id, _ := strconv.Atoi(m.ref)
	return g.server.PressData(g.people[name], g.chat, id, data).Wait(patience).Text
}

func (g *telegramGroup) messages(string) []shown {
	var all []shown
	for _, m := range g.server.BotMessages(g.chat) {
		s := shown{ref: strconv.Itoa(m.ID), text: m.Text, picture: m.Photo != nil}
		for _, row := range m.Keyboard {
			for _, b := range row {
				s.buttons = append(s.buttons, shownButton{b.Text, b.Data})
			}
		}
		all = append(all, s)
	}
	return all
}
