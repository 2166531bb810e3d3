package talk

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/store"
)

// candidate is a match that a command may mean.
type candidate struct {
	store.Match
	table *Table
}

// aboutMatch finds the match that a command means, in this order: the one replied
// to, the one named, the only one where the sender is to act, his only one, and for
// what anybody may ask the chat's only one. Otherwise he is asked.
func (t *Talk) aboutMatch(ctx context.Context, event bot.Event, c command) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	if event.Ref != "" {
		board, err := t.Store.BoardAt(ctx, string(event.Chat), string(event.Ref))
		if err == nil {
			return c.match(t, ctx, event, board.Match)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return bot.Answer{}, err
		}
	}
	all, err := t.candidates(ctx, event.Chat)
	if err != nil {
		return bot.Answer{}, err
	}
	number, args := takeNumber(event)
	event.Args = args
	if number > 0 {
		i := slices.IndexFunc(all, func(m candidate) bool { return m.Number == number })
		if i < 0 {
			return refusal(words, "match.number", locale.Args{"Number": number}), nil
		}
		return c.match(t, ctx, event, all[i].ID)
	}
	choice := narrow(all, event.Person.Key, c.players)
	switch len(choice) {
	case 0:
		if c.players && len(all) > 0 {
			return refusal(words, "match.not.yours", nil), nil
		}
		return refusal(words, "match.none", nil), nil
	case 1:
		return c.match(t, ctx, event, choice[0].ID)
	}
	return t.askWhich(words, event, c, choice), nil
}

// candidates returns the live matches that a chat shows.
func (t *Talk) candidates(ctx context.Context, chat bot.ChatKey) ([]candidate, error) {
	matches, err := t.Store.ChatMatches(ctx, string(chat))
	if err != nil {
		return nil, err
	}
	var all []candidate
	for _, match := range matches {
		table, err := decodeTable(match.State)
		if err != nil {
			return nil, err
		}
		all = append(all, candidate{match, table})
	}
	return all, nil
}

// narrow returns the matches that a person most likely means.
func narrow(all []candidate, person bot.PersonKey, playersOnly bool) []candidate {
	var acts, sits []candidate
	for _, c := range all {
		seat, ok := c.table.seatOf(person)
		if !ok {
			continue
		}
		sits = append(sits, c)
		if actor, waits := c.table.actor(); waits && actor == seat {
			acts = append(acts, c)
		}
	}
	switch {
	case len(acts) == 1:
		return acts
	case len(sits) > 0 || playersOnly:
		return sits
	}
	return all
}

// takeNumber takes a match's short number out of a command: the option "match", or
// a word "#3".
func takeNumber(event bot.Event) (number int, args string) {
	if n, err := strconv.Atoi(strings.TrimPrefix(event.Options["match"], "#")); err == nil {
		return n, event.Args
	}
	words := strings.Fields(event.Args)
	for i, word := range words {
		if digits, ok := strings.CutPrefix(word, "#"); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				return n, strings.Join(slices.Delete(words, i, i+1), " ")
			}
		}
	}
	return 0, event.Args
}

// askWhich asks which match was meant. What the command was about travels in the
// buttons as far as it fits.
func (t *Talk) askWhich(words *locale.Words, event bot.Event, c command, choice []candidate) bot.Answer {
	var group bot.Group
	for _, m := range choice {
		data := tap{verb: whichVerb, match: m.ID, arg: c.name + " " + event.Args}.data()
		if len(data) > maxData {
			data = tap{verb: whichVerb, match: m.ID, arg: c.name}.data()
		}
		group.Buttons = append(group.Buttons, bot.Button{Label: clip(matchLabel(words, m), 40), Data: data})
	}
	group.PerRow = 1
	return bot.Answer{Kind: bot.Info, Private: true,
		Note: &bot.Rendered{Text: words.Text("match.which", nil), Groups: []bot.Group{group}}}
}

// matchLabel names a match on a button: "#3 Ana – Boris".
func matchLabel(words *locale.Words, m candidate) string {
	if m.table.Stage == Open {
		return words.String("label.table", locale.Args{"Number": m.Number, "Name": m.table.Seats[0].Name})
	}
	return words.String("label.match", locale.Args{"Number": m.Number, "First": m.table.Seats[0].Name, "Second": m.table.Seats[1].Name})
}

// chosen carries out a command on the match that was chosen.
func (t *Talk) chosen(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	name, args, _ := strings.Cut(b.arg, " ")
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name && c.match != nil })
	if i < 0 {
		return refusal(t.words(ctx, event.Person, event.Chat), "button.unknown", nil), nil
	}
	event.Args, event.Ref = args, ""
	return all[i].match(t, ctx, event, b.match)
}
