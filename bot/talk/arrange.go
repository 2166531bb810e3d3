package talk

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"tablabot/bot"
	"tablabot/bot/locale"
	"tablabot/engine"
	"tablabot/engine/dice"
)

// openCheck refuses what only the host of a waiting table may do.
func (d *deal) openCheck() (bot.Answer, bool) {
	switch seat, sits := d.mover(); {
	case d.table.Stage != Open:
		return info(d.words, "table.closed", nil), false
	case !sits || seat != 0:
		return d.no("not.host", locale.Args{"Name": d.name(0)}), false
	}
	return bot.Answer{}, true
}

// join seats the second player and begins the match. The button names the terms,
// so that nobody joins what has just been changed.
func (d *deal) join(b tap) bot.Answer {
	t, person := d.table, d.event.Person
	switch _, sits := d.mover(); {
	case t.Stage == Playing && sits:
		return info(d.words, "join.begun", nil)
	case t.Stage == Playing:
		return info(d.words, "join.late", nil)
	case t.Stage != Open:
		return info(d.words, "table.closed", nil)
	case sits:
		return d.no("join.host", nil)
	case person.Anonymous:
		return d.no("join.anonymous", nil)
	case t.Invited != nil && !t.Invited.fits(person):
		return d.no("join.invited", locale.Args{"Name": t.Invited.name()})
	case b.arg != t.termsMark():
		return d.no("join.changed", nil)
	}
	t.Seats[1] = seatFor(person, d.words)
	return d.begin()
}

// begin starts the first game of the match.
func (d *deal) begin() bot.Answer {
	match, err := engine.NewMatch(d.table.terms())
	if err != nil {
		return d.broken(err)
	}
	d.table.Match, d.table.Stage, d.table.Menu = match, Playing, ""
	d.own()
	if err := d.startGame(); err != nil {
		return d.broken(err)
	}
	answer := d.yes("join.done", locale.Args{"Name": d.table.Seats[d.opponent()].fullName(d.words)})
	answer.Follows = true
	return answer
}

// opponent is the seat across from the event's person.
func (d *deal) opponent() engine.Seat {
	seat, _ := d.mover()
	return seat.Other()
}

// startGame begins the match's next game on a message of its own.
func (d *deal) startGame() error {
	d.table.Arrows, d.table.Rested = [2][]Arrow{}, false
	d.table.Story = nil
	if err := d.apply(engine.Action{Verb: engine.Start}); err != nil {
		return err
	}
	return d.run()
}

// startNext begins another game after one has ended.
func (d *deal) startNext() error {
	d.table.Previous = d.table.Match.Clone()
	d.own()
	return d.startGame()
}

// nextGame goes on after a game has ended; the button names the game to begin.
func (d *deal) nextGame(b tap) bot.Answer {
	_, sits := d.mover()
	m := d.table.Match
	switch {
	case !sits:
		return d.no("not.playing", nil)
	case d.table.Stage != Playing:
		return info(d.words, "match.over", nil)
	case m.Phase != engine.ToStart || b.turn != m.Number+1:
		return info(d.words, "next.begun", nil)
	}
	if err := d.startNext(); err != nil {
		return d.broken(err)
	}
	answer := d.yes("next.done", locale.Args{"Number": m.Number})
	answer.Follows = true
	return answer
}

// The choices that a table's buttons can show.
const (
	gamesMenu   = "games"
	lengthMenu  = "length"
	optionsMenu = "options"
	levelsMenu  = "levels" // of the computer
)

// openMenu shows one of the table's choices, or puts it away.
func (d *deal) openMenu(b tap) bot.Answer {
	if answer, ok := d.openCheck(); !ok {
		return answer
	}
	switch {
	case !slices.Contains([]string{"", gamesMenu, lengthMenu, optionsMenu, levelsMenu}, b.arg):
		return d.no("button.unknown", nil)
	case b.arg == levelsMenu && !d.judges(d.table.terms()):
		return d.cannotPlay()
	}
	if d.table.Menu != b.arg {
		d.table.Menu = b.arg
		d.acted()
		d.must = true
	}
	return bot.Answer{}
}

// setTerm changes the game ("game=tapa"), the length ("length=5", "length=0") or an
// option ("jacoby=on").
func (d *deal) setTerm(b tap) bot.Answer {
	if answer, ok := d.openCheck(); !ok {
		return answer
	}
	terms, err := changed(d.table.terms(), b.arg)
	if err != nil {
		return d.no("button.unknown", nil)
	}
	if d.table.Terms == terms.String() {
		return bot.Answer{}
	}
	d.table.Terms = terms.String()
	if key, _, _ := strings.Cut(b.arg, "="); key == "game" || key == "length" {
		d.table.Menu = ""
	}
	d.acted()
	d.must = true
	return bot.Answer{}
}

// changed returns the terms with one thing set. Another game comes with its own
// usual length and options.
func changed(terms engine.Terms, setting string) (engine.Terms, error) {
	key, value, _ := strings.Cut(setting, "=")
	switch key {
	case "game":
		return engine.DefaultTerms(value)
	case "length":
		length, err := strconv.Atoi(value)
		if err != nil {
			return terms, fmt.Errorf("%q is no length", value)
		}
		terms.Length = length
	default:
		if !slices.ContainsFunc(terms.Choices(), func(c engine.Chosen) bool { return c.Key == key }) {
			return terms, fmt.Errorf("option %q does not apply", key)
		}
		terms = terms.With(key, value)
	}
	return terms, terms.Validate()
}

// word sets the sender's share in the dice, before the match begins.
func (d *deal) word(text string) bot.Answer {
	if d.table.Stage != Open {
		return info(d.words, "word.late", nil)
	}
	word, err := dice.CheckWord(text)
	if err != nil || word == "" {
		return d.no("word.bad", nil)
	}
	person := d.event.Person.Key
	i := slices.IndexFunc(d.table.Words, func(w Word) bool { return w.Person == person })
	switch {
	case i >= 0:
		d.table.Words[i].Word = word
	case len(d.table.Words) >= maxWords:
		return d.no("word.many", nil)
	default:
		d.table.Words = append(d.table.Words, Word{person, word})
	}
	d.acted()
	d.must = true
	return d.yes("word.set", locale.Args{"Word": word})
}

// maxWords bounds how many people may leave a word at one table: more than a few
// bystanders can use up.
const maxWords = 64

// termsMark is a short mark of what was agreed, for the join button.
func (t *Table) termsMark() string {
	h := fnv.New32a()
	h.Write([]byte(t.Terms))
	return fmt.Sprintf("%08x", h.Sum32())
}

// seatFor seats a person.
func seatFor(person bot.Person, words *locale.Words) Seat {
	return Seat{Person: person.Key, Name: shownName(person), Language: words.Language}
}
