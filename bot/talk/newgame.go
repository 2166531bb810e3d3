package talk

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/dice"
	"tablabot/store"
)

// firstGame is what a chat's first table plays unless it is told otherwise.
const firstGame = "backgammon 3"

// order is what /newgame asks for.
type order struct {
	terms    engine.Terms
	invited  *Invite
	computer bool     // the opponent is the computer
	level    ai.Level // how strong it plays; 0 is still to be chosen
}

// badWord is a word of /newgame that cannot be used, the message that says why, and
// what it takes instead.
type badWord struct {
	word, why string
	instead   locale.Args
}

func (e *badWord) Error() string { return fmt.Sprintf("%q: %s", e.word, e.why) }

const (
	unknownWord = "newgame.unknown"
	secondGame  = "newgame.games"
	secondGoal  = "newgame.lengths"
	secondGuest = "newgame.players"
	badLength   = "newgame.points"
	saidTwice   = "newgame.twice"
	noValue     = "newgame.bare"
	similarWord = "newgame.similar"
	badValue    = "newgame.value"
	unfitOption = "newgame.option" // does not apply to the game and length, or has no such value
	selfInvited = "join.host"
	noComputer  = "computer.cannot"
	twoInvited  = "newgame.two" // a person and the computer
)

// Words of /newgame for the computer: "computer", "level=3".
const (
	computerWord = "computer"
	levelName    = "level"
	levelKey     = levelName + "="
)

// parseOrder reads "[game] [length|money] [@player|computer|level=3] [option=value …]"
// in any order.
// What is not said is as at the chat's last table; nothing is said twice.
func parseOrder(args string, last engine.Terms) (order, error) {
	r := orderReader{order: order{terms: last}, length: -1}
	for word := range strings.FieldsSeq(args) {
		if err := r.read(word); err != nil {
			return order{}, err
		}
	}
	if r.length >= 0 {
		r.terms.Length = r.length
	}
	var err error
	r.terms, err = withOptions(r.terms, r.settings)
	return r.order, err
}

// orderReader gathers the words of an order.
type orderReader struct {
	order
	named    bool // the game was said
	length   int  // as said; -1 before
	settings []string
}

// read takes the next word. The error is a [*badWord].
func (r *orderReader) read(word string) error {
	lower := strings.ToLower(word)
	n, err := strconv.Atoi(lower)
	switch {
	case strings.HasPrefix(word, "@") && strings.Trim(word, "@") != "":
		return r.invite(word)
	case err == nil && (n < 1 || n > engine.MaxLength):
		return &badWord{word, badLength, locale.Args{"Most": engine.MaxLength}}
	case err == nil:
		return r.points(word, n)
	case lower == "money" || lower == "unlimited":
		return r.points(word, 0)
	case lower == computerWord:
		r.computer = true
		return nil
	case strings.HasPrefix(lower, levelKey):
		return r.strength(word, lower)
	case strings.Contains(lower, "="), slices.Contains(engine.Options(), lower):
		return r.setting(word, lower)
	}
	return r.game(word, lower)
}

func (r *orderReader) invite(word string) error {
	if r.invited != nil {
		return &badWord{word: word, why: secondGuest}
	}
	r.invited = &Invite{Handle: word[1:]}
	return nil
}

// points takes a length; 0 is unlimited play.
func (r *orderReader) points(word string, n int) error {
	if r.length >= 0 {
		return &badWord{word: word, why: secondGoal}
	}
	r.length = n
	return nil
}

func (r *orderReader) strength(word, lower string) error {
	level, ok := parseLevel(lower[len(levelKey):])
	switch {
	case !ok:
		return &badWord{word, badValue, locale.Args{"Key": levelName, "Values": levelValues()}}
	case r.level > 0:
		return &badWord{word, saidTwice, locale.Args{"Key": levelName}}
	}
	r.level, r.computer = level, true
	return nil
}

// setting keeps "key=value" for when the game is known, and a key alone, which is
// refused then.
func (r *orderReader) setting(word, lower string) error {
	key, _, _ := strings.Cut(lower, "=")
	if indexOption(r.settings, key) >= 0 {
		return &badWord{word, saidTwice, locale.Args{"Key": key}}
	}
	r.settings = append(r.settings, lower)
	return nil
}

