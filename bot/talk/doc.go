// Package talk holds the conversation. It decides what an event does and composes
// what a chat shows; it knows no platform and draws nothing.
//
// # Deciding
//
// [Talk.Handle] takes an event in. It finds the match that is meant, loads its
// [Table], lets one small function per button or command change it, runs on through
// everything automatic until a person must choose, and commits the whole as one
// change. If the match changed in the meantime it decides again. Nothing live is
// kept in memory but the arming of a button that must be tapped twice.
//
// # The computer
//
// A seat is taken by a person or by the computer at a level: a value, not another kind
// of table. When a match waits for the computer its deadline is of the kind
// [ThinkKind], due at once. Handling it takes as long as thinking: the match is read,
// [Computer] decides while nothing is locked, and the decision comes in as an event
// "think/match/turn" of its own, which counts only if the match still waits for it.
// Until then the board is held back for a moment, so that one edit shows the person's
// play, the computer's, and the person's new roll.
//
// [Computer] also advises (a hint is told to the one who asks, and only in matches
// against it) and analyses what is over, in the background ([Background]), with a
// message that tells how far it has come ([Messenger]). The latest analyses are kept in
// memory only: they can be had again from the log.
//
// # Composing
//
// [Talk.Compose] makes a screen of the latest state: a pure function of table, board
// record, chat and language. A button names the state it leads to, never a change, so
// every tap may arrive any number of times and any time later.
package talk
