package discord

import (
	"testing"

	"tablabot/bot"
	"tablabot/bot/discord/discordtest"
	"tablabot/engine/enginetest"
)

// TestRequestsFollowTheSpecification makes every kind of request there is, each
// held against the platform's machine-readable specification.
func TestRequestsFollowTheSpecification(t *testing.T) {
	t.Parallel()
	s := start(t, discordtest.Options{
		Specification: enginetest.Shared(t, "specs/discord-openapi.json"), PerBucket: 1000,
	})
	var many []Choice
	for _, b := range buttons("g", 30) {
		many = append(many, Choice{Name: b.Label, Value: b.Data})
	}
	r := openWith(t, s, nil, nil, func(d *Door) {
		d.commands = append(d.commands, Command{Name: "rules", Description: "The rules", Options: []Option{{Name: "game", Description: "Which", Kind: String, Choices: many}}})
	})
	ask := &bot.Prompt{Title: "Your move", Label: "Move", Placeholder: "24/18"}
	full := board(t, "one", bot.Button{Label: "go", Data: "go", Style: bot.Primary}, bot.Button{Label: "⌨", Data: "move", Prompt: ask})
	full.Groups = append(full.Groups, bot.Group{Buttons: buttons("m", 40)})
	full.Nonce = "0123456789abcdef"
	full.Mention = []bot.PersonKey{bot.PersonKey("dc:" + r.ana)}
	note := &bot.Rendered{PNG: full.PNG, Alt: "a board", Text: bot.Text{{Text: "note"}}, Silent: true}

	r.decide = answering(bot.Answer{Follows: true})
	r.Command(r.ana, r.channel, "newgame", map[string]any{"game": "tabla"})
	reply := r.post(t, full) // as the answer
	created := r.post(t, full)
	for _, a := range []bot.Answer{{}, {Kind: bot.Refusal, Text: "no"}, {Note: note}, {Note: note, Private: true, Text: "and", Kind: bot.Info}} {
		r.decide = answering(a)
		r.Command(r.bo, r.channel, "help", nil)
		r.Tap(r.bo, r.channel, created, "go")
		r.Tap(r.bo, r.channel, reply, "m39")
	}
	r.Type(r.ana, r.channel, "rules", "game", "g1")
	r.SubmitModal(r.ana, r.Tap(r.ana, r.channel, created, "⌨").Modal, "24/18")
	for _, ref := range []string{reply, created, r.post(t, bot.Rendered{Text: bot.Text{{Text: "untapped"}}})} {
		for _, screen := range []bot.Rendered{full, {Text: bot.Text{{Text: "text"}}}, full} {
			if err := r.door.Edit(t.Context(), r.chat(), bot.BoardRef(ref), screen); err != nil {
				t.Error(err)
			}
		}
		if err := r.door.Strip(t.Context(), r.chat(), bot.BoardRef(ref)); err != nil {
			t.Error(err)
		}
	}
	if len(s.Requests()) < 30 {
		t.Errorf("only %d requests were made", len(s.Requests()))
	}
}

// TestSpecificationIsUsed breaks it.
func TestSpecificationIsUsed(t *testing.T) {
	t.Parallel()
	s, err := discordtest.New(discordtest.Options{Specification: enginetest.Shared(t, "specs/discord-openapi.json")})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := openWith(t, s, nil, answering(bot.Answer{}), nil)
	_, err = r.door.Post(t.Context(), r.chat(), bot.Rendered{Text: bot.Text{{Text: "x"}}, Nonce: "longer than twenty-five characters"})
	if err == nil || len(s.Violations()) == 0 {
		t.Errorf("a nonce that is too long returns %v; violations %v", err, s.Violations())
	}
}
