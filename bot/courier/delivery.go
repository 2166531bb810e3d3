package courier

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

// result is how a job ended: done, put off for a while, or not done for an error.
type result struct {
	job   *job
	old   bot.BoardRef  // a message that the board has left and that still has buttons
	wait  time.Duration // the job may go on then
	whole bool          // and so may all others of the chat, not earlier
	err   error
}

// do does a job as far as it can be done now. A panic is an error of this job
// alone.
func (c *Courier) do(ctx context.Context, j *job) (res result) {
	res.job = j
	defer func() {
		if p := recover(); p != nil {
			c.Log.Error("panic while a board was delivered", "panic", p, "stack", string(debug.Stack()))
			res.err = fmt.Errorf("panic: %v", p)
		}
	}()
	if j.strip != "" {
		c.strip(ctx, j, &res)
		return res
	}
	if j.unsaved != nil {
		if res.err = c.save(ctx, j, *j.unsaved); res.err != nil {
			return res
		}
	}
	c.deliver(ctx, &res)
	return res
}

// strip takes the buttons off a message.
func (c *Courier) strip(ctx context.Context, j *job, res *result) {
	if c.mustWait(j, res) {
		return
	}
	err := c.Door.Strip(ctx, bot.ChatKey(j.board.Chat), j.strip)
	if !errors.Is(err, bot.ErrNotModified) && !errors.Is(err, bot.ErrGone) {
		res.err = err
	}
}

// deliver brings the board as it stands now. Each turn of the loop sends at most
// one request and records what came of it; another turn is needed where a message
// is gone or a chat takes no pictures.
func (c *Courier) deliver(ctx context.Context, res *result) {
	key := res.job.board.BoardKey
	for range 4 {
		board, err := c.board(ctx, key)
		switch now := c.Clock.Now(); {
		case errors.Is(err, store.ErrNotFound):
			return
		case err != nil:
			res.err = err
			return
		case !board.Due():
			res.err = c.save(ctx, res.job, board.Shown) // ends the lease
			return
		case board.Order.NotBefore.After(now):
			res.wait = board.Order.NotBefore.Sub(now)
			return
		}
		if again := c.attempt(ctx, board, res); !again {
			return
		}
	}
	res.err = errors.New("the board changes its way of being shown over and over")
}

// attempt sends one request for the board if one is needed, and reports whether
// the board has to be looked at again.
func (c *Courier) attempt(ctx context.Context, board store.Board, res *result) (again bool) {
	if board.Shown.Posts < board.Order.Posts && !res.job.noPictures {
		board.Shown.Text = false // on a new message, for the right may be there again
	}
	screen, err := c.Composer.Compose(ctx, board)
	if err != nil {
		res.err = fmt.Errorf("compose a board: %w", err)
		return false
	}
	hash, err := fingerprint(&screen)
	if err != nil {
		res.err = err
		return false
	}
	d := delivery{
		Courier: c, board: board, screen: &screen, res: res,
		chat: bot.ChatKey(board.Chat),
		old:  board.Slot < board.MatchSlot,
		then: board.Shown,
	}
	d.then.Rev, d.then.Hash, d.then.Done = board.MatchRev, hash, d.old
	switch post := d.wantsPost(); {
	case d.old && board.Shown.Ref == "": // its successor shows more than it would
		return d.record(ctx)
	case !post && hash == board.Shown.Hash:
		return d.record(ctx)
	case !d.old && !board.Must() && c.Door.Budget().Left(d.chat, c.Clock.Now()) < reserve:
		res.wait = recheck
		return false
	case c.mustWait(res.job, res):
		return false
	case post:
		return d.post(ctx)
	default:
		return d.edit(ctx)
	}
}

// mustWait counts a send to the job's chat, or puts the chat off and returns true.
func (c *Courier) mustWait(j *job, res *result) bool {
	res.wait = c.Door.Budget().Take(bot.ChatKey(j.board.Chat), c.Clock.Now())
	res.whole = true
	return res.wait > 0
}

// delivery is one request for one board and what comes of it. Its methods report
// whether the board has to be looked at again at once.
type delivery struct {
	*Courier
	board  store.Board
	chat   bot.ChatKey
	screen *bot.Screen
	old    bool        // a later message of the match has taken over
	then   store.Shown // what the chat will show
	res    *result
}

func (d *delivery) wantsPost() bool {
	shown := &d.board.Shown
	return !d.old && (shown.Ref == "" || shown.Posts < d.board.Order.Posts)
}

// edit changes the board's message.
func (d *delivery) edit(ctx context.Context) (again bool) {
	ready, err := d.ready()
	if err != nil {
		d.res.err = err
		return false
	}
	err = d.Door.Edit(ctx, d.chat, bot.BoardRef(d.board.Shown.Ref), ready)
	switch gone, expired := errors.Is(err, bot.ErrGone), errors.Is(err, bot.ErrExpired); {
	case err == nil, errors.Is(err, bot.ErrNotModified):
		return d.record(ctx)
	case d.old && (gone || expired): // nobody misses it
		return d.record(ctx)
	case gone, expired && d.board.Must():
		return d.repost(ctx, d.board.Shown.Text)
	case expired: // a preview is not worth a message: the next change posts
		d.then.Hash = d.board.Shown.Hash
		return d.record(ctx)
	case errors.Is(err, bot.ErrNoPictures) && !d.board.Shown.Text:
		d.res.job.noPictures = true
		d.res.old = bot.BoardRef(d.board.Shown.Ref)
		return d.repost(ctx, true)
	}
	return d.refused(ctx, err)
}

