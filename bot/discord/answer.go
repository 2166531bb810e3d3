package discord

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"tablabot/bot"
)

// Types of an interaction's first answer.
const (
	answerMessage  = 4
	answerLater    = 5 // "thinking …": a message follows
	answerSilent   = 6 // the tapped message may be edited later
	answerChoices  = 8
	answerUpdate   = 7 // what the tapped message shows from now on
	answerModal    = 9
	betweenRetries = 200 * time.Millisecond
)

// dialogue is one interaction and what was answered to it so far.
type dialogue struct {
	door *Door
	in   *interaction
	open *opening

	mu       sync.Mutex
	deferred bool          // acknowledged before there was an answer
	closed   bool          // answered, or given up
	done     chan struct{} // closed with closed
}

// begin opens a dialogue; from now on edits of its message wait for its answer.
func (d *Door) begin(in *interaction) *dialogue {
	g := &dialogue{door: d, in: in, done: make(chan struct{})}
	if g.tapped() {
		g.open = d.tokens.tap(g.ref())
	} else {
		g.open = d.tokens.ask(in.chat())
	}
	return g
}

// tapped reports whether the interaction belongs to a message.
func (g *dialogue) tapped() bool { return g.in.Message != nil }

func (g *dialogue) ref() bot.BoardRef { return bot.BoardRef(g.in.Message.ID) }

// settle lets edits and posts that waited go on; with a grant they use its token.
func (g *dialogue) settle(may *grant) {
	if g.tapped() {
		g.door.tokens.settleTap(g.ref(), g.open, may)
		return
	}
	g.door.tokens.settleAsk(g.in.chat(), g.open, may)
}

// close ends the dialogue; callers hold the mutex.
func (g *dialogue) close() {
	if !g.closed {
		g.closed = true
		close(g.done)
	}
}

// deferWhenSlow acknowledges the interaction if the answer is not there in time.
func (g *dialogue) deferWhenSlow(ctx context.Context) {
	select {
	case <-g.done:
		return
	case <-ctx.Done():
		return
	case <-g.door.clock.After(g.door.timing.slow):
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	kind := answerLater
	if g.tapped() {
		kind = answerSilent
	}
	if !g.first(ctx, kind, nil) {
		return
	}
	g.deferred = true
	if may := g.in.grant(); g.tapped() {
		g.settle(&may)
	}
}

// giveUp leaves an interaction unanswered, as nothing was changed by it.
func (g *dialogue) giveUp(ctx context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	g.close()
	g.settle(nil)
	if g.deferred && !g.tapped() {
		g.deleteOriginal(ctx)
	}
}

// give answers the interaction.
func (g *dialogue) give(ctx context.Context, a bot.Answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return
	}
	if g.tapped() {
		g.giveTap(ctx, a)
	} else {
		g.giveCommand(ctx, a)
	}
	g.close()
	g.settle(nil) // if it was not settled with a grant
}

// giveTap answers a tap. What was done shows on the board, so it is acknowledged
// without a word; everything else is said to the person alone.
func (g *dialogue) giveTap(ctx context.Context, a bot.Answer) {
	if a.Note != nil && a.Instead && !g.deferred {
		if note := g.door.compose(*a.Note); g.first(ctx, answerUpdate, &note) {
			g.remember()
		}
		return
	}
	said := g.said(a)
	if !g.deferred {
		if a.Kind != bot.OK && len(said) > 0 {
			if g.first(ctx, answerMessage, &said[0]) {
				g.remember()
				g.follow(ctx, said[1:])
			}
			return
		}
		if !g.first(ctx, answerSilent, nil) {
			return
		}
	}
	may := g.in.grant()
	g.settle(&may)
	g.remember()
	g.follow(ctx, said)
}

// giveCommand answers a command: with the board that is to come, or with words.
func (g *dialogue) giveCommand(ctx context.Context, a bot.Answer) {
	said := g.said(a)
	if len(said) == 0 && !a.Follows {
		said = []message{sentence("✓")}
	}
	switch {
	case len(said) == 0:
		if g.deferred || g.first(ctx, answerLater, nil) {
			g.remember()
			may := g.in.grant()
			g.settle(&may)
			g.door.tasks.Go("follow/"+g.in.ID, func() { g.expectBoard(ctx) })
		}
	case !g.deferred:
		if g.first(ctx, answerMessage, &said[0]) {
			g.remember()
			g.follow(ctx, said[1:])
		}
	default:
		// Whether a message is for one person is decided with the first answer,
		// which was for all.
		g.remember()
		g.deleteOriginal(ctx)
		g.follow(ctx, said)
	}
}

// said returns the messages that put the answer into words, the note first.
func (g *dialogue) said(a bot.Answer) []message {
	var out []message
	if a.Note != nil {
		note := g.note(*a.Note)
		if a.Private {
			note = note.ephemeral()
		}
		out = append(out, note)
	}
	quiet := a.Kind == bot.OK && (g.tapped() || a.Follows)
	if a.Text != "" && !quiet {
		out = append(out, sentence(a.Text))
	}
	return out
}

// note makes a message of a note; where its picture may not be posted the text must do.
func (g *dialogue) note(screen bot.Rendered) message {
	note := g.door.compose(screen)
	if g.door.rights.check(g.in.chat(), note) != nil {
		screen.PNG = nil
		note = g.door.compose(screen)
	}
	return note.asNew(screen)
}

