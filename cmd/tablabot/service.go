package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"

	"tablabot/bot"
	"tablabot/bot/clock"
	"tablabot/bot/courier"
	"tablabot/bot/discord"
	"tablabot/bot/talk"
	"tablabot/bot/think"
	"tablabot/store/bolt"
)

// Service is the bot at work: a store, the doors, and what goes on between them.
type Service struct {
	log      *slog.Logger
	path     string // of the store
	store    *bolt.Store
	handle   bot.Handler
	doors    []bot.Door
	couriers []*courier.Courier
	clock    *clock.Clock
	moves    *think.Worker // the computer's
	studies  *think.Worker // analyses
}

const (
	firstReopen = time.Second // until a door that failed is opened again; doubles
	lastReopen  = time.Minute
)

// Run plays until the context ends, and returns nil; or until a door is refused
// for good, and returns why. Then everything stops in order: doors take nothing
// more in and finish what they have, what is due is left to the store, requests in
// flight end.
func (s *Service) Run(ctx context.Context) error {
	taking, stopTaking := context.WithCancel(ctx)
	defer stopTaking()
	delivering, stopDelivering := context.WithCancel(context.WithoutCancel(ctx))
	defer stopDelivering()

	var taken, delivered errgroup.Group
	for _, door := range s.doors {
		taken.Go(func() error {
			defer stopTaking() // one door that is closed for good closes all
			return s.keepOpen(taking, door)
		})
	}
	taken.Go(func() error { return s.clock.Run(taking) })
	taken.Go(func() error { return s.moves.Run(taking) })
	taken.Go(func() error { return s.studies.Run(taking) })
	for _, courier := range s.couriers {
		delivered.Go(func() error {
			defer stopTaking()
			return courier.Run(delivering)
		})
	}
	delivered.Go(func() error { s.offerCopies(delivering); return nil })

	err := taken.Wait()
	s.log.Info("stopping")
	stopDelivering()
	// A door and its courier are refused for the same reason: once is enough.
	if refused := delivered.Wait(); err == nil {
		err = refused
	}
	return sentence(err)
}

// Close closes the store. Run must have ended.
func (s *Service) Close() error { return s.store.Close() }

// keepOpen runs a door, again if it fails, until the context ends or the platform
// refuses the bot for good.
func (s *Service) keepOpen(ctx context.Context, door bot.Door) error {
	for wait := firstReopen; ; wait = min(2*wait, lastReopen) {
		err := door.Run(ctx, s.handle)
		switch {
		case errors.Is(err, bot.ErrFatal) && door.Name() == discord.Name:
			// What Discord says of a bot it refuses names no remedy.
			return fmt.Errorf("discord does not let the bot in, check discord.token: %w", err)
		case errors.Is(err, bot.ErrFatal):
			return err
		case ctx.Err() != nil:
			return nil
		}
		s.log.Error("a door closed and is opened again", "door", door.Name(), "in", wait, "error", err)
		if bot.Sleep(ctx, bot.SystemClock{}, wait) != nil {
			return nil
		}
	}
}

// offerCopies serves `tablabot backup`. A bot that cannot do so still plays.
func (s *Service) offerCopies(ctx context.Context) {
	if err := bolt.ServeBackups(ctx, s.store, s.path); err != nil {
		s.log.Warn("copies of the running store cannot be made", "error", err)
	}
}

// sentence takes off an error what only programs read.
func sentence(err error) error {
	if err == nil || !errors.Is(err, bot.ErrFatal) {
		return err
	}
	return &fatalError{err}
}

// fatalError is an error of a door that ends the program.
type fatalError struct{ cause error }

// Error leaves out the mark that made the error a fatal one, where something
// better stands before it.
func (e *fatalError) Error() string {
	text, mark := e.cause.Error(), ": "+bot.ErrFatal.Error()
	if n := len(text) - len(mark); n > 0 && text[n:] == mark {
		return text[:n]
	}
	return text
}

func (e *fatalError) Unwrap() error { return e.cause }

// wake says to everyone that something may be due.
func (s *Service) wake() {
	s.clock.Wake()
	for _, courier := range s.couriers {
		courier.Wake()
	}
}

// due passes a deadline on. What makes the computer think is left to its worker, so that
// no other deadline waits for it; if it comes to nothing the deadline comes again.
func (s *Service) due(ctx context.Context, event bot.Event) error {
	if event.Deadline.Kind != talk.ThinkKind {
		return s.report(ctx, event)
	}
	err := s.moves.Begin(event.Key, func(ctx context.Context) {
		if err := s.report(ctx, event); err != nil && ctx.Err() == nil {
			s.log.Error("the computer did not move and tries again", "match", event.Deadline.Match, "error", err)
		}
	})
	if errors.Is(err, think.ErrBusy) {
		return nil
	}
	return err
}

// report passes an event on of which nobody waits for the answer.
func (s *Service) report(ctx context.Context, event bot.Event) error {
	if _, err := s.handle(ctx, event); err != nil {
		return fmt.Errorf("decide %s: %w", event.Key, err)
	}
	return nil
}
