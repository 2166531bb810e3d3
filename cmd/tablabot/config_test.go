package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	goodTelegram = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
	goodDiscord  = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
)

// write makes a file in a folder of the test's own and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWithoutConfigurationThePageShowsItself(t *testing.T) {
	config, err := loadConfig("", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := config.page(), "127.0.0.1:8080"; got != want {
		t.Errorf("page at %q, want %q", got, want)
	}
	if got, want := config.Store.Path, "tablabot.db"; got != want {
		t.Errorf("store at %q, want %q", got, want)
	}
}

func TestThePage(t *testing.T) {
	tests := []struct{ listen, telegram, discord, want string }{
		{"", "", "", defaultPage},
		{"", goodTelegram, "", ""},
		{"", "", goodDiscord, ""},
		{"localhost:9", goodTelegram, "", "localhost:9"},
		{"localhost:9", "", "", "localhost:9"},
		{"off", goodTelegram, "", ""},
	}
	for _, test := range tests {
		var c Config
		c.Web.Listen, c.Telegram.Token, c.Discord.Token = test.listen, test.telegram, test.discord
		if got := c.page(); got != test.want {
			t.Errorf("web.listen %q with tokens %q, %q: page at %q, want %q", test.listen, test.telegram, test.discord, got, test.want)
		}
	}
}

func TestTheEnvironmentGoesBeforeTheFile(t *testing.T) {
	path := write(t, "config.yaml", "telegram:\n  token: "+goodTelegram+"\n  api_url: http://file:1\nlog:\n  level: warn\n")
	secret := write(t, "token", "  "+goodDiscord+"\n")
	config, err := loadConfig(path, []string{
		"TABLABOT_TELEGRAM_API_URL=http://environment:2",
		"TABLABOT_DISCORD_TOKEN_FILE=" + secret,
		"TABLABOT_WEB_LISTEN=off",
		"PATH=/bin", "TABLABOT_REQUIRE=browser",
	})
	if err != nil {
		t.Fatal(err)
	}
	want := defaults()
	want.Telegram.Token = goodTelegram
	want.Telegram.APIURL = "http://environment:2"
	want.Discord.Token = goodDiscord
	want.Web.Listen = "off"
	want.Log.Level = "warn"
	if diff := cmp.Diff(want, config); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
}

