package telegram

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

const masked = "[redacted]"

var anyToken = regexp.MustCompile(`\d{6,}:[\w-]{30,}`)

// redactor masks the door's token, and whatever looks like one.
type redactor struct{ token string }

func (r redactor) text(s string) string {
	if r.token != "" {
		s = strings.ReplaceAll(s, r.token, masked)
		s = strings.ReplaceAll(s, url.QueryEscape(r.token), masked)
	}
	return anyToken.ReplaceAllString(s, masked)
}

// error returns an error that reads like err without its secrets. The address of
// a request holds the token, so *url.Error is not part of the new error's chain.
func (r redactor) error(err error) error {
	if err == nil {
		return nil
	}
	cause := err
	if request := (*url.Error)(nil); errors.As(err, &request) {
		cause = request.Err
	}
	return &maskedError{text: r.text(cause.Error()), cause: cause}
}

type maskedError struct {
	text  string
	cause error
}

func (e *maskedError) Error() string        { return e.text }
func (e *maskedError) Is(target error) bool { return errors.Is(e.cause, target) }

// libraryLog hands what the library prints to slog, masked.
type libraryLog struct {
	log    *slog.Logger
	redact redactor
}

// Println logs its operands as one warning.
func (l libraryLog) Println(v ...any) {
	l.log.Warn("telegram-bot-api", "text", l.redact.text(strings.TrimSpace(fmt.Sprintln(v...))))
}

// Printf logs the text as one warning.
func (l libraryLog) Printf(format string, v ...any) {
	l.log.Warn("telegram-bot-api", "text", l.redact.text(strings.TrimSpace(fmt.Sprintf(format, v...))))
}

// The library has one logger for the whole process, and setting it is not safe
// for concurrent use: the first door to run sets it.
var libraryLogOnce sync.Once

func logLibrary(log *slog.Logger, redact redactor) {
	libraryLogOnce.Do(func() { _ = tgbotapi.SetLogger(libraryLog{log, redact}) })
}
