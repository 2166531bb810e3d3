package main

import (
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// redactor masks secrets in whatever is written.
type redactor struct{ replace *strings.Replacer }

const masked = "[secret]"

// tokenForms are what tokens of both platforms look like, known to us or not.
var tokenForms = regexp.MustCompile(`[0-9]{6,}(:|%3A)[A-Za-z0-9_-]{30,}|[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{25,}`)

func newRedactor(secrets []string) *redactor {
	var forms []string
	for _, secret := range secrets {
		forms = append(forms, secret, url.QueryEscape(secret), url.PathEscape(secret))
		if _, key, ok := strings.Cut(secret, ":"); ok && len(key) >= 8 {
			forms = append(forms, key)
		}
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) }) // the longest first
	var pairs []string
	for _, form := range slices.Compact(forms) {
		pairs = append(pairs, form, masked)
	}
	return &redactor{strings.NewReplacer(pairs...)}
}

// text returns the text without secrets.
func (r *redactor) text(s string) string {
	return tokenForms.ReplaceAllString(r.replace.Replace(s), masked)
}

// attr is a ReplaceAttr of slog: it masks messages, names and values.
func (r *redactor) attr(_ []string, a slog.Attr) slog.Attr {
	a.Key = r.text(a.Key)
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(r.text(a.Value.String()))
	case slog.KindAny:
		if _, source := a.Value.Any().(*slog.Source); source {
			break
		}
		plain := fmt.Sprint(a.Value.Any())
		if clean := r.text(plain); clean != plain {
			a.Value = slog.StringValue(clean)
		}
	}
	return a
}

// newLog returns a log as configured that shows no secret.
func newLog(w io.Writer, config *Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(config.Log.Level)) // was checked
	options := &slog.HandlerOptions{Level: level, ReplaceAttr: newRedactor(config.secrets()).attr}
	if config.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
