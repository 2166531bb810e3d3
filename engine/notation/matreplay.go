package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tablabot/engine"
)

// variations are the games by the names of the Variation header.
var variations = [...]struct{ name, game string }{
	{"Backgammon", "backgammon"}, {"NackGammon", "nackgammon"}, {"Hypergammon", "hypergammon"}, {"Longgammon", "longgammon"},
}

// termsHeader is the header in which [WriteMat] keeps the exact terms.
const termsHeader = "Terms"

// Terms returns what the match is played by: the exact terms if this project has
// written it, otherwise what its headers tell (game, Crawford, Jacoby, beavers, the
// cube's limit).
func (f *MatFile) Terms() (engine.Terms, error) {
	if line, ok := f.Header(termsHeader); ok {
		terms, err := engine.ParseTerms(line)
		if err == nil && terms.Length != f.Length {
			err = fmt.Errorf("the match goes to %d points and its terms to %d", f.Length, terms.Length)
		}
		return terms, err
	}
	terms := engine.Terms{Game: "backgammon", Length: f.Length}
	if name, ok := f.Header("Variation"); ok {
		i := slices.IndexFunc(variations[:], func(v struct{ name, game string }) bool { return strings.EqualFold(v.name, name) })
		if i < 0 {
			return terms, fmt.Errorf("the variation %q is not known", name)
		}
		terms.Game = variations[i].game
	}
	for _, o := range [...]struct{ header, key string }{{"Crawford", "crawford"}, {"Jacoby", "jacoby"}, {"Beaver", "beavers"}} {
		if value, ok := f.Header(o.header); ok {
			terms = terms.With(o.key, strings.ToLower(value))
		}
	}
	if limit, err := strconv.Atoi(first(f.Header("CubeLimit"))); err != nil || limit != 64 {
		terms = terms.With("cap", "0")
	}
	return terms, terms.Validate()
}

func first(value string, _ bool) string { return value }

// ResultError is a game that ended otherwise than its record says.
type ResultError struct {
	Winner         engine.Seat // by the record
	Points         int
	Played         engine.Seat // the winner by the plays
	PlayedPoints   int
	jacobyExplains bool
}

// Error tells both results.
func (e *ResultError) Error() string {
	return fmt.Sprintf("the record says that %s wins %d, but %s wins %d", column(e.Winner), e.Points, column(e.Played), e.PlayedPoints)
}

// column names a seat as a reader of the text sees it.
func column(seat engine.Seat) string {
	return [...]string{"the left player", "the right player"}[seat]
}

// Replay plays a match again and returns it with the log of its actions, as
// [engine.Replay] reads it. Every play must be legal, and every score and result must
// be the recorded one. What such a text does not tell, tied opening rolls, is left out.
// Where nothing is said about Jacoby's rule, and only that rule explains a result, the
// match is taken to be played by it: some sites write sessions as matches. The error
// names the line or the game and is a sentence.
func Replay(file *MatFile) (match *engine.Match, log []string, err error) {
	terms, err := file.Terms()
	if err != nil {
		return nil, nil, fmt.Errorf("replaying the match: %w", err)
	}
	match, log, err = replay(file, terms)
	var result *ResultError
	if errors.As(err, &result) && result.jacobyExplains && terms.Options["jacoby"] == "" {
		return replay(file, terms.With("jacoby", "on"))
	}
	return match, log, err
}

// replay plays a match by given terms.
func replay(file *MatFile, terms engine.Terms) (*engine.Match, []string, error) {
	match, err := engine.NewMatch(terms)
	if err != nil {
		return nil, nil, fmt.Errorf("replaying the match: %w", err)
	}
	r := replayer{match: match}
	for i := range file.Games {
		if err := r.game(&file.Games[i]); err != nil {
			return nil, nil, fmt.Errorf("game %d: %w", file.Games[i].Number, err)
		}
	}
	return r.match, r.log, nil
}

// replayer turns entries into actions.
type replayer struct {
	match *engine.Match
	log   []string
}

// do applies an action and writes it down.
func (r *replayer) do(a engine.Action) error {
	if err := r.match.Apply(a); err != nil {
		return fmt.Errorf("%s: %w", a, err)
	}
	r.log = append(r.log, a.String())
	return nil
}

// game plays one game.
func (r *replayer) game(game *MatGame) error {
	if game.Score != r.match.Score {
		return fmt.Errorf("it begins at %d:%d, but the score is %d:%d", game.Score[0], game.Score[1], r.match.Score[0], r.match.Score[1])
	}
	if err := r.do(engine.Action{Verb: engine.Start}); err != nil {
		return err
	}
	for _, entry := range game.Entries {
		if err := r.entry(&entry); err != nil {
			return fmt.Errorf("line %d: %w", entry.Line, err)
		}
	}
	return nil
}

