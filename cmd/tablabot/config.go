package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Config is everything that can be configured. Every value is a text until it was
// checked; config.example.yaml tells what each is for.
type Config struct {
	Telegram struct {
		Token   string `yaml:"token" env:"TOKEN"`
		APIURL  string `yaml:"api_url" env:"API_URL"`
		Webhook struct {
			Listen string `yaml:"listen" env:"LISTEN"`
			Path   string `yaml:"path" env:"PATH"`
			URL    string `yaml:"url" env:"URL"`
			Secret string `yaml:"secret" env:"SECRET"`
		} `yaml:"webhook" envPrefix:"WEBHOOK_"`
	} `yaml:"telegram" envPrefix:"TELEGRAM_"`
	Discord struct {
		Token  string `yaml:"token" env:"TOKEN"`
		APIURL string `yaml:"api_url" env:"API_URL"`
	} `yaml:"discord" envPrefix:"DISCORD_"`
	Store struct {
		Path string `yaml:"path" env:"PATH"`
	} `yaml:"store" envPrefix:"STORE_"`
	Web struct {
		Listen string `yaml:"listen" env:"LISTEN"`
	} `yaml:"web" envPrefix:"WEB_"`
	Log struct {
		Level  string `yaml:"level" env:"LEVEL"`
		Format string `yaml:"format" env:"FORMAT"`
	} `yaml:"log" envPrefix:"LOG_"`
}

const (
	envPrefix   = "TABLABOT_"
	fileSuffix  = "_FILE"
	off         = "off" // web.listen: no page
	defaultPage = "127.0.0.1:8080"
)

// defaults returns what holds where nothing is configured.
func defaults() Config {
	var c Config
	c.Store.Path = "tablabot.db"
	c.Log.Level = "info"
	c.Log.Format = "text"
	return c
}

// page returns the address of the local page, or "" for none: it shows itself
// where there is no other door.
func (c *Config) page() string {
	switch {
	case c.Web.Listen == off:
		return ""
	case c.Web.Listen == "" && c.Telegram.Token == "" && c.Discord.Token == "":
		return defaultPage
	}
	return c.Web.Listen
}

// secrets returns the values that no log and no error may show.
func (c *Config) secrets() []string {
	var secrets []string
	for _, s := range c.settings() {
		if s.secret && *s.value != "" {
			secrets = append(secrets, *s.value)
		}
	}
	return secrets
}

// loadConfig returns the defaults, overridden by the file (if path is not empty),
// overridden by the environment. The error lists every mistake, a line each, with
// the place where it stands; it shows no secret.
func loadConfig(path string, environ []string) (Config, error) {
	config := defaults()
	var file *ast.File
	if path != "" {
		var err error
		if file, err = config.readFile(path); err != nil {
			return config, err
		}
	}
	variables, err := config.readEnviron(environ)
	if err != nil {
		return config, err
	}
	where := func(s setting) string {
		if name := s.variable(); variables[name] != "" {
			return name + ": "
		}
		return position(path, file, s.key)
	}
	var mistakes []error
	for _, s := range config.settings() {
		if text := s.mistake(file); text != "" {
			mistakes = append(mistakes, fmt.Errorf("%s%s %s", where(s), s.key, text))
		}
	}
	if len(mistakes) == 0 {
		mistakes = append(mistakes, config.contradiction())
	}
	return config, errors.Join(mistakes...)
}

// readFile fills in what the file says.
func (c *Config) readFile(path string) (*ast.File, error) {
	text, err := readSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no configuration file %s", path)
	} else if err != nil {
		return nil, fmt.Errorf("read the configuration: %w", err)
	}
	file, err := parser.ParseBytes(text, 0)
	if err == nil && len(file.Docs) > 1 { // the decoder reads the first alone
		at := file.Docs[1].Start.Position
		return nil, fmt.Errorf("%s:%d:%d: a second document begins here, but only one is read", path, at.Line, at.Column)
	}
	if err == nil && !isEmpty(file) { // the decoder takes an empty file for empty values
		err = yaml.UnmarshalWithOptions(text, c, yaml.Strict())
	}
	if err == nil {
		c.clearNulls(file)
		return file, nil
	}
	// The library's own form of an error quotes lines of the file, secrets too.
	var mistake yaml.Error
	var wrongType *yaml.TypeError
	if errors.As(err, &wrongType) {
		at := wrongType.Token.Position
		return nil, fmt.Errorf("%s:%d:%d: a text belongs here, not a list or a section", path, at.Line, at.Column)
	}
	if errors.As(err, &mistake) && mistake.GetToken() != nil {
		at := mistake.GetToken().Position
		return nil, fmt.Errorf("%s:%d:%d: %s", path, at.Line, at.Column, mistake.GetMessage())
	}
	return nil, fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, false))
}

