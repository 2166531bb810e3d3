package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tablabot/bot/discord/discordtest"
	"tablabot/bot/telegram/telegramtest"
)

// place is a platform on which a scenario is played. People are known by name.
type place interface {
	// environ is what the program must know to come here.
	environ() []string
	// speed is how much faster than the machine's the clock runs here.
	speed() int
	// say types a text, a command mostly, and returns what the person is told at once.
	say(name, text string) string
	// tap taps a button and returns what the person is told.
	tap(name string, m shown, data string) string
	// pardon forgives what a program that is killed cannot help: requests cut
	// short, and sends beyond the limits, since the next one does not know of them.
	pardon()
	// messages returns those messages of the bot that the person sees, oldest first.
	messages(name string) []shown
}

// shown is a message as people see it.
type shown struct {
	ref     string
	text    string
	buttons []shownButton
	picture bool
}

type shownButton struct{ label, data string }

// button returns the first button whose label contains the text.
func (m shown) button(label string) (shownButton, bool) {
	for _, b := range m.buttons {
		if strings.Contains(b.label, label) {
			return b, true
		}
	}
	return shownButton{}, false
}

func (m shown) String() string {
	labels := make([]string, len(m.buttons))
	for i, b := range m.buttons {
		labels[i] = "[" + b.label + "]"
	}
	return m.text + "\n" + strings.Join(labels, " ")
}

// places are all platforms.
var places = map[string]func(t *testing.T, clock fastClock, names []string) place{
	"telegram": newTelegramGroup, "discord": newDiscordChannel, "web": newWebRoom,
}

// telegramGroup is a group on the stand-in for Telegram.
type telegramGroup struct {
	t      *testing.T
	server *telegramtest.Server
	chat   int64
	people map[string]int64
}

func newTelegramGroup(t *testing.T, clock fastClock, names []string) place {
	g := &telegramGroup{t: t, server: telegramtest.New(t, telegramtest.Options{Clock: clock, CallbackLife: 10 * time.Minute}), people: make(map[string]int64)}
	var ids []int64
	for _, name := range names {
		g.people[name] = g.server.AddUser(name, "en")
		ids = append(ids, g.people[name])
	}
	g.chat = g.server.AddSupergroup("Friday club", ids...)
	return g
}

func (g *telegramGroup) environ() []string {
	return []string{"TABLABOT_TELEGRAM_TOKEN=" + g.server.Token(), "TABLABOT_TELEGRAM_API_URL=" + g.server.URL()}
}

func (g *telegramGroup) speed() int { return 20 }

func (g *telegramGroup) say(name, text string) string {
	g.server.Say(g.chat, g.people[name], text, 0)
	return ""
}

func (g *telegramGroup) tap(name string, m shown, data string) string {
	id, _ := strconv.Atoi(m.ref)
	return g.server.TapData(g.people[name], g.chat, id, data).Text
}

func (g *telegramGroup) pardon() {
	for _, violation := range g.server.ForgetViolations() {
		if !helpless(violation) {
			g.t.Errorf("Telegram was used wrongly: %s", violation)
		}
	}
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

// discordChannel is a channel on the stand-in for Discord.
type discordChannel struct {
	t       *testing.T
	server  *discordtest.Server
	channel string
	people  map[string]string
}

func newDiscordChannel(t *testing.T, clock fastClock, names []string) place {
	c := &discordChannel{t: t, server: discordtest.Start(t, discordtest.Options{Clock: clock, AnswerWithin: time.Minute, Patience: 2 * time.Second}), people: make(map[string]string)}
	guild := c.server.AddGuild("Friday club")
	c.channel = c.server.AddChannel(guild, "games")
	for _, name := range names {
		c.people[name] = c.server.AddUser(name)
	}
	return c
}

func (c *discordChannel) environ() []string {
	return []string{"TABLABOT_DISCORD_TOKEN=" + discordtest.Token, "TABLABOT_DISCORD_API_URL=" + c.server.URL()}
}

func (c *discordChannel) speed() int { return 10 }

// say turns a typed command into a slash command with its options.
func (c *discordChannel) say(name, text string) string {
	command, args, _ := strings.Cut(strings.TrimPrefix(text, "/"), " ")
	options := make(map[string]any)
	switch {
	case command == "newgame":
		for _, word := range strings.Fields(args) {
			if n, err := strconv.Atoi(word); err == nil {
				options["length"] = n
			} else if strings.Contains(word, "=") {
				options["options"] = word
			} else {
				options["game"] = word
			}
		}
	case args != "":
		options[map[string]string{"move": "play", "word": "word", "rules": "game"}[command]] = args
	}
	seen := c.server.Command(c.people[name], c.channel, command, options)
	return seen.Text
}

func (c *discordChannel) tap(name string, m shown, data string) string {
	return c.server.TapUnseen(c.people[name], c.channel, m.ref, data).Text
}

func (c *discordChannel) pardon() {
	violations := c.server.Violations()
	c.server.ForgiveViolations()
	for _, violation := range violations {
		if !helpless(violation) {
			c.t.Errorf("Discord was used wrongly: %s", violation)
		}
	}
}

// helpless reports whether a killed program cannot help a violation.
func helpless(violation string) bool {
	parts := []string{"Too Many Requests", "before the end of retry_after", "unexpected EOF", "the body does not end"}
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(violation, part) })
}

