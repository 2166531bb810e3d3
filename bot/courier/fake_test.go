package courier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tablabot/bot"
	"tablabot/render"
	"tablabot/store"
)

// shelf is a store of boards in memory, with the same promises.
type shelf struct {
	mu     sync.Mutex
	boards []store.Board
	broken error // what every method returns
	saves  int   // how many saves are let through before SaveShown refuses; -1 all
}

func newShelf(boards ...store.Board) *shelf { return &shelf{boards: boards, saves: -1} }

func (s *shelf) ClaimBoards(_ context.Context, door string, now time.Time, n int, lease time.Duration) ([]store.Board, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var claimed []store.Board
	for i := range s.boards {
		b := &s.boards[i]
		if len(claimed) < n && b.Door() == door && b.Due() && !b.LeaseEnds.After(now) && !b.Order.NotBefore.After(now) {
			b.LeaseEnds = now.Add(lease)
			claimed = append(claimed, *b)
		}
	}
	return claimed, s.broken
}

func (s *shelf) Boards(_ context.Context, match string) ([]store.Board, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []store.Board
	for _, b := range s.boards {
		if b.Match == match {
			found = append(found, b)
		}
	}
	return found, s.broken
}

func (s *shelf) SaveShown(_ context.Context, key store.BoardKey, shown store.Shown) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.saves == 0 {
		return store.ErrFull
	}
	s.saves--
	for i := range s.boards {
		if s.boards[i].BoardKey == key {
			s.boards[i].Shown, s.boards[i].LeaseEnds = shown, time.Time{}
			return nil
		}
	}
	return store.ErrNotFound
}

func (s *shelf) NextDue(context.Context) (time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var next time.Time
	for _, b := range s.boards {
		if at := latest(b.LeaseEnds, b.Order.NotBefore); b.Due() && !at.IsZero() {
			next = earliest(next, at)
		}
	}
	return next, s.broken
}

// change commits a change to every board of the match; must is for a change that
// has to be seen.
func (s *shelf) change(match string, must bool, change ...func(*store.Board)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.boards {
		b := &s.boards[i]
		if b.Match != match {
			continue
		}
		b.MatchRev++
		if must {
			b.MatchMust = b.MatchRev
		}
		for _, f := range change {
			f(b)
		}
	}
}

// get returns the first board of a match as it is kept.
func (s *shelf) get(t *testing.T, match string) store.Board {
	t.Helper()
	boards, err := s.Boards(t.Context(), match)
	if err != nil || len(boards) == 0 {
		t.Fatalf("board of %s: %v", match, err)
	}
	return boards[0]
}

// table is a board that was ordered and never posted.
func table(match, chat string) store.Board {
	key := store.BoardKey{Match: match, Chat: chat}
	return store.Board{
		BoardKey: key, Order: store.Order{BoardKey: key, Posts: 1, Ping: true},
		MatchRev: 1, MatchMust: 1,
	}
}

// shown is a board whose chat shows its first revision.
func shown(match, chat string) store.Board {
	b := table(match, chat)
	b.Shown = store.Shown{Ref: "old-" + match, Posts: 1, Rev: 1, Hash: "of revision 1"}
	return b
}

// inLetters is the board where the chat took no picture of it.
func inLetters(b store.Board) store.Board {
	b.Shown.Text = true
	return b
}

// composer shows the revision that is kept: "m1 rev 4 →".
type composer struct {
	shelf *shelf
	same  bool // every revision looks alike
	err   error
}

func (c *composer) Compose(ctx context.Context, board store.Board) (bot.Screen, error) {
	if c.err != nil {
		return bot.Screen{}, c.err
	}
	rev := board.MatchRev
	boards, err := c.shelf.Boards(ctx, board.Match)
	if err != nil {
		return bot.Screen{}, err
	}
	for _, b := range boards {
		rev = max(rev, b.MatchRev)
	}
	if c.same {
		rev = 0
	}
	screen := bot.Screen{
		Text:    bot.Text{{Text: fmt.Sprintf("%s rev %d", board.Match, rev)}},
		Mention: []bot.PersonKey{"tg:7"},
	}
	if !board.Shown.Text {
		screen.Scene = &render.Scene{Length: int(rev)}
	}
	if board.Slot == board.MatchSlot {
		screen.Groups = []bot.Group{{Buttons: []bot.Button{{Label: "Roll", Data: "roll"}}}}
	}
	return screen, nil
}

// painter draws a scene as the text of its length.
type painter struct {
	mu    sync.Mutex
	drawn map[int]int // how often each scene was drawn
	hold  chan struct{}
}

