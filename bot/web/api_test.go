package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestThePageItselfGivesNoCookie(t *testing.T) {
	tb := serve(t, Config{})
	for _, path := range []string{"/", "/r/den", "/events?room=UPPER"} {
		if cookies := tb.browser().get(path).Cookies(); len(cookies) > 0 {
			t.Errorf("%s sets %v: a browser that follows a link would lose its own", path, cookies)
		}
	}
}

func TestHelloGivesOneCookie(t *testing.T) {
	tb := serve(t, Config{Commands: []Command{{"newgame", "open a table"}}})
	c := tb.browser()
	var given *http.Cookie
	c.http.CheckRedirect = nil
	request, _ := http.NewRequest(http.MethodPost, tb.url+"/api/hello", strings.NewReader("{}"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", tb.url)
	response, err := c.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	for _, cookie := range response.Cookies() {
		given = cookie
	}
	if given == nil || !given.HttpOnly || given.SameSite != http.SameSiteStrictMode || given.Path != "/" || given.MaxAge <= 0 {
		t.Fatalf("cookie %+v, want HttpOnly, SameSite=Strict, Path=/, lasting", given)
	}
	c.ok("/api/join", `{"name":"Ana"}`)
	again := c.ok("/api/hello", "{}")
	if names := encodeText(again["names"]); names != `[{"key":"web:ana","name":"Ana"}]` {
		t.Errorf("names after a second hello: %s, want Ana of the same cookie", names)
	}
	if commands := encodeText(again["commands"]); commands != `[{"description":"open a table","name":"newgame"}]` {
		t.Errorf("commands: %s", commands)
	}
}

func TestJoin(t *testing.T) {
	tb := serve(t, Config{})
	ana := tb.known("Ana")
	other := tb.known()
	for _, c := range []struct {
		about, body string
		status      int
		says        string
	}{
		{"a name of another browser", `{"name":" ANA "}`, http.StatusConflict, sayNameTaken},
		{"a blank name", `{"name":"\u200b"}`, http.StatusUnprocessableEntity, sayNameBlank},
		{"a long name", `{"name":"` + strings.Repeat("x", 41) + `"}`, http.StatusUnprocessableEntity, sayNameLong},
		{"no JSON", `name=Ana`, http.StatusBadRequest, sayBadRequest},
		{"a body without end", `{"name":"` + strings.Repeat("x", maxBody) + `"}`, http.StatusRequestEntityTooLarge, sayTooLarge},
	} {
		status, answer := other.post("/api/join", c.body)
		if status != c.status || answer["error"] != c.says {
			t.Errorf("%s: got %d %v, want %d %q", c.about, status, answer, c.status, c.says)
		}
	}
	if status, _ := tb.browser().post("/api/join", `{"name":"Ana"}`); status != http.StatusUnauthorized {
		t.Errorf("a browser without a cookie joins: got %d, want 401", status)
	}
	if again := ana.ok("/api/join", `{"name":"ana"}`); again["name"] != "Ana" {
		t.Errorf("Ana joins again: got %v", again)
	}
}

func TestForgedCookiesAreNobodys(t *testing.T) {
	tb := serve(t, Config{})
	for _, token := range []string{"x", strings.Repeat("A", 42), strings.Repeat("A", 44), strings.Repeat("!", 43)} {
		status, _ := tb.browser().post("/api/join", `{"name":"Ana"}`, func(r *http.Request) {
			r.AddCookie(&http.Cookie{Name: cookieName, Value: token})
		})
		if status != http.StatusUnauthorized {
			t.Errorf("cookie %q: got %d, want 401", token, status)
		}
	}
}

func TestPaths(t *testing.T) {
	tb := serve(t, Config{})
	for path, want := range map[string]int{
		"/":                  http.StatusOK,
		"/r/den":             http.StatusOK,
		"/r/Den":             http.StatusNotFound,
		"/r/":                http.StatusNotFound,
		"/page/main.js":      http.StatusOK,
		"/page/nothing":      http.StatusNotFound,
		"/page/..%2fdoor.go": http.StatusNotFound,
		"/api/hello":         http.StatusNotFound, // it is a POST
		"/favicon.ico":       http.StatusNotFound,
	} {
		if got := tb.browser().get(path).StatusCode; got != want {
			t.Errorf("GET %s: got %d, want %d", path, got, want)
		}
	}
	if kind := tb.browser().get("/page/main.js").Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") {
		t.Errorf("main.js comes as %q", kind)
	}
}