func (c *discordChannel) messages(name string) []shown {
	var all []shown
	for _, m := range append(c.server.Messages(c.channel), c.server.Whispers(c.channel, c.people[name])...) {
		s := shown{ref: m.ID, text: plainMarkdown.Replace(m.Content), picture: len(m.Pictures) > 0}
		for id, user := range c.people {
			s.text = strings.ReplaceAll(s.text, "<@"+user+">", id)
		}
		for _, row := range m.Rows {
			for _, part := range row {
				if part.Type == 2 {
					s.buttons = append(s.buttons, shownButton{part.Label, part.CustomID})
				}
				for _, choice := range part.Options {
					s.buttons = append(s.buttons, shownButton{choice.Label, choice.Value})
				}
			}
		}
		all = append(all, s)
	}
	return all
}

var plainMarkdown = strings.NewReplacer("**", "", `\`, "")

// webRoom is the main room of the local page, used as the page's script uses it.
type webRoom struct {
	t       *testing.T
	address string
	clients map[string]*http.Client
	notes   map[string][]shown // what a person alone was told
	taps    int
}

// webAnswer is the page's answer to what was typed or tapped.
type webAnswer struct {
	Text string
	Note *webMessage
}

// webMessage is a message as the page's script gets it.
type webMessage struct {
	Ref     string
	Kind    string
	Text    []struct{ Text string }
	Picture *struct{}
	Groups  []struct {
		Buttons []struct{ Label, Data string }
	}
}

func (m *webMessage) shown() shown {
	s := shown{ref: m.Ref, picture: m.Picture != nil}
	for _, span := range m.Text {
		s.text += span.Text
	}
	for _, group := range m.Groups {
		for _, b := range group.Buttons {
			s.buttons = append(s.buttons, shownButton{b.Label, b.Data})
		}
	}
	return s
}

func newWebRoom(t *testing.T, _ fastClock, names []string) place {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	r := &webRoom{t: t, address: address, clients: make(map[string]*http.Client), notes: make(map[string][]shown)}
	for _, name := range names {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{DisableKeepAlives: true}
		r.clients[name] = &http.Client{Jar: jar, Transport: transport}
	}
	return r
}

func (r *webRoom) environ() []string { return []string{"TABLABOT_WEB_LISTEN=" + r.address} }

func (r *webRoom) speed() int { return 1 }

func (r *webRoom) say(name, text string) string {
	return r.send(name, "/api/send", map[string]string{"text": text})
}

func (r *webRoom) tap(name string, m shown, data string) string {
	return r.send(name, "/api/tap", map[string]string{"ref": m.ref, "data": data})
}

// send sends an event until it is answered, always with the same id.
func (r *webRoom) send(name, path string, ask map[string]string) string {
	r.taps++
	ask["id"], ask["as"], ask["room"] = fmt.Sprintf("scenario-%d", r.taps), "web:"+strings.ToLower(name), "main"
	for range 100 {
		answer, status := r.post(name, path, ask)
		switch status {
		case http.StatusOK:
			if answer.Note != nil {
				r.notes[name] = append(r.notes[name], answer.Note.shown())
			}
			return answer.Text
		case http.StatusUnauthorized:
			r.post(name, "/api/hello", map[string]string{})
			r.post(name, "/api/join", map[string]string{"name": name})
		default:
			time.Sleep(100 * time.Millisecond)
		}
	}
	r.t.Fatalf("%s %v is not answered", path, ask)
	return ""
}

func (r *webRoom) post(name, path string, ask map[string]string) (webAnswer, int) {
	body, _ := json.Marshal(ask)
	request, _ := http.NewRequest(http.MethodPost, "http://"+r.address+path, bytes.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", "http://"+r.address)
	response, err := r.clients[name].Do(request)
	if err != nil {
		return webAnswer{}, 0
	}
	defer response.Body.Close()
	var answer webAnswer
	json.NewDecoder(response.Body).Decode(&answer)
	return answer, response.StatusCode
}

func (r *webRoom) pardon() {}

// messages reads the room once.
func (r *webRoom) messages(name string) []shown {
	response, err := r.clients[name].Get("http://" + r.address + "/events?room=main")
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 8<<20)
	room := false
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "event: room" || line == "event: fresh":
			room = true
		case room && strings.HasPrefix(line, "data: "):
			return append(readRoom([]byte(line[len("data: "):])), r.notes[name]...)
		}
	}
	return nil
}

func readRoom(text []byte) []shown {
	var room struct{ Messages []webMessage }
	json.Unmarshal(text, &room)
	var all []shown
	for _, m := range room.Messages {
		if m.Kind == "bot" {
			all = append(all, m.shown())
		}
	}
	return all
}
