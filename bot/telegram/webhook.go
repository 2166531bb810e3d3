package telegram

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tablabot/bot"
)

// Webhook says where Telegram brings updates. A proxy in front of Listen provides
// the HTTPS that Telegram wants.
type Webhook struct {
	Listen string // host:port to listen on
	Path   string // of the requests, as they arrive here; empty: the path of URL
	URL    string // where Telegram finds it, https://…
	Secret string // 1 to 256 of [A-Za-z0-9_-]; empty: a new one at each start
}

const (
	secretHeader   = "X-Telegram-Bot-Api-Secret-Token"
	maxUpdate      = 1 << 20 // bytes
	maxConnections = 40      // that Telegram may open
	shutdownTime   = 10 * time.Second
)

var secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)

func (w *Webhook) check() error {
	u, err := url.Parse(w.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("the URL of the Telegram webhook must look like https://host/path")
	case w.Listen == "":
		return errors.New("the Telegram webhook needs an address to listen on")
	case !secretForm.MatchString(w.Secret):
		return errors.New("the secret of the Telegram webhook may hold 1 to 256 letters, digits, _ and -")
	}
	if w.Path == "" {
		w.Path = u.Path
	}
	if !strings.HasPrefix(w.Path, "/") {
		w.Path = "/" + w.Path
	}
	return nil
}

// listen serves the webhook until the context ends.
func (d *Door) listen(ctx context.Context, in *inbox) error {
	hook := d.cfg.Webhook
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", hook.Listen)
	if err != nil {
		return fmt.Errorf("listen for Telegram's webhook: %w", err)
	}
	server := &http.Server{
		Handler:           d.webhookHandler(ctx, in),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    1 << 16,
		ErrorLog:          slog.NewLogLogger(d.log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	err = d.setWebhook(ctx)
	if err == nil {
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case err = <-served:
			return fmt.Errorf("serve Telegram's webhook: %w", err)
		}
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if server.Shutdown(grace) != nil {
		_ = server.Close()
	}
	<-served
	return err
}

// setWebhook tells Telegram where to bring updates, until it has understood.
func (d *Door) setWebhook(ctx context.Context) error {
	var wait backoff
	for {
		err := only(d.api.call(ctx, "setWebhook", params{
			"url":             d.cfg.Webhook.URL,
			"secret_token":    d.cfg.Webhook.Secret,
			"allowed_updates": allowedUpdates,
			"max_connections": strconv.Itoa(maxConnections),
		}))
		var refusal *apiError
		switch {
		case err == nil:
			d.log.Info("receiving updates by webhook", "listen", d.cfg.Webhook.Listen)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case refusesToken(err):
			return errWrongToken
		case errors.As(err, &refusal) && refusal.Code == 400:
			return fmt.Errorf("set the webhook: %s: %w", refusal.Description, bot.ErrFatal)
		}
		d.log.Warn("the webhook could not be set", "error", err)
		if err := bot.Sleep(ctx, d.clock, wait.after(err)); err != nil {
			return err
		}
	}
}

// webhookHandler answers 200 once an update is done with, and an error that makes
// Telegram come again otherwise.
func (d *Door) webhookHandler(ctx context.Context, in *inbox) http.Handler {
	secret := []byte(d.cfg.Webhook.Secret)
	slots := make(chan struct{}, 2*maxConnections)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path != d.cfg.Webhook.Path:
			http.NotFound(w, r)
			return
		case r.Method != http.MethodPost:
			w.Header().Set("Allow", http.MethodPost)
			http.Error(w, "only POST", http.StatusMethodNotAllowed)
			return
		case subtle.ConstantTimeCompare([]byte(r.Header.Get(secretHeader)), secret) != 1:
			http.Error(w, "wrong secret", http.StatusUnauthorized)
			return
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		default:
			http.Error(w, "too many updates at once", http.StatusServiceUnavailable)
			return
		}
		raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxUpdate))
		if err != nil {
			http.Error(w, "unreadable update", http.StatusRequestEntityTooLarge)
			return
		}
		if err := d.handleRaw(ctx, in, raw); err != nil {
			http.Error(w, "try again", http.StatusServiceUnavailable)
		}
	})
}

// handleRaw takes one update in and returns when it is done with.
func (d *Door) handleRaw(ctx context.Context, in *inbox, raw json.RawMessage) error {
	id, err := updateID(raw)
	if err != nil {
		d.log.WarnContext(ctx, "skipped an update without a number", "error", err)
		return nil
	}
	done := make(chan error, 1)
	in.accept(ctx, id, raw, in.once, func(err error) { done <- err })
	return <-done
}
