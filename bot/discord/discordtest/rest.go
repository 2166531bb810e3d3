package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// apiError is a refusal as the platform words it.
type apiError struct {
	status, code int
	message      string
	detail       string // what is wrong with a form, for people who read the test
}

func (e *apiError) Error() string { return e.message + " " + e.detail }

// Refusals, with the platform's words.
var (
	errUnauthorized       = &apiError{401, 0, "401: Unauthorized", ""}
	errUnknownChannel     = &apiError{404, 10003, "Unknown Channel", ""}
	errUnknownMessage     = &apiError{404, 10008, "Unknown Message", ""}
	errUnknownWebhook     = &apiError{404, 10015, "Unknown Webhook", ""}
	errUnknownInteraction = &apiError{404, 10062, "Unknown interaction", ""}
	errAcknowledged       = &apiError{400, 40060, "Interaction has already been acknowledged.", ""}
	errMissingAccess      = &apiError{403, 50001, "Missing Access", ""}
	errEmptyMessage       = &apiError{400, 50006, "Cannot send an empty message", ""}
	errNoDirectMessages   = &apiError{403, 50007, "Cannot send messages to this user", ""}
	errMissingPermissions = &apiError{403, 50013, "Missing Permissions", ""}
	errInvalidToken       = &apiError{401, 50027, "Invalid Webhook Token", ""}
	errLockedThread       = &apiError{400, 160005, "Thread is locked", ""}
	errTooManyFollowUps   = &apiError{400, 40094, "Maximum number of follow up messages reached for this interaction", ""}
	errTooManyCommands    = &apiError{400, 30034, "Max number of daily application command creates has been reached (200)", ""}
	errTooLarge           = &apiError{413, 40005, "Request entity too large", ""}
)

// badForm is a request whose body breaks a rule.
func badForm(format string, args ...any) *apiError {
	return &apiError{400, 50035, "Invalid Form Body", fmt.Sprintf(format, args...)}
}

// request is one request on its way to its handler.
type request struct {
	*http.Request
	body    []byte            // JSON
	files   map[string]upload // by field: "files[0]"
	version int
}

type upload struct {
	name string
	data []byte
	img  image.Image // nil if it is none
}

// handler answers a request with an object, or nil for 204. It runs under the
// server's mutex.
type handler func(*request) (any, *apiError)

// route is a handler with what is checked before it.
type route struct {
	handle handler
	bot    bool // needs the bot's token
	exempt bool // is not counted by the global limit
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.gateway.serve)
	for pattern, r := range map[string]route{
		"GET /gateway":                                 {handle: s.getGateway},
		"GET /applications/@me":                        {handle: s.getApplication, bot: true},
		"GET /applications/{app}/commands":             {handle: s.getCommands, bot: true},
		"PUT /applications/{app}/commands":             {handle: s.putCommands, bot: true},
		"POST /channels/{channel}/messages":            {handle: s.postMessage, bot: true},
		"PATCH /channels/{channel}/messages/{id}":      {handle: s.patchMessage, bot: true},
		"POST /interactions/{id}/{token}/callback":     {handle: s.postCallback, exempt: true},
		"POST /webhooks/{app}/{token}":                 {handle: s.postFollowUp, exempt: true},
		"PATCH /webhooks/{app}/{token}/messages/{id}":  {handle: s.patchWebhook, exempt: true},
		"DELETE /webhooks/{app}/{token}/messages/{id}": {handle: s.deleteWebhook, exempt: true},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/{version}"+path, func(w http.ResponseWriter, hr *http.Request) {
			s.serve(w, hr, path, r)
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, hr *http.Request) {
		s.mu.Lock()
		s.violate("%s %s is no route of the stand-in", hr.Method, hr.URL.Path)
		s.mu.Unlock()
		refuse(w, &apiError{404, 0, "404: Not Found", ""})
	})
	return mux
}

