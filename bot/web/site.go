package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"sync"

	"tablabot/bot"
)

//go:embed page
var page embed.FS

// site is the door as an HTTP handler.
type site struct {
	*Door
	closing context.Context // its end ends every stream
	working context.Context // its end gives up on every event
	handle  bot.Handler
	assets  *assets
	mux     http.Handler
	active  sync.WaitGroup // requests in progress
}

func newSite(d *Door, closing, working context.Context, handle bot.Handler) *site {
	files, err := fs.Sub(page, "page")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	s := &site{Door: d, closing: closing, working: working, handle: handle, assets: newAssets(files)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.showRoom)
	mux.HandleFunc("GET /r/{room}", s.showRoom)
	mux.Handle("GET /page/{file}", s.assets)
	mux.Handle("GET /picture/{file}", s.pictures)
	mux.HandleFunc("GET /events", s.stream)
	mux.HandleFunc("POST /api/hello", answer(s.hello))
	mux.HandleFunc("POST /api/join", answer(s.join))
	mux.HandleFunc("POST /api/send", answer(s.send))
	mux.HandleFunc("POST /api/tap", answer(s.tap))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, sayNoPage, http.StatusNotFound) })
	s.mux = guard(mux, d.cfg)
	return s
}

// ServeHTTP serves the page.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.active.Add(1)
	defer s.active.Done()
	s.mux.ServeHTTP(w, r)
}

// wait returns when no request is in progress any longer.
func (s *site) wait() { s.active.Wait() }

func (s *site) showRoom(w http.ResponseWriter, r *http.Request) {
	if name := r.PathValue("room"); name != "" && !roomName.MatchString(name) {
		http.Error(w, sayRoomName, http.StatusNotFound)
		return
	}
	s.assets.serve(w, r, "index.html")
}

// problem is a refusal of a request, in words for the page.
type problem struct {
	status int
	text   string
}

func (p *problem) Error() string { return p.text }

// answer makes a handler of a function from a request to something that is
// written as JSON. Its error is a *problem.
func answer(f func(http.ResponseWriter, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := f(w, r)
		status := http.StatusOK
		if err != nil {
			var p *problem
			if !errors.As(err, &p) {
				p = &problem{http.StatusServiceUnavailable, sayNotSaved}
			}
			status, body = p.status, map[string]string{"error": p.text}
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body) // a reader who leaves is no news
	}
}