// clearNulls empties what the file names without a value: the decoder leaves the
// default there.
func (c *Config) clearNulls(file *ast.File) {
	for _, s := range c.settings() {
		if node := find(file, s.key); node != nil && node.Type() == ast.NullType {
			*s.value = ""
		}
	}
}

// maxSmall is far more than any configuration or token has, in bytes.
const maxSmall = 1 << 20

// readSmall reads a file that is not larger than maxSmall; a device may have no end.
func readSmall(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSmall+1))
	if err == nil && len(text) > maxSmall {
		err = fmt.Errorf("%s is larger than %d bytes", path, maxSmall)
	}
	return text, err
}

// isEmpty reports whether a file holds nothing but comments.
func isEmpty(file *ast.File) bool {
	for _, doc := range file.Docs {
		if doc.Body != nil && doc.Body.Type() != ast.CommentType {
			return false
		}
	}
	return true
}

// position returns "file:line:column: " of a key's value, or "" if the file does
// not have it.
func position(path string, file *ast.File, key string) string {
	node := find(file, key)
	if node == nil {
		return ""
	}
	at := node.GetToken().Position
	return fmt.Sprintf("%s:%d:%d: ", path, at.Line, at.Column)
}

// find returns the value of a key such as "log.level", or nil.
func find(file *ast.File, key string) ast.Node {
	if file == nil {
		return nil
	}
	path, err := yaml.PathString("$." + key)
	if err != nil {
		return nil
	}
	node, err := path.FilterFile(file)
	if err != nil {
		return nil
	}
	return node
}

// readEnviron fills in what the environment says, and returns the variables of
// this program, those that were read from files too.
func (c *Config) readEnviron(environ []string) (map[string]string, error) {
	all := env.ToMap(environ)
	variables := make(map[string]string)
	var mistakes []error
	for _, s := range c.settings() {
		value, err := s.lookUp(all)
		if err != nil {
			mistakes = append(mistakes, err)
		} else if value != "" {
			variables[s.variable()] = value
		}
	}
	if err := errors.Join(mistakes...); err != nil {
		return nil, err
	}
	err := env.ParseWithOptions(c, env.Options{Environment: variables, Prefix: envPrefix})
	return variables, err
}

// strangers returns the names in the environment that look as if they were meant
// for this program and are not known to it.
func (c *Config) strangers(environ []string) []string {
	known := map[string]bool{envPrefix + "REQUIRE": true, envPrefix + "SHARED": true} // of the tests
	for _, s := range c.settings() {
		known[s.variable()] = true
		known[s.variable()+fileSuffix] = s.secret
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(env.ToMap(environ))) {
		if strings.HasPrefix(name, envPrefix) && !known[name] {
			names = append(names, name)
		}
	}
	return names
}

// contradiction returns an error if the settings, each right for itself, do not
// fit together.
func (c *Config) contradiction() error {
	hook := &c.Telegram.Webhook
	switch {
	case (hook.Listen == "") != (hook.URL == ""):
		return errors.New("a Telegram webhook needs both telegram.webhook.listen and telegram.webhook.url")
	case hook.URL == "" && (hook.Path != "" || hook.Secret != ""):
		return errors.New("telegram.webhook.path and telegram.webhook.secret need telegram.webhook.url")
	case hook.URL != "" && c.Telegram.Token == "":
		return errors.New("a Telegram webhook needs telegram.token")
	case c.Web.Listen == off && c.Telegram.Token == "" && c.Discord.Token == "":
		return errors.New("nobody could play: web.listen is off, and neither telegram.token nor discord.token is set")
	}
	return nil
}