// game takes the name of a game, and refuses whatever else is not understood.
func (r *orderReader) game(word, lower string) error {
	terms, err := engine.DefaultTerms(lower)
	switch {
	case err != nil:
		return unknown(word, r.named)
	case r.named:
		return &badWord{word: word, why: secondGame}
	}
	r.terms, r.named = terms, true
	return nil
}

// unknown refuses a word that is not understood.
func unknown(word string, named bool) error {
	lower := strings.ToLower(word)
	if key, value, ok := strings.Cut(lower, ":"); ok && slices.Contains(append(engine.Options(), levelName), key) {
		return &badWord{word, similarWord, locale.Args{"Similar": key + "=" + value}}
	}
	if lower == levelName {
		return &badWord{word, noValue, locale.Args{"Key": levelName, "Values": levelValues()}}
	}
	meant := []string{computerWord}
	if !named {
		meant = append(Games(), computerWord)
	}
	if like := similar(lower, meant); like != "" {
		return &badWord{word, similarWord, locale.Args{"Similar": like}}
	}
	return &badWord{word: word, why: unknownWord}
}

// unfit refuses an option that does not apply, that there is not, or that has no value.
func unfit(terms engine.Terms, setting string) error {
	key, value, set := strings.Cut(setting, "=")
	if !set {
		for _, c := range terms.Choices() {
			if c.Key == key {
				return &badWord{setting, noValue, locale.Args{"Key": key, "Values": strings.Join(c.Values, ", ")}}
			}
		}
	}
	if like := similar(key, engine.Options()); like != "" && like != key {
		return &badWord{setting, similarWord, locale.Args{"Similar": like + "=" + value}}
	}
	return &badWord{word: setting, why: unfitOption}
}

// withOptions sets options "key=value" in the order in which they build on each other,
// whatever the order in which they were written.
func withOptions(terms engine.Terms, settings []string) (engine.Terms, error) {
	for len(settings) > 0 {
		next := slices.IndexFunc(terms.Choices(), func(c engine.Chosen) bool { return indexOption(settings, c.Key) >= 0 })
		if next < 0 {
			return terms, unfit(terms, settings[0])
		}
		key := terms.Choices()[next]
		i := indexOption(settings, key.Key)
		changed, err := changed(terms, settings[i])
		if err != nil {
			return terms, &badWord{settings[i], badValue, locale.Args{"Key": key.Key, "Values": strings.Join(key.Values, ", ")}}
		}
		terms, settings = changed, slices.Delete(settings, i, i+1)
	}
	return terms, nil
}

func indexOption(settings []string, key string) int {
	return slices.IndexFunc(settings, func(s string) bool { return strings.HasPrefix(s, key+"=") })
}

// optionArgs turns a platform's named options into the text that parseOrder reads;
// the player named by key is returned apart.
func optionArgs(event bot.Event) (args string, invited *Invite) {
	if event.Options == nil {
		return event.Args, nil
	}
	if key := event.Options["opponent"]; key != "" {
		invited = &Invite{Person: bot.PersonKey(key), Name: cleanName(event.Options["opponent.name"])}
	}
	words := []string{event.Options["game"], event.Options["length"], event.Options["options"]}
	if level := event.Options["computer"]; level != "" {
		words = append(words, levelKey+level)
	}
	return strings.Join(words, " "), invited
}

// newGame opens a table.
func (t *Talk) newGame(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	if event.Person.Anonymous {
		return refusal(words, "join.anonymous", nil), nil
	}
	open, err := t.openTables(ctx, event.Person.Key)
	if err != nil {
		return bot.Answer{}, err
	}
	if open >= openTables {
		return refusal(words, "newgame.many", locale.Args{"Count": open}), nil
	}
	id, err := t.newID()
	if err != nil {
		return bot.Answer{}, err
	}
	return t.create(ctx, event, id, func(chat store.Chat) (order, error) {
		last, err := engine.ParseTerms(chat.LastGame)
		if err != nil {
			if last, err = engine.ParseTerms(firstGame); err != nil {
				return order{}, err
			}
		}
		args, invited := optionArgs(event)
		o, err := parseOrder(args, last)
		if invited != nil {
			o.invited = invited
		}
		if err == nil {
			err = t.mayOrder(o, event.Person, words)
		}
		return o, err
	})
}