func (p *painter) PNG(scene *render.Scene) ([]byte, error) {
	if p.hold != nil {
		<-p.hold
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn == nil {
		p.drawn = make(map[int]int)
	}
	p.drawn[scene.Length]++
	return fmt.Appendf(nil, "png %d", scene.Length), nil
}

// door records what is sent as lines: "1s edit tg:1 old-m1: m1 rev 2". Planned
// answers are used up one a send.
type door struct {
	name   string
	budget *bot.Budget
	took   time.Duration // how long a send takes
	began  time.Time

	mu      sync.Mutex
	plans   map[string][]error // answers to come, by what is sent ("post", "edit", "strip")
	always  map[bot.ChatKey]error
	lines   []string
	sent    []bot.Rendered
	posts   int
	running map[bot.ChatKey]int
	most    int // sends in flight at once
	overlap bool
}

func newDoor(plans map[string][]error) *door {
	return &door{name: "tg", plans: plans, began: time.Now(), running: make(map[bot.ChatKey]int)}
}

func (d *door) Name() string                           { return d.name }
func (d *door) Budget() *bot.Budget                    { return d.budget }
func (d *door) Run(context.Context, bot.Handler) error { return nil }

func (d *door) Post(ctx context.Context, chat bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	if err := d.send(ctx, chat, "post", "", &r); err != nil {
		return "", err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.posts++
	return bot.BoardRef(fmt.Sprintf("new-%d", d.posts)), nil
}

func (d *door) Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, r bot.Rendered) error {
	return d.send(ctx, chat, "edit", ref, &r)
}

func (d *door) Strip(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef) error {
	return d.send(ctx, chat, "strip", ref, nil)
}

func (d *door) send(ctx context.Context, chat bot.ChatKey, what string, ref bot.BoardRef, r *bot.Rendered) error {
	d.enter(chat)
	defer d.leave(chat)
	if d.took > 0 {
		if err := bot.Sleep(ctx, bot.SystemClock{}, d.took); err != nil {
			return err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.always[chat]
	if plan := d.plans[what]; len(plan) > 0 && err == nil {
		err, d.plans[what] = plan[0], plan[1:]
	}
	d.lines = append(d.lines, d.line(chat, what, ref, r, err))
	if r != nil {
		d.sent = append(d.sent, *r)
	}
	return err
}

func (d *door) line(chat bot.ChatKey, what string, ref bot.BoardRef, r *bot.Rendered, err error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s %s", time.Since(d.began).Round(100*time.Millisecond), what, chat)
	if ref != "" {
		fmt.Fprintf(&b, " %s", ref)
	}
	if r != nil {
		fmt.Fprintf(&b, ": %s", r.Text)
		switch {
		case r.PNG == nil:
			b.WriteString(", no picture")
		case !bytes.HasPrefix(r.PNG, []byte("png")) || r.Picture == "":
			b.WriteString(", bad picture")
		}
		if len(r.Groups) == 0 {
			b.WriteString(", no buttons")
		}
	}
	if err != nil {
		b.WriteString(" → refused")
	}
	return b.String()
}

func (d *door) enter(chat bot.ChatKey) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running[chat]++
	d.overlap = d.overlap || d.running[chat] > 1
	all := 0
	for _, n := range d.running {
		all += n
	}
	d.most = max(d.most, all)
}

func (d *door) leave(chat bot.ChatKey) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running[chat]--
}

func (d *door) log() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.lines)
}

// pass lets time pass, and everything happen that does so meanwhile.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// world is a courier with everything round it.
type world struct {
	*Courier
	shelf    *shelf
	door     *door
	composer *composer
	painter  *painter
	reported *[]bot.Event
	stop     context.CancelFunc
	ended    chan error
}

// start runs a courier inside a synctest bubble until the test ends.
func start(t *testing.T, s *shelf, d *door, adjust ...func(*world)) *world {
	t.Helper()
	w := &world{shelf: s, door: d, composer: &composer{shelf: s}, painter: new(painter), reported: new([]bot.Event)}
	var mu sync.Mutex
	w.Courier = New(Config{
		Door: d, Store: s, Composer: w.composer,
		Gallery: NewGallery(w.painter, 8, 2),
		Report: func(_ context.Context, event bot.Event) error {
			mu.Lock()
			defer mu.Unlock()
			*w.reported = append(*w.reported, event)
			return nil
		},
		Debounce: time.Second,
		Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	for _, f := range adjust {
		f(w)
	}
	ctx, stop := context.WithCancel(context.Background())
	w.stop, w.ended = stop, make(chan error, 1)
	go func() { w.ended <- w.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-w.ended; err != nil && !errors.Is(err, bot.ErrFatal) {
			t.Errorf("the courier ended with %v", err)
		}
		w.ended <- nil
		if d.overlap {
			t.Errorf("two requests for one chat were in flight at once")
		}
	})
	return w
}
