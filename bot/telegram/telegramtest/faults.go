package telegramtest

import (
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Fault is something that goes wrong with a request. At most one of RetryAfter,
// Status, Reset and Truncate is set; Delay goes with each and may stand alone.
type Fault struct {
	Method     string        // empty: any but getUpdates
	Times      int           // how often; 0: once
	Done       bool          // the request is carried out first, only its answer suffers
	Delay      time.Duration // before anything else, in real time
	RetryAfter int           // 429 that asks for so many seconds
	Status     int           // this status with a page in HTML, as a proxy answers
	Reset      bool          // the connection breaks
	Truncate   bool          // half of the answer
}

// Inject lets the next requests that fit go wrong.
func (s *Server) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = max(f.Times, 1)
	s.faults = append(s.faults, &f)
}

func tooMany(seconds int) *Error {
	return &Error{Code: 429, Description: "Too Many Requests: retry after " + strconv.Itoa(seconds), RetryAfter: seconds}
}

// takeFault returns the fault that is due for the method, or nil.
func (s *Server) takeFault(method string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Times > 0 && (f.Method == method || f.Method == "" && method != "getUpdates") {
			f.Times--
			struck := *f
			return &struck
		}
	}
	return nil
}

// strike lets the fault happen. It reports whether the request is answered.
func (f *Fault) strike(s *Server, w http.ResponseWriter, c *call) (answered bool) {
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-c.http.Context().Done():
		case <-s.ctx.Done():
		}
	}
	var result any
	var refusal *Error
	if f.Done || f.Truncate {
		result, refusal = s.call(c)
	}
	switch {
	case f.RetryAfter > 0:
		answer(w, nil, tooMany(f.RetryAfter))
	case f.Status > 0:
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(f.Status)
		fmt.Fprintf(w, "<html><head><title>%d %s</title></head><body><center>nginx</center></body></html>", f.Status, http.StatusText(f.Status))
	case f.Reset:
		reset(w)
	case f.Truncate:
		status, body := encodeAnswer(result, refusal)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = w.Write(body[:len(body)/2])
	case f.Done:
		answer(w, result, refusal)
	default:
		return false
	}
	return true
}

// reset breaks the connection without an answer.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
