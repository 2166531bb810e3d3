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
// # Composing
//
// [Talk.Compose] makes a screen of the latest state: a pure function of table, board
// record, chat and language. A button names the state it leads to, never a change, so
// every tap may arrive any number of times and any time later.
package talk
