package telegram

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"tablabot/bot"
)

// apiError is a refusal by Telegram.
type apiError struct {
	Method      string
	Code        int
	Description string
	RetryAfter  time.Duration
	MigrateTo   int64
}

func newAPIError(method string, resp *tgbotapi.APIResponse) *apiError {
	e := &apiError{Method: method, Code: resp.ErrorCode, Description: resp.Description}
	if p := resp.Parameters; p != nil {
		e.RetryAfter = time.Duration(p.RetryAfter) * time.Second
		e.MigrateTo = p.MigrateToChatID
	}
	return e
}

func (e *apiError) Error() string {
	return fmt.Sprintf("%s: %d %s", e.Method, e.Code, e.Description)
}

// says reports whether the description holds the text, whatever the case.
func (e *apiError) says(text string) bool {
	return strings.Contains(strings.ToLower(e.Description), text)
}

// Refusals that the door itself acts on.
const (
	saysNoThread    = "message thread not found"
	saysBadFile     = "file identifier" // "wrong file identifier/HTTP URL specified", "wrong remote file identifier specified"
	saysBadFile2    = "invalid file_id"
	saysOldQuery    = "query is too old"
	saysNotModified = "message is not modified"
)

// refuses reports whether Telegram refused the call with one of the texts.
func refuses(err error, texts ...string) bool {
	var refusal *apiError
	if !errors.As(err, &refusal) {
		return false
	}
	for _, text := range texts {
		if refusal.says(text) {
			return true
		}
	}
	return false
}

// meanings says what the texts of refusals mean, the first that fits. Server side
// names in capitals come from experience, the others from the server's source.
var meanings = []struct {
	code int
	text string
	err  error
}{
	{401, "", bot.ErrFatal},
	{400, saysNotModified, bot.ErrNotModified},
	{400, "not enough rights to send photos", bot.ErrNoPictures},
	{400, "chat_send_photos_forbidden", bot.ErrNoPictures},
	{400, "chat_send_media_forbidden", bot.ErrNoPictures},
	{400, "not enough rights", bot.ErrForbidden},
	{400, "have no rights to send", bot.ErrForbidden},
	{400, "chat_write_forbidden", bot.ErrForbidden},
	{400, "chat_restricted", bot.ErrForbidden},
	{400, "chat_send_plain_forbidden", bot.ErrForbidden},
	{400, "topic_closed", bot.ErrForbidden},
	{400, "need administrator rights", bot.ErrForbidden},
	{400, "chat_admin_required", bot.ErrForbidden},
	{400, "message to edit not found", bot.ErrGone},
	{400, "message_id_invalid", bot.ErrGone},
	{400, "chat not found", bot.ErrGone},
	{400, "peer_id_invalid", bot.ErrGone},
	{400, "message can't be edited", bot.ErrExpired},
	{400, "message_edit_time_expired", bot.ErrExpired},
	{400, "there is no text in the message to edit", bot.ErrExpired},
	{403, "chat was deleted", bot.ErrGone},
	{403, "user is deactivated", bot.ErrGone},
	{403, "", bot.ErrForbidden},
}

// sendError turns the error of a send into one of package bot's, wrapped with
// the operation. Errors that mean none of them, which are mistakes of this
// program, stay as they are.
func sendError(ctx context.Context, operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, meaning(ctx, err))
}

func meaning(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if screen := (*screenError)(nil); errors.As(err, &screen) {
		return err
	}
	var refusal *apiError
	if !errors.As(err, &refusal) {
		return &bot.RetryError{After: retryPause, Cause: err}
	}
	switch {
	case refusal.MigrateTo != 0:
		return &bot.MigratedError{To: place{chat: refusal.MigrateTo}.key()}
	case refusal.Code == 429:
		return &bot.RetryError{After: max(refusal.RetryAfter, time.Second)}
	case refusal.Code >= 500:
		return &bot.RetryError{After: max(refusal.RetryAfter, retryPause), Cause: refusal}
	}
	for _, m := range meanings {
		if m.code == refusal.Code && refusal.says(m.text) {
			return fmt.Errorf("%w (%w)", m.err, refusal)
		}
	}
	return refusal
}

// retryPause is how long to leave Telegram alone after it did not answer.
const retryPause = 2 * time.Second

// backoff is the pause between tries; the zero value is before the first.
type backoff struct{ next time.Duration }

// after returns how long to wait after the error: what Telegram asked for, else
// half a second, doubled up to half a minute.
func (b *backoff) after(err error) time.Duration {
	b.next = min(max(2*b.next, 500*time.Millisecond), 30*time.Second)
	var refusal *apiError
	if errors.As(err, &refusal) && refusal.RetryAfter > 0 {
		return refusal.RetryAfter
	}
	return b.next
}

func (b *backoff) reset() { b.next = 0 }
