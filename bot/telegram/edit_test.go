package telegram_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tablabot/bot"
)

// An edit sends what changed, as far as the door knows what a message shows.
func TestEditSendsWhatChanged(t *testing.T) {
	roll := bot.Button{Label: "Roll", Data: "roll"}
	double := bot.Button{Label: "Double", Data: "double"}
	text := func(s string, b ...bot.Button) bot.Rendered {
		return bot.Rendered{Text: plain(s), Groups: []bot.Group{{Buttons: b}}}
	}
	for _, c := range []struct {
		name        string
		first, next bot.Rendered
		want        string
	}{
		{"the picture", board("p1", 10, "a", roll), board("p2", 20, "b", double), "editMessageMedia"},
		{"the caption", board("p1", 10, "a", roll), board("p1", 10, "b", double), "editMessageCaption"},
		{"the buttons", board("p1", 10, "a", roll), board("p1", 10, "a", double), "editMessageReplyMarkup"},
		{"a caption goes", board("p1", 10, "a", roll), board("p1", 10, "", roll), "editMessageCaption"},
		{"a text", text("a", roll), text("b"), "editMessageText"},
		{"buttons of a text", text("a", roll), text("a", double), "editMessageText"},
		{"a text becomes a picture", text("a", roll), board("p1", 10, "a", roll), "editMessageMedia"},
		{"a picture without a name", board("", 10, "a", roll), board("", 10, "b", roll), "editMessageMedia"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, setup{server: unlimited})
			ana := r.s.AddUser("Ana", "")
			r.s.AddPrivate(ana)
			ref := r.post(ana, c.first)
			r.edit(ana, ref, c.next)
			requests := r.s.Requests()
			if got := requests[len(requests)-1].Method; got != c.want || len(requests) != 2 {
				t.Errorf("%d requests, the last %s, want %s", len(requests), got, c.want)
			}
			fresh := r.message(ana, r.post(ana, c.next))
			edited := r.message(ana, ref)
			if fresh.Text != edited.Text || !cmp.Equal(fresh.Labels(), edited.Labels()) || (fresh.Photo == nil) != (edited.Photo == nil) {
				t.Errorf("the message shows %q %q, want %q %q", edited.Text, edited.Labels(), fresh.Text, fresh.Labels())
			}
		})
	}
}

// A door that knows nothing of a message, as after a restart, edits all of it.
func TestEditAfterRestart(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	photo := r.post(ana, board("p1", 10, "a"))
	text := r.post(ana, bot.Rendered{Text: plain("t")})

	again := newDoor(t, r)
	if err := again.Edit(t.Context(), key(ana), photo, board("p1", 10, "b")); err != nil {
		t.Errorf("edit a photo: %v", err)
	}
	if err := again.Edit(t.Context(), key(ana), text, bot.Rendered{Text: plain("u")}); err != nil {
		t.Errorf("edit a text: %v", err)
	}
	if a, b := r.message(ana, photo).Text, r.message(ana, text).Text; a != "b" || b != "u" {
		t.Errorf("the messages show %q and %q", a, b)
	}
	// The very same once more: Telegram says that nothing changed.
	if err := again.Edit(t.Context(), key(ana), text, bot.Rendered{Text: plain("u")}); !errors.Is(err, bot.ErrNotModified) {
		t.Errorf("the same edit again: %v, want bot.ErrNotModified", err)
	}
}

// A picture cannot become a text, whether the door remembers it or Telegram says so.
func TestEditPictureToText(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p1", 10, "a"))
	for name, door := range map[string]bot.Door{"remembered": r.d, "unknown": newDoor(t, r)} {
		if err := door.Edit(t.Context(), key(ana), ref, bot.Rendered{Text: plain("a")}); !errors.Is(err, bot.ErrExpired) {
			t.Errorf("%s: %v, want bot.ErrExpired", name, err)
		}
	}
}

func TestStrip(t *testing.T) {
	r := newRig(t, setup{server: unlimited})
	ana := r.s.AddUser("Ana", "")
	r.s.AddPrivate(ana)
	ref := r.post(ana, board("p1", 10, "a", bot.Button{Label: "b", Data: "d"}))
	for range 2 { // the second finds nothing to do
		if err := r.d.Strip(t.Context(), key(ana), ref); err != nil {
			t.Errorf("Strip: %v", err)
		}
	}
	if m := r.message(ana, ref); len(m.Keyboard) != 0 || m.Text != "a" || m.Photo == nil {
		t.Errorf("the message shows %+v, want the picture without buttons", m)
	}
	r.edit(ana, ref, board("p1", 10, "a", bot.Button{Label: "b", Data: "d"}))
	if m := r.message(ana, ref); len(m.Keyboard) != 1 {
		t.Errorf("the buttons did not come back: %+v", m)
	}
}
