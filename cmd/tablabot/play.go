package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"time"

	"tablabot/bot"
	"tablabot/bot/clock"
	"tablabot/bot/courier"
	"tablabot/bot/discord"
	"tablabot/bot/lane"
	"tablabot/bot/locale"
	"tablabot/bot/talk"
	"tablabot/bot/telegram"
	"tablabot/bot/think"
	"tablabot/bot/web"
	"tablabot/render"
	"tablabot/store/bolt"
)

// keptPictures of about 30 kB each stay in memory.
const keptPictures = 512

type playCommand struct{}

// Run plays until the context ends.
func (playCommand) Run(ctx context.Context, m *Main, line *commandLine) (err error) {
	config, err := m.config(line)
	if err != nil {
		return err
	}
	log := newLog(m.Stderr, &config)
	for _, name := range config.strangers(m.Environ) {
		log.Warn("this environment variable is not known", "name", name)
	}
	service, err := m.open(&config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Close()) }()
	return service.Run(ctx)
}

// open opens the store and wires everything together; nothing runs yet.
func (m *Main) open(config *Config, log *slog.Logger) (*Service, error) {
	words, err := locale.New()
	if err != nil {
		return nil, err
	}
	doors, err := m.doors(config, words, log)
	if err != nil {
		return nil, err
	}
	renderer, err := render.New()
	if err != nil {
		return nil, err
	}
	store, err := bolt.Open(config.Store.Path, bolt.Options{Program: version()})
	if err != nil {
		return nil, err
	}
	gallery := courier.NewGallery(renderer, keptPictures, runtime.GOMAXPROCS(0))
	s := &Service{log: log, path: config.Store.Path, store: store, doors: doors}
	hands := runtime.GOMAXPROCS(0)
	s.moves, s.studies = think.NewWorker(hands, log), think.NewWorker(hands, log)
	conversation := talk.New(talk.Config{
		Store: store, Lanes: new(lane.Lanes), Locale: words, Painter: gallery,
		Computer: think.NewComputer(hands), Background: s.studies, Messenger: &courier.Messenger{Doors: doors, Clock: m.clock()},
		Clock: m.clock(), Random: m.random(), Log: log, Wake: s.wake,
	})
	s.handle = conversation.Handle
	s.clock = clock.New(clock.Config{Store: store, Handle: s.due, Clock: m.clock(), Log: log})
	for _, door := range doors {
		s.couriers = append(s.couriers, courier.New(courier.Config{
			Door: door, Store: store, Composer: conversation, Gallery: gallery,
			Report: s.report, Debounce: debounce(door), Clock: m.clock(), Log: log,
		}))
	}
	return s, nil
}

// debounce is how long a draft waits for its next step before it is shown. The
// local page counts no sends and shows every step at once.
func debounce(door bot.Door) time.Duration {
	if door.Budget() == nil {
		return 0
	}
	return time.Second
}

// doors returns the doors that are configured.
func (m *Main) doors(config *Config, words *locale.Locale, log *slog.Logger) ([]bot.Door, error) {
	var doors []bot.Door
	if config.Telegram.Token != "" {
		door, err := telegram.New(telegram.Config{
			Token: config.Telegram.Token, APIURL: config.Telegram.APIURL, Webhook: webhook(config),
			Commands: telegramCommands(words), Clock: m.clock(), Log: log,
		})
		if err != nil {
			return nil, sentence(err)
		}
		doors = append(doors, door)
	}
	if config.Discord.Token != "" {
		door, err := discord.New(discord.Config{
			Token: config.Discord.Token, APIURL: config.Discord.APIURL,
			Commands: discordCommands(words), Clock: m.clock(), Log: log,
		})
		if err != nil {
			return nil, sentence(err)
		}
		doors = append(doors, door)
	}
	if listen := config.page(); listen != "" {
		door, err := web.New(web.Config{
			Listen: listen, NamesFile: config.Store.Path + ".names", Commands: pageCommands(words),
			Ready: m.ready, Clock: m.clock(), Log: log,
		})
		if err != nil {
			return nil, err
		}
		doors = append(doors, door)
	}
	return doors, nil
}

func (m *Main) random() io.Reader {
	if m.Random == nil {
		return rand.Reader
	}
	return m.Random
}

func (m *Main) clock() bot.Clock {
	if m.Clock == nil {
		return bot.SystemClock{}
	}
	return m.Clock
}

// ready tells a newcomer where to play.
func (m *Main) ready(url string) {
	fmt.Fprintf(m.Stdout, "Play at %s\n", url)
	if m.Ready != nil {
		m.Ready(url)
	}
}

// webhook returns how Telegram brings updates; nil if they are fetched.
func webhook(config *Config) *telegram.Webhook {
	hook := config.Telegram.Webhook
	if hook.URL == "" {
		return nil
	}
	return &telegram.Webhook{Listen: hook.Listen, Path: hook.Path, URL: hook.URL, Secret: hook.Secret}
}
