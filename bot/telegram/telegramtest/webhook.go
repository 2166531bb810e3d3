package telegramtest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"sync"
	"time"
)

// webhook brings updates to the bot: in order within a lane, lanes side by side.
type webhook struct {
	s      *Server
	url    string
	secret string
	most   int // connections at once
	client *http.Client
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	busy   int    // guarded by Server.mu
	error  string // the last, guarded by Server.mu
}

var secretForm = regexp.MustCompile(`^[A-Za-z0-9_-]{0,256}$`)

func (c *call) setWebhook() (any, *Error) {
	s := c.s
	target := c.params["url"]
	if target == "" {
		return c.deleteWebhook()
	}
	if u, err := url.Parse(target); err != nil || u.Host == "" {
		return nil, badRequest("bad webhook: URL is invalid")
	}
	if !secretForm.MatchString(c.params["secret_token"]) {
		return nil, badRequest("secret token contains unallowed characters")
	}
	s.dropHook(c.bool("drop_pending_updates"))
	s.mu.Lock()
	defer s.mu.Unlock()
	if refusal := c.readAllowed(); refusal != nil {
		return nil, refusal
	}
	h := &webhook{s: s, url: target, secret: c.params["secret_token"], most: int(c.int64("max_connections")), client: &http.Client{Transport: new(http.Transport)}}
	if h.most < 1 || h.most > 100 {
		h.most = 40
	}
	h.ctx, h.cancel = context.WithCancel(s.ctx)
	s.hook = h
	h.wg.Go(h.run)
	return true, nil
}

func (c *call) deleteWebhook() (any, *Error) {
	c.s.dropHook(c.bool("drop_pending_updates"))
	return true, nil
}

func (c *call) getWebhookInfo() (any, *Error) {
	info := object{"url": "", "has_custom_certificate": false, "pending_update_count": len(c.s.updates.pending)}
	if h := c.s.hook; h != nil {
		info["url"] = h.url
		if h.error != "" {
			info["last_error_message"] = h.error
		}
	}
	return info, nil
}

// dropHook ends the webhook, if there is one, and all that it started.
func (s *Server) dropHook(dropPending bool) {
	s.mu.Lock()
	h := s.hook
	s.hook = nil
	if dropPending {
		s.updates.pending = nil
	}
	s.mu.Unlock()
	if h != nil {
		h.stop()
	}
}

func (h *webhook) stop() {
	h.cancel()
	h.wg.Wait()
	h.client.CloseIdleConnections()
}

// run hands out updates until the webhook ends.
func (h *webhook) run() {
	s := h.s
	for {
		s.mu.Lock()
		changed := s.changed
		wait := h.handOut()
		s.mu.Unlock()
		select {
		case <-h.ctx.Done():
			return
		case <-changed:
		case <-s.clock.After(wait):
		}
	}
}

// handOut starts the first update of each lane that is free, and returns when to
// look again. Callers hold mu.
func (h *webhook) handOut() time.Duration {
	h.s.dropExpired()
	now, wait := h.s.clock.Now(), time.Minute
	taken := make(map[int64]bool)
	for _, p := range h.s.updates.pending {
		free := !taken[p.lane] && !p.busy
		taken[p.lane] = true
		switch {
		case !free || h.busy >= h.most:
		case p.notTill.After(now):
			wait = min(wait, p.notTill.Sub(now))
		default:
			p.busy = true
			h.busy++
			h.wg.Go(func() { h.deliver(p) })
		}
	}
	return wait
}

// deliver brings one update and records how it went.
func (h *webhook) deliver(p *pending) {
	status, err := h.post(p)
	s := h.s
	s.mu.Lock()
	defer s.mu.Unlock()
	p.busy = false
	h.busy--
	if err == nil && status/100 == 2 {
		s.updates.pending = slices.DeleteFunc(s.updates.pending, func(q *pending) bool { return q == p })
		s.updates.delivered = append(s.updates.delivered, p)
	} else {
		p.tries++
		p.notTill = s.clock.Now().Add(min(time.Second<<min(p.tries-1, 6), time.Minute))
		h.error = http.StatusText(status)
		if err != nil {
			h.error = err.Error()
		}
	}
	s.wake()
}

func (h *webhook) post(p *pending) (int, error) {
	req, err := http.NewRequestWithContext(h.ctx, http.MethodPost, h.url, bytes.NewReader(p.raw))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	if h.secret != "" {
		req.Header.Set("X-Telegram-Bot-Api-Secret-Token", h.secret)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, nil
}