// remember keeps the token for new messages in the chat.
func (g *dialogue) remember() { g.door.tokens.forChat(g.in.chat(), g.in.grant()) }

// first sends the first answer and reports whether the platform has it. It tries
// again while there is time: a second answer to the same interaction is refused,
// so none is given twice. Where the response to the last try is lost as well the
// platform may have it, and there is no time left to give another.
func (g *dialogue) first(ctx context.Context, kind int, m *message) bool {
	body := struct {
		Type int      `json:"type"`
		Data *message `json:"data,omitempty"`
	}{kind, m}
	ctx, cancel := lasting(ctx)
	defer cancel()
	c := g.callback(body)
	if m != nil {
		c.files = m.files
	}
	tries, err := g.door.patiently(ctx, g.in.received, c)
	if err == nil || tries > 1 && codeOf(err) == codeAcknowledged {
		return true // an earlier try arrived, and only its response was lost
	}
	if responseLost(err) {
		g.door.log.Warn("an interaction may stay unanswered", "interaction", g.in.ID, "error", err)
		return true
	}
	g.door.log.Warn("an interaction stays unanswered", "interaction", g.in.ID, "error", err)
	return false
}

func (g *dialogue) callback(body any) call {
	return call{
		what: "answer an interaction", method: http.MethodPost, answer: true,
		path:   "interactions/" + g.in.ID + "/" + g.in.Token + "/callback",
		bucket: "interaction/" + g.in.ID, body: body,
	}
}

// patiently makes a call that may be repeated, while the platform waits for it.
func (d *Door) patiently(ctx context.Context, since time.Time, c call) (tries int, err error) {
	deadline := since.Add(d.timing.answer)
	for {
		tries++
		err := d.rest.do(ctx, c, nil)
		var retry *bot.RetryError
		if !errors.As(err, &retry) {
			return tries, err
		}
		wait := betweenRetries
		if retry.Cause == nil {
			wait = max(wait, retry.After)
		}
		if d.clock.Now().Add(wait).After(deadline) || bot.Sleep(ctx, d.clock, wait) != nil {
			return tries, err
		}
	}
}

// follow sends further messages.
func (g *dialogue) follow(ctx context.Context, said []message) {
	ctx, cancel := lasting(ctx)
	defer cancel()
	for _, m := range said {
		err := g.door.rest.do(ctx, call{
			what: "follow an answer up", method: http.MethodPost, answer: true,
			path: g.in.grant().path(), bucket: "interaction/" + g.in.ID, body: m, files: m.files,
		}, nil)
		if err != nil {
			g.door.log.Warn("an answer is not complete", "interaction", g.in.ID, "error", err)
			return
		}
	}
}

// expectBoard takes the "thinking …" away if no board takes its place.
func (g *dialogue) expectBoard(ctx context.Context) {
	for g.in.received.Add(tokenLife).After(g.door.clock.Now()) {
		select {
		case <-g.open.used:
			return
		case <-ctx.Done():
			return
		case <-g.door.clock.After(followLife):
			if g.door.tokens.abandon(g.in.chat(), g.open) {
				g.deleteOriginal(ctx)
				return
			}
		}
	}
}

func (g *dialogue) deleteOriginal(ctx context.Context) {
	ctx, cancel := lasting(ctx)
	defer cancel()
	err := g.door.rest.do(ctx, call{
		what: "take an answer back", method: http.MethodDelete, answer: true,
		path: g.in.grant().path() + "/messages/@original", bucket: "interaction/" + g.in.ID,
	}, nil)
	if err != nil {
		g.door.log.Warn("an answer without a board stays", "interaction", g.in.ID, "error", err)
	}
}

// lasting returns a context for what is owed to a person, even if the door closes:
// what the answer tells has happened already.
func lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
}

// prompt opens the window that asks for a line of text.
func (g *dialogue) prompt(ctx context.Context, key string) {
	ask := g.door.prompts.ask(key, g.in.label())
	g.direct(ctx, answerModal, newModal(g.in.customID(), ask))
}

// suggest answers what is typed so far into an option.
func (g *dialogue) suggest(ctx context.Context) {
	type choices struct {
		Choices []wireChoice `json:"choices"`
	}
	fit := choices{[]wireChoice{}}
	for _, typing := range g.in.Data.Options {
		if o, ok := g.door.option(g.in.Data.Name, typing.Name); ok && typing.Focused {
			fit.Choices = suggestions(o, g.in.Locale, typing.text())
		}
	}
	g.direct(ctx, answerChoices, fit)
}

// direct gives an answer that no board follows.
func (g *dialogue) direct(ctx context.Context, kind int, data any) {
	ctx, cancel := lasting(ctx)
	defer cancel()
	_, err := g.door.patiently(ctx, g.in.received, g.callback(struct {
		Type int `json:"type"`
		Data any `json:"data"`
	}{kind, data}))
	if err != nil {
		g.door.log.Warn("an interaction stays unanswered", "interaction", g.in.ID, "error", err)
	}
}

func (d *Door) option(command, name string) (Option, bool) {
	for _, c := range d.commands {
		for _, o := range c.Options {
			if c.Name == command && o.Name == name {
				return o, true
			}
		}
	}
	return Option{}, false
}
