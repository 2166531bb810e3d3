package discord

import (
	"errors"
	"strings"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/bot/bottest"
	"tablabot/bot/discord/discordtest"
)

// said returns what a command shows, which proves that the gateway is open.
func (r *room) said(t *testing.T) string {
	t.Helper()
	return r.Command(r.ana, r.channel, "help", nil).Text
}

// TestSessionGoesOn makes every trouble of a gateway and expects that the bot
// answers afterwards.
func TestSessionGoesOn(t *testing.T) {
	tests := []struct {
		name     string
		before   []discordtest.Misbehaviour
		codes    []int // after identify
		trouble  func(*room)
		resumes  int // at least
		identify int // at least
		open     time.Duration
	}{
		{name: "asks to reconnect", trouble: func(r *room) { r.AskToReconnect() }, resumes: 1, identify: 1},
		{name: "cuts the connection", trouble: func(r *room) { r.Disconnect(0) }, resumes: 1, identify: 1},
		{name: "closes for no reason", trouble: func(r *room) { r.Disconnect(4000) }, resumes: 1, identify: 1},
		{name: "ends the session", trouble: func(r *room) { r.InvalidateSession() }, identify: 2},
		{name: "refuses to resume", trouble: func(r *room) {
			r.Misbehave(discordtest.RefuseResume)
			r.Disconnect(0)
		}, identify: 2},
		{name: "asks for a heartbeat", trouble: func(r *room) { r.AskForHeartbeat() }, identify: 1},
		{name: "falls silent", trouble: func(r *room) {
			r.Mute(true)
			r.Wait(func() bool { return !r.Connected() })
			r.Mute(false)
		}, resumes: 1, identify: 1},
		{name: "says no hello", before: []discordtest.Misbehaviour{discordtest.SilentHello}, identify: 1, open: time.Second},
		{name: "is never ready", before: []discordtest.Misbehaviour{discordtest.NoReady}, identify: 2, open: time.Second},
		{name: "asks to reconnect before it is ready", before: []discordtest.Misbehaviour{discordtest.ReconnectBeforeReady}, identify: 2, open: time.Second},
		{name: "acknowledges before it is ready", before: []discordtest.Misbehaviour{discordtest.AckBeforeReady}, identify: 2, open: time.Second},
		{name: "closes after identify", codes: []int{4000, 4007, 4009}, identify: 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, discordtest.Options{Heartbeat: time.Second})
			s.Misbehave(tt.before...)
			s.CloseAfterIdentify(tt.codes...)
			r := openWith(t, s, nil, answering(bot.Answer{Text: "here"}), func(d *Door) {
				d.timing.silence = 2 * time.Second // before the library's own five beats
				if tt.open > 0 {
					d.timing.open = tt.open
				}
			})
			if !s.Wait(func() bool { return s.Connected() && (tt.trouble != nil || s.Identifies() >= tt.identify) }) {
				t.Fatalf("the door does not connect; log:\n%s", r.log)
			}
			if tt.trouble != nil {
				if got := r.said(t); got != "here" {
					t.Fatalf("before the trouble the bot says %q", got)
				}
				tt.trouble(r)
				s.Wait(func() bool { return s.Resumes() >= tt.resumes && s.Identifies() >= tt.identify })
			}
			if got := r.said(t); got != "here" {
				t.Errorf("after the trouble the bot says %q, want here; log:\n%s", got, r.log)
			}
			if got := s.Resumes(); got < tt.resumes {
				t.Errorf("%d sessions were resumed, want %d", got, tt.resumes)
			}
			if got := s.Identifies(); got < tt.identify || tt.resumes > 0 && got != tt.identify {
				t.Errorf("%d sessions were begun, want %d", got, tt.identify)
			}
			r.hidesSecrets(t)
		})
	}
}

// hidesSecrets fails if a token stands in the log.
func (r *room) hidesSecrets(t *testing.T) {
	t.Helper()
	log := r.log.String()
	for _, secret := range append(r.Tokens(), discordtest.Token) {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds the token %s:\n%s", secret, log)
		}
	}
}

// TestMissedEvents sends an interaction while the bot is away.
func TestMissedEvents(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{}))
	r.Wait(r.Connected)
	r.Disconnect(0)
	r.Wait(func() bool { return !r.Connected() })
	r.DeleteChannel(r.channel)
	if !r.Wait(func() bool { return r.last().Kind == bot.ChatLost }) {
		t.Errorf("the last event is %+v, want the loss of a chat", r.last())
	}
}

func TestFatalCloseCodes(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			s := start(t, discordtest.Options{})
			s.CloseAfterIdentify(code)
			fails(t, s, discordtest.Token)
		})
	}
}

func TestWrongToken(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{Token: "right"})
	if err := fails(t, s, "wrong-token"); !strings.Contains(err.Error(), "refuses this bot") {
		t.Errorf("the door says %q", err)
	}
}

