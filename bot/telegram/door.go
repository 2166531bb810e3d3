package telegram

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"tablabot/bot"
)

// Config says how to reach Telegram. Only Token is required.
type Config struct {
	Token       string
	APIURL      string        // scheme://host[:port] of a Bot API server; empty: the public one
	Webhook     *Webhook      // nil: long polling
	PollTimeout time.Duration // of one long poll, at most 50 s; 0: 50 s
	Commands    []CommandList // offered while a command is typed
	Budget      *bot.Budget   // nil: the limits of the public platform
	Log         *slog.Logger  // nil: the default logger
	Clock       bot.Clock     // nil: the machine's
}

// Door is a bot on Telegram. Its methods are safe for concurrent use; Run may be
// called once at a time.
type Door struct {
	api      *api
	cfg      Config
	log      *slog.Logger
	clock    bot.Clock
	budget   *bot.Budget
	me       atomic.Pointer[user]
	pictures *cache[string, string]      // picture name → file_id
	shown    *cache[messageID, shown]    // what messages show, as far as known
	accepted *cache[messageID, struct{}] // messages that were accepted as commands
	admins   *cache[member, membership]  // who administers which chat
	refused  *cache[voice, time.Time]    // when a person was last told of a refusal in a group
}

const (
	publicAPI   = "https://api.telegram.org"
	maxPollTime = 50 * time.Second
)

var tokenForm = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)

// New checks the configuration and returns a door. It does not use the network.
func New(cfg Config) (*Door, error) {
	if !tokenForm.MatchString(cfg.Token) {
		return nil, fmt.Errorf("the Telegram token does not look like 123456:ABC-DEF: %w", bot.ErrFatal)
	}
	base, err := apiBase(cfg.APIURL)
	if err != nil {
		return nil, err
	}
	if err := checkCommands(cfg.Commands); err != nil {
		return nil, err
	}
	if cfg.Webhook != nil {
		hook := *cfg.Webhook
		if hook.Secret == "" {
			hook.Secret = rand.Text()
		}
		if err := hook.check(); err != nil {
			return nil, err
		}
		cfg.Webhook = &hook
	}
	if cfg.PollTimeout <= 0 || cfg.PollTimeout > maxPollTime {
		cfg.PollTimeout = maxPollTime
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Clock == nil {
		cfg.Clock = bot.SystemClock{}
	}
	if cfg.Budget == nil {
		cfg.Budget = bot.NewBudget(limits).Pool(group)
	}
	return &Door{
		api:      newAPI(base, cfg.Token),
		cfg:      cfg,
		log:      cfg.Log.With("door", doorName),
		clock:    cfg.Clock,
		budget:   cfg.Budget,
		pictures: newCache[string, string](4096),
		shown:    newCache[messageID, shown](4096),
		accepted: newCache[messageID, struct{}](4096),
		admins:   newCache[member, membership](1024),
		refused:  newCache[voice, time.Time](4096),
	}, nil
}

// Name returns "tg", the prefix of all keys of Telegram.
func (d *Door) Name() string { return doorName }

// Budget returns what may still be sent. Callers of Post, Edit and Strip take
// from it first; the door's own replies take for themselves.
func (d *Door) Budget() *bot.Budget { return d.budget }

// Run receives updates until the context ends, then returns its error, or until
// Telegram refuses the bot, then an [bot.ErrFatal]. It returns when everything it
// started has ended.
func (d *Door) Run(ctx context.Context, handle bot.Handler) error {
	defer d.api.close()
	logLibrary(d.log, d.api.redact)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := d.meet(ctx); err != nil {
		return err
	}
	registered := make(chan struct{})
	go func() {
		defer close(registered)
		d.register(ctx)
	}()
	defer func() { stop(); <-registered }()
	in := newInbox(d, handle)
	defer in.wait()
	defer stop()
	if d.cfg.Webhook != nil {
		return d.listen(ctx, in)
	}
	return d.poll(ctx, in)
}

// meet asks Telegram who the bot is, until it answers.
func (d *Door) meet(ctx context.Context) error {
	var wait backoff
	for {
		var me user
		err := d.api.get(ctx, "getMe", nil, &me)
		switch {
		case err == nil:
			d.me.Store(&me)
			d.log.Info("connected to Telegram", "bot", "@"+me.Username)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case refusesToken(err):
			return errWrongToken
		}
		d.log.Warn("Telegram does not answer", "error", err)
		if err := bot.Sleep(ctx, d.clock, wait.after(err)); err != nil {
			return err
		}
	}
}

var errWrongToken = fmt.Errorf("the token is unknown to Telegram, check it with @BotFather: %w", bot.ErrFatal)

// refusesToken reports whether the error means that no request will ever succeed.
func refusesToken(err error) bool {
	var refusal *apiError
	return errors.As(err, &refusal) && (refusal.Code == 401 || refusal.Code == 404)
}

// apiBase checks the address of a Bot API server.
func apiBase(address string) (string, error) {
	if address == "" {
		return publicAPI, nil
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.User != nil {
		return "", errors.New("the address of the Telegram API must look like https://host or http://host:port")
	}
	return strings.TrimRight(address, "/"), nil
}

// limits are those of https://core.telegram.org/bots/faq (edits count as sends).
func limits(chat bot.ChatKey) bot.Limits {
	l := bot.Limits{Spacing: time.Second, PerSecond: 30}
	if at, err := parseChat(chat); err == nil && at.chat < 0 {
		l.PerMinute = 20
	}
	return l
}

// group returns the key of the chat that a topic belongs to, because its topics
// share one budget.
func group(chat bot.ChatKey) bot.ChatKey {
	at, err := parseChat(chat)
	if err != nil {
		return chat
	}
	return place{chat: at.chat}.key()
}
