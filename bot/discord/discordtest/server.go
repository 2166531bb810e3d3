package discordtest

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"

	"tablabot/bot"
)

// Token is the bot token that a server takes unless its options name another.
const Token = "stand-in-bot-token"

// Options are what a test may change of a server; the zero value will do.
type Options struct {
	Clock         bot.Clock     // of tokens, limits and ids; the system's if nil
	Token         string        // of the bot; [Token] if empty
	Specification string        // path of Discord's OpenAPI file; requests are then checked by it
	PerBucket     int           // requests of a bucket within 5 s; 5 if zero, as seen in the wild
	PerSecond     int           // requests in all within 1 s; 50 if zero
	Heartbeat     time.Duration // asked of the bot; 41.25 s if zero
	Identifies    int           // new sessions before the token is reset; 1,000 if zero
	AnswerWithin  time.Duration // life of an interaction without answer; 3 s if zero
	Patience      time.Duration // real time that people wait for an answer; 1 s more if zero
}

// Server is the stand-in. Its methods are safe for concurrent use.
type Server struct {
	options Options
	clock   bot.Clock
	http    *httptest.Server
	schema  *schema
	gateway gateway
	app     string // id of the application and of its user

	mu           sync.Mutex
	lastID       int64
	guilds       map[string]*Guild
	channels     map[string]*Channel
	users        map[string]*User
	messages     map[string]*Message
	interactions map[string]*interaction // by token
	commands     []json.RawMessage
	created      []time.Time // commands, within a day
	nonces       map[string]nonce
	buckets      map[string]*bucket
	invalid      []time.Time // requests refused with 401, 403 or 429
	faults       []*Fault
	requests     []Request
	violations   []string
}

type nonce struct {
	message string
	at      time.Time
}

// Request is one request that was answered.
type Request struct {
	Method, Path string // without version and query
	Status       int
}

// New returns a running server; the caller closes it.
func New(options Options) (*Server, error) {
	s := &Server{
		options:      options,
		clock:        options.Clock,
		guilds:       make(map[string]*Guild),
		channels:     make(map[string]*Channel),
		users:        make(map[string]*User),
		messages:     make(map[string]*Message),
		interactions: make(map[string]*interaction),
		nonces:       make(map[string]nonce),
		buckets:      make(map[string]*bucket),
	}
	s.fillOptions()
	if options.Specification != "" {
		var err error
		if s.schema, err = loadSchema(options.Specification); err != nil {
			return nil, err
		}
	}
	s.app = s.newID()
	s.gateway.start(s)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the stand-in: %w", err)
	}
	s.http = &httptest.Server{Listener: listener, Config: &http.Server{Handler: s.routes()}}
	s.http.Start()
	return s, nil
}

// Start runs a server until the test ends, which fails if the bot broke a rule.
func Start(t testing.TB, options Options) *Server {
	t.Helper()
	s, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		for _, v := range s.Violations() {
			t.Errorf("the bot broke a rule of the platform: %s", v)
		}
	})
	return s
}

func (s *Server) fillOptions() {
	o := &s.options
	if s.clock == nil {
		s.clock = bot.SystemClock{}
	}
	if o.Token == "" {
		o.Token = Token
	}
	o.PerBucket = orInt(o.PerBucket, 5)
	o.PerSecond = orInt(o.PerSecond, 50)
	o.Identifies = orInt(o.Identifies, 1000)
	if o.Heartbeat == 0 {
		o.Heartbeat = 41250 * time.Millisecond
	}
	if o.AnswerWithin == 0 {
		o.AnswerWithin = 3 * time.Second
	}
	if o.Patience == 0 {
		o.Patience = o.AnswerWithin + time.Second
	}
}

func orInt(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// Close stops the server and its connections.
func (s *Server) Close() {
	s.gateway.stop()
	s.http.CloseClientConnections()
	s.http.Close()
}

// URL is what stands in for the public hosts: http://127.0.0.1:port.
func (s *Server) URL() string { return s.http.URL }

// Violations returns what the bot did that the platform forbids, oldest first.
func (s *Server) Violations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.violations...)
}

// ForgiveViolations forgets them, for tests that break rules on purpose.
func (s *Server) ForgiveViolations() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violations = nil
}

// Requests returns every request so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Invalid returns how many requests of the last ten minutes were refused with 401,
// 403 or 429; at 10,000 the platform closes its doors to the address.
func (s *Server) Invalid() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.invalid)
}

// Wait returns true once the condition holds, false if it does not in 20 s. The
// condition may call methods of the server.
func (s *Server) Wait(condition func() bool) bool {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		if condition() {
			return true
		}
	}
	return condition()
}

// violate notes a broken rule; the caller holds the mutex.
func (s *Server) violate(format string, args ...any) {
	s.violations = append(s.violations, fmt.Sprintf(format, args...))
}

// epoch is the first moment of the platform's ids.
const epoch = 1420070400000

// newID returns a new id; they grow with time. The caller holds the mutex or is alone.
func (s *Server) newID() string {
	id := (s.clock.Now().UnixMilli() - epoch) << 22
	s.lastID = max(id, s.lastID+1)
	return strconv.FormatInt(s.lastID, 10)
}
