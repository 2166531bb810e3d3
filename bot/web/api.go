package web

import (
	"encoding/json"
	"errors"
	"net/http"

	"tablabot/bot"
)

const (
	cookieName = "tablabot"
	cookieLife = 400 * 24 * 3600 // seconds; what browsers allow
)

// hello tells a browser who it is, giving it a cookie if it has none. The page
// itself must not: a browser that follows a link from elsewhere keeps its strict
// cookie back, and would be given a second one in the first one's place.
func (s *site) hello(w http.ResponseWriter, r *http.Request) (any, error) {
	owner, ok := browserOfRequest(r)
	if !ok {
		token := newToken()
		owner, _ = browserOf(token)
		http.SetCookie(w, &http.Cookie{
			Name: cookieName, Value: token, Path: "/", MaxAge: cookieLife,
			HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.Header.Get("Origin") == "https://"+r.Host,
		})
	}
	return map[string]any{
		"names":    s.people.of(owner),
		"commands": s.cfg.Commands,
		"starters": s.cfg.Starters,
	}, nil
}

// join gives the browser one more name.
func (s *site) join(_ http.ResponseWriter, r *http.Request) (any, error) {
	var ask struct {
		Name string `json:"name"`
	}
	owner, err := s.read(r, &ask)
	if err != nil {
		return nil, err
	}
	name, wrong := cleanName(ask.Name)
	if wrong != "" {
		return nil, &problem{http.StatusUnprocessableEntity, wrong}
	}
	who, err := s.people.join(owner, name)
	if refused := (*problem)(nil); err != nil && !errors.As(err, &refused) {
		s.cfg.Log.Error("a name could not be kept", "error", err)
	}
	return who, err
}

// asked is what the page sends for whatever becomes an event.
type asked struct {
	ID   string        `json:"id"` // made by the page, the same when it sends again
	As   bot.PersonKey `json:"as"`
	Room string        `json:"room"`
	Ref  bot.BoardRef  `json:"ref"`  // the message tapped or replied to
	Data string        `json:"data"` // of the button
	Text string        `json:"text"`
}

// read reads a request's body into ask and returns whose it is.
func (s *site) read(r *http.Request, ask any) (browser, error) {
	owner, ok := browserOfRequest(r)
	if !ok {
		return "", &problem{http.StatusUnauthorized, sayNotYou}
	}
	if err := json.NewDecoder(r.Body).Decode(ask); err != nil {
		var long *http.MaxBytesError
		if errors.As(err, &long) {
			return "", &problem{http.StatusRequestEntityTooLarge, sayTooLarge}
		}
		return "", &problem{http.StatusBadRequest, sayBadRequest}
	}
	return owner, nil
}

func browserOfRequest(r *http.Request) (browser, bool) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return "", false
	}
	return browserOf(cookie.Value)
}