// TestMistakes holds the text of every mistake. None may show a secret.
func TestMistakes(t *testing.T) {
	const secret = "5ECRETsecret5ECRETsecret5ECRETsecret"
	empty, token := write(t, "empty", " \n"), write(t, "token", goodTelegram)
	missing := filepath.Join(t.TempDir(), "missing")
	tests := []struct {
		name    string
		file    string // "" for none
		environ []string
		want    string // FILE stands for the path of the file
	}{
		{"unknown key", "telegram:\n  tokn: " + secret + "\n", nil, `FILE:2:3: unknown field "tokn"`},
		{"unknown section", "telegrm:\n  token: " + secret + "\n", nil, `FILE:1:1: unknown field "telegrm"`},
		{"key twice", "log:\n  level: info\n  level: warn\n", nil, `FILE:3:3: mapping key "level" already defined at [2:3]`},
		{"section is a text", "log: " + secret + "\n", nil, `FILE:1:6: string was used where mapping is expected`},
		{"value is a list", "telegram:\n  token: [" + secret + "]\n", nil, `FILE:2:10: a text belongs here, not a list or a section`},
		{"value is a section", "store:\n  path:\n    x: y\n", nil, `FILE:3:6: a text belongs here, not a list or a section`},
		{"no YAML", "log: {level: info\n", nil, `FILE:1:6: could not find flow mapping end token '}'`},
		{"two documents", "log:\n  level: warn\n---\nweb:\n  listen: off\n", nil, `FILE:3:1: a second document begins here, but only one is read`},
		{"a second document after an empty one", "log:\n  level: warn\n...\n---\n# nothing\n---\nx: " + secret + "\n", nil, `FILE:4:1: a second document begins here, but only one is read`},
		{"a tab", "log:\n\tlevel: info\n", nil, `FILE:2:1: found character '	' that cannot start any token`},
		{"no sections", "just a text\n", nil, `FILE:1:1: string was used where mapping is expected`},
		{"key without value", "telegram:\n  token:\n", nil, `FILE:2:10: telegram.token is empty: give it a value or leave it out`},
		{"empty value", "telegram:\n  token: \"\"\n", nil, `FILE:2:10: telegram.token is empty: give it a value or leave it out`},
		{"no store", "store:\n  path: ''\n", nil, `FILE:2:9: store.path is empty: give it a value or leave it out`},
		{"store without value", "store:\n  path:\n", nil, `FILE:2:9: store.path is empty: give it a value or leave it out`},
		{"level without value", "log:\n  level: ~\n", nil, `FILE:2:10: log.level is empty: give it a value or leave it out`},
		{"bad token", "telegram:\n  token: " + secret + "\n", nil, `FILE:2:10: telegram.token does not look like a token of @BotFather, 123456:ABC-DEF`},
		{"token with Bot", "discord:\n  token: Bot " + secret + "\n", nil, `FILE:2:10: discord.token is to be given without "Bot " before it`},
		{"token with blank", "discord:\n  token: a " + secret + "\n", nil, `FILE:2:10: discord.token holds a character that no token has`},
		{"bad level", "log:\n  level: loud\n", nil, `FILE:2:10: log.level must be one of debug, info, warn, error, not "loud"`},
		{"bad format", "log:\n  format: xml\n", nil, `FILE:2:11: log.format must be one of text, json, not "xml"`},
		{"bad URL", "telegram:\n  api_url: ftp://x\n", nil, `FILE:2:12: telegram.api_url must look like https://host or http://host:port`},
		{"URL with a path", "discord:\n  api_url: https://x/api\n", nil, `FILE:2:12: discord.api_url must look like https://host or http://host:port`},
		{"URL with a password", "", []string{"TABLABOT_TELEGRAM_API_URL=http://me:" + secret + "@host"}, `TABLABOT_TELEGRAM_API_URL: telegram.api_url must look like https://host or http://host:port`},
		{"bad address", "web:\n  listen: 8080\n", nil, `FILE:2:11: web.listen must be host:port or off, not "8080"`},
		{"bad port", "web:\n  listen: host:http\n", nil, `FILE:2:11: web.listen must be host:port or off, not "host:http"`},
		{"two mistakes", "log:\n  level: loud\n  format: xml\n", nil,
			"FILE:2:10: log.level must be one of debug, info, warn, error, not \"loud\"\n" +
				"FILE:3:11: log.format must be one of text, json, not \"xml\""},
		{"hook without address", "telegram:\n  token: " + goodTelegram + "\n  webhook:\n    url: https://x/y\n", nil,
			`a Telegram webhook needs both telegram.webhook.listen and telegram.webhook.url`},
		{"hook without URL", "telegram:\n  token: " + goodTelegram + "\n  webhook:\n    secret: abc\n", nil,
			`telegram.webhook.path and telegram.webhook.secret need telegram.webhook.url`},
		{"hook without token", "telegram:\n  webhook:\n    url: https://x/y\n    listen: :1\n", nil, `a Telegram webhook needs telegram.token`},
		{"bad hook", "telegram:\n  token: " + goodTelegram + "\n  webhook:\n    url: x/y\n    listen: nowhere\n    path: y\n    secret: no blanks\n", nil,
			"FILE:5:13: telegram.webhook.listen must be host:port, not \"nowhere\"\n" +
				"FILE:6:11: telegram.webhook.path must begin with /, not \"y\"\n" +
				"FILE:4:10: telegram.webhook.url must look like https://host/path\n" +
				"FILE:7:13: telegram.webhook.secret may hold 1 to 256 letters, digits, _ and -"},
		{"no door", "", []string{"TABLABOT_WEB_LISTEN=off"}, `nobody could play: web.listen is off, and neither telegram.token nor discord.token is set`},
		{"bad variable", "log:\n  level: info\n", []string{"TABLABOT_LOG_LEVEL=loud"}, `TABLABOT_LOG_LEVEL: log.level must be one of debug, info, warn, error, not "loud"`},
		{"empty variable", "", []string{"TABLABOT_STORE_PATH="}, `TABLABOT_STORE_PATH is set but empty: give it a value or unset it`},
		{"empty file variable", "", []string{"TABLABOT_TELEGRAM_TOKEN_FILE="}, `TABLABOT_TELEGRAM_TOKEN_FILE is set but empty: give it a value or unset it`},
		{"missing token file", "", []string{"TABLABOT_TELEGRAM_TOKEN_FILE=" + missing}, `TABLABOT_TELEGRAM_TOKEN_FILE: there is no file ` + missing},
		{"empty token file", "", []string{"TABLABOT_DISCORD_TOKEN_FILE=" + empty}, `TABLABOT_DISCORD_TOKEN_FILE: the file ` + empty + ` is empty`},
		{"endless token file", "", []string{"TABLABOT_DISCORD_TOKEN_FILE=/dev/zero"}, `TABLABOT_DISCORD_TOKEN_FILE: /dev/zero is larger than 1048576 bytes`},
		{"token and token file", "", []string{"TABLABOT_TELEGRAM_TOKEN=" + goodTelegram, "TABLABOT_TELEGRAM_TOKEN_FILE=" + token},
			`TABLABOT_TELEGRAM_TOKEN and TABLABOT_TELEGRAM_TOKEN_FILE are both set: choose one`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := ""
			if test.file != "" {
				path = write(t, "config.yaml", test.file)
			}
			_, err := loadConfig(path, test.environ)
			if err == nil {
				t.Fatal("no mistake was found")
			}
			got := err.Error()
			if path != "" {
				got = strings.ReplaceAll(got, path, "FILE")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("mistake (-want +got):\n%s", diff)
			}
			if strings.Contains(got, secret) {
				t.Errorf("the secret is shown: %s", got)
			}
		})
	}
}

