package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"tablabot/bot"
)

// call is one request to the platform's REST interface.
type call struct {
	what   string // the operation, for errors: "post a message"
	method string
	path   string // below the interface's root; may hold an interaction's token
	bucket string // what shares a rate limit with this call; never holds a token
	body   any    // sent as JSON; nil sends none
	files  []file // sent beside the body
	answer bool   // belongs to an interaction, which the global limit does not count
}

// file is an upload; its place in the list is the id that attachments refer to.
type file struct {
	name string
	kind string // media type
	data []byte
}

// rest makes requests through discordgo, one attempt each, without its waiting:
// what the platform allows is kept in limits.
type rest struct {
	session *discordgo.Session
	limits  *limits
}

// do makes the call and decodes what comes back into out, unless out is nil. It
// returns a [bot.RetryError] or an [apiError].
func (r *rest) do(ctx context.Context, c call, out any) error {
	if wait := r.limits.take(c.bucket, c.answer); wait > 0 {
		return fmt.Errorf("%s: %w", c.what, &bot.RetryError{After: wait})
	}
	kind, body, err := encode(c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.what, err)
	}
	var got response
	reply, err := r.session.RequestWithLockedBucket(
		c.method, discordgo.EndpointAPI+c.path, kind, body, freeBucket(), 0,
		discordgo.WithContext(context.WithValue(ctx, responseKey{}, &got)),
		discordgo.WithRetryOnRatelimit(false), discordgo.WithRestRetries(0))
	if err != nil {
		err = refused(c.what, got, err)
	}
	r.limits.learn(c.bucket, got, retryIn(err))
	if err != nil {
		return err
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(reply, out); err != nil {
		return fmt.Errorf("%s: the platform's answer is no valid JSON", c.what)
	}
	return nil
}

// freeBucket returns a locked bucket that nobody else has: the library's limiter
// would sleep without regard for the context and keep every address, tokens
// included, for ever.
func freeBucket() *discordgo.Bucket { return discordgo.NewRatelimiter().LockBucket("") }

func encode(c call) (kind string, body []byte, err error) {
	switch {
	case len(c.files) > 0:
		files := make([]*discordgo.File, len(c.files))
		for i, f := range c.files {
			files[i] = &discordgo.File{Name: f.name, ContentType: f.kind, Reader: bytes.NewReader(f.data)}
		}
		return discordgo.MultipartBodyWithJSON(c.body, files)
	case c.body != nil:
		body, err = json.Marshal(c.body)
	}
	return "application/json", body, err
}

// response is what the library does not return of an answer.
type response struct {
	status int // 0 if none came
	header http.Header
}

type responseKey struct{}

// transport reaches the configured host in place of the public one, notes each
// response for whoever asked, and hides rate limits from the library.
type transport struct {
	base *http.Transport
	host *url.URL // nil: the public hosts
}

func newTransport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: 16,
		IdleConnTimeout:     90 * time.Second,
		TLSHandshakeTimeout: 10 * time.Second,
	}
}

// RoundTrip makes one request.
func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	if t.host != nil {
		request = request.Clone(request.Context())
		request.URL.Scheme, request.URL.Host, request.Host = t.host.Scheme, t.host.Host, ""
	}
	reply, err := t.base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	if got, ok := request.Context().Value(responseKey{}).(*response); ok {
		*got = response{reply.StatusCode, reply.Header.Clone()}
	}
	for name := range reply.Header {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			reply.Header.Del(name)
		}
	}
	return reply, nil
}

// cancelable ends requests with a context: those the library makes by itself have none.
type cancelable struct {
	ctx  context.Context
	base http.RoundTripper
}

// RoundTrip makes one request.
func (b *cancelable) RoundTrip(request *http.Request) (*http.Response, error) {
	return b.base.RoundTrip(request.WithContext(b.ctx))
}

// newSession returns a session of the library with its habits switched off: it
// neither reconnects, retries, caches nor logs by itself.
func newSession(token string, through *transport) (*discordgo.Session, error) {
	s, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	s.Client = &http.Client{
		Transport: through,
		Timeout:   20 * time.Second,
		// A redirect would carry the token to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	s.ShouldReconnectOnError = false
	s.ShouldReconnectVoiceOnSessionError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.StateEnabled = false
	s.SyncEvents = true
	s.Compress = false
	s.LogLevel = -1 // its lines hold tokens and whole packets
	s.Identify.Intents = discordgo.IntentsGuilds
	return s, nil
}

// parseHost reads the address that stands in for the public hosts.
func parseHost(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return nil, errors.New("the address of the interface is no URL")
	case u.Scheme != "http" && u.Scheme != "https", u.Host == "", strings.Trim(u.Path, "/") != "", u.User != nil:
		return nil, errors.New("the address of the interface must be scheme://host[:port]")
	}
	return u, nil
}
