package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/gorilla/websocket"
)

// privileged are the intents that must be switched on for a bot.
const privileged = 1<<1 | 1<<8 | 1<<15

// gateway keeps the sessions of the bot.
type gateway struct {
	server *Server

	mu         sync.Mutex
	sessions   map[string]*session
	wrong      []Misbehaviour
	closeWith  []int // codes to close the next connections with after identify
	identifies int
	resumes    int
	mute       bool
	stopped    bool
	running    sync.WaitGroup
	conns      map[*link]bool
}

// session outlives its connections.
type session struct {
	id     string
	seq    int64
	events []payload // all, for replay
	link   *link     // nil while the bot is away
}

type payload struct {
	Op   int    `json:"op"`
	Data any    `json:"d"`
	Seq  int64  `json:"s,omitempty"`
	Type string `json:"t,omitempty"`
}

type incoming struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

func (g *gateway) start(s *Server) {
	g.server = s
	g.sessions = make(map[string]*session)
	g.conns = make(map[*link]bool)
}

func (g *gateway) stop() {
	g.mu.Lock()
	g.stopped = true
	for l := range g.conns {
		l.close()
	}
	g.mu.Unlock()
	g.running.Wait()
}

// Identifies returns how many new sessions the bot has asked for.
func (s *Server) Identifies() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.identifies
}

// Resumes returns how many sessions the bot has taken up again.
func (s *Server) Resumes() int {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return s.gateway.resumes
}

// Connected reports whether the bot has an open session.
func (s *Server) Connected() bool {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	for _, session := range s.gateway.sessions {
		if session.link != nil {
			return true
		}
	}
	return false
}

// Dispatch sends an event of any kind to the bot.
func (s *Server) Dispatch(name string, data any) { s.gateway.dispatch(name, data) }

func (g *gateway) links() []*link {
	g.mu.Lock()
	defer g.mu.Unlock()
	var out []*link
	for l := range g.conns {
		out = append(out, l)
	}
	return out
}

// dispatch sends an event to every session; those away get it when they resume.
func (g *gateway) dispatch(name string, data any) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(fmt.Sprintf("an event that is no JSON: %v", err))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		g.emitLocked(s, name, json.RawMessage(raw))
	}
}

func (g *gateway) emitLocked(s *session, name string, data any) {
	s.seq++
	p := payload{Op: 0, Data: data, Seq: s.seq, Type: name}
	s.events = append(s.events, p)
	if s.link != nil && !g.mute {
		s.link.send(p)
	}
}

// serve upgrades a request to a connection and keeps it until it ends.
func (g *gateway) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("encoding") != "json" || r.URL.Query().Get("v") == "" {
		http.Error(w, "the version or the encoding is missing", http.StatusBadRequest)
		return
	}
	upgrader := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	l := &link{conn: conn, out: make(chan any, 1024), done: make(chan struct{})}
	g.mu.Lock()
	if g.stopped {
		g.mu.Unlock()
		conn.Close()
		return
	}
	g.conns[l] = true
	wrong := Misbehaviour(0)
	if len(g.wrong) > 0 {
		wrong, g.wrong = g.wrong[0], g.wrong[1:]
	}
	g.running.Add(2)
	g.mu.Unlock()
	go func() { defer g.running.Done(); l.write() }()
	defer g.running.Done()
	g.talk(l, wrong)
	l.close()
	g.mu.Lock()
	delete(g.conns, l)
	for _, s := range g.sessions {
		if s.link == l {
			s.link = nil
		}
	}
	g.mu.Unlock()
}

// talk reads what the bot says until the connection ends.
func (g *gateway) talk(l *link, wrong Misbehaviour) {
	if wrong != SilentHello {
		l.send(payload{Op: 10, Data: object{"heartbeat_interval": g.server.options.Heartbeat.Milliseconds()}})
	}
	for {
		_, raw, err := l.conn.ReadMessage()
		if err != nil {
			// By closing with these codes, first, the bot ends its session.
			if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) && !l.closed() {
				g.forget(l)
			}
			return
		}
		var in incoming
		if len(raw) > 4096 {
			l.closeWith(4002)
			return
		}
		if json.Unmarshal(raw, &in) != nil {
			l.closeWith(4002)
			return
		}
		if !g.hear(l, in, wrong) {
			return
		}
	}
}

