package telegram

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"
)

// callTime bounds every call but the long poll.
const callTime = 30 * time.Second

// params are a method's parameters; objects among them are JSON.
type params = tgbotapi.Params

// api calls methods of the Bot API.
type api struct {
	bot    tgbotapi.BotAPI // copied for each call, which brings its own client
	http   *http.Client
	redact redactor
}

func newAPI(base, token string) *api {
	a := &api{
		bot:    tgbotapi.BotAPI{Token: token},
		redact: redactor{token},
		http: &http.Client{
			Transport: &http.Transport{
				Proxy:               http.ProxyFromEnvironment,
				DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
				TLSHandshakeTimeout: 10 * time.Second,
				ForceAttemptHTTP2:   true,
				MaxIdleConnsPerHost: 16,
				IdleConnTimeout:     90 * time.Second,
			},
			// A redirect would carry the token, which is part of the path, elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	// The library makes the address with Sprintf.
	a.bot.SetAPIEndpoint(strings.ReplaceAll(base, "%", "%%") + "/bot%s/%s")
	return a
}

func (a *api) close() { a.http.CloseIdleConnections() }

// call makes one request and returns its result. Errors: *apiError if Telegram
// refused, the context's error if it has ended, else a transport error without
// secrets.
func (a *api) call(ctx context.Context, method string, p params, files ...tgbotapi.RequestFile) (json.RawMessage, error) {
	bounded, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return a.callWithin(ctx, bounded, method, p, files...)
}

// callWithin is call with the caller's own bound on the time.
func (a *api) callWithin(ctx, bounded context.Context, method string, p params, files ...tgbotapi.RequestFile) (json.RawMessage, error) {
	b := a.bot
	b.Client = client{bounded, a.http, a.redact}
	var resp *tgbotapi.APIResponse
	var err error
	if len(files) > 0 {
		resp, err = b.UploadFiles(method, p, files)
	} else {
		resp, err = b.MakeRequest(method, p)
	}
	switch {
	case resp != nil && resp.ErrorCode != 0:
		// The library's own error has no code after an upload.
		return nil, newAPIError(method, resp)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("call %s: %w", method, a.redact.error(err))
	}
	return resp.Result, nil
}

// get calls a method and decodes its result.
func (a *api) get(ctx context.Context, method string, p params, result any) error {
	raw, err := a.call(ctx, method, p)
	if err != nil {
		return err
	}
	return decode(method, raw, result)
}

func decode(method string, raw json.RawMessage, result any) error {
	if err := json.Unmarshal(raw, result); err != nil {
		return fmt.Errorf("read the result of %s: %w", method, err)
	}
	return nil
}

// asJSON encodes an object among the parameters. Its types are this package's
// own and always encode; slices must not be nil, which Telegram reads as absent.
func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
