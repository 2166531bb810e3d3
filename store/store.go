package store

import (
	"context"
	"errors"
	"time"
)

// Errors of a store. Implementations wrap them with the operation.
var (
	ErrNotFound = errors.New("not found")
	// ErrConflict: the record changed since it was read; read and decide again.
	ErrConflict = errors.New("changed in the meantime")
	ErrLocked   = errors.New("the store is in use by another process")
	ErrNewer    = errors.New("the store was written by a newer version of tablabot")
	ErrDamaged  = errors.New("the store is damaged")
	ErrFull     = errors.New("the disk is full")
)

// Store keeps matches by chat and everything that must survive a stop. Every
// method is a transaction of its own and safe for concurrent use; what a method
// that writes returns is durable. Contexts only bound the wait for a turn.
type Store interface {
	// Commit applies the whole change or nothing. It returns change.Answer, or,
	// if an event with the same key was committed before, the answer stored
	// then, having changed nothing (seen is true).
	// Errors: ErrConflict if a match's or chat's Rev is not the stored one,
	// ErrFull, ErrDamaged.
	Commit(ctx context.Context, change Change) (answer []byte, seen bool, err error)
	// Seen returns the answer stored for an event key; ok is false if the key
	// was not committed within the last [EventMemory].
	Seen(ctx context.Context, event string) (answer []byte, ok bool, err error)

	// Match returns a live or archived match, or ErrNotFound.
	Match(ctx context.Context, id string) (Match, error)
	// Log returns all log lines of a match in order, or ErrNotFound.
	Log(ctx context.Context, id string) ([]string, error)
	// ChatMatches returns the live matches shown in a chat, oldest first.
	ChatMatches(ctx context.Context, chat string) ([]Match, error)
	// PersonMatches returns the live matches in which a person sits or is
	// invited, oldest first.
	PersonMatches(ctx context.Context, person string) ([]Match, error)
	// ChatHistory returns a chat's archived matches, newest first, at most n.
	ChatHistory(ctx context.Context, chat string, n int) ([]Match, error)

	// Chat returns a chat's record; an unknown chat is a record with only its
	// key and revision 0.
	Chat(ctx context.Context, key string) (Chat, error)
	// Person returns a person's record; an unknown person likewise.
	Person(ctx context.Context, key string) (Person, error)
	// MigrateChat moves everything of one chat key to another, once however
	// often it is called. Boards lose their messages and are due anew.
	MigrateChat(ctx context.Context, from, to string) error

	// Boards returns the boards of a match, oldest slot first.
	Boards(ctx context.Context, match string) ([]Board, error)
	// BoardAt returns the board whose message is ref in the chat, or ErrNotFound.
	BoardAt(ctx context.Context, chat, ref string) (Board, error)
	// ClaimBoards returns at most n boards of a door that are due, see
	// [Board.Due], and keeps others from claiming them until now+lease.
	ClaimBoards(ctx context.Context, door string, now time.Time, n int, lease time.Duration) ([]Board, error)
	// SaveShown records what a chat now shows and ends the lease. The board is
	// claimable at once if it is still due. ErrNotFound if the board is gone,
	// for instance by a migration of its chat.
	SaveShown(ctx context.Context, key BoardKey, shown Shown) error

	// ClaimDeadlines returns at most n deadlines with At <= now, earliest first,
	// and keeps others from claiming them until now+lease.
	ClaimDeadlines(ctx context.Context, now time.Time, n int, lease time.Duration) ([]Deadline, error)
	// NextDue returns the earliest time at which a deadline, or a board of any
	// door that is put off, can be claimed; zero if there is none.
	NextDue(ctx context.Context) (time.Time, error)

	Close() error
}

// EventMemory is how long event keys are remembered.
const EventMemory = 48 * time.Hour

// Match is the record of one match. The store reads nothing in State.
type Match struct {
	ID       string
	Rev      uint64 // counts the commits of this match
	Must     uint64 // the latest revision that every board has to show soon
	Number   int    // its short number in the home chat
	Home     string // chat key
	Chats    []string
	People   []string // who sits or is invited, for look-up
	Slot     int      // of the message that shows it now: 0 the table, then one a game
	Finished bool     // archived: no deadline, no further change but boards
	Created  time.Time
	Updated  time.Time
	State    []byte
}

// Change is what one event does. Zero parts do nothing.
type Change struct {
	Event string    // idempotency key
	Time  time.Time // now; [EventMemory] is measured by it

	// Match as it shall be, with the Rev it was read with; 0 creates it
	// (ErrConflict if the id exists). It is stored with Rev+1, Must too if
	// MustShow is set.
	Match     *Match
	MustShow  bool
	Log       []string   // lines to append to the match's log
	Orders    []Order    // boards of the match to create, or to give new orders
	Deadlines []Deadline // replace all deadlines of the match; nil keeps them, empty drops them

	Chat   *Chat    // as it shall be, with the Rev it was read with
	People []Person // last writer wins

	Answer []byte
}

// BoardKey names a board: one message of one match in one chat.
type BoardKey struct {
	Match string
	Chat  string
	Slot  int
}

// Door returns the prefix of the chat's key.
func (k BoardKey) Door() string {
	for i := range len(k.Chat) {
		if k.Chat[i] == ':' {
			return k.Chat[:i]
		}
	}
	return ""
}

// Board is a message that shows a match in a chat: what was ordered and what the
// chat shows.
type Board struct {
	BoardKey
	Order Order
	Shown Shown

	// As read: revisions of the match, so that Due needs no second look-up.
	MatchRev  uint64
	MatchMust uint64
	MatchSlot int
	LeaseEnds time.Time
}

// Order is the part of a board that decisions write.
type Order struct {
	BoardKey
	Posts     int       // how many times it has been asked to be posted
	Ping      bool      // the latest post notifies whoever is to act
	NotBefore time.Time // nothing is sent earlier
}

// Shown is the part of a board that the courier writes.
type Shown struct {
	Ref     string // the message; empty before the first post
	Posts   int    // how many of the ordered posts were made
	Rev     uint64 // the match's revision that the message shows
	Hash    string // of the screen that the message shows
	Posting string // nonce of a post that was begun; empty otherwise
	Text    bool   // the chat takes no pictures
	Done    bool   // the message is final, or the chat is lost: nothing is due
}

// Due reports whether there is something to send.
func (b *Board) Due() bool {
	return !b.Shown.Done && (b.Shown.Rev < b.MatchRev || b.Shown.Posts < b.Order.Posts)
}

// Must reports whether it has to be sent even when few sends are left.
func (b *Board) Must() bool {
	return b.Shown.Rev < b.MatchMust || b.Shown.Posts < b.Order.Posts
}

// Deadline is a match's appointment; the kind and turn are for the decision.
type Deadline struct {
	Match string
	Kind  string
	Turn  int
	At    time.Time
}

// Chat is what is known of a chat.
type Chat struct {
	Key      string
	Rev      uint64
	Title    string
	Private  bool
	Language string
	Theme    string
	Numbers  int    // matches begun here so far; the last short number given
	LastGame string // terms of the last table, offered next time
	Lost     bool   // the bot was removed
}

// Person is what is known of a person.
type Person struct {
	Key       string
	Name      string
	Language  string
	NoConfirm bool // the last tap of a turn commits it
}
