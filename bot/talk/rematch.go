package talk

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"tablabot/bot"
	"tablabot/store"
)

// rematch opens a table on the same terms for the same two. Its id follows from the
// match's, so that it is opened once however often it is asked for; only a table that
// was closed makes room for another.
func (t *Talk) rematch(ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	_, table, err := t.load(ctx, b.match)
	if errors.Is(err, store.ErrNotFound) {
		return refusal(words, "match.unknown", nil), nil
	}
	if err != nil {
		return bot.Answer{}, err
	}
	seat, sits := table.seatOf(event.Person.Key)
	switch {
	case !sits:
		return refusal(words, "not.playing", nil), nil
	case table.Stage == Closed:
		return info(words, "table.closed", nil), nil
	case table.Stage != Ended:
		return info(words, "match.running", nil), nil
	}
	id, err := t.rematchID(ctx, table.ID)
	if err != nil {
		return bot.Answer{}, err
	}
	if _, err := t.Store.Match(ctx, id); err == nil {
		return info(words, "newgame.exists", nil), nil
	}
	if !t.limits.allow(event.Person.Key, t.Clock.Now()) {
		return refusal(words, "limit.commands", nil), nil
	}
	opponent := table.Seats[seat.Other()]
	return t.create(ctx, event, id, func(store.Chat) (order, error) {
		if opponent.computer() {
			return order{terms: table.terms(), computer: true, level: opponent.Level}, nil
		}
		return order{terms: table.terms(), invited: &Invite{Person: opponent.Person, Name: opponent.Name}}, nil
	})
}

// rematchID returns the id of a match's rematch: the first that is free or not closed.
func (t *Talk) rematchID(ctx context.Context, match string) (string, error) {
	for n := 0; ; n++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "rematch/%s/%d", match, n))
		id := strings.ToLower(idText.EncodeToString(sum[:]))[:idLength]
		_, table, err := t.load(ctx, id)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return id, nil
		case err != nil:
			return "", err
		case table.Stage != Closed:
			return id, nil
		}
	}
}