// mayOrder refuses an opponent who cannot be had.
func (t *Talk) mayOrder(o order, host bot.Person, words *locale.Words) error {
	switch {
	case o.invited != nil && o.computer:
		return &badWord{word: o.invited.name(), why: twoInvited}
	case o.invited != nil && o.invited.fits(host):
		return &badWord{word: o.invited.name(), why: selfInvited}
	case o.computer && !t.judges(o.terms):
		return &badWord{computerWord, noComputer, locale.Args{"Game": words.String("game."+o.terms.Game, nil)}}
	}
	return nil
}

// create stores a new table in the event's chat.
func (t *Talk) create(ctx context.Context, event bot.Event, id string, ask func(store.Chat) (order, error)) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	var answer bot.Answer
	err := t.Lanes.Do(ctx, "chat/"+string(event.Chat), func() error {
		for range tries {
			chat, err := t.Store.Chat(ctx, string(event.Chat))
			if err != nil {
				return err
			}
			o, err := ask(chat)
			var bad *badWord
			if errors.As(err, &bad) {
				args := locale.Args{"Word": clip(bad.word, 40)}
				maps.Copy(args, bad.instead)
				answer = refusal(words, bad.why, args)
				return nil
			}
			if err != nil {
				return err
			}
			d, err := t.newTable(event, words, id, chat, o)
			if err == nil {
				err = t.hold(ctx, d)
			}
			if err != nil {
				return err
			}
			answer = bot.Answer{Follows: true}
			if answer, err = t.commit(ctx, d, answer); !errors.Is(err, store.ErrConflict) {
				return err
			}
			if _, err := t.Store.Match(ctx, id); err == nil {
				answer = info(words, "newgame.exists", nil)
				return nil
			}
		}
		return fmt.Errorf("chat %s keeps changing: %w", event.Chat, store.ErrConflict)
	})
	if err != nil && ctx.Err() == nil {
		t.Log.Error("a table could not be saved", "event", event.Key, "error", err)
		return refusal(words, "error.unsaved", nil), nil
	}
	return answer, err
}

// newTable is the deal that opens a table.
func (t *Talk) newTable(event bot.Event, words *locale.Words, id string, chat store.Chat, o order) (*deal, error) {
	seed, err := dice.NewSeed(t.Random)
	if err != nil {
		return nil, fmt.Errorf("throw a seed: %w", err)
	}
	chat.Title, chat.Private, chat.Lost = event.Title, event.Private, false
	if chat.Language == "" {
		chat.Language = event.Person.Language
	}
	chat.Numbers++
	chat.LastGame = o.terms.String()
	table := &Table{ID: id, Stage: Open, Terms: o.terms.String(), Seed: seed, Invited: o.invited, Since: event.Time}
	table.Seats[0] = seatFor(event.Person, words)
	key := store.BoardKey{Match: id, Chat: chat.Key}
	d := &deal{event: event, words: words, table: table, changed: true, must: true, chat: &chat,
		record: store.Match{ID: id, Number: chat.Numbers, Home: chat.Key, Chats: []string{chat.Key}, Created: event.Time},
		orders: []store.Order{{BoardKey: key, Posts: 1, Ping: o.invited != nil}}}
	switch {
	case o.level > 0:
		table.Seats[1] = Seat{Level: o.level}
		d.begin()
	case o.computer:
		table.Menu = levelsMenu
	}
	return d, nil
}

// openTables counts a person's tables that wait for a player.
func (t *Talk) openTables(ctx context.Context, person bot.PersonKey) (int, error) {
	matches, err := t.Store.PersonMatches(ctx, string(person))
	if err != nil {
		return 0, err
	}
	n := 0
	for _, match := range matches {
		if table, err := decodeTable(match.State); err == nil && table.Stage == Open && table.Seats[0].Person == person {
			n++
		}
	}
	return n, nil
}

var idText = base32.StdEncoding.WithPadding(base32.NoPadding)

// idLength is the length of a match's id: 50 bits.
const idLength = 10

func (t *Talk) newID() (string, error) {
	var bytes [8]byte
	if _, err := io.ReadFull(t.Random, bytes[:]); err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return strings.ToLower(idText.EncodeToString(bytes[:]))[:idLength], nil
}

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
