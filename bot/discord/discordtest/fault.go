package discordtest

import (
	"net/http"
	"strings"
)

// Fault spoils the answer to requests.
type Fault struct {
	Method string // empty: any
	Path   string // a part of the path without version; empty: any
	Times  int    // how many requests; 0 means one
	Late   bool   // the request is carried out, only its answer is spoiled
	Hold   <-chan struct{}

	Reset  bool // the connection is cut in place of an answer
	Status int  // 0, without Reset: the answer is not changed
	Header map[string]string
	Body   string
}

// Faults that the platform is known for.
func serverError(status int) Fault {
	return Fault{Status: status, Header: map[string]string{"Content-Type": "text/html"}, Body: "<html><body>upstream error</body></html>"}
}

// ServerError is a 5xx with a page of HTML.
func ServerError(status int) Fault { return serverError(status) }

// CloudflareLimit is the 429 of the network before the platform: a page of HTML.
func CloudflareLimit() Fault {
	f := serverError(http.StatusTooManyRequests)
	f.Header["Retry-After"] = "7"
	return f
}

// Refusal is an error of the platform.
func Refusal(status int, body string) Fault {
	return Fault{Status: status, Header: map[string]string{"Content-Type": "application/json"}, Body: body}
}

// Inject makes a fault happen to the next requests that fit it.
func (s *Server) Inject(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f.Times = orInt(f.Times, 1)
	s.faults = append(s.faults, &f)
}

func (s *Server) nextFault(method, path string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		if f.Times > 0 && (f.Method == "" || f.Method == method) && strings.Contains(path, f.Path) {
			f.Times--
			return f
		}
	}
	return nil
}

// spoil answers in place of the server and reports whether it did.
func (f *Fault) spoil(w http.ResponseWriter) bool {
	switch {
	case f.Reset:
		panic(http.ErrAbortHandler)
	case f.Status == 0:
		return false
	}
	for name, value := range f.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(f.Status)
	w.Write([]byte(f.Body))
	return true
}
