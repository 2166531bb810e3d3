package discordtest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// bucket counts the requests that share a limit.
type bucket struct {
	from time.Time // when the window began
	n    int
}

const bucketWindow = 5 * time.Second

// limitLocked counts a request. It returns the headers of its bucket and, if the
// request comes too early, the body of the refusal.
func (s *Server) limitLocked(method, pattern, path string, exempt bool) (map[string]string, object) {
	now := s.clock.Now()
	if !exempt {
		if wait := s.count("global", now, time.Second, s.options.PerSecond); wait > 0 {
			return refusal(wait, true), object{"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": true}
		}
	}
	// The major parameters of a path are the channel, or the webhook with its token.
	major := strings.Join(strings.SplitN(strings.TrimPrefix(path, "/"), "/", 4)[:min(3, strings.Count(path, "/"))], "/")
	if strings.HasPrefix(path, "/channels/") {
		major = strings.Split(path, "/")[2]
	}
	name := method + " " + pattern + " " + major
	wait := s.count(name, now, bucketWindow, s.options.PerBucket)
	b := s.buckets[name]
	header := map[string]string{
		"X-RateLimit-Limit":       strconv.Itoa(s.options.PerBucket),
		"X-RateLimit-Remaining":   strconv.Itoa(max(0, s.options.PerBucket-b.n)),
		"X-RateLimit-Reset-After": seconds(b.from.Add(bucketWindow).Sub(now)),
		"X-RateLimit-Bucket":      fmt.Sprintf("%x", len(pattern)*31+len(method)),
	}
	if wait <= 0 {
		return header, nil
	}
	for name, value := range refusal(wait, false) {
		header[name] = value
	}
	return header, object{"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": false}
}

// count adds a request to a bucket, or returns how long it is still full.
func (s *Server) count(name string, now time.Time, window time.Duration, limit int) time.Duration {
	b := s.buckets[name]
	if b == nil || now.Sub(b.from) >= window {
		b = &bucket{from: now}
		s.buckets[name] = b
	}
	if b.n >= limit {
		return b.from.Add(window).Sub(now)
	}
	b.n++
	return 0
}

func refusal(wait time.Duration, global bool) map[string]string {
	header := map[string]string{
		"Retry-After":       strconv.Itoa(int(wait.Seconds()) + 1),
		"X-RateLimit-Scope": "user",
	}
	if global {
		header["X-RateLimit-Global"], header["X-RateLimit-Scope"] = "true", "global"
	}
	return header
}

func seconds(d time.Duration) string { return strconv.FormatFloat(max(d.Seconds(), 0), 'f', 3, 64) }
