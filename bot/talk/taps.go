package talk

import (
	"context"

	"tablabot/bot"
	"tablabot/engine"
)

// The verbs of buttons.
const (
	joinVerb     = "j"
	menuVerb     = "mn" // show a choice at the table
	setVerb      = "st" // set a game, a length, an option
	wordVerb     = "w"
	closeVerb    = "x"
	rollVerb     = "r"
	neverVerb    = "nv" // roll only when asked
	doubleVerb   = "d"
	takeVerb     = "tk"
	dropVerb     = "dr"
	beaverVerb   = "bv"
	raccoonVerb  = "rc"
	stepVerb     = "m" // a state of the draft that contains these steps
	playVerb     = "p" // the state of the draft that is this whole play
	undoVerb     = "u"
	doneVerb     = "f"
	typeVerb     = "ty" // type a play
	resignVerb   = "rs"
	acceptVerb   = "ra"
	declineVerb  = "rd"
	nextVerb     = "n"
	rematchVerb  = "rm"
	stopVerb     = "sp"
	claimVerb    = "cl"
	verifyVerb   = "v"
	whichVerb    = "wh" // the match that a command meant
	forgetVerb   = "no" // put a question away
	settingsVerb = "se"
	rulesVerb    = "ru"
	computerVerb = "pc" // play the computer at a level
	hintVerb     = "hi"
	analyseVerb  = "an"
	mistakeVerb  = "mi" // look at one of an analysis
)

// verb is what a button does and where it belongs.
type verb struct {
	decide decideTap
	twice  bool // of consequence: needs a second tap
	board  bool // stands on boards: on an older message it points to the newer one
	match  bool // means nothing before the match begins
}

// decideTap decides on a tapped button of a table.
type decideTap func(d *deal, b tap, by tapper) bot.Answer

// tapper is what else counts in a tap.
type tapper struct {
	second    bool // the second tap of a button that needs two
	noConfirm bool // the person's last tap of a turn plays it
}

// verbs are the buttons of tables; the table is never written to.
var verbs = map[string]verb{
	joinVerb:     {board: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.join(b) }},
	menuVerb:     {board: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.openMenu(b) }},
	setVerb:      {board: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.setTerm(b) }},
	computerVerb: {board: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.seatComputer(b) }},
	closeVerb:    {board: true, decide: func(d *deal, _ tap, _ tapper) bot.Answer { return d.closeTable() }},
	rollVerb:     {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.roll(b) }},
	neverVerb:    {board: true, match: true, decide: func(d *deal, _ tap, _ tapper) bot.Answer { return d.never() }},
	doubleVerb:   {board: true, match: true, twice: true, decide: func(d *deal, b tap, by tapper) bot.Answer { return d.double(b, by.second) }},
	takeVerb:     {board: true, match: true, decide: answerTo(engine.Take)},
	beaverVerb:   {board: true, match: true, decide: answerTo(engine.Beaver)},
	raccoonVerb:  {board: true, match: true, decide: answerTo(engine.Raccoon)},
	dropVerb:     {board: true, match: true, twice: true, decide: answerTo(engine.Drop)},
	stepVerb:     {board: true, match: true, decide: func(d *deal, b tap, by tapper) bot.Answer { return d.move(b, false, by.noConfirm) }},
	playVerb:     {board: true, match: true, decide: func(d *deal, b tap, by tapper) bot.Answer { return d.move(b, true, by.noConfirm) }},
	undoVerb:     {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.undo(b) }},
	doneVerb:     {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.done(b) }},
	resignVerb:   {match: true, twice: true, decide: func(d *deal, b tap, by tapper) bot.Answer { return d.resign(b, by.second) }},
	acceptVerb:   {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.answerResignation(b, engine.Accept) }},
	declineVerb:  {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.answerResignation(b, engine.Decline) }},
	nextVerb:     {board: true, match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.nextGame(b) }},
	stopVerb:     {match: true, decide: func(d *deal, b tap, _ tapper) bot.Answer { return d.agreeToStop(b) }},
	wordVerb:     {decide: func(d *deal, _ tap, _ tapper) bot.Answer { return info(d.words, "word.how", nil) }},
	typeVerb:     {decide: func(d *deal, _ tap, _ tapper) bot.Answer { return info(d.words, "move.how", nil) }},
	claimVerb:    {board: true, match: true, twice: true, decide: func(d *deal, b tap, by tapper) bot.Answer { return d.claim(b, by.second) }},
}

