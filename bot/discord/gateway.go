package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"tablabot/bot"
)

// The gateway allows 1,000 new sessions a day. A pause of two minutes at most, and
// one that starts small again only after a session that lasted as long, stays
// below it whatever happens.
const longestPause = 2 * time.Minute

// visit is one run of the door.
type visit struct {
	door   *Door
	handle bot.Handler
}

// session is one of the library's, with what is needed to be rid of it.
type session struct {
	*discordgo.Session
	dialer dialer
	quit   context.CancelFunc // ends its requests
	down   chan struct{}      // its connection ended
}

// farewell is how long an abandoned session may take to end.
const farewell = time.Second

// Run receives interactions until the context ends, then returns nil; or until the
// platform refuses the bot, then returns an error that wraps [bot.ErrFatal].
func (d *Door) Run(ctx context.Context, handle bot.Handler) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	v := &visit{door: d, handle: handle}
	d.tasks.push("register", func() {
		if err := v.register(ctx); err != nil {
			cancel(err)
		}
	})
	err := v.stay(ctx)
	cancel(err)
	d.tasks.wait()
	d.through.base.CloseIdleConnections()
	if err == nil {
		err = context.Cause(ctx)
	}
	if errors.Is(err, bot.ErrFatal) {
		return fmt.Errorf("stay with discord: %w", err)
	}
	return nil
}

// register registers the commands, again and again until the platform has them.
func (v *visit) register(ctx context.Context) error {
	for pause := v.door.timing.pause; ; pause = min(2*pause, longestPause) {
		err := v.door.register(ctx)
		if err == nil || errors.Is(err, bot.ErrFatal) {
			return err
		}
		v.door.log.Warn("the commands are not registered yet", "error", err)
		if bot.Sleep(ctx, v.door.clock, max(pause, retryIn(err))) != nil {
			return nil
		}
	}
}

func retryIn(err error) time.Duration {
	var retry *bot.RetryError
	if errors.As(err, &retry) {
		return retry.After
	}
	return 0
}

// stay keeps a session with the gateway until the context ends.
func (v *visit) stay(ctx context.Context) error {
	d := v.door
	var s *session
	defer func() {
		if s != nil {
			s.abandon()
		}
	}()
	for pause := d.timing.pause; ; {
		if s == nil {
			var err error
			if s, err = v.newSession(ctx); err != nil {
				return err
			}
		}
		opened := d.clock.Now()
		resumable, err := v.connected(ctx, s)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			if fatal := fatalClose(err); fatal != nil {
				return fatal
			}
			d.log.Warn("the gateway is closed", "error", bare(err))
		}
		if !resumable {
			s.abandon()
			s = nil
		}
		if d.clock.Now().Sub(opened) > longestPause {
			pause = d.timing.pause
		}
		// Jitter, so that many bots do not come back at once.
		if bot.Sleep(ctx, d.clock, pause/2+rand.N(pause/2+1)) != nil {
			return nil
		}
		pause = min(2*pause, longestPause)
	}
}

// newSession returns a session whose events come to us.
func (v *visit) newSession(ctx context.Context) (*session, error) {
	base, err := newSession(v.door.token, v.door.through)
	if err != nil {
		return nil, fmt.Errorf("make a session: %w", err)
	}
	s := &session{Session: base, dialer: dialer{silence: v.door.timing.silence}, down: make(chan struct{}, 1)}
	base.Dialer = s.dialer.websocket()
	var requests context.Context
	requests, s.quit = context.WithCancel(ctx)
	base.Client.Transport = &cancelable{requests, v.door.through}
	base.AddHandler(func(_ *discordgo.Session, _ *discordgo.Disconnect) {
		select {
		case s.down <- struct{}{}:
		default:
		}
	})
	base.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		defer v.survive("an event")
		v.receive(ctx, e)
	})
	return s, nil
}

// connected opens the session and returns when it is over: whether it can be
// resumed, and why it did not open.
func (v *visit) connected(ctx context.Context, s *session) (resumable bool, err error) {
	opened := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				opened <- fmt.Errorf("open the gateway: %v", r)
			}
		}()
		opened <- s.Open()
	}()
	select {
	case err := <-opened:
		// A connection that ends in two goroutines of the library at once says so
		// twice; the second time there may be a new one already.
		if err != nil && !errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			var closed *websocket.CloseError
			return !errors.As(err, &closed), err
		}
	case <-ctx.Done():
		s.abandon()
		s.ended(opened)
		return false, nil
	case <-time.After(v.door.timing.open):
		// The library waits without end for a gateway that says nothing, and
		// stops for ever at one that asks to reconnect before it is ready.
		s.abandon()
		if !s.ended(opened) {
			return false, errors.New("it was not ready in time, and the library is stuck")
		}
		return false, errors.New("it was not ready in time")
	}
	select {
	case <-s.down:
		return true, nil
	case <-ctx.Done():
		s.Close()
		return false, nil
	}
}

