package telegramtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
	"tablabot/engine/enginetest"
)

// Options change what a server is. The zero value is the strictest.
type Options struct {
	Clock        bot.Clock     // nil: the machine's
	Token        string        // empty: a made-up one
	Username     string        // of the bot; empty: tabla_test_bot
	Spec         string        // path of the official specification; empty: not checked
	Unlimited    bool          // no limit on sends
	NoPrivacy    bool          // the bot sees every message of a group
	CallbackLife time.Duration // how long a tap can be answered; 0: 15 s
}

// Server is the stand-in. Its methods are safe for concurrent use.
type Server struct {
	opts   Options
	clock  bot.Clock
	spec   *spec
	server *http.Server
	url    string
	served chan struct{}
	ctx    context.Context // ends with Close
	stop   context.CancelFunc

	mu         sync.Mutex
	changed    chan struct{} // closed and replaced whenever something happened
	me         User
	users      map[int64]*User
	chats      map[int64]*chat
	files      map[string]*Photo
	queries    map[string]*query
	updates    updates
	hook       *webhook
	commands   map[commandKey][]Command
	allSends   []time.Time
	faults     []*Fault
	requests   []Request
	violations []string
	lastID     int64 // of users, chats and files
}

// New starts a server for a test. At the end the server is closed, and the test
// fails if there were violations. The official specification is checked if the
// machine has it.
func New(t testing.TB, options ...Options) *Server {
	t.Helper()
	var o Options
	if len(options) > 0 {
		o = options[0]
	}
	if o.Spec == "" {
		if path, ok := enginetest.Find(t, "specs/telegram-api.json"); ok {
			o.Spec = path
		}
	}
	s, err := Start(o)
	if err != nil {
		t.Fatalf("start the stand-in of Telegram: %v", err)
	}
	t.Cleanup(func() {
		s.Close()
		for _, v := range s.Violations() {
			t.Errorf("Telegram was used wrongly: %s", v)
		}
	})
	return s
}

// Start starts a server that the caller closes.
func Start(o Options) (*Server, error) {
	if o.Clock == nil {
		o.Clock = bot.SystemClock{}
	}
	if o.Token == "" {
		o.Token = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"
	}
	if o.Username == "" {
		o.Username = "tabla_test_bot"
	}
	if o.CallbackLife == 0 {
		o.CallbackLife = 15 * time.Second
	}
	s := &Server{
		opts:     o,
		clock:    o.Clock,
		served:   make(chan struct{}),
		changed:  make(chan struct{}),
		users:    make(map[int64]*User),
		chats:    make(map[int64]*chat),
		files:    make(map[string]*Photo),
		queries:  make(map[string]*query),
		commands: make(map[commandKey][]Command),
		updates:  newUpdates(),
	}
	if o.Spec != "" {
		var err error
		if s.spec, err = readSpec(o.Spec); err != nil {
			return nil, err
		}
	}
	s.addOfficials()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	s.url = "http://" + listener.Addr().String()
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(s.served)
		if err := s.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			s.mu.Lock()
			s.violate("stand-in: serve: %v", err)
			s.mu.Unlock()
		}
	}()
	return s, nil
}

// Close ends the server and everything it started.
func (s *Server) Close() {
	s.stop()
	s.mu.Lock()
	hook := s.hook
	s.hook = nil
	s.wake()
	s.mu.Unlock()
	if hook != nil {
		hook.stop()
	}
	_ = s.server.Close()
	<-s.served
}

// URL is scheme://host:port, in place of the public host.
func (s *Server) URL() string { return s.url }

// Token is the bot's token.
func (s *Server) Token() string { return s.opts.Token }

// Bot is the bot as a user.
func (s *Server) Bot() User { return s.me }

// Violations returns what the bot did that a bot must not do, oldest first.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.violations...)
}

// ForgetViolations returns the violations and forgets them: for tests that make
// some on purpose.
func (s *Server) ForgetViolations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.violations
	s.violations = nil
	return v
}

// Request is a call of a method as it arrived.
type Request struct {
	Method string
	Params map[string]string
	Files  map[string]int // names of parts with their length in bytes
	Code   int            // of the answer: 200, or the error code
	Error  string         // description of a refusal
	Time   time.Time
}

// Requests returns all calls of the methods, or of all methods but getUpdates if
// none is named, oldest first.
func (s *Server) Requests(methods ...string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Request
	for _, r := range s.requests {
		wanted := len(methods) == 0 && r.Method != "getUpdates"
		for _, m := range methods {
			wanted = wanted || m == r.Method
		}
		if wanted {
			found = append(found, r)
		}
	}
	return found
}

// Await waits until the condition holds, and fails the test if it does not within
// ten seconds of real time. The condition is asked whenever something happened.
func (s *Server) Await(t testing.TB, what string, condition func() bool) {
	t.Helper()
	late := time.NewTimer(10 * time.Second)
	defer late.Stop()
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if condition() {
			return
		}
		select {
		case <-changed:
		case <-time.After(20 * time.Millisecond): // what the server cannot see
		case <-late.C:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// AwaitMessage waits for a message that fits and returns the newest.
func (s *Server) AwaitMessage(t testing.TB, chat int64, fits func(Message) bool) Message {
	t.Helper()
	var found Message
	s.Await(t, fmt.Sprintf("a message in chat %d", chat), func() bool {
		messages := s.Messages(chat)
		for i := len(messages) - 1; i >= 0; i-- {
			if fits(messages[i]) {
				found = messages[i]
				return true
			}
		}
		return false
	})
	return found
}

// wake tells everybody who waits that something happened. Callers hold mu.
func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// violate records a violation. Callers hold mu.
func (s *Server) violate(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

func (s *Server) nextID() int64 {
	s.lastID++
	return s.lastID
}
