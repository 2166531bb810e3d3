package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// maxAnswer bounds an answer of the API: a hundred updates with full messages.
const maxAnswer = 8 << 20

// client makes the HTTP requests of one call. It binds them to the call's
// context, keeps the token out of errors, and lets only answers of the Bot API
// through: what a proxy says in HTML becomes a refusal with the same status.
type client struct {
	ctx    context.Context
	http   *http.Client
	redact redactor
}

// Do implements tgbotapi.HTTPClient.
func (c client) Do(req *http.Request) (*http.Response, error) {
	resp, err := c.http.Do(req.WithContext(c.ctx))
	if err != nil {
		return nil, c.redact.error(err)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err := resp.Body.Close(); err != nil {
		return nil, c.redact.error(err)
	}
	if err != nil {
		return nil, fmt.Errorf("the answer broke off: %w", c.redact.error(err))
	}
	resp.Body = io.NopCloser(bytes.NewReader(asAnswer(resp.StatusCode, body)))
	return resp, nil
}

// asAnswer returns the body if it is an answer of the Bot API, else a refusal that
// is worth another try: whoever answered was not Telegram.
func asAnswer(status int, body []byte) []byte {
	var answer struct {
		OK   *bool `json:"ok"`
		Code int   `json:"error_code"`
	}
	err := json.Unmarshal(body, &answer)
	if err == nil && answer.OK != nil && (*answer.OK || answer.Code != 0) {
		return body
	}
	code := status
	if status < 500 && status != http.StatusTooManyRequests {
		code = http.StatusBadGateway
	}
	const refusal = `{"ok":false,"error_code":%d,"description":"an answer with status %d that is not the Bot API's"}`
	return fmt.Appendf(nil, refusal, code, status)
}
