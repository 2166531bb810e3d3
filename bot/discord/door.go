package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"tablabot/bot"
	"tablabot/bot/lane"
)

// Name begins every key of the door.
const Name = "dc"

// perSecond is how many requests the door makes; the platform takes 50 of a bot,
// not counting answers to interactions.
const perSecond = 40

// maxWaiting is how many events may wait for earlier ones of their channels; more
// are refused, and their senders see the platform say that the bot did not respond.
const maxWaiting = 1024

// Config is what a door needs.
type Config struct {
	Token    string    // of the bot, without "Bot "
	APIURL   string    // scheme://host[:port] in place of the public hosts; empty: those
	Commands []Command // registered when they differ from what the platform has
	Log      *slog.Logger
	Clock    bot.Clock
}

// Door is the bot on Discord. It is safe for concurrent use.
type Door struct {
	token    string
	commands []Command
	log      *slog.Logger
	clock    bot.Clock
	through  *transport
	rest     *rest
	budget   *bot.Budget
	tokens   *tokens
	prompts  prompts
	pictures pictures
	rights   rights
	places   places
	recent   recent
	tasks    lane.Lanes // of channels, and of single interactions
	timing   timing
}

var _ bot.Door = (*Door)(nil)

// timing is what tests shorten.
type timing struct {
	open    time.Duration // for the gateway to become ready
	silence time.Duration // of an open gateway
	pause   time.Duration // before the first reconnection
	slow    time.Duration // after which a decision is announced to come later
	answer  time.Duration // after which the platform takes no first answer
}

// platformTiming is what suits the platform: the gateway acknowledges a heartbeat
// every 41 s or so, where the library itself notices a dead connection only after
// five beats; and an interaction must be answered within 3 s.
var platformTiming = timing{
	open:    30 * time.Second,
	silence: 75 * time.Second,
	pause:   time.Second,
	slow:    2 * time.Second,
	answer:  3 * time.Second,
}

// New returns a door. It does not use the network; a wrong token shows in
// [Door.Run].
func New(cfg Config) (*Door, error) {
	if cfg.Token == "" {
		return nil, errors.New("open the door to discord: there is no token")
	}
	if err := checkCommands(cfg.Commands); err != nil {
		return nil, fmt.Errorf("open the door to discord: %w", err)
	}
	host, err := parseHost(cfg.APIURL)
	if err != nil {
		return nil, fmt.Errorf("open the door to discord: %w", err)
	}
	d := &Door{
		token:    cfg.Token,
		commands: cfg.Commands,
		log:      cmp.Or(cfg.Log, slog.New(slog.DiscardHandler)),
		clock:    cfg.Clock,
		through:  &transport{base: newTransport(), host: host},
		budget:   bot.NewBudget(func(bot.ChatKey) bot.Limits { return bot.Limits{PerSecond: perSecond} }),
		tasks:    lane.Lanes{Limit: maxWaiting},
		timing:   platformTiming,
	}
	if d.clock == nil {
		d.clock = bot.SystemClock{}
	}
	session, err := newSession(d.token, d.through)
	if err != nil {
		return nil, fmt.Errorf("open the door to discord: %w", err)
	}
	d.rest = &rest{session: session, limits: newLimits(d.clock)}
	d.tokens = newTokens(d.clock, d.timing.answer)
	return d, nil
}

// Name returns the prefix of the door's keys.
func (d *Door) Name() string { return Name }

// Budget is what the door may still send within a second. What a channel or a
// token allows the platform says with each answer; a send that would break it is
// not made and returns a [bot.RetryError].
func (d *Door) Budget() *bot.Budget { return d.budget }

// Post sends a new message. A command of the chat that was promised a board gets
// it as its answer, which works where the bot is no member as well.
func (d *Door) Post(ctx context.Context, chat bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	channel, ok := idOf(string(chat))
	if !ok {
		return "", fmt.Errorf("post a message: %q is no chat of this door: %w", chat, bot.ErrGone)
	}
	m := d.compose(r).asNew(r)
	ref, err := d.reply(ctx, chat, m)
	if ref == "" && err == nil {
		ref, err = d.create(ctx, chat, channel, m, r.Nonce)
	}
	if codeOf(err) == codeMissingAccess {
		if other, err2 := d.followUp(ctx, chat, m); other != "" || err2 != nil {
			ref, err = other, err2
		}
	}
	if err != nil {
		return "", err
	}
	d.pictures.show(ref, r)
	return ref, nil
}