// serve answers one request: faults, limits, rights, form, and the handler.
func (s *Server) serve(w http.ResponseWriter, hr *http.Request, pattern string, r route) {
	version, err := strconv.Atoi(strings.TrimPrefix(hr.PathValue("version"), "v"))
	path := strings.TrimPrefix(hr.URL.Path, "/api/"+hr.PathValue("version"))
	if err != nil || (version != 9 && version != 10) {
		refuse(w, &apiError{400, 50041, "Invalid API version", ""})
		return
	}
	in := &request{Request: hr, version: version}
	bad := in.read()
	fault := s.nextFault(hr.Method, path)
	if fault != nil && fault.Hold != nil {
		select {
		case <-fault.Hold:
		case <-hr.Context().Done():
			return
		}
	}
	if fault != nil && !fault.Late && fault.spoil(w) {
		s.note(hr.Method, path, fault.Status)
		return
	}
	status, answer, header := s.answer(in, bad, pattern, path, r)
	s.note(hr.Method, path, status)
	if fault != nil && fault.Late && fault.spoil(w) {
		return
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	write(w, status, answer)
}

// answer does what is asked and returns the response.
func (s *Server) answer(in *request, bad *apiError, pattern, path string, r route) (int, any, map[string]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	header, limited := s.limitLocked(in.Method, pattern, path, r.exempt)
	if limited != nil {
		return 429, limited, header
	}
	if !strings.HasPrefix(in.UserAgent(), "DiscordBot (") {
		s.violate("%s %s has the user agent %q", in.Method, path, in.UserAgent())
	}
	if r.bot && in.Header.Get("Authorization") != "Bot "+s.options.Token {
		return errUnauthorized.status, errUnauthorized.body(), header
	}
	if bad != nil {
		return s.refusedLocked(in.Method, path, bad), bad.body(), header
	}
	answer, failure := r.handle(in)
	if failure != nil {
		return s.refusedLocked(in.Method, path, failure), failure.body(), header
	}
	if answer == nil {
		return http.StatusNoContent, nil, header
	}
	return http.StatusOK, answer, header
}

// refusedLocked notes what no bot should have sent.
func (s *Server) refusedLocked(method, path string, e *apiError) int {
	if e.status == http.StatusBadRequest || e.status == http.StatusRequestEntityTooLarge {
		s.violate("%s %s: %s (%d) %s", method, path, e.message, e.code, e.detail)
	}
	return e.status
}

func (s *Server) note(method, path string, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, Request{method, path, status})
	switch status {
	case 401, 403, 429:
		s.invalid = append(s.invalid, s.clock.Now())
	}
	for len(s.invalid) > 0 && s.clock.Now().Sub(s.invalid[0]) > 10*time.Minute {
		s.invalid = s.invalid[1:]
	}
}

func (e *apiError) body() object {
	o := object{"message": e.message, "code": e.code}
	if e.detail != "" {
		o["errors"] = object{"_errors": []object{{"code": "BASE_TYPE_INVALID", "message": e.detail}}}
	}
	return o
}

func refuse(w http.ResponseWriter, e *apiError) { write(w, e.status, e.body()) }

func write(w http.ResponseWriter, status int, answer any) {
	if answer == nil {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(answer)
}

const maxUpload = 10 << 20

// read takes the body apart.
func (r *request) read() *apiError {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxUpload+1<<20))
	switch {
	case err != nil:
		return badForm("the body does not end")
	case kind == "multipart/form-data":
		return r.readParts(raw, params["boundary"])
	case len(raw) > 0 && kind != "application/json":
		return badForm("the body is of type %q", kind)
	}
	r.body = raw
	return nil
}

func (r *request) readParts(raw []byte, boundary string) *apiError {
	r.files = make(map[string]upload)
	parts := multipart.NewReader(bytes.NewReader(raw), boundary)
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return badForm("the parts of the body cannot be read: %v", err)
		}
		data, err := io.ReadAll(part)
		switch name := part.FormName(); {
		case err != nil:
			return badForm("a part of the body does not end")
		case name == "payload_json":
			r.body = data
		case !strings.HasPrefix(name, "files["):
			return badForm("the part %q has no meaning", name)
		case part.FileName() == "":
			return badForm("the file %q has no name", name)
		case len(data) > maxUpload:
			return errTooLarge
		default:
			img, _, _ := image.Decode(bytes.NewReader(data)) // here, before the mutex: nothing takes longer
			r.files[name] = upload{part.FileName(), data, img}
		}
	}
}

// decode reads the JSON body.
func (r *request) decode(into any) *apiError {
	if err := json.Unmarshal(r.body, into); err != nil {
		return badForm("the body is no such JSON: %v", err)
	}
	return nil
}

func (s *Server) getGateway(*request) (any, *apiError) {
	return object{"url": s.gatewayURL()}, nil
}

func (s *Server) getApplication(*request) (any, *apiError) {
	return object{"id": s.app, "name": "tablabot", "bot_public": true}, nil
}