// abandon cuts what connects the session with the world, which ends all calls of
// the library but those that are stuck.
func (s *session) abandon() {
	s.quit()
	s.dialer.cut()
}

// ended waits for an abandoned call to return. One that is stuck is left behind.
func (s *session) ended(opened <-chan error) bool {
	select {
	case <-opened:
		return true
	case <-time.After(farewell):
		return false
	}
}

// fatalClose returns the error of a close code after which coming back is useless.
func fatalClose(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return nil
	}
	why := ""
	switch closed.Code {
	case 4004:
		why = "the token is not valid"
	case 4010, 4011:
		why = "the bot is in so many servers that it must be split into shards"
	case 4012, 4013:
		why = "the platform no longer speaks this version of its interface"
	case 4014:
		why = "the bot asks for events that are not switched on for it"
	default:
		return nil
	}
	return fmt.Errorf("%s (close code %d): %w", why, closed.Code, bot.ErrFatal)
}

// receive takes one event of the gateway. It runs in the library's reading
// goroutine, so it only hands on.
func (v *visit) receive(ctx context.Context, e *discordgo.Event) {
	switch e.Type {
	case "INTERACTION_CREATE":
		v.interact(ctx, e.RawData)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		if c, ok := read[channel](e); ok {
			v.tell(ctx, bot.ChatLost, c.ID)
		}
	case "GUILD_DELETE":
		if g, ok := read[guild](e); ok && !g.Unavailable {
			v.tell(ctx, bot.ChatLost, v.door.places.lose(g.ID)...)
		}
	case "GUILD_CREATE":
		if g, ok := read[guild](e); ok && !g.Unavailable {
			v.tell(ctx, bot.ChatFound, v.door.places.find(g.ID)...)
		}
	}
}

type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"` // an outage, not a farewell
}

func read[T any](e *discordgo.Event) (T, bool) {
	var out T
	err := json.Unmarshal(e.RawData, &out)
	return out, err == nil
}

// tell makes an event of something that happened to chats.
func (v *visit) tell(ctx context.Context, kind bot.EventKind, channels ...string) {
	now := v.door.clock.Now()
	for _, id := range channels {
		if id == "" {
			continue
		}
		e := bot.Event{
			Key:  keyPrefix + "chat/" + id + "/" + strconv.FormatInt(now.UnixMilli(), 10),
			Kind: kind, Time: now, Chat: bot.ChatKey(keyPrefix + id),
		}
		ok := v.door.tasks.push(id, func() {
			defer v.survive("a change of a chat")
			if _, err := v.handle(ctx, e); err != nil {
				v.door.log.Warn("a change of a chat is not noted", "chat", e.Chat, "error", err)
			}
		})
		if !ok {
			v.door.log.Warn("too many events wait: a change of a chat is lost", "chat", e.Chat)
		}
	}
}

// interact takes an interaction.
func (v *visit) interact(ctx context.Context, raw []byte) {
	d := v.door
	in, err := readInteraction(raw, d.clock.Now())
	if err != nil {
		d.log.Warn("an interaction is skipped", "error", err)
		return
	}
	if d.recent.repeated(in.ID) {
		return
	}
	d.rights.learn(in.chat(), in.AppPermissions)
	d.places.used(in.GuildID, in.ChannelID)
	if direct := v.direct(in); direct != nil {
		d.tasks.push("direct/"+in.ID, func() {
			defer v.survive("interaction " + in.ID)
			direct(ctx)
		})
		return
	}
	event, err := in.event()
	if err != nil {
		d.log.Warn("an interaction is skipped", "error", err)
		return
	}
	g := d.begin(in)
	if !d.tasks.push(in.ChannelID, func() { v.serve(ctx, g, event) }) {
		g.giveUp(ctx)
		d.log.Warn("too many events wait: an interaction stays unanswered", "interaction", in.ID)
		return
	}
	d.tasks.push("slow/"+in.ID, func() { g.deferWhenSlow(ctx) })
}

// direct returns how to answer an interaction that changes nothing, or nil: a tap
// that only opens a prompt, and what is typed so far into an option.
func (v *visit) direct(in *interaction) func(context.Context) {
	g := &dialogue{door: v.door, in: in}
	switch in.Type {
	case kindComplete:
		return g.suggest
	case kindComponent:
		if key, _, ok := splitPrompt(in.customID()); ok {
			return func(ctx context.Context) { g.prompt(ctx, key) }
		}
	}
	return nil
}

// serve has the event decided and answers it.
func (v *visit) serve(ctx context.Context, g *dialogue, event bot.Event) {
	defer v.survive("interaction " + g.in.ID)
	defer g.giveUp(ctx) // unless it was answered
	answer, err := v.handle(ctx, event)
	if err != nil {
		v.door.log.Warn("an interaction is not decided", "interaction", g.in.ID, "error", err)
		return
	}
	g.give(ctx, answer)
}

// survive keeps a panic from ending the program.
func (v *visit) survive(what string) {
	if r := recover(); r != nil {
		v.door.log.Error("a panic was caught", "in", what, "panic", r)
	}
}
