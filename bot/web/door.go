package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"

	"tablabot/bot"
)

const doorName = "web"

// When the door closes, requests in progress may go on for grace, and their
// answers have flush to leave.
const (
	grace = 5 * time.Second
	flush = 300 * time.Millisecond
)

// Door is the page. It is safe for concurrent use.
type Door struct {
	cfg      Config
	people   *people
	rooms    *rooms
	pictures *pictures
	windows  chan struct{} // a place for each open stream
}

var _ bot.Door = (*Door)(nil)

// New returns a page that does not listen yet. It reads the names file, if one is
// configured.
func New(cfg Config) (*Door, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	people, err := newPeople(cfg.NamesFile)
	if err != nil {
		return nil, err
	}
	pictures := &pictures{}
	return &Door{
		cfg:      cfg,
		people:   people,
		pictures: pictures,
		rooms:    &rooms{pictures: pictures, now: cfg.Clock.Now},
		windows:  make(chan struct{}, maxWindows),
	}, nil
}

// Name is the prefix of the door's keys.
func (d *Door) Name() string { return doorName }

// Budget is nil: a page in memory may be written as often as one likes.
func (d *Door) Budget() *bot.Budget { return nil }

// Run serves the page until the context ends. An address that cannot be listened
// on is a [bot.ErrFatal].
func (d *Door) Run(ctx context.Context, handle bot.Handler) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", d.cfg.Listen)
	if err != nil {
		return d.noListener(err)
	}
	if addr, ok := listener.Addr().(*net.TCPAddr); ok && !addr.IP.IsLoopback() {
		d.cfg.Log.Warn("the page can be reached from other machines, and whoever reaches it may play", "address", addr.String())
	}
	if d.cfg.Ready != nil {
		d.cfg.Ready(pageURL(d.cfg.Listen, listener.Addr()))
	}
	working, stopWorking := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWorking()
	site := newSite(d, ctx, working, handle)
	server := &http.Server{
		Handler:           site,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(d.cfg.Log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err = <-served: // the listener broke
	case <-ctx.Done():
	}
	listener.Close() // nobody comes in any longer
	end(server, site, stopWorking)
	if err != nil {
		return fmt.Errorf("serve the page: %w", err)
	}
	<-served
	return ctx.Err()
}

// end lets requests in progress finish and cuts what is left: a browser keeps
// connections open that it does not use.
func end(server *http.Server, site *site, stopWorking func()) {
	timer := time.AfterFunc(grace, stopWorking)
	defer timer.Stop()
	site.wait()
	ctx, cancel := context.WithTimeout(context.Background(), flush)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		server.Close()
	}
	site.wait()
}

func (d *Door) noListener(err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("show the page at %s: another program uses this address already, choose another one with web.listen: %w", d.cfg.Listen, bot.ErrFatal)
	}
	return fmt.Errorf("show the page at %s: %w: %w", d.cfg.Listen, err, bot.ErrFatal)
}

// pageURL is what a person types to see the page.
func pageURL(listen string, addr net.Addr) string {
	host, _, _ := net.SplitHostPort(listen)
	_, port, _ := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// Handler serves the page without listening, for tests and for other servers.
// Streams end with the context.
func (d *Door) Handler(ctx context.Context, handle bot.Handler) http.Handler {
	return newSite(d, ctx, ctx, handle)
}

// Post adds a message to a room. The same nonce gives the same message.
func (d *Door) Post(ctx context.Context, chat bot.ChatKey, r bot.Rendered) (bot.BoardRef, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("post to %s: %w", chat, err)
	}
	name, ok := roomOf(chat)
	if !ok {
		return "", fmt.Errorf("post to %s: %w", chat, bot.ErrGone)
	}
	room, ok := d.rooms.open(name)
	if !ok {
		return "", fmt.Errorf("post to %s: %w", chat, &bot.RetryError{After: time.Minute})
	}
	return d.post(room, r.Nonce, r), nil
}

func (d *Door) post(room *room, nonce string, r bot.Rendered) bot.BoardRef {
	shown := d.pictures.show(r)
	return room.post(nonce, draw(r, shown), shown)
}

// Edit replaces what a message shows.
func (d *Door) Edit(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef, r bot.Rendered) error {
	return d.change(ctx, "edit", chat, func(room *room) error {
		shown := d.pictures.show(r)
		return room.edit(ref, draw(r, shown), shown)
	})
}

// Strip takes the buttons off a message.
func (d *Door) Strip(ctx context.Context, chat bot.ChatKey, ref bot.BoardRef) error {
	return d.change(ctx, "strip", chat, func(room *room) error { return room.strip(ref) })
}

func (d *Door) change(ctx context.Context, what string, chat bot.ChatKey, change func(*room) error) error {
	err := ctx.Err()
	if err == nil {
		err = bot.ErrGone
		if room := d.rooms.find(chat); room != nil {
			err = change(room)
		}
	}
	if err != nil {
		return fmt.Errorf("%s a message in %s: %w", what, chat, err)
	}
	return nil
}
