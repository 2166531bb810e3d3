package talk

import (
	"encoding/json"
	"fmt"
	"time"

	"tablabot/bot"
	"tablabot/engine"
	"tablabot/engine/ai"
	"tablabot/engine/dice"
)

// Stage is where a table is on its way.
type Stage string

const (
	Open    Stage = "open"    // waits for a second player
	Playing Stage = "playing" // a match is being played
	Ended   Stage = "ended"   // the match is over
	Closed  Stage = "closed"  // cancelled or expired before it began
)

// Table is the state of one match from the invitation to the last game: who sits,
// what was agreed, the dice's seed, the match, and what there is to tell about it.
// It is what the store keeps as a match's state.
type Table struct {
	Version  int       `json:"v"`
	ID       string    `json:"id"`
	Stage    Stage     `json:"stage"`
	Seats    [2]Seat   `json:"seats"` // the host has seat 0
	Invited  *Invite   `json:"invited,omitempty"`
	Terms    string    `json:"terms"`
	Menu     string    `json:"menu,omitempty"` // the choice that the table's buttons show
	Seed     dice.Seed `json:"seed"`
	Words    []Word    `json:"words,omitempty"` // given before the start
	Why      string    `json:"why,omitempty"`   // closed: "cancelled" or "expired"
	Decision int       `json:"decision"`        // counts what the players did; dates deadlines

	Match    *engine.Match `json:"match,omitempty"`
	Previous *engine.Match `json:"previous,omitempty"` // as the game before this one ended
	Story    []Line        `json:"story,omitempty"`    // what happened lately, oldest first
	Arrows   [2][]Arrow    `json:"arrows"`             // the last play of each seat, and the rest of a chain that it played before
	Rested   bool          `json:"rested,omitempty"`   // the last play was such a rest: its player rolls now
	Broken   string        `json:"broken,omitempty"`   // the roll whose rest is being played by the opponent: "3-3"

	StopAsked [2]bool   `json:"stop_asked"`          // who wants to stop without a result
	Since     time.Time `json:"since"`               // when people last did something
	Reminded  bool      `json:"reminded,omitempty"`  // the one to act was called
	Claimable bool      `json:"claimable,omitempty"` // the one to act has stayed away for long
	Posted    time.Time `json:"posted,omitzero"`     // when the board was last brought down
}

// Seat is one player of a table: a person, or the computer at one of its levels.
type Seat struct {
	Person   bot.PersonKey `json:"person,omitempty"`
	Level    ai.Level      `json:"level,omitempty"` // how strong the computer plays; 0: a person sits here
	Name     string        `json:"name,omitempty"`
	Language string        `json:"language,omitempty"`
	Always   bool          `json:"always,omitempty"` // rolls without being asked, this match
}

// Invite names the one person who may join.
type Invite struct {
	Person bot.PersonKey `json:"person,omitempty"`
	Handle string        `json:"handle,omitempty"` // or name, as it was typed
	Name   string        `json:"name,omitempty"`   // of Person, as it is shown
}

// Word is a player's share in the dice.
type Word struct {
	Person bot.PersonKey `json:"person"`
	Word   string        `json:"word"`
}

const tableVersion = 1

// encode returns the table's text form.
func (t *Table) encode() ([]byte, error) {
	t.Version = tableVersion
	text, err := json.Marshal(t)
	if err != nil {
		return nil, fmt.Errorf("write table %s: %w", t.ID, err)
	}
	return text, nil
}

// decodeTable reads what encode writes.
func decodeTable(text []byte) (*Table, error) {
	t := new(Table)
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	if t.Version > tableVersion {
		return nil, fmt.Errorf("read table: version %d is newer than this program", t.Version)
	}
	return t, nil
}

// terms returns what was agreed; a table never holds terms that do not parse.
func (t *Table) terms() engine.Terms {
	terms, err := engine.ParseTerms(t.Terms)
	if err != nil {
		panic(fmt.Sprintf("table %s: %v", t.ID, err))
	}
	return terms
}

// seatOf returns the seat of a person.
func (t *Table) seatOf(person bot.PersonKey) (engine.Seat, bool) {
	for i := range t.Seats {
		if t.Seats[i].Person == person && person != "" {
			return engine.Seat(i), true
		}
	}
	return 0, false
}

// words returns the players' words in seat order, for the dice.
func (t *Table) words() [2]string {
	return [2]string{t.word(t.Seats[0].Person), t.word(t.Seats[1].Person)}
}

func (t *Table) word(person bot.PersonKey) string {
	for _, w := range t.Words {
		if w.Person == person && person != "" {
			return w.Word
		}
	}
	return ""
}

// actor returns whose decision the match waits for.
func (t *Table) actor() (engine.Seat, bool) {
	if t.Stage != Playing || t.Match == nil {
		return 0, false
	}
	return t.Match.Actor()
}

// over reports whether nothing more can happen: the store keeps it as it is.
func (t *Table) over() bool { return t.Stage == Ended || t.Stage == Closed }

// people returns who sits or is invited, for the store's index.
func (t *Table) people() []string {
	var keys []string
	for _, seat := range t.Seats {
		if seat.Person != "" {
			keys = append(keys, string(seat.Person))
		}
	}
	if t.Stage == Open && t.Invited != nil && t.Invited.Person != "" {
		keys = append(keys, string(t.Invited.Person))
	}
	return keys
}

// slot is which of the match's messages shows it now: 0 the table, then one a game.
func (t *Table) slot() int {
	if t.Match == nil {
		return 0
	}
	return t.Match.Number
}
