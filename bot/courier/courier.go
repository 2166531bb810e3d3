package courier

import (
	"context"
	"log/slog"
	"time"

	"tablabot/bot"
	"tablabot/store"
)

// Store is what a courier uses of a [store.Store].
type Store interface {
	ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error)
	Boards(ctx context.Context, match string) ([]store.Board, error)
	SaveShown(ctx context.Context, key store.BoardKey, shown store.Shown) error
	NextDue(ctx context.Context) (time.Time, error)
}

// Composer says what a board shall show.
type Composer interface {
	// Compose returns the screen of the board's match as it stands now: without
	// a picture if board.Shown.Text is set, final and without buttons if a later
	// message of the match has taken over (board.Slot < board.MatchSlot).
	Compose(ctx context.Context, board store.Board) (bot.Screen, error)
}

// Config is what a courier needs.
type Config struct {
	Door     bot.Door
	Store    Store
	Composer Composer
	Gallery  *Gallery
	// Report takes events that the courier finds out about: a lost chat, a
	// migrated one. It is called again with the same event if it fails. Nil
	// drops them.
	Report func(context.Context, bot.Event) error
	// Debounce is how long a preview waits for further changes. Zero sends
	// every preview at once.
	Debounce time.Duration
	Clock    bot.Clock    // nil: the machine's
	Log      *slog.Logger // nil: none
}

const (
	workers   = 8                // requests in flight
	lease     = 30 * time.Second // of a claimed board
	claimSize = 64               // boards a claim asks for
	queueSize = 1024             // jobs beyond which nothing more is claimed
	reserve   = 8                // sends a minute that previews leave to a chat
	recheck   = 3 * time.Second  // until a preview looks again for spare sends
	patience  = 3                // how many debounce times a preview waits at most
	stripping = 5 * time.Minute  // after which old buttons stay where they are
	idle      = time.Second      // between two looks at work that somebody else owes
	trouble   = 5 * time.Second  // until the store is asked again after an error
	grace     = 5 * time.Second  // for requests in flight at the end
	settling  = time.Second      // at the beginning: what an earlier process sent is not counted
)

// Courier brings the boards of one door to their chats.
type Courier struct {
	Config
	wake chan struct{}
}

// New returns a courier; it does nothing before [Courier.Run].
func New(config Config) *Courier {
	if config.Clock == nil {
		config.Clock = bot.SystemClock{}
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	if config.Report == nil {
		config.Report = func(context.Context, bot.Event) error { return nil }
	}
	config.Log = config.Log.With("door", config.Door.Name())
	return &Courier{Config: config, wake: make(chan struct{}, 1)}
}

// Wake says that something may have become due. It never blocks.
func (c *Courier) Wake() {
	select {
	case c.wake <- struct{}{}:
	default: // one is waiting already
	}
}

// Run delivers until the context ends, which returns nil once every request in
// flight has ended too, or until the platform refuses the bot, which returns an
// error that wraps [bot.ErrFatal].
func (c *Courier) Run(ctx context.Context) error {
	r := &round{Courier: c, queue: newQueue(), results: make(chan result, workers)}
	if c.Door.Budget() != nil {
		r.queue.until = c.Clock.Now().Add(settling)
	}
	// Requests outlive the context for a moment, so that what was sent is recorded.
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	for {
		r.claim(ctx)
		r.begin(work)
		select {
		case <-ctx.Done():
			r.drain(stop)
			return nil
		case <-c.wake:
			r.refresh(ctx)
		case <-r.alarm(ctx):
		case result := <-r.results:
			if err := r.settle(ctx, result); err != nil {
				stop()
				r.drain(stop)
				return err
			}
		}
	}
}
