package talk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/render"
	"tablabot/store"
)

// settings shows what a person and a chat can set, or sets "confirm=off" or
// "theme=dark" at once.
func (t *Talk) settings(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	if setting := argument(event, "setting"); setting != "" {
		return t.set(ctx, event, settingOf(setting))
	}
	note, err := t.settingsNote(ctx, event, words)
	return bot.Answer{Private: true, Note: note}, err
}

// settingsNote shows what can be set, and marks what is in force.
func (t *Talk) settingsNote(ctx context.Context, event bot.Event, words *locale.Words) (*bot.Rendered, error) {
	person, err := t.Store.Person(ctx, string(event.Person.Key))
	if err != nil {
		return nil, err
	}
	chat, err := t.Store.Chat(ctx, string(event.Chat))
	if err != nil {
		return nil, err
	}
	button := func(label, setting string, holds bool) bot.Button {
		b := bot.Button{Label: words.String(label, nil), Data: tap{verb: settingsVerb, arg: setting}.data()}
		if holds {
			b.Label, b.Style = words.String("button.holds", locale.Args{"Label": b.Label}), bot.Primary
		}
		return b
	}
	confirm := bot.Group{PerRow: 1, Buttons: []bot.Button{
		button("button.confirm.on", "confirm=on", !person.NoConfirm),
		button("button.confirm.off", "confirm=off", person.NoConfirm),
	}}
	themes := bot.Group{}
	for i, theme := range render.Themes() {
		holds := chat.Theme == theme || chat.Theme == "" && i == 0
		themes.Buttons = append(themes.Buttons, button("theme."+theme, "theme="+theme, holds))
	}
	return &bot.Rendered{Text: words.Text("settings.text", locale.Args{"Name": event.Person.Name}), Groups: []bot.Group{confirm, themes}}, nil
}

// setByTap carries out one setting and marks it on the note whose button was tapped.
func (t *Talk) setByTap(ctx context.Context, event bot.Event, setting string) (bot.Answer, error) {
	answer, err := t.set(ctx, event, setting)
	if err != nil || answer.Kind != bot.OK {
		return answer, err
	}
	answer.Note, err = t.settingsNote(ctx, event, t.words(ctx, event.Person, event.Chat))
	answer.Private, answer.Instead = true, true
	return answer, err
}

// settingOf reads a typed setting: "theme=dark", "theme dark" or just "dark".
func settingOf(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return r == ' ' || r == '=' })
	if len(words) == 1 && slices.Contains(render.Themes(), words[0]) {
		return "theme=" + words[0]
	}
	return strings.Join(words, "=")
}

// set carries one setting out.
func (t *Talk) set(ctx context.Context, event bot.Event, setting string) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	key, value, _ := strings.Cut(setting, "=")
	switch {
	case key == "confirm" && (value == "on" || value == "off"):
		return t.setConfirm(ctx, event, words, value == "on")
	case key == "theme" && slices.Contains(render.Themes(), value):
		answer := ok(words, "settings.theme", locale.Args{"Name": words.String("theme."+value, nil)})
		err := t.changeChat(ctx, event.Chat, event, answer, func(chat *store.Chat) bool {
			changed := chat.Theme != value
			chat.Theme = value
			return changed
		})
		if err != nil && ctx.Err() == nil {
			t.Log.Error("a setting could not be saved", "event", event.Key, "error", err)
			return refusal(words, "error.unsaved", nil), nil
		}
		if err == nil {
			err = t.redraw(ctx, event)
		}
		return answer, err
	}
	return refusal(words, "settings.unknown", nil), nil
}

// redraw lets the chat's boards be drawn anew in its new theme.
func (t *Talk) redraw(ctx context.Context, event bot.Event) error {
	all, err := t.candidates(ctx, event.Chat, false)
	if err != nil {
		return err
	}
	for _, m := range all {
		again := bot.Event{Key: event.Key + "/" + m.ID, Kind: bot.Tap, Time: event.Time, Chat: event.Chat}
		if _, err := t.decide(ctx, m.ID, again, func(d *deal) bot.Answer {
			d.changed = true
			return bot.Answer{}
		}); err != nil {
			return err
		}
	}
	return nil
}

func (t *Talk) setConfirm(ctx context.Context, event bot.Event, words *locale.Words, on bool) (bot.Answer, error) {
	person, err := t.Store.Person(ctx, string(event.Person.Key))
	if err != nil {
		return bot.Answer{}, err
	}
	person.NoConfirm = !on
	person.Name = event.Person.Name
	answer := ok(words, "settings.confirm.off", nil)
	if on {
		answer = ok(words, "settings.confirm.on", nil)
	}
	change := store.Change{Event: event.Key, Time: event.Time, People: []store.Person{person}, Answer: encodeAnswer(answer)}
	if _, _, err := t.Store.Commit(ctx, change); err != nil {
		t.Log.Error("a setting could not be saved", "event", event.Key, "error", err)
		return refusal(words, "error.unsaved", nil), nil
	}
	return answer, nil
}

// changeChat changes a chat's record and keeps the event's answer; f returns false if
// there is nothing to save.
func (t *Talk) changeChat(ctx context.Context, key bot.ChatKey, event bot.Event, answer bot.Answer, f func(*store.Chat) bool) error {
	return t.Lanes.Do(ctx, "chat/"+string(key), func() error {
		for range tries {
			chat, err := t.Store.Chat(ctx, string(key))
			if err != nil || !f(&chat) {
				return err
			}
			_, _, err = t.Store.Commit(ctx, store.Change{Event: event.Key, Time: event.Time, Chat: &chat, Answer: encodeAnswer(answer)})
			if !errors.Is(err, store.ErrConflict) {
				return err
			}
		}
		return fmt.Errorf("chat %s keeps changing: %w", key, store.ErrConflict)
	})
}
