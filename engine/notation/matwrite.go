package notation

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"tablabot/engine"
)

// WriteMat writes the match that a log tells, finished or not, in .mat form; seat 0 is
// the left column. It is for games in which the players move in opposite directions
// and hit; others are an error. The form has no place for tied opening rolls and the
// opening pair where the starter rolls anew, the order of two dice, a declined
// resignation, a roll after which the other player resigned, a loss on time and a game
// without a winner: these are left out.
func WriteMat(w io.Writer, terms engine.Terms, players [2]string, log []string) error {
	if err := writable(terms); err != nil {
		return err
	}
	mat := matWriter{out: bufio.NewWriter(w), players: [2]string{matName(players[0]), matName(players[1])}}
	mat.head(terms)
	match, err := engine.Follow(terms, log, mat.visit)
	if err != nil {
		return fmt.Errorf("writing the match: %w", err)
	}
	mat.finish(match)
	if err := mat.out.Flush(); err != nil {
		return fmt.Errorf("writing the match: %w", err)
	}
	return nil
}

// writable returns an error for games that the form cannot hold.
func writable(terms engine.Terms) error {
	if err := terms.Validate(); err != nil {
		return fmt.Errorf("writing the match: %w", err)
	}
	for n := 1; n <= 3; n++ { // rotations have at most three games
		if r := terms.Rules(n); r.Geometry != engine.Contrary || r.Family != engine.Hit || r.Escalates {
			return fmt.Errorf("a game of %s cannot be written in .mat form", r.Key)
		}
	}
	return nil
}

// matName returns a name that the line of players can hold: no line breaks or other
// controls, blanks single, never empty.
func matName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return "?"
	}
	return name
}

// matColumn is where the right column begins, in characters.
const matColumn = 34

// matWriter turns actions into rows.
type matWriter struct {
	out     *bufio.Writer
	players [2]string
	row     int    // of the game, from 1; 0 before its first
	left    string // the left cell of the row that waits for its right one
	waiting bool
	open    bool   // a game was begun and has not ended in the text
	given   string // the dice after which the game was given up, "" if before a roll
}

// head writes what stands before the first game.
func (w *matWriter) head(terms engine.Terms) {
	rules := terms.Rules(1)
	w.header("Variation", variationName(rules.Key))
	w.header(termsHeader, terms.String())
	for _, h := range [...]struct {
		key string
		on  bool
	}{{"Crawford", rules.Cube.Crawford}, {"Jacoby", rules.Cube.Jacoby}, {"Beaver", rules.Cube.Beavers}} {
		w.header(h.key, [...]string{"Off", "On"}[flag(h.on)])
	}
	if rules.Cube.Max > 0 {
		w.header("CubeLimit", fmt.Sprint(rules.Cube.Max))
	}
	fmt.Fprintf(w.out, "\n %d point match\n", terms.Length)
}

func (w *matWriter) header(key, value string) { fmt.Fprintf(w.out, "; [%s %q]\n", key, value) }

// variationName returns the name of a game in the Variation header: its usual one, or
// this project's.
func variationName(game string) string {
	for _, v := range variations {
		if v.game == game {
			return v.name
		}
	}
	return game
}

// visit writes an action of the match as it stood before.
func (w *matWriter) visit(m *engine.Match, a engine.Action) error {
	switch a.Verb {
	case engine.Start:
		w.finish(m)
		w.begin(m)
	case engine.Play:
		w.play(m, a)
	case engine.Double:
		w.raise(a.Seat, "Doubles", 2*m.Game.Cube.Value)
	case engine.Beaver, engine.Raccoon:
		w.raise(a.Seat, a.Verb.String()+"s", 2*m.Game.Offer.Value)
	case engine.Take:
		w.cell(a.Seat, " Takes")
	case engine.Drop:
		w.cell(a.Seat, " Drops")
	case engine.Resign:
		if turn := m.Game.Turn; turn != nil && a.Seat == m.Game.OnRoll {
			w.given = diceText(turn)
		}
	case engine.Decline:
		w.given = ""
	}
	return nil
}

// begin writes the head of the next game.
func (w *matWriter) begin(m *engine.Match) {
	left := fmt.Sprintf(" %s : %d", w.players[0], m.Score[0])
	fmt.Fprintf(w.out, "\n Game %d\n%s  %s : %d\n", m.Number+1, pad(left, matColumn-3), w.players[1], m.Score[1])
	w.row, w.waiting, w.open, w.given = 0, false, true, ""
}

// play writes the dice and the steps of a finished turn.
func (w *matWriter) play(m *engine.Match, a engine.Action) {
	turn := m.Game.Turn
	if turn == nil {
		return
	}
	text := "Cannot Move"
	if len(a.Steps) > 0 && len(a.Steps[0]) > 0 {
		stage := engine.Stage{Rules: m.Rules(), Position: turn.Start, Mover: a.Seat, Dice: turn.Stages[0]}
		text = FormatPlay(&stage, a.Steps[0])
	}
	w.cell(a.Seat, diceText(turn)+" "+text)
}

// diceText writes the dice that a cell begins with, larger first.
func diceText(turn *engine.Turn) string {
	a, b := turn.Roll[0], turn.Roll[1]
	return fmt.Sprintf("%d%d:", max(a, b), min(a, b))
}

func (w *matWriter) raise(seat engine.Seat, verb string, value int) {
	w.cell(seat, fmt.Sprintf(" %s%s => %d", strings.ToUpper(verb[:1]), verb[1:], value))
}

// finish writes how the game before ended, if there is one that has.
func (w *matWriter) finish(m *engine.Match) {
	if !w.open || m.Phase != engine.ToStart && m.Phase != engine.MatchEnded {
		w.flush()
		return
	}
	w.open = false
	last := m.Last
	if last == nil || last.Draw || last.Method == engine.OnTime {
		w.flush()
		return
	}
	if last.Method == engine.ByResignation && w.given != "" {
		w.cell(last.Winner.Other(), w.given+" ????")
	}
	text := fmt.Sprintf("Wins %d %s", last.Points, plural(last.Points, "point"))
	if m.Winner != nil {
		text += " and the match"
	}
	if last.Winner == 1 && w.waiting {
		w.cell(1, " "+text)
		return
	}
	w.flush()
	fmt.Fprintf(w.out, "%s%s\n", strings.Repeat(" ", 6+int(last.Winner)*(matColumn-6)), text)
}

// cell puts a text into a column of the present row, or of the next.
func (w *matWriter) cell(seat engine.Seat, text string) {
	if seat == 0 {
		w.flush()
		w.left, w.waiting = text, true
		return
	}
	if !w.waiting {
		w.left = ""
	}
	w.row++
	fmt.Fprintf(w.out, "%s %s\n", pad(fmt.Sprintf("%3d) %s", w.row, w.left), matColumn-2), text)
	w.waiting = false
}

// flush ends a row that has only its left cell.
func (w *matWriter) flush() {
	if w.waiting {
		w.row++
		fmt.Fprintf(w.out, "%3d) %s\n", w.row, w.left)
		w.waiting = false
	}
}

// pad fills a text up to a width in characters.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
