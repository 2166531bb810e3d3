package telegram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"strings"
	"testing"
)

const secretToken = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"

func TestRedactText(t *testing.T) {
	r := redactor{secretToken}
	for _, text := range []string{
		"Post https://api.telegram.org/bot" + secretToken + "/sendPhoto: EOF",
		"x=" + url.QueryEscape(secretToken),
		"another bot 987654321:BBHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
		secretToken,
	} {
		got := r.text(text)
		if strings.Contains(got, "HdqTcv") || !strings.Contains(got, masked) {
			t.Errorf("text(%q) = %q", text, got)
		}
	}
	for _, text := range []string{"at 12:30 the score is 5:3", ""} {
		if got := (redactor{}).text(text); got != text {
			t.Errorf("text(%q) = %q, want it unchanged", text, got)
		}
	}
}

// An error keeps its meaning and loses its address, however it is printed.
func TestRedactError(t *testing.T) {
	r := redactor{secretToken}
	inner := &url.Error{Op: "Post", URL: "https://x/bot" + secretToken + "/getMe", Err: context.DeadlineExceeded}
	for _, err := range []error{inner, fmt.Errorf("call: %w", inner), errors.New("bad " + secretToken)} {
		got := r.error(err)
		for _, form := range []string{"%v", "%+v", "%s", "%q"} {
			if text := fmt.Sprintf(form, got); strings.Contains(text, "HdqTcv") {
				t.Errorf("error(%T) printed with %s holds the token: %s", err, form, text)
			}
		}
		if addressed := (*url.Error)(nil); errors.As(got, &addressed) {
			t.Errorf("error(%T) still leads to the address", err)
		}
	}
	if !errors.Is(r.error(inner), context.DeadlineExceeded) {
		t.Error("the cause is lost")
	}
	if r.error(nil) != nil {
		t.Error("no error became one")
	}
	if got := r.error(io.ErrUnexpectedEOF); !errors.Is(got, io.ErrUnexpectedEOF) {
		t.Errorf("error(EOF) = %v", got)
	}
}

// What the library prints goes through the door's log without secrets.
func TestLibraryLog(t *testing.T) {
	var b bytes.Buffer
	l := libraryLog{slog.New(slog.NewTextHandler(&b, nil)), redactor{secretToken}}
	l.Println("Post https://x/bot"+secretToken+"/getUpdates:", io.EOF)
	l.Printf("Endpoint: %s, params: %v\n", "getMe", map[string]string{"token": secretToken})
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 2 || strings.Contains(b.String(), "HdqTcv") || !strings.Contains(lines[0], "EOF") || !strings.Contains(lines[1], "getMe") {
		t.Errorf("log:\n%s", b.String())
	}
}
