package web

import (
	"net/http"
	"strings"
	"testing"
)

func TestHostsAreChecked(t *testing.T) {
	tb := serve(t, Config{Listen: "page.test:8080", Hosts: []string{"play.example"}})
	port := tb.url[strings.LastIndex(tb.url, ":"):]
	for _, c := range []struct {
		host string
		want int
	}{
		{"127.0.0.1" + port, http.StatusOK},
		{"localhost" + port, http.StatusOK},
		{"LOCALHOST" + port, http.StatusOK},
		{"[::1]" + port, http.StatusOK},
		{"page.test" + port, http.StatusOK},
		{"play.example", http.StatusOK},
		{"play.example" + port, http.StatusMisdirectedRequest},
		{"evil.example" + port, http.StatusMisdirectedRequest},
		{"localhost.evil.example" + port, http.StatusMisdirectedRequest},
		{"192.0.2.7" + port, http.StatusMisdirectedRequest},
		{"localhost:1", http.StatusMisdirectedRequest},
		{"localhost", http.StatusMisdirectedRequest},
		{"127.0.0.1", http.StatusMisdirectedRequest},
	} {
		for _, path := range []string{"/", "/page/main.js", "/picture/x.png", "/events?room=main"} {
			if path != "/" && c.want == http.StatusOK {
				continue
			}
			request, err := http.NewRequest(http.MethodGet, tb.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = c.host
			response, err := tb.browser().http.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != c.want {
				t.Errorf("GET %s with Host %q: got %d, want %d", path, c.host, response.StatusCode, c.want)
			}
		}
	}
}

func TestPostsComeFromThePageItself(t *testing.T) {
	tb := serve(t, Config{})
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for _, c := range []struct {
		about  string
		change func(*http.Request)
		want   int
	}{
		{"the page", func(*http.Request) {}, http.StatusOK},
		{"a browser that tells more", header("Sec-Fetch-Site", "same-origin"), http.StatusOK},
		{"another site", header("Origin", "http://evil.example"), http.StatusForbidden},
		{"another port", header("Origin", "http://127.0.0.1:1"), http.StatusForbidden},
		{"a sandboxed frame", header("Origin", "null"), http.StatusForbidden},
		{"no origin", func(r *http.Request) { r.Header.Del("Origin") }, http.StatusForbidden},
		{"a site beside", header("Sec-Fetch-Site", "same-site"), http.StatusForbidden},
		{"a plain form", header("Content-Type", "text/plain"), http.StatusForbidden},
		{"an encoded form", header("Content-Type", "application/x-www-form-urlencoded"), http.StatusForbidden},
	} {
		if got, answer := tb.browser().post("/api/hello", "{}", c.change); got != c.want {
			t.Errorf("%s: got %d %v, want %d", c.about, got, answer, c.want)
		}
	}
}

func TestEveryAnswerIsGuarded(t *testing.T) {
	tb := serve(t, Config{})
	for _, path := range []string{"/", "/r/den", "/page/main.js", "/nothing"} {
		header := tb.browser().get(path).Header
		policy := header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: Content-Security-Policy %q", path, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff",
			"Referrer-Policy":        "no-referrer",
			"X-Frame-Options":        "DENY",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s: got %q, want %q", path, name, got, want)
			}
		}
	}
}

func TestThePageHasNothingInline(t *testing.T) {
	text := string(must(page.ReadFile("page/index.html")))
	for _, banned := range []string{"<style", " style=", "onclick", "javascript:", "http://", "https://"} {
		if strings.Contains(text, banned) {
			t.Errorf("index.html contains %q, which the content policy forbids", banned)
		}
	}
	if got := strings.Count(text, "<script"); got != 1 {
		t.Errorf("index.html has %d scripts, want 1 from a file", got)
	}
}
