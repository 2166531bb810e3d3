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
	all, err := t.candidates(ctx, event.Chat, c.stage == Ended)
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
	choice := narrow(all, event.Person.Key, c)
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

// pastMatches is how many finished matches of a chat a command may mean.
const pastMatches = 50

// candidates returns the live matches that a chat shows, and if asked for those that
// ended, the latest last.
func (t *Talk) candidates(ctx context.Context, chat bot.ChatKey, past bool) ([]candidate, error) {
	matches, err := t.Store.ChatMatches(ctx, string(chat))
	if err != nil {
		return nil, err
	}
	if past {
		history, err := t.Store.ChatHistory(ctx, string(chat), pastMatches)
		if err != nil {
			return nil, err
		}
		slices.Reverse(history)
		matches = append(matches, history...)
	}
	var all []candidate
	for _, match := range matches {
		table, err := decodeTable(match.State)
		if err != nil { // it must not stand in the way of the others
			t.Log.Error("a match cannot be read", "match", match.ID, "error", err)
			continue
		}
		all = append(all, candidate{match, table})
	}
	return all, nil
}

// narrow returns the matches that a person most likely means with a command.
func narrow(all []candidate, person bot.PersonKey, c command) []candidate {
	if at := atStage(all, c.stage); len(at) > 0 {
		all = at
	}
	var acts, sits []candidate
	for _, m := range all {
		seat, ok := m.table.seatOf(person)
		if !ok {
			continue
		}
		sits = append(sits, m)
		if actor, waits := m.table.actor(); waits && actor == seat {
			acts = append(acts, m)
		}
	}
	switch {
	case len(acts) == 1:
		return acts
	case len(sits) > 0 || c.players:
		all = sits
	}
	if c.stage == Ended && len(all) > 0 { // of what is past, the latest
		all = all[len(all)-1:]
	}
	return all
}

// atStage returns the matches at a stage; all of them if it is empty.
func atStage(all []candidate, stage Stage) []candidate {
	var at []candidate
	for _, m := range all {
		if stage == "" || m.table.Stage == stage {
			at = append(at, m)
		}
	}
	return at
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

// maxChoices is how many matches can be chosen from; whoever means another names it.
const maxChoices = 20

// askWhich asks which match was meant. What the command was about travels in the
// buttons; where it does not fit, the match has to be named by its number.
func (t *Talk) askWhich(words *locale.Words, event bot.Event, c command, choice []candidate) bot.Answer {
	group := bot.Group{PerRow: 1}
	about := strings.TrimSpace(c.name + " " + argument(event, c.option))
	for _, m := range choice[max(0, len(choice)-maxChoices):] {
		data := tap{verb: whichVerb, match: m.ID, arg: about}.data()
		if len(data) > maxData || strings.ContainsFunc(data, func(r rune) bool { return r < ' ' || r > '~' }) {
			return info(words, "match.name", locale.Args{"Number": m.Number})
		}
		group.Buttons = append(group.Buttons, bot.Button{Label: clip(matchLabel(words, m), 40), Data: data})
	}
	return bot.Answer{Kind: bot.Info, Private: true,
		Note: &bot.Rendered{Text: words.Text("match.which", nil), Groups: []bot.Group{group}}}
}

// matchLabel names a match on a button: "#3 Ana – Boris".
func matchLabel(words *locale.Words, m candidate) string {
	if m.table.Stage == Open {
		return words.String("label.table", locale.Args{"Number": m.Number, "Name": m.table.Seats[0].Name})
	}
	return words.String("label.match", locale.Args{"Number": m.Number, "First": m.table.Seats[0].fullName(words), "Second": m.table.Seats[1].fullName(words)})
}

// chosen carries out a command on the match that was chosen, which is one of the
// chat's: a client can send any data, and what an administrator may do in his own
// chat he may not do in another.
func (t *Talk) chosen(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	name, args, _ := strings.Cut(b.arg, " ")
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name && c.match != nil })
	if i < 0 {
		return refusal(t.words(ctx, event.Person, event.Chat), "button.unknown", nil), nil
	}
	match, err := t.Store.Match(ctx, b.match)
	switch {
	case err == nil && !slices.Contains(match.Chats, string(event.Chat)), errors.Is(err, store.ErrNotFound):
		return refusal(t.words(ctx, event.Person, event.Chat), "match.unknown", nil), nil
	case err != nil:
		return bot.Answer{}, err
	}
	event.Args, event.Options, event.Ref = args, nil, ""
	return all[i].match(t, ctx, event, b.match)
}
