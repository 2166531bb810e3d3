package talk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/ai"
)

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
