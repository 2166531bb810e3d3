package telegramtest

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
	"net/url"
	"strconv"
	"strings"
)

const maxRequest = 60 << 20 // bytes

// Error is a refusal as Telegram words it.
type Error struct {
	Code        int
	Description string
	RetryAfter  int // seconds
	MigrateTo   int64
}

// Error returns the description.
func (e *Error) Error() string { return fmt.Sprintf("%d %s", e.Code, e.Description) }

func badRequest(format string, args ...any) *Error {
	return &Error{Code: 400, Description: "Bad Request: " + fmt.Sprintf(format, args...)}
}

func forbidden(format string, args ...any) *Error {
	return &Error{Code: 403, Description: "Forbidden: " + fmt.Sprintf(format, args...)}
}

// call is one request on its way through the server.
type call struct {
	s      *Server
	method string
	params map[string]string
	files  map[string]part
	http   *http.Request
}

type part struct {
	name  string
	data  []byte
	whole bool // it is a picture without faults
}

// ServeHTTP answers a call of the Bot API.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, method, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/bot"), "/")
	switch {
	case !strings.HasPrefix(r.URL.Path, "/bot") || !ok:
		answer(w, nil, &Error{Code: 404, Description: "Not Found"})
		return
	case token != s.opts.Token:
		answer(w, nil, &Error{Code: 401, Description: "Unauthorized"})
		return
	}
	c := &call{s: s, method: method, http: r}
	if err := c.read(r); err != nil {
		if _, cut := io.Copy(io.Discard, r.Body); cut != nil {
			return // the caller hung up in the middle, as it does when its context ends
		}
		s.mu.Lock()
		s.violate("%s: %v", method, err)
		s.mu.Unlock()
		answer(w, nil, badRequest("%v", err))
		return
	}
	if fault := s.takeFault(method); fault != nil && fault.strike(s, w, c) {
		return
	}
	result, refusal := s.call(c)
	answer(w, result, refusal)
}

// call runs the method and keeps a record of it.
func (s *Server) call(c *call) (any, *Error) {
	m, known := methods[c.method]
	if !known {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.violate("%s: there is no such method", c.method)
		return nil, &Error{Code: 404, Description: "Not Found: method not found"}
	}
	s.mu.Lock()
	if s.spec != nil {
		for _, problem := range s.spec.request(c) {
			s.violate("%s: %s", c.method, problem)
		}
	}
	s.mu.Unlock()
	result, refusal := m.run(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.record(c, refusal)
	if refusal == nil && s.spec != nil && c.method != "getUpdates" { // updates are checked when they are made
		for _, problem := range s.spec.result(c.method, result) {
			s.violate("stand-in: result of %s: %s", c.method, problem)
		}
	}
	s.wake()
	return result, refusal
}

// record keeps the request. Callers hold mu.
func (s *Server) record(c *call, refusal *Error) {
	r := Request{Method: c.method, Params: c.params, Files: make(map[string]int), Code: 200, Time: s.clock.Now()}
	for name, p := range c.files {
		r.Files[name] = len(p.data)
	}
	if refusal != nil {
		r.Code, r.Error = refusal.Code, refusal.Description
		if isMistake(refusal) {
			s.violate("%s: %s", c.method, refusal.Description)
		}
	}
	s.requests = append(s.requests, r)
}

// innocent are refusals that a careful bot cannot avoid.
var innocent = []string{
	"message is not modified", "message to edit not found", "message can't be edited", "message to delete not found",
	"query is too old", "chat not found", "group chat was upgraded", "message thread not found", "TOPIC_CLOSED",
	"not enough rights", "there is no text in the message", "message to be replied not found",
}

// isMistake reports whether only a bot that does something wrong is refused so.
func isMistake(e *Error) bool {
	switch e.Code {
	case 429:
		return true
	case 400:
		for _, text := range innocent {
			if strings.Contains(e.Description, text) {
				return false
			}
		}
		return !strings.Contains(e.Description, "file identifier")
	}
	return false
}

func (c *call) read(r *http.Request) error {
	if r.Method != http.MethodPost {
		return fmt.Errorf("method %s, want POST", r.Method)
	}
	c.params, c.files = make(map[string]string), make(map[string]part)
	media, args, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("content type: %w", err)
	}
	body := io.LimitReader(r.Body, maxRequest)
	switch media {
	case "application/x-www-form-urlencoded":
		return c.readForm(body)
	case "multipart/form-data":
		return c.readParts(multipart.NewReader(body, args["boundary"]))
	}
	return fmt.Errorf("content type %s, want a form", media)
}

func (c *call) readForm(body io.Reader) error {
	raw, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	values, err := url.ParseQuery(string(raw))
	if err != nil {
		return err
	}
	for name, v := range values {
		if len(v) > 1 {
			return fmt.Errorf("parameter %s is given %d times", name, len(v))
		}
		c.params[name] = v[0]
	}
	return nil
}

func (c *call) readParts(parts *multipart.Reader) error {
	for {
		p, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		if p.FileName() != "" {
			_, _, flaw := image.Decode(bytes.NewReader(data)) // here, before the mutex: nothing takes longer
			c.files[p.FormName()] = part{p.FileName(), data, flaw == nil}
		} else {
			c.params[p.FormName()] = string(data)
		}
	}
}

// int64 reads a parameter; it is 0 if absent or no number, as the real server has it.
func (c *call) int64(name string) int64 {
	n, _ := strconv.ParseInt(c.params[name], 10, 64)
	return n
}

func (c *call) bool(name string) bool {
	switch strings.ToLower(c.params[name]) {
	case "true", "yes", "1":
		return true
	}
	return false
}

// json decodes a parameter that is an object; absent and null change nothing.
func (c *call) json(name string, v any) *Error {
	raw := c.params[name]
	if raw == "" || raw == "null" {
		return nil
	}
	if err := json.Unmarshal([]byte(raw), v); err != nil {
		return badRequest("can't parse %s JSON object", strings.ReplaceAll(name, "_", " "))
	}
	return nil
}

func answer(w http.ResponseWriter, result any, refusal *Error) {
	status, body := encodeAnswer(result, refusal)
	if refusal != nil && refusal.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(refusal.RetryAfter))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func encodeAnswer(result any, refusal *Error) (status int, body []byte) {
	if refusal == nil {
		body, err := json.Marshal(map[string]any{"ok": true, "result": result})
		if err != nil {
			panic(err)
		}
		return http.StatusOK, body
	}
	parameters := make(map[string]any)
	if refusal.RetryAfter > 0 {
		parameters["retry_after"] = refusal.RetryAfter
	}
	if refusal.MigrateTo != 0 {
		parameters["migrate_to_chat_id"] = refusal.MigrateTo
	}
	answer := map[string]any{"ok": false, "error_code": refusal.Code, "description": refusal.Description}
	if len(parameters) > 0 {
		answer["parameters"] = parameters
	}
	body, err := json.Marshal(answer)
	if err != nil {
		panic(err)
	}
	return refusal.Code, body
}
