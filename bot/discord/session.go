package discord

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"tablabot/bot"
)

// session is one of the library's, with what is needed to be rid of it.
type session struct {
	*discordgo.Session
	dialer dialer
	quit   context.CancelFunc // ends its requests
	down   chan struct{}      // its connection ended
}

// farewell is how long an abandoned session may take to end.
const farewell = time.Second

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
