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

// Run receives interactions until the context ends, then returns nil; or until the
// platform refuses the bot, then returns an error that wraps [bot.ErrFatal].
func (d *Door) Run(ctx context.Context, handle bot.Handler) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	v := &visit{door: d, handle: handle}
	d.tasks.Go("register", func() {
		if err := v.register(ctx); err != nil {
			cancel(err)
		}
	})
	err := v.stay(ctx)
	cancel(err)
	d.tasks.Wait()
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
		ok := v.door.tasks.Go(id, func() {
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
		d.tasks.Go("direct/"+in.ID, func() {
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
	if !d.tasks.Go(in.ChannelID, func() { v.serve(ctx, g, event) }) {
		g.giveUp(ctx)
		d.log.Warn("too many events wait: an interaction stays unanswered", "interaction", in.ID)
		return
	}
	d.tasks.Go("slow/"+in.ID, func() { g.deferWhenSlow(ctx) })
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