// fails runs a door that the platform refuses and returns its error.
func fails(t *testing.T, s *discordtest.Server, token string) error {
	t.Helper()
	d, err := New(Config{Token: token, APIURL: s.URL()})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Run(t.Context(), nil)
	if !errors.Is(err, bot.ErrFatal) {
		t.Fatalf("Run ends with %v, want a fatal error", err)
	}
	if text := err.Error(); strings.Contains(text, token) || strings.Contains(text, "\n") {
		t.Errorf("the error %q is not one sentence without the token", text)
	}
	return err
}

// TestChats follows what happens to the places the bot is in.
func TestChats(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{}, answering(bot.Answer{Text: "here"}))
	r.said(t)
	is := func(kind bot.EventKind) func() bool {
		return func() bool { return r.last().Kind == kind && r.last().Chat == r.chat() }
	}
	r.Outage(r.guild)
	r.RemoveBot(r.guild)
	if !r.Wait(is(bot.ChatLost)) {
		t.Errorf("without the bot in the server: %+v", r.last())
	}
	r.ReturnBot(r.guild)
	if !r.Wait(is(bot.ChatFound)) {
		t.Errorf("with the bot in the server again: %+v", r.last())
	}
	thread := r.AddThread(r.channel, "talk")
	r.DeleteChannel(thread)
	if !r.Wait(func() bool { return r.last().Kind == bot.ChatLost && r.last().Chat == bot.ChatKey("dc:"+thread) }) {
		t.Errorf("without the thread: %+v", r.last())
	}
	if n := len(r.events); n != 4 {
		t.Errorf("there were %d events, want 4: an outage is none", n)
	}
}

// TestPanic has a decision panic: the interaction fails, the bot goes on.
func TestPanic(t *testing.T) {
	t.Parallel()
	r := open(t, discordtest.Options{Patience: 300 * time.Millisecond}, func(bot.Event) (bot.Answer, error) { panic("a bug") })
	if seen := r.Command(r.ana, r.channel, "help", nil); seen.Kind != discordtest.Ignored {
		t.Errorf("a decision that panics shows %+v, want nothing", seen)
	}
	// What makes no sense is skipped.
	r.Dispatch("INTERACTION_CREATE", map[string]any{"id": "1", "type": 99, "data": "?"})
	r.Dispatch("INTERACTION_CREATE", []string{"?"})
	r.Dispatch("INTERACTION_CREATE", nil)
	r.Dispatch("GUILD_DELETE", "?")
	r.Dispatch("NEWS_FROM_TOMORROW", map[string]any{"x": 1})
	r.decide = answering(bot.Answer{Text: "here"})
	if !r.Wait(func() bool { return r.said(t) == "here" }) {
		t.Error("afterwards the bot says nothing")
	}
}

// TestRepeatedInteraction delivers a command twice: its board must not be taken
// for a promise that nobody kept.
func TestRepeatedInteraction(t *testing.T) {
	t.Parallel()
	clock := bottest.NewClock(time.Now())
	r := open(t, discordtest.Options{Clock: clock}, answering(bot.Answer{Follows: true}))
	r.Command(r.ana, r.channel, "newgame", nil)
	r.post(t, board(t, "b"))
	r.Repeat()
	r.DeleteChannel(r.AddChannel(r.guild, "after it"))
	r.Wait(func() bool { return r.last().Kind == bot.ChatLost })
	for range 30 {
		clock.Advance(time.Second)
	}
	if n := len(r.events); n != 2 {
		t.Errorf("%d events arrived, want the command once and the loss", n)
	}
	if m := r.Messages(r.channel); len(m) != 1 {
		t.Errorf("the channel shows %+v, want the board", m)
	}
}

// TestLateOpening has the gateway's address come after the door gave up waiting:
// there must not be two sessions, or everything would arrive twice.
func TestLateOpening(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	hold := make(chan struct{})
	s.Inject(discordtest.Fault{Path: "/gateway", Hold: hold})
	r := openWith(t, s, nil, answering(bot.Answer{Text: "here"}), func(d *Door) { d.timing.open = time.Second })
	if got := r.said(t); got != "here" {
		t.Errorf("the bot says %q", got)
	}
	close(hold)
	r.said(t)
	if n := s.Identifies(); n != 1 {
		t.Errorf("there are %d sessions", n)
	}
}

// TestStopWhileOpening ends a door that waits for a silent gateway.
func TestStopWhileOpening(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{})
	s.Misbehave(discordtest.NoReady)
	r := openWith(t, s, nil, answering(bot.Answer{}), nil)
	s.Wait(func() bool { return s.Identifies() == 1 })
	if err := r.stop(); err != nil {
		t.Errorf("Run ends with %v", err)
	}
}