// entry carries one entry out.
func (r *replayer) entry(e *MatEntry) error {
	switch e.Verb {
	case MatPlay:
		if err := r.roll(e); err != nil {
			return err
		}
		return r.play(e)
	case MatGiveUp:
		if e.Dice == [2]int{} {
			return nil // the winner's entry tells the same
		}
		return r.roll(e)
	case MatDouble:
		return r.do(engine.Action{Verb: r.raise(), Seat: e.Seat})
	case MatTake:
		return r.do(engine.Action{Verb: engine.Take, Seat: e.Seat})
	case MatDrop:
		return r.do(engine.Action{Verb: engine.Drop, Seat: e.Seat})
	case MatWin:
		return r.win(e)
	}
	return errors.New("the entry has no meaning")
}

// raise returns what raising the stake is called now.
func (r *replayer) raise() engine.Verb {
	offer := r.match.Game.Offer
	switch {
	case offer == nil:
		return engine.Double
	case offer.Verb == engine.Double:
		return engine.Beaver
	}
	return engine.Raccoon
}

// roll brings the dice of an entry into the match. Where an opening roll is due, the
// pair is the dice themselves, or any pair that makes the player the starter.
func (r *replayer) roll(e *MatEntry) error {
	dice := [2]uint8{uint8(e.Dice[0]), uint8(e.Dice[1])}
	if offer := r.match.Game.Offer; offer != nil && offer.Verb != engine.Double { // GNU Backgammon writes no take of a beaver
		if err := r.do(engine.Action{Verb: engine.Take, Seat: offer.From.Other()}); err != nil {
			return err
		}
	}
	if r.match.Phase == engine.ToOpen {
		dealt := r.match.Rules().Opening == engine.PlayOpeningDice
		pair := [2]uint8{2, 1}
		if dealt {
			if dice[0] == dice[1] {
				return fmt.Errorf("the game cannot be opened with %d%d", dice[0], dice[1])
			}
			pair = [2]uint8{max(dice[0], dice[1]), min(dice[0], dice[1])}
		}
		if e.Seat == 1 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		if err := r.do(engine.Action{Verb: engine.OpeningPair, Dice: pair}); err != nil || dealt {
			return err
		}
	}
	return r.do(engine.Action{Verb: engine.Throw, Seat: e.Seat, Dice: dice})
}

// play plays the dice that lie before the entry's player.
func (r *replayer) play(e *MatEntry) error {
	turn := r.match.Game.Turn
	if turn == nil || len(turn.Stages) != 1 {
		return errors.New("games with escalating doubles have no such notation")
	}
	stage := engine.Stage{Rules: r.match.Rules(), Position: turn.Start, Mover: e.Seat, Dice: turn.Stages[0]}
	var steps []engine.Step
	if e.Text != "" {
		var err error
		if steps, err = parseWholePlay(&stage, e.Text); err != nil {
			return err
		}
	}
	return r.do(engine.Action{Verb: engine.Play, Seat: e.Seat, Steps: [][]engine.Step{steps}})
}

// win compares the recorded result with the game's; a game that has not ended was
// resigned.
func (r *replayer) win(e *MatEntry) error {
	if !r.over() {
		if err := r.resign(e); err != nil {
			return err
		}
	}
	last := r.match.Last
	if last.Draw || last.Winner != e.Seat || last.Points != e.Points && !(last.Points > e.Points && r.clipped(e, last.Points)) {
		return &ResultError{e.Seat, e.Points, last.Winner, last.Points,
			last.Winner == e.Seat && last.Level > 1 && e.Points == last.Cube && !r.match.Game.Cube.Turned}
	}
	return nil
}

// clipped reports whether the recorded points are just enough to win the match: some
// sites write those that the winner still needed, or the match's length, where he won
// more. The points already added to the score are given.
func (r *replayer) clipped(e *MatEntry, added int) bool {
	length, before := r.match.Terms.Length, r.match.Score[e.Seat]-added
	return length > 0 && (e.Points == length || e.Points == length-before)
}

// over reports whether the game has ended.
func (r *replayer) over() bool {
	return r.match.Last != nil && (r.match.Phase == engine.ToStart || r.match.Phase == engine.MatchEnded)
}

// resign lets the loser give the game up for what the winner is said to win.
func (r *replayer) resign(e *MatEntry) error {
	if r.match.Phase == engine.ToOpen { // before any roll was written down
		if err := r.do(engine.Action{Verb: engine.OpeningPair, Dice: [2]uint8{2, 1}}); err != nil {
			return err
		}
	}
	cube := max(r.match.Game.Cube.Value, 1)
	level := (e.Points + cube - 1) / cube
	if e.Points%cube != 0 && !r.clipped(e, 0) {
		return fmt.Errorf("a game with the cube at %d cannot count %d", cube, e.Points)
	}
	if err := r.do(engine.Action{Verb: engine.Resign, Seat: e.Seat.Other(), Level: level}); err != nil || r.over() {
		return err
	}
	return r.do(engine.Action{Verb: engine.Accept, Seat: e.Seat})
}
