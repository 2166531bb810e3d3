package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"tablabot/bot/discord/discordtest"
	"tablabot/bot/telegram/telegramtest"
)

func TestAnAddressInUse(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	address := server.Listener.Addr().String()
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_WEB_LISTEN=" + address, "TABLABOT_LOG_LEVEL=error",
	})
	want := "tablabot: show the page at " + address + ": another program uses this address already, choose another one with web.listen\n"
	if code != exitFailure || stderr != want {
		t.Errorf("code %d, %q; want %q", code, stderr, want)
	}
}

func TestAWrongTelegramToken(t *testing.T) {
	server := telegramtest.New(t)
	wrong := "987654:ThisTokenIsWrongThisTokenIsWrongABC"
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_LOG_LEVEL=error",
		"TABLABOT_TELEGRAM_TOKEN=" + wrong, "TABLABOT_TELEGRAM_API_URL=" + server.URL(),
	})
	want := "tablabot: the token is unknown to Telegram, check it with @BotFather\n"
	if code != exitFailure || stderr != want {
		t.Errorf("code %d, %q; want %q", code, stderr, want)
	}
}

func TestAWrongDiscordToken(t *testing.T) {
	server := discordtest.Start(t, discordtest.Options{})
	code, _, stderr := run(t, "", []string{
		"TABLABOT_STORE_PATH=" + filepath.Join(t.TempDir(), "tablabot.db"), "TABLABOT_LOG_LEVEL=error",
		"TABLABOT_DISCORD_TOKEN=" + goodDiscord, "TABLABOT_DISCORD_API_URL=" + server.URL(),
	})
	// The rest depends on whether the API or the gateway refuses it first.
	want := "tablabot: discord does not let the bot in, check discord.token: "
	if code != exitFailure || !strings.HasPrefix(stderr, want) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("code %d, %q; want one line that begins with %q", code, stderr, want)
	}
	if strings.Contains(stderr, goodDiscord) {
		t.Errorf("the token is shown: %q", stderr)
	}
}

// TestATransientFailureEndsNothing: a Telegram that answers nothing but errors
// does not end the program, and the page beside it plays on.
func TestATransientFailureEndsNothing(t *testing.T) {
	asked := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case asked <- struct{}{}:
		default:
		}
		http.Error(w, "<html>bad gateway</html>", http.StatusBadGateway)
	}))
	defer server.Close()
	p := play(t, append(at(filepath.Join(t.TempDir(), "tablabot.db")),
		"TABLABOT_TELEGRAM_TOKEN="+goodTelegram, "TABLABOT_TELEGRAM_API_URL="+server.URL))
	<-asked
	<-asked // it has come back after the first refusal
	if code := p.stop(); code != exitDone {
		t.Errorf("stopped with code %d: %s", code, p.stderr)
	}
	if strings.Contains(p.stderr.String(), goodTelegram) {
		t.Errorf("the log shows the token: %s", p.stderr)
	}
}