// reply makes the message the answer to a command that waits for one. It returns
// nothing if none does or if its token serves no more.
func (d *Door) reply(ctx context.Context, chat bot.ChatKey, m message) (bot.BoardRef, error) {
	o := d.tokens.claim(ctx, chat)
	if o == nil {
		return "", nil
	}
	g := *o.grant
	m.Flags &= flagNoEmbeds
	ref, err := d.send(ctx, call{
		what: "answer with a board", method: http.MethodPatch, answer: true,
		path: g.path() + "/messages/@original", bucket: bucketOf(g), body: m, files: m.files,
	}, m)
	switch {
	case err == nil:
		close(o.used)
		d.tokens.keep(ref, g)
	case tokenLost(err), errors.Is(err, bot.ErrGone):
		close(o.used)
		return "", nil
	default:
		d.tokens.release(chat, o)
	}
	return ref, err
}

// create makes the message in the channel, where the bot must be a member.
func (d *Door) create(ctx context.Context, chat bot.ChatKey, channel string, m message, nonce string) (bot.BoardRef, error) {
	if err := d.rights.check(chat, m); err != nil {
		return "", fmt.Errorf("post a message: %w", err)
	}
	m.Nonce, m.EnforceNonce = nonce, nonce != ""
	return d.send(ctx, call{
		what: "post a message", method: http.MethodPost,
		path: "channels/" + channel + "/messages", bucket: "post/" + channel, body: m, files: m.files,
	}, m)
}

// followUp makes the message with the freshest token of the chat. It returns
// nothing if there is none.
func (d *Door) followUp(ctx context.Context, chat bot.ChatKey, m message) (bot.BoardRef, error) {
	g, ok := d.tokens.ofChat(chat)
	if !ok {
		return "", nil
	}
	ref, err := d.send(ctx, call{
		what: "follow a message up", method: http.MethodPost, answer: true,
		path: g.path(), bucket: bucketOf(g), body: m, files: m.files,
	}, m)
	if tokenLost(err) {
		return "", nil
	}
	if err == nil {
		g.message = string(ref)
		d.tokens.keep(ref, g)
	}
	return ref, err
}

// send makes a call that returns a message.
func (d *Door) send(ctx context.Context, c call, m message) (bot.BoardRef, error) {
	var made posted
	if err := d.rest.do(ctx, c, &made); err != nil {
		return "", withPicture(err, m)
	}
	return bot.BoardRef(made.ID), nil
}

// Edit replaces what the message shows: with the token of the last tap on it while
// that is fresh, otherwise with the bot's own right in the channel.
func (d *Door) Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, r bot.Rendered) error {
	m := d.compose(r)
	if d.pictures.shows(ref, r) {
		m.Attachments, m.files = nil, nil // the picture stays as it is
	}
	if err := d.change(ctx, "edit a message", chat, ref, m, m); err != nil {
		d.pictures.forget(ref)
		return err
	}
	d.pictures.show(ref, r)
	return nil
}

// Strip takes the buttons off the message.
func (d *Door) Strip(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef) error {
	body := struct {
		Components []component `json:"components"`
		Mentions   mentions    `json:"allowed_mentions"`
	}{[]component{}, nobody()}
	return d.change(ctx, "take the buttons away", chat, ref, body, message{})
}

// change edits the message by whichever way is open.
func (d *Door) change(ctx context.Context, what string, chat bot.ChatKey, ref bot.BoardRef, body any, m message) error {
	channel, ok := idOf(string(chat))
	if _, okRef := idOf(keyPrefix + string(ref)); !ok || !okRef {
		return fmt.Errorf("%s: %q in %q is no message of this door: %w", what, ref, chat, bot.ErrGone)
	}
	c := call{what: what, method: http.MethodPatch, body: body, files: m.files}
	if g, ok := d.tokens.ofMessage(ctx, ref); ok {
		c.path, c.bucket, c.answer = g.path()+"/messages/"+g.message, bucketOf(g), true
		err := d.rest.do(ctx, c, nil)
		if !tokenLost(err) {
			return withPicture(err, m)
		}
		d.tokens.drop(ref, g)
	}
	c.path, c.bucket, c.answer = "channels/"+channel+"/messages/"+string(ref), "edit/"+channel, false
	err := d.rest.do(ctx, c, nil)
	if codeOf(err) == codeMissingAccess {
		// No member here: only a fresh token could have edited it.
		return fmt.Errorf("%w: %w", bot.ErrExpired, bare(stripKind(err)))
	}
	return withPicture(err, m)
}

// bucketOf names the rate limit of a token without telling it.
func bucketOf(g grant) string { return "webhook/" + fingerprint(g.secret) }

// withPicture says of a missing permission that the picture may be what lacks it:
// the platform has one code for all permissions, and a message without a picture
// will tell.
func withPicture(err error, m message) error {
	if codeOf(err) == codeMissingPermissions && len(m.files) > 0 {
		return fmt.Errorf("%w: %w", bot.ErrNoPictures, stripKind(err))
	}
	return err
}

// stripKind takes the meaning off a refusal, for one that means something else here.
func stripKind(err error) error {
	var refusal *apiError
	if errors.As(err, &refusal) {
		plain := *refusal
		plain.kind = nil
		return &plain
	}
	return err
}
