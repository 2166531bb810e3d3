package telegram_test

import (
	"io"
	"log/slog"
	"testing"

	"tablabot/bot"
	"tablabot/bot/telegram"
	"tablabot/bot/telegram/telegramtest"
)

// BenchmarkEdit is one edit of a board whose picture is new, with the stand-in's
// part in it.
func BenchmarkEdit(b *testing.B) {
	s := telegramtest.New(b, telegramtest.Options{Unlimited: true})
	d, err := telegram.New(telegram.Config{Token: s.Token(), APIURL: s.URL(), Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		b.Fatal(err)
	}
	ana := s.AddUser("Ana", "")
	s.AddPrivate(ana)
	screens := []bot.Rendered{board("", 10, "one"), board("", 20, "two")}
	ref, err := d.Post(b.Context(), key(ana), screens[0])
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; b.Loop(); i++ {
		if err := d.Edit(b.Context(), key(ana), ref, screens[i%2]); err != nil {
			b.Fatal(err)
		}
	}
}
