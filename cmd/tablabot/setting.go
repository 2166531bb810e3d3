package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// setting is one key of the configuration.
type setting struct {
	key    string
	value  *string
	secret bool
	check  func(string) string // returns what is wrong with a value, or ""; nil takes every value
}

// settings returns every key there is.
func (c *Config) settings() []setting {
	hook := &c.Telegram.Webhook
	return []setting{
		{key: "telegram.token", value: &c.Telegram.Token, secret: true, check: checkTelegramToken},
		{key: "telegram.api_url", value: &c.Telegram.APIURL, check: checkServer},
		{key: "telegram.webhook.listen", value: &hook.Listen, check: checkAddress},
		{key: "telegram.webhook.path", value: &hook.Path, check: checkPath},
		{key: "telegram.webhook.url", value: &hook.URL, check: checkHookURL},
		{key: "telegram.webhook.secret", value: &hook.Secret, secret: true, check: checkHookSecret},
		{key: "discord.token", value: &c.Discord.Token, secret: true, check: checkDiscordToken},
		{key: "discord.api_url", value: &c.Discord.APIURL, check: checkServer},
		{key: "store.path", value: &c.Store.Path},
		{key: "web.listen", value: &c.Web.Listen, check: checkPage},
		{key: "log.level", value: &c.Log.Level, check: oneOf("debug", "info", "warn", "error")},
		{key: "log.format", value: &c.Log.Format, check: oneOf("text", "json")},
	}
}

// variable returns the environment variable of the setting.
func (s *setting) variable() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))
}

// mistake returns what is wrong with the value, or "". A key that stands in the
// file without a value is a mistake: it is more often forgotten than meant.
func (s *setting) mistake(file *ast.File) string {
	switch {
	case *s.value != "" && s.check != nil:
		return s.check(*s.value)
	case *s.value == "" && find(file, s.key) != nil:
		return "is empty: give it a value or leave it out"
	}
	return ""
}

// lookUp returns the value of the setting in an environment: its variable, or for
// a secret the content of the file that the variable with "_FILE" names.
func (s *setting) lookUp(environ map[string]string) (string, error) {
	name := s.variable()
	value, set := environ[name]
	path, named := environ[name+fileSuffix]
	named = named && s.secret
	switch {
	case set && named:
		return "", fmt.Errorf("%s and %s are both set: choose one", name, name+fileSuffix)
	case set && value == "":
		return "", fmt.Errorf("%s is set but empty: give it a value or unset it", name)
	case !named:
		return value, nil
	case path == "":
		return "", fmt.Errorf("%s is set but empty: give it a value or unset it", name+fileSuffix)
	}
	text, err := readSmall(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: there is no file %s", name+fileSuffix, path)
	case err != nil:
		return "", fmt.Errorf("%s: %w", name+fileSuffix, err)
	case strings.TrimSpace(string(text)) == "":
		return "", fmt.Errorf("%s: the file %s is empty", name+fileSuffix, path)
	}
	return strings.TrimSpace(string(text)), nil
}

// The checks quote no value of a secret.

var (
	telegramToken = regexp.MustCompile(`^[0-9]+:[A-Za-z0-9_-]+$`)
	hookSecret    = regexp.MustCompile(`^[A-Za-z0-9_-]{1,256}$`)
)

func checkTelegramToken(token string) string {
	if !telegramToken.MatchString(token) {
		return "does not look like a token of @BotFather, 123456:ABC-DEF"
	}
	return ""
}

func checkDiscordToken(token string) string {
	if strings.HasPrefix(token, "Bot ") {
		return `is to be given without "Bot " before it`
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "holds a character that no token has"
	}
	return ""
}

func checkHookSecret(secret string) string {
	if !hookSecret.MatchString(secret) {
		return "may hold 1 to 256 letters, digits, _ and -"
	}
	return ""
}

func checkServer(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" ||
		u.User != nil || u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.Fragment != "" {
		return "must look like https://host or http://host:port"
	}
	return ""
}

func checkHookURL(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return "must look like https://host/path"
	}
	return ""
}

func checkPath(path string) string {
	if !strings.HasPrefix(path, "/") {
		return fmt.Sprintf("must begin with /, not %q", path)
	}
	return ""
}

func checkPage(text string) string {
	if text == off {
		return ""
	}
	if checkAddress(text) != "" {
		return fmt.Sprintf("must be host:port or off, not %q", text)
	}
	return ""
}

func checkAddress(text string) string {
	_, port, err := net.SplitHostPort(text)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		return fmt.Sprintf("must be host:port, not %q", text)
	}
	return ""
}

func oneOf(words ...string) func(string) string {
	return func(text string) string {
		if !slices.Contains(words, text) {
			return fmt.Sprintf("must be one of %s, not %q", strings.Join(words, ", "), text)
		}
		return ""
	}
}