// forget ends the sessions of a connection, which cannot be resumed then.
func (g *gateway) forget(l *link) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for id, s := range g.sessions {
		if s.link == l {
			delete(g.sessions, id)
		}
	}
}

func (g *gateway) sessionOf(l *link) *session {
	for _, s := range g.sessions {
		if s.link == l {
			return s
		}
	}
	return nil
}

// hear handles one payload and reports whether the connection goes on.
func (g *gateway) hear(l *link, in incoming, wrong Misbehaviour) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch in.Op {
	case 1:
		if !g.mute {
			l.send(payload{Op: 11})
		}
		return true
	case 2:
		return g.identifyLocked(l, in.Data, wrong)
	case 6:
		return g.resumeLocked(l, in.Data, wrong)
	case 3, 4, 8:
		if g.sessionOf(l) == nil {
			l.closeWith(4003)
			return false
		}
		return true
	}
	l.closeWith(4001)
	return false
}

func (g *gateway) identifyLocked(l *link, raw json.RawMessage, wrong Misbehaviour) bool {
	var identify struct {
		Token      string          `json:"token"`
		Intents    *int            `json:"intents"`
		Properties json.RawMessage `json:"properties"`
	}
	err := json.Unmarshal(raw, &identify)
	g.identifies++
	switch {
	case err != nil:
		l.closeWith(4002)
		return false
	case g.sessionOf(l) != nil:
		l.closeWith(4005)
		return false
	case !g.server.isToken(identify.Token), g.identifies > g.server.options.Identifies:
		l.closeWith(4004)
		return false
	case identify.Intents == nil:
		l.closeWith(4013)
		return false
	case *identify.Intents&privileged != 0:
		l.closeWith(4014)
		return false
	}
	if g.closeNextLocked(l) {
		return false
	}
	switch wrong {
	case ReconnectBeforeReady:
		l.send(payload{Op: 7})
		return true
	case AckBeforeReady:
		l.send(payload{Op: 11})
	case NoReady:
		return true
	}
	s := &session{id: fmt.Sprintf("session-%d", g.identifies), link: l}
	g.sessions[s.id] = s
	g.emitLocked(s, "READY", object{
		"v": 9, "session_id": s.id, "resume_gateway_url": g.server.gatewayURL(),
		"user":        object{"id": g.server.app, "username": "tablabot", "bot": true, "discriminator": "0"},
		"application": object{"id": g.server.app, "flags": 0}, "guilds": []object{},
	})
	return true
}

func (g *gateway) closeNextLocked(l *link) bool {
	if len(g.closeWith) == 0 {
		return false
	}
	code := g.closeWith[0]
	g.closeWith = g.closeWith[1:]
	l.closeWith(code)
	return true
}

func (g *gateway) resumeLocked(l *link, raw json.RawMessage, wrong Misbehaviour) bool {
	var resume struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if json.Unmarshal(raw, &resume) != nil {
		l.closeWith(4002)
		return false
	}
	if !g.server.isToken(resume.Token) {
		l.closeWith(4004)
		return false
	}
	if g.closeNextLocked(l) {
		return false
	}
	s := g.sessions[resume.Session]
	if s == nil || wrong == RefuseResume {
		delete(g.sessions, resume.Session)
		l.send(payload{Op: 9, Data: false})
		return true
	}
	if resume.Seq > s.seq {
		l.closeWith(4007)
		return false
	}
	g.resumes++
	s.link = l
	for _, p := range s.events {
		if p.Seq > resume.Seq {
			l.send(p)
		}
	}
	g.emitLocked(s, "RESUMED", object{})
	return true
}

func (s *Server) isToken(token string) bool {
	return strings.TrimPrefix(token, "Bot ") == s.options.Token
}

func (s *Server) gatewayURL() string { return "ws" + strings.TrimPrefix(s.http.URL, "http") }