// question is what a button asks that changes no table, or makes another.
type question struct {
	posts  bool // makes a message, of which a person may ask only so many
	answer func(t *Talk, ctx context.Context, event bot.Event, b tap) (bot.Answer, error)
}

// questions are the buttons that ask; the table is never written to.
var questions = map[string]question{
	rematchVerb:  {answer: (*Talk).rematch},
	verifyVerb:   {posts: true, answer: onMatch((*Talk).verify)},
	whichVerb:    {posts: true, answer: (*Talk).chosen},
	rulesVerb:    {posts: true, answer: onArg((*Talk).explain)},
	settingsVerb: {answer: onArg((*Talk).setByTap)},
	forgetVerb:   {answer: (*Talk).forget},
	hintVerb:     {answer: (*Talk).tapHint},
	analyseVerb:  {posts: true, answer: onMatch((*Talk).analyse)},
	mistakeVerb:  {posts: true, answer: (*Talk).showMistake},
}

// ask answers a question about one thing.
type ask func(t *Talk, ctx context.Context, event bot.Event, about string) (bot.Answer, error)

func onMatch(f ask) func(*Talk, context.Context, bot.Event, tap) (bot.Answer, error) {
	return func(t *Talk, ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
		return f(t, ctx, event, b.match)
	}
}

func onArg(f ask) func(*Talk, context.Context, bot.Event, tap) (bot.Answer, error) {
	return func(t *Talk, ctx context.Context, event bot.Event, b tap) (bot.Answer, error) {
		return f(t, ctx, event, b.arg)
	}
}

func answerTo(verb engine.Verb) decideTap {
	return func(d *deal, b tap, by tapper) bot.Answer { return d.answerDouble(b, verb, by.second) }
}

// tap decides on a button.
func (t *Talk) tap(ctx context.Context, event bot.Event) (bot.Answer, error) {
	words := t.words(ctx, event.Person, event.Chat)
	b, readable := parseTap(event.Data)
	if ask, known := questions[b.verb]; known && readable {
		if ask.posts && !t.limits.allow(event.Person.Key, t.Clock.Now()) {
			return refusal(words, "limit.commands", nil), nil
		}
		return ask.answer(t, ctx, event, b)
	}
	verb, known := verbs[b.verb]
	if !known || !readable {
		return refusal(words, "button.unknown", nil), nil
	}
	if below, err := t.below(ctx, event, b); err != nil {
		return bot.Answer{}, err
	} else if verb.board && below {
		return info(words, "board.below", nil), nil
	}
	person, err := t.Store.Person(ctx, string(event.Person.Key))
	if err != nil {
		return bot.Answer{}, err
	}
	by := tapper{noConfirm: person.NoConfirm, second: verb.twice && t.arms.second(event, event.Data, t.Clock.Now())}
	answer, err := t.decide(ctx, b.match, event, func(d *deal) bot.Answer {
		if d.table.Match == nil && verb.match {
			return info(d.words, "table.waits", nil)
		}
		return verb.decide(d, b, by)
	})
	if by.second && answer.Kind == bot.OK {
		t.arms.disarm(event, event.Data)
	}
	return answer, err
}

// below reports whether the tapped message was replaced by a newer one.
func (t *Talk) below(ctx context.Context, event bot.Event, b tap) (bool, error) {
	boards, err := t.boards(ctx, b.match)
	if err != nil || event.Ref == "" {
		return false, err
	}
	newest := -1
	for i, board := range boards {
		if board.Chat != string(event.Chat) {
			continue
		}
		if board.Shown.Ref == string(event.Ref) || board.Shown.Posting != "" {
			return false, nil // shows it, or was just posted and is not yet recorded
		}
		newest = i
	}
	return newest >= 0 && boards[newest].Shown.Ref != "", nil
}
