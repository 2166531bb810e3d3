package telegram_test

import (
	"io"
	"net/http"
	"net/url"
	"testing"

	"tablabot/bot/telegram/telegramtest"
)

// call makes a request of the Bot API past the door and returns the answer.
func call(t *testing.T, s *telegramtest.Server, method string, params ...string) string {
	t.Helper()
	form := make(url.Values)
	for i := 0; i+1 < len(params); i += 2 {
		form.Set(params[i], params[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.PostForm(s.URL()+"/bot"+s.Token()+"/"+method, form)
	if err != nil {
		t.Fatalf("call %s: %v", method, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("call %s: %v", method, err)
	}
	return string(body)
}
