// Package store says how matches are kept: the interface, its records and its
// promises. Engines implement it in packages of their own; bolt is the embedded
// default.
//
// # Promises
//
// A [Store.Commit] is whole or nothing and durable when it returns. Every event
// has a key; a second commit with it changes nothing and returns the first one's
// answer. A match carries a revision; whoever decided on an older one gets
// [ErrConflict] and decides again. So an event may be offered any number of times
// and a process may stop at any instant.
//
// # Work that is due
//
// Boards to send and deadlines to fire are found by query, never remembered:
// a board is due while it shows an older revision than its match has. Due work is
// claimed with a lease, so that it is done once even by several processes, and is
// found again after a crash.
//
// # What the store does not know
//
// States, logs and answers are bytes and text to it. It does not know the rules
// of any game.
package store