func TestAMissingConfigurationFile(t *testing.T) {
	_, err := loadConfig("nowhere.yaml", nil)
	if want := "there is no configuration file nowhere.yaml"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestAnEmptyConfigurationFile(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "log:\n", "---\n", "---\nlog:\n...\n", "# nothing\n---\nlog:\n"} {
		config, err := loadConfig(write(t, "config.yaml", text), nil)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(defaults(), config); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

// TestTheExample: config.example.yaml is right as it stands, and right with every
// commented key put in force, and then it has every key there is.
func TestTheExample(t *testing.T) {
	const path = "../../config.example.yaml"
	config, err := loadConfig(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(defaults(), config); diff != "" {
		t.Errorf("the example as it stands (-defaults +got):\n%s", diff)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	commented := regexp.MustCompile(`(?m)^( *)# ([a-z_]+:( \S+)?)$`)
	full, err := loadConfig(write(t, "full.yaml", commented.ReplaceAllString(string(text), "$1$2")), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range full.settings() {
		if *s.value == "" {
			t.Errorf("the example does not have %s", s.key)
		}
	}
}

func TestVariablesFollowTheKeys(t *testing.T) {
	config := defaults()
	var environ []string
	values := map[string]string{
		"telegram.token": goodTelegram, "telegram.api_url": "http://a:1", "telegram.webhook.listen": ":2",
		"telegram.webhook.path": "/c", "telegram.webhook.url": "https://d/e", "telegram.webhook.secret": "f",
		"discord.token": goodDiscord, "discord.api_url": "http://g", "store.path": "h", "web.listen": "i:3",
		"log.level": "debug", "log.format": "json",
	}
	for _, s := range config.settings() {
		environ = append(environ, "TABLABOT_"+strings.ToUpper(strings.ReplaceAll(s.key, ".", "_"))+"="+values[s.key])
	}
	config, err := loadConfig("", environ)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range config.settings() {
		if *s.value != values[s.key] {
			t.Errorf("%s is %q, want %q", s.key, *s.value, values[s.key])
		}
	}
}

func TestStrangersInTheEnvironment(t *testing.T) {
	config := defaults()
	got := config.strangers([]string{
		"TABLABOT_TELEGRAM_TOKN=x", "TABLABOT_TELEGRAM_TOKEN_FILE=x", "TABLABOT_LOG_LEVEL_FILE=x",
		"TABLABOT_LOG_LEVEL=x", "TABLABOT_SHARED=x", "HOME=x",
	})
	if diff := cmp.Diff([]string{"TABLABOT_LOG_LEVEL_FILE", "TABLABOT_TELEGRAM_TOKN"}, got); diff != "" {
		t.Errorf("strangers (-want +got):\n%s", diff)
	}
}
