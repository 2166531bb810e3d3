package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"tablabot/bot"
)

// Codes of the platform's errors that mean something to the door.
const (
	codeUnknownChannel     = 10003
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeAcknowledged       = 40060
	codeMissingAccess      = 50001
	codeNoDirectMessages   = 50007
	codeInvalidForm        = 50035
	codeMissingPermissions = 50013
	codeInvalidToken       = 50027
	codeArchivedThread     = 50083
	codeNoSharedGuild      = 50278
	codeLockedThread       = 160005
)

// apiError is a refusal of the platform: words only, neither request nor token.
type apiError struct {
	what    string // the operation
	status  int    // of HTTP
	code    int    // the platform's, 0 without one
	message string // the platform's
	kind    error  // one of package bot's errors, or nil
}

// Error tells the operation and the platform's words.
func (e *apiError) Error() string {
	text := fmt.Sprintf("%s: discord answers %q", e.what, e.message)
	if e.code != 0 {
		text += " (" + strconv.Itoa(e.code) + ")"
	}
	if e.kind != nil {
		text += ": " + e.kind.Error()
	}
	return text
}

// Unwrap returns the error of package bot.
func (e *apiError) Unwrap() error { return e.kind }

// codeOf returns the platform's code of an error, 0 if it has none.
func codeOf(err error) int {
	var refusal *apiError
	if errors.As(err, &refusal) {
		return refusal.code
	}
	return 0
}

// tokenLost reports whether an error means that an interaction's token serves no more.
func tokenLost(err error) bool {
	switch codeOf(err) {
	case codeInvalidToken, codeUnknownInteraction, codeUnknownWebhook:
		return true
	}
	return false
}

func kindOf(status, code int) error {
	switch code {
	case codeUnknownChannel, codeUnknownMessage:
		return bot.ErrGone
	case codeMissingAccess, codeMissingPermissions, codeNoDirectMessages, codeNoSharedGuild,
		codeLockedThread:
		return bot.ErrForbidden
	case codeInvalidToken, codeUnknownInteraction, codeUnknownWebhook,
		codeArchivedThread: // a new message wakes the thread, an edit does not
		return bot.ErrExpired
	}
	if status == http.StatusUnauthorized {
		return bot.ErrFatal
	}
	return nil
}

// responseLost reports whether a request that failed may have been carried out.
func responseLost(err error) bool {
	var retry *bot.RetryError
	if errors.As(err, &retry) {
		return retry.Cause != nil // otherwise a limit holds, which is kept before anything is done
	}
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// patience is how long to leave the platform alone after it stumbled.
const patience = 2 * time.Second

// refused makes one of our errors of what the library returned; the library's own
// errors hold addresses and requests, tokens included.
func refused(what string, got response, err error) error {
	var (
		limited *discordgo.RateLimitError
		refusal *discordgo.RESTError
	)
	switch {
	case got.status == http.StatusTooManyRequests:
		after := retryAfter(got.header)
		if errors.As(err, &limited) && limited.TooManyRequests != nil {
			after = max(limited.RetryAfter, 0)
		}
		return fmt.Errorf("%s: %w", what, &bot.RetryError{After: after})
	case got.status >= 500:
		cause := fmt.Errorf("discord answers %d %s", got.status, http.StatusText(got.status))
		return fmt.Errorf("%s: %w", what, &bot.RetryError{After: patience, Cause: cause})
	case errors.As(err, &refusal):
		failure := &apiError{what: what, status: got.status, message: http.StatusText(got.status)}
		if m := refusal.Message; m != nil && m.Message != "" {
			failure.code, failure.message = m.Code, m.Message
		}
		if failure.code == codeInvalidForm { // which field is wrong stands in the body alone
			failure.message = clip(string(refusal.ResponseBody), 400)
		}
		failure.kind = kindOf(failure.status, failure.code)
		return failure
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%s: %w", what, bare(err))
	}
	return fmt.Errorf("%s: %w", what, &bot.RetryError{After: patience, Cause: bare(err)})
}

// bare takes the address, which may hold a token, off an error of net/http.
func bare(err error) error {
	var withAddress *url.Error
	if errors.As(err, &withAddress) {
		return withAddress.Err
	}
	return err
}

// retryAfter reads the header that an answer without a usable body has.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.ParseFloat(h.Get("Retry-After"), 64)
	if err != nil || seconds < 0 || seconds > 86400 {
		return 5 * time.Second
	}
	return time.Duration(seconds * float64(time.Second))
}