// repost forgets the board's message, so that the next attempt posts anew.
func (d *delivery) repost(ctx context.Context, textOnly bool) (again bool) {
	shown := d.board.Shown
	shown.Ref, shown.Hash, shown.Text = "", "", textOnly
	d.res.err = d.save(ctx, d.res.job, shown)
	return d.res.err == nil
}

// post sends the board as a new message. Its nonce is stored first: if this
// process stops before the message is recorded, the next one uses it again.
func (d *delivery) post(ctx context.Context) (again bool) {
	repeated := d.board.Shown.Posting != ""
	if !repeated {
		begun := d.board.Shown
		begun.Posting = rand.Text()[:20]
		if err := d.save(ctx, d.res.job, begun); err != nil {
			d.res.err = err
			return false
		}
		d.board.Shown = begun
	}
	ready, err := d.ready()
	if err != nil {
		d.res.err = err
		return false
	}
	ready.Nonce = d.board.Shown.Posting
	ready.Silent = !d.board.Order.Ping || d.board.Shown.Posts >= d.board.Order.Posts
	ref, err := d.Door.Post(ctx, d.chat, ready)
	switch {
	case err == nil:
		return d.posted(ctx, ref, repeated)
	case errors.Is(err, bot.ErrNoPictures) && !d.board.Shown.Text:
		d.res.job.noPictures = true
		shown := d.board.Shown
		shown.Text, shown.Posting = true, ""
		d.res.err = d.save(ctx, d.res.job, shown)
		return d.res.err == nil
	case errors.Is(err, bot.ErrGone):
		return d.lost(ctx, err)
	}
	return d.refused(ctx, err)
}

// posted records the new message. A repeated post may have found the message of
// the first attempt, which shows an older screen: then it is edited once more.
func (d *delivery) posted(ctx context.Context, ref bot.BoardRef, repeated bool) (again bool) {
	if old := bot.BoardRef(d.board.Shown.Ref); old != "" && old != ref {
		d.res.old = old
	}
	d.then.Ref, d.then.Posts, d.then.Posting = string(ref), d.board.Order.Posts, ""
	if repeated {
		d.then.Rev, d.then.Hash = 0, ""
	}
	d.record(ctx)
	return repeated && d.res.err == nil
}

// refused handles what an edit and a post have in common.
func (d *delivery) refused(ctx context.Context, err error) (again bool) {
	var migrated *bot.MigratedError
	switch {
	case errors.As(err, &migrated):
		// The decision moves the board to its new key, where it is due.
		d.res.err = d.report(ctx, bot.Event{
			Key:     fmt.Sprintf("migrated/%s/%s", d.chat, migrated.To),
			Kind:    bot.Migrated,
			NewChat: migrated.To,
		})
		return false
	case errors.Is(err, bot.ErrForbidden):
		return d.lost(ctx, err)
	}
	d.res.err = err
	return false
}

// lost reports that nothing can be brought to the chat any more, and gives this
// revision of the board up. A later change or order tries again, for the bot may
// have been let in again meanwhile.
func (d *delivery) lost(ctx context.Context, cause error) (again bool) {
	d.Log.Info("a chat is lost", "chat", d.chat, "match", d.board.Match, "cause", cause)
	err := d.report(ctx, bot.Event{
		Key: fmt.Sprintf("lost/%s/%s/%d/%d/%d", d.chat, d.board.Match, d.board.Slot,
			d.board.Order.Posts, d.board.MatchRev),
		Kind: bot.ChatLost,
	})
	if err != nil {
		d.res.err = err
		return false
	}
	shown := d.board.Shown
	shown.Rev, shown.Posts = d.board.MatchRev, d.board.Order.Posts
	shown.Hash, shown.Posting, shown.Done = "", "", d.old
	d.res.err = d.save(ctx, d.res.job, shown)
	return false
}

func (d *delivery) report(ctx context.Context, event bot.Event) error {
	event.Chat, event.Time = d.chat, d.Clock.Now()
	if err := d.Report(ctx, event); err != nil {
		return fmt.Errorf("report on a chat: %w", err)
	}
	return nil
}

// ready makes the screen ready for the door.
func (d *delivery) ready() (bot.Rendered, error) {
	ready := bot.Rendered{Text: d.screen.Text, Alt: d.screen.Alt, Groups: d.screen.Groups, Mention: d.screen.Mention}
	if d.screen.Scene == nil {
		return ready, nil
	}
	var err error
	ready.Picture, ready.PNG, err = d.Gallery.Picture(d.screen.Scene)
	return ready, err
}

// record saves what the chat shows now. It never asks for another look.
func (d *delivery) record(ctx context.Context) (again bool) {
	d.res.err = d.save(ctx, d.res.job, d.then)
	return false
}

// save records what a chat shows, even if the context ends meanwhile: it was sent.
// If the store refuses, the job keeps it and saves it first when it is tried again.
// A board that is gone, for instance by a migration, needs no record.
func (c *Courier) save(ctx context.Context, j *job, shown store.Shown) error {
	err := c.Store.SaveShown(context.WithoutCancel(ctx), j.board.BoardKey, shown)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	if err != nil {
		j.unsaved = &shown
		return fmt.Errorf("record what a chat shows: %w", err)
	}
	j.unsaved = nil
	return nil
}

// board reads a board again.
func (c *Courier) board(ctx context.Context, key store.BoardKey) (store.Board, error) {
	boards, err := c.Store.Boards(ctx, key.Match)
	if err != nil {
		return store.Board{}, err
	}
	for _, board := range boards {
		if board.BoardKey == key {
			return board, nil
		}
	}
	return store.Board{}, store.ErrNotFound
}
